#include "lobby/lobby.h"
#include <stddef.h>
#define WEAK __attribute__((weak))
WEAK struct lobby *lobby_open(struct term *term, const struct lobby_setup *setup, double now) {
    (void)term, (void)setup, (void)now;
    return NULL;
}
WEAK void lobby_leave(struct lobby *lobby, double now) {
    (void)lobby, (void)now;
}
WEAK void lobby_close(struct lobby *lobby, double now) {
    (void)lobby, (void)now;
}
WEAK const struct member *lobby_member(const struct lobby *lobby) {
    (void)lobby;
    return NULL;
}
WEAK void lobby_give_top(struct lobby *lobby, const char *game, const struct lobby_rank *ranks,
                         int count) {
    (void)lobby, (void)game, (void)ranks, (void)count;
}
WEAK const char *lobby_farewell(const struct lobby *lobby) {
    (void)lobby;
    return "";
}
