/* A watch for tests: it counts its calls and says stop at the n-th. Include after cmocka.h. */
#ifndef SLIDE_WATCH_TEST_H
#define SLIDE_WATCH_TEST_H

#include "games/slide/optimal/watch.h"

struct watch_test {
    struct slide_watch watch;
    int calls;
    int stop_at;    /* the call that is answered by stop; 0 is never */
    bool backwards; /* progress once went back */
    double done;    /* reported last */
};

static inline bool watch_test_go_on(void *self, double done) {
    struct watch_test *test = self;
    assert_true(done >= 0 && done <= 1);
    test->backwards |= done < test->done;
    test->done = done;
    test->calls++;
    return !test->stop_at || test->calls < test->stop_at;
}

/* Also for the next piece of work. */
static inline void watch_test_init(struct watch_test *test, int stop_at) {
    *test = (struct watch_test){.watch = {watch_test_go_on, test}, .stop_at = stop_at};
}

#endif
