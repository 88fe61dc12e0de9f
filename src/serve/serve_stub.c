/* Stand-ins until the clerk is merged; weak, so that the real ones win. */
#include "serve/clerk.h"
#include <stdlib.h>

#define WEAK __attribute__((weak))

WEAK struct clerk *clerk_new(int threads, void (*wake)(void *self), void *self) {
    (void)threads, (void)wake, (void)self;
    return malloc(1);
}
WEAK void clerk_free(struct clerk *clerk) {
    free(clerk);
}
WEAK struct clerk_client *clerk_open(struct clerk *clerk,
                                     void (*answer)(void *self, const char *line, size_t length),
                                     void *self) {
    (void)clerk, (void)answer, (void)self;
    return NULL;
}
WEAK void clerk_close(struct clerk_client *client) {
    (void)client;
}
WEAK void clerk_ask(struct clerk_client *client, const char *line, size_t length) {
    (void)client, (void)line, (void)length;
}
WEAK void clerk_deliver(struct clerk *clerk) {
    (void)clerk;
}
WEAK struct clerk_client *clerk_open(struct clerk *clerk,
                                     void (*answer)(void *self, const char *line, size_t length),
                                     void *self) {
    (void)clerk, (void)answer, (void)self;
    return malloc(1);
}
WEAK void clerk_close(struct clerk_client *client) {
    free(client);
}
WEAK void clerk_ask(struct clerk_client *client, const char *line, size_t length) {
    (void)client, (void)line, (void)length;
}
WEAK int clerk_busy(struct clerk *clerk) {
    (void)clerk;
    return 0;
}
