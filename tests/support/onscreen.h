/* A person at a terminal, for tests: bytes in, cells out. */
#ifndef TESTS_SUPPORT_ONSCREEN_H
#define TESTS_SUPPORT_ONSCREEN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "games/games.h"
#include "host/system.h"
#include "term/screens.h"

#define ONSCREEN_RIGHT "\033[C"
#define ONSCREEN_LEFT "\033[D"
#define ONSCREEN_UP "\033[A"
#define ONSCREEN_DOWN "\033[B"

enum { ONSCREEN_TRIES = 30000 }; /* of a millisecond each */

static struct term *term;
static struct host_system host;
static struct config config;
static struct config_game_key game_keys[CONFIG_GAME_KEYS_MAX];
static double now;
static char out[1 << 20], shown[1 << 17];

static void draw_seed(void *self, char *seed, size_t capacity) {
    (void)self;
    snprintf(seed, capacity, "seed");
}

static inline void onscreen_open(int rows, int cols) {
    struct term_setup setup = {
        .config = &config, .host = &host.host, .draw_seed = draw_seed, .rows = rows, .cols = cols};
    term = term_new(&setup);
    assert_non_null(term);
    now = 1000;
    term_run(term, now);
}

static int onscreen_begin(void **unused) {
    (void)unused;
    host_system_init(&host);
    config_standard(&config);
    config.game_keys = game_keys;
    config.colours = WIRE_NONE;
    config.plain = 1;
    return 0;
}

static inline int onscreen_end(void **unused) {
    (void)unused;
    term_free(term);
    term = NULL;
    host_system_release(&host);
    return 0;
}

static const char *look(void) {
    struct text bytes = text_over(out, sizeof out), text = text_over(shown, sizeof shown);
    while (!term_output(term, &bytes)) text_clear(&bytes);
    cells_write(&term->cells, &text);
    return shown;
}

static void type(const char *keys) {
    term_input(term, (const uint8_t *)keys, strlen(keys), now);
    now += 0.05;
    term_run(term, now); /* a lone escape is a key now */
}

/* Fails with the whole screen. */
static void complain(const char *text, const char *what) {
    fprintf(stderr, "%s\n%s:\n%s\n", text, what, shown);
    fail();
}

static void see(const char *text) {
    if (!strstr(look(), text)) complain(text, "is not on the screen");
}

static inline void see_not(const char *text) {
    if (strstr(look(), text)) complain(text, "is on the screen");
}

/* Lets others work until a text is there. */
static inline void wait_for(const char *text) {
    const struct timespec pause = {.tv_nsec = 1000000};
    for (int i = 0; i < ONSCREEN_TRIES && !strstr(look(), text); i++) {
        nanosleep(&pause, NULL);
        now += 0.001;
        term_run(term, now);
    }
    see(text);
}

/* Compares the screen, or some of its rows from one on, with what is expected. */
static inline void see_rows(int first, const char *expected) {
    const char *at = look();
    size_t length = strlen(expected);
    for (int i = 0; i < first && *at; i++) at += strcspn(at, "\n") + 1;
    if (strncmp(at, expected, length) != 0) complain(expected, "was expected on the screen");
}

static inline const char *top(void) {
    return term->screens[term->count - 1].screen->name;
}

#endif
