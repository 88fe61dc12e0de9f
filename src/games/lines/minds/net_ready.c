/* The net as part of the program. The Makefile says which file it is, and how large. */
#include "games/lines/minds/net.h"

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

__asm__(
    ".pushsection .rodata\n"
    ".balign 64\n"
    ".globl lines_net_bytes\n"
    ".hidden lines_net_bytes\n"
    ".type lines_net_bytes, %object\n"
    ".size lines_net_bytes, " TEXT(LINES_NET_SIZE) "\n"
                                                   "lines_net_bytes: .incbin \"" LINES_NET_FILE
                                                   "\", 0, " TEXT(LINES_NET_SIZE) "\n"
                                                                                  ".popsection\n");

extern const uint8_t lines_net_bytes[LINES_NET_SIZE];

const struct weights lines_net_weights = {
    .name = "lines", .version = 2, .size = LINES_NET_SIZE, .bytes = lines_net_bytes};

const void *lines_net_ready(const struct host *host) {
    (void)host;
    return lines_net_bytes;
}
