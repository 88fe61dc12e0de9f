/* tilewright config: a sample of the config file, and where it is. */
#include "term/config.h"
#include "cli/cli.h"
#include <stdio.h>

enum { SAMPLE_BYTES = 8192, PATH_BYTES = 4096, ONLY_PATH = 0 };

static int run_config(const struct cli_args *args) {
    char sample[SAMPLE_BYTES], path[PATH_BYTES];
    struct text text = text_over(sample, sizeof sample);
    if (args->values[ONLY_PATH] && !config_path(path, sizeof path))
        return cli_fail("HOME or XDG_CONFIG_HOME must be set");
    if (args->values[ONLY_PATH]) {
        cli_say("%s", path);
        return CLI_FINE;
    }
    config_write_sample(&text);
    fputs(sample, stdout);
    return CLI_FINE;
}

static const struct tool_option options[] = {
    {"path", NULL, "print where the file must be"},
    {NULL, NULL, NULL},
};

const struct cli_command cli_config = {
    .name = "config",
    .arguments = "",
    .summary = "print a sample of the config file: colours, keys, times",
    .help =
        "Prints all settings with their standard values, as a file that can be used as it is.\n\n"
        "  mkdir -p ~/.config/tilewright\n"
        "  tilewright config > ~/.config/tilewright/config",
    .options = options,
    .run = run_config,
};
