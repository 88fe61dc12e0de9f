/* What a struct term is lent on this machine. */
#include "cli/fullscreen.h"
#include "cli/cli.h"
#include "cli/tty.h"
#include "host/system.h"
#include "play/archive.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONFIG_BYTES = 1 << 16, PATH_BYTES = 4096 };

bool fullscreen_fits(bool reads_input) {
    return tty_fits(reads_input);
}

/* Reads the config file, if there is one. What is wrong with it is a message, not an end. */
static void read_config(struct config *config, struct config_game_key *keys, struct text *wrong) {
    char path[PATH_BYTES], *text = malloc(CONFIG_BYTES);
    config_standard(config);
    config->game_keys = keys;
    FILE *file = text && config_path(path, sizeof path) ? fopen(path, "r") : NULL;
    if (file) {
        text[fread(text, 1, CONFIG_BYTES - 1, file)] = '\0';
        struct text why = *wrong;
        text_string(&why, "The config file, ");
        if (!config_read(config, text, &why))
            *wrong = why;
        else
            text_clear(wrong);
        fclose(file);
    }
    free(text);
}

static int override(const struct fullscreen *how, struct config *config) {
    if (how->speedup) config->speeds_up = true;
    if (!how->tick) return -1;
    char line[64], wrong[256];
    struct text why = text_over(wrong, sizeof wrong);
    snprintf(line, sizeof line, "tick = %.40s", how->tick);
    line[strcspn(line, "m")] = '\0'; /* 300ms is 300 */
    return config_read_line(config, line, &why) ? -1 : cli_complain("--%s", wrong);
}

static void draw_seed(void *self, char *seed, size_t capacity) {
    (void)self;
    cli_luck(NULL, seed, capacity);
}

/* Runs the screens on a terminal that is taken. */
static int run(const struct fullscreen *how, struct config *config, const struct host *host,
               const char *wrong, char *last) {
    char folder[ARCHIVE_PATH_MAX];
    struct term_setup setup = {
        .config = config, .host = host, .wake = tty_wake, .draw_seed = draw_seed};
    if (!how->no_record && archive_folder(folder)) setup.archive = folder;
    tty_look(config);
    tty_size(&setup.rows, &setup.cols);
    struct term *term = term_new(&setup);
    if (!term) return CLI_FAILED;
    term->now = tty_now();
    how->open(term, how->self);
    bool opened = !term_is_done(term);
    if (*wrong && opened) term_say(term, "%s", wrong);
    int status = opened ? tty_run(term) : CLI_FAILED;
    snprintf(last, TERM_MESSAGE_BYTES, "%s", term->message);
    term_free(term);
    return status;
}

int fullscreen_run(const struct fullscreen *how) {
    struct host_system system;
    struct config config;
    struct config_game_key keys[CONFIG_GAME_KEYS_MAX];
    char wrong[TERM_MESSAGE_BYTES], last[TERM_MESSAGE_BYTES] = "there is not enough memory";
    struct text text = text_over(wrong, sizeof wrong);
    read_config(&config, keys, &text);
    int status = override(how, &config);
    if (status >= 0) return status;
    if (tty_open(config.mouse) < 0) return cli_fail("the terminal: %s", strerror(errno));
    host_system_init(&system);
    status = run(how, &config, &system.host, wrong, last);
    host_system_release(&system);
    tty_close();
    if (status == CLI_FAILED) return cli_fail("%s", last);
    if (*last) cli_say("%s", last);
    return status;
}
