/* What a struct term is lent by the program: settings, the host of agents, a folder, seeds. */
#include "cli/stage.h"
#include "cli/cli.h"
#include "cli/tty.h"
#include "host/system.h"
#include "play/archive.h"
#include "play/game_file.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { WRONG_BYTES = 512 };

struct stage {
    struct config config;
    char wrong[WRONG_BYTES]; /* of the config file, or "" */
    struct host_system system;
    char archive[ARCHIVE_PATH_MAX];
    bool records;
};

/* A file that is not there is fine. */
static void read_config(struct stage *stage) {
    char path[ARCHIVE_PATH_MAX], *text;
    size_t length;
    struct text wrong = text_over(stage->wrong, sizeof stage->wrong);
    config_standard(&stage->config);
    if (!config_path(path, sizeof path)) return;
    int error = game_file_read(path, &text, &length);
    if (error && error != ENOENT) text_format(&wrong, "%s: %s", path, strerror(error));
    if (error) return;
    config_read(&stage->config, text, &wrong);
    free(text);
}

static void draw_seed(void *self, char *seed, size_t capacity) {
    (void)self;
    cli_luck(NULL, seed, capacity);
}

static int show(struct term *term, void (*open)(struct term *, void *), void *self,
                const char *wrong) {
    term_run(term, tty_now());
    open(term, self);
    if (term_is_done(term)) {
        tty_close();
        return cli_fail("%s", term->message);
    }
    if (wrong[0] && !term->message[0]) term_say(term, "The settings: %s", wrong);
    int status = tty_run(term);
    tty_close();
    return status;
}

static int run(struct stage *stage, void (*open)(struct term *, void *), void *self) {
    struct term_setup setup = {
        .config = &stage->config,
        .host = &stage->system.host,
        .archive = stage->records ? stage->archive : NULL,
        .wake = tty_wake,
        .draw_seed = draw_seed,
    };
    if (tty_open(stage->config.mouse) < 0)
        return cli_fail("the terminal cannot be used: %s", strerror(errno));
    tty_look(&stage->config);
    tty_size(&setup.rows, &setup.cols);
    struct term *term = term_new(&setup);
    int status = CLI_FAILED;
    if (term) status = show(term, open, self, stage->wrong);
    tty_close();
    if (!term) cli_fail("there is not enough memory");
    term_free(term);
    return status;
}

int stage_run(bool records, void (*open)(struct term *term, void *self), void *self) {
    struct stage *stage = calloc(1, sizeof *stage);
    if (!stage) return cli_fail("there is not enough memory");
    read_config(stage);
    stage->records = records && archive_folder(stage->archive);
    host_system_init(&stage->system);
    int status = run(stage, open, self);
    host_system_release(&stage->system);
    free(stage);
    return status;
}
