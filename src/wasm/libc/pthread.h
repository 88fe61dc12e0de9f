/* In place of the C library's, which has no threads in a module: none can be started, which all
 * callers bear, and a lock is always free. */
#ifndef WASM_LIBC_PTHREAD_H
#define WASM_LIBC_PTHREAD_H

typedef int pthread_t;
typedef int pthread_mutex_t;

static inline int pthread_create(pthread_t *thread, const void *how, void *(*run)(void *self),
                                 void *self) {
    (void)thread, (void)how, (void)run, (void)self;
    return -1;
}

static inline int pthread_join(pthread_t thread, void **result) {
    (void)thread, (void)result;
    return -1;
}

static inline int pthread_mutex_init(pthread_mutex_t *lock, const void *how) {
    (void)how;
    return *lock = 0;
}

static inline int pthread_mutex_lock(pthread_mutex_t *lock) {
    (void)lock;
    return 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *lock) {
    (void)lock;
    return 0;
}

static inline int pthread_mutex_destroy(pthread_mutex_t *lock) {
    (void)lock;
    return 0;
}

#endif
