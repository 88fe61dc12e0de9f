/* Parses the command line by a command's table: options, operands, games and params. */
#include "cli/cli.h"
#include "games/games.h"
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

enum { LINE_BYTES = 4096 };

static void put_line(FILE *stream, const char *begin, const char *format, va_list list) {
    char line[LINE_BYTES] = "", shown[6 * LINE_BYTES];
    struct text text = text_over(shown, sizeof shown);
    int length = vsnprintf(line, sizeof line, format, list);
    text_printable(&text, line, strlen(line));
    fprintf(stream, "%s%s%s\n", begin, shown, length < LINE_BYTES ? "" : "...");
}

static void complain(const char *format, va_list list) {
    fflush(stdout);
    put_line(stderr, "tilewright: ", format, list);
}

int cli_complain(const char *format, ...) {
    va_list list;
    va_start(list, format);
    complain(format, list);
    va_end(list);
    return CLI_USAGE;
}

int cli_fail(const char *format, ...) {
    va_list list;
    va_start(list, format);
    complain(format, list);
    va_end(list);
    return CLI_FAILED;
}

void cli_say(const char *format, ...) {
    va_list list;
    va_start(list, format);
    put_line(stdout, "", format, list);
    va_end(list);
}

static int find_option(const struct cli_command *command, const char *name, size_t length) {
    for (int i = 0; command->options[i].name; i++)
        if (strncmp(command->options[i].name, name, length) == 0 &&
            !command->options[i].name[length])
            return i;
    return -1;
}

static int add_operand(const struct cli_command *command, const char *operand,
                       struct cli_args *args) {
    if (args->count >= command->operands_max)
        return cli_complain("unexpected operand '%s'; see 'tilewright %s --help'", operand,
                            command->name);
    args->operands[args->count++] = operand;
    return -1;
}

static bool is_operand(const struct cli_command *command, const char *option) {
    return command->operand_option && strcmp(command->operand_option, option) == 0;
}

/* Compares a param's name with an option, in which a dash may stand for an underscore. */
static bool is_same(const char *param, const char *name, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (param[i] != (name[i] == '-' ? '_' : name[i])) return false;
    return !param[length];
}

static bool is_param(const char *name, size_t length) {
    for (int i = 0; games_list[i]; i++)
        for (const struct param *param = games_list[i]->params; param->name; param++)
            if (is_same(param->name, name, length)) return true;
    return false;
}

/* Takes an option that no table lists: a param of a game, kept until all operands are known. */
static int parse_param(const struct cli_command *command, int argc, char **argv, int *at,
                       struct cli_args *args) {
    const char *option = argv[*at], *name = option + 2, *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    if (!command->takes_params || !is_param(name, length))
        return cli_complain("%s has no option '%s'; see 'tilewright %s --help'", command->name,
                            option, command->name);
    if (!equals && *at + 1 >= argc)
        return cli_complain("--%s must have a value: a whole number", name);
    if (args->params_count == PARAMS_MAX) return cli_complain("there are too many params");
    const char *value = equals ? equals + 1 : argv[++*at];
    char *param = args->params[args->params_count++];
    int bytes = snprintf(param, CLI_PARAM_BYTES, "%.*s=%s", (int)length, name, value);
    for (size_t i = 0; i < length; i++)
        if (param[i] == '-') param[i] = '_';
    if (bytes >= CLI_PARAM_BYTES)
        return cli_complain("--%.*s must be a whole number, not '%s'", (int)length, name, value);
    return -1;
}

static int add_params(const struct cli_command *command, struct cli_args *args) {
    if (args->params_count && args->count == 0)
        return cli_complain("%s must have a GAME before its params; see 'tilewright %s --help'",
                            command->name, command->name);
    for (int i = 0; i < args->params_count; i++) {
        int status = add_operand(command, args->params[i], args);
        if (status >= 0) return status;
    }
    return -1;
}

/* Parses "--name", "--name value" or "--name=value"; *at moves past a separate value. */
static int parse_option(const struct cli_command *command, int argc, char **argv, int *at,
                        struct cli_args *args) {
    const char *name = argv[*at] + 2, *equals = strchr(name, '='), *value = "";
    int i = find_option(command, name, equals ? (size_t)(equals - name) : strlen(name));
    if (i < 0) return parse_param(command, argc, argv, at, args);
    const struct tool_option *option = &command->options[i];
    if (args->values[i]) return cli_complain("--%s must be given only once", option->name);
    if (!option->value && equals) return cli_complain("--%s must have no value", option->name);
    if (option->value && !equals && *at + 1 >= argc)
        return cli_complain("--%s must have a value: %s", option->name, option->value);
    if (option->value) value = equals ? equals + 1 : argv[++*at];
    if (is_operand(command, option->name) && !strchr(value, '='))
        return cli_complain("'%s' must be %s", value, option->value);
    if (is_operand(command, option->name)) return add_operand(command, value, args);
    args->values[i] = value;
    return -1;
}

int cli_parse(const struct cli_command *command, int argc, char **argv, struct cli_args *args) {
    bool options = true;
    memset(args, 0, sizeof *args);
    for (int at = 0; at < argc; at++) {
        if (options && (strcmp(argv[at], "--help") == 0 || strcmp(argv[at], "-h") == 0)) {
            cli_help(command);
            return CLI_FINE;
        }
        if (options && strcmp(argv[at], "--") == 0) {
            options = false;
        } else if (options && strncmp(argv[at], "--", 2) == 0) {
            int status = parse_option(command, argc, argv, &at, args);
            if (status >= 0) return status;
        } else if (options && argv[at][0] == '-' && argv[at][1]) {
            return cli_complain("%s has no option '%s'; see 'tilewright %s --help'", command->name,
                                argv[at], command->name);
        } else {
            int status = add_operand(command, argv[at], args);
            if (status >= 0) return status;
        }
    }
    int status = add_params(command, args);
    if (status >= 0) return status;
    if (args->count < command->operands_min)
        return cli_complain("%s needs %s; see 'tilewright %s --help'", command->name,
                            command->arguments, command->name);
    return -1;
}

int cli_game(const char *name, const struct game **game) {
    *game = games_find(name);
    if (*game) return -1;
    for (int i = 0; games_list[i]; i++)
        for (const struct param *param = games_list[i]->params; param->name; param++)
            if (strcmp(param->name, name) == 0)
                return cli_complain("there is no game '%s', but a setting of %s: say '%s %s=%d'",
                                    name, games_list[i]->name, games_list[i]->name, name,
                                    param->max == 1 ? 1 : param->standard);
    return cli_complain("there is no game '%s'; see 'tilewright games'", name);
}

static int set_param(const struct game *game, const char *operand, int params[PARAMS_MAX]) {
    const char *equals = strchr(operand, '=');
    if (!equals) return cli_complain("'%s' must be PARAM=VALUE", operand);
    size_t length = (size_t)(equals - operand);
    for (int i = 0; game->params[i].name; i++) {
        const struct param *param = &game->params[i];
        if (strncmp(param->name, operand, length) != 0 || param->name[length]) continue;
        char *end;
        errno = 0;
        long value = strtol(equals + 1, &end, 10);
        if (end == equals + 1 || *end || errno || value < param->min || value > param->max)
            return cli_complain("%s must be a whole number from %d to %d, not '%s'", param->name,
                                param->min, param->max, equals + 1);
        params[i] = (int)value;
        return -1;
    }
    return cli_complain("%s has no param '%.*s'; see 'tilewright games %s'", game->name,
                        (int)length, operand, game->name);
}

int cli_params(const struct game *game, const char *const *operands, int count,
               int params[PARAMS_MAX]) {
    game_standard(game, params);
    for (int i = 0; i < count; i++) {
        int status = set_param(game, operands[i], params);
        if (status >= 0) return status;
        size_t name = strcspn(operands[i], "=");
        for (int before = 0; before < i; before++)
            if (strncmp(operands[before], operands[i], name + 1) == 0)
                return cli_complain("'%.*s' is given twice", (int)name, operands[i]);
    }
    return -1;
}

int cli_count(const char *option, const char *from, int most, int *count) {
    char *end;
    if (!from) return -1;
    errno = 0;
    long value = strtol(from, &end, 10);
    bool fine = end != from && !*end && !errno && value >= 1 && value <= most;
    if (!fine && most == INT_MAX)
        return cli_complain("--%s must be a whole number from 1 on, not '%s'", option, from);
    if (!fine)
        return cli_complain("--%s must be a whole number from 1 to %d, not '%s'", option, most,
                            from);
    *count = (int)value;
    return -1;
}

/* Fills bytes from the system's generator, which may give fewer at a time. */
static bool draw_bytes(unsigned char *bytes, size_t count) {
    for (size_t got = 0; got < count;) {
        ssize_t more = getrandom(bytes + got, count - got, 0);
        if (more < 0 && errno != EINTR) return false;
        if (more > 0) got += (size_t)more;
    }
    return true;
}

/* Draws a seed. Where the system has no generator, time and process make it. */
static void draw_seed(char *seed, size_t capacity) {
    unsigned char bytes[CLI_SEED_BITS / 8];
    struct text text = text_over(seed, capacity);
    if (!draw_bytes(bytes, sizeof bytes)) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        text_hex(&text, (uint64_t)now.tv_sec << 32 | (uint64_t)now.tv_nsec, 16);
        text_hex(&text, (uint64_t)getpid(), 16);
        return;
    }
    for (size_t i = 0; i < sizeof bytes; i++) text_hex(&text, bytes[i], 2);
}

struct rng cli_luck(const char *given, char *seed, size_t capacity) {
    if (given)
        snprintf(seed, capacity, "%s", given);
    else
        draw_seed(seed, capacity);
    return rng_from_string(given ? given : seed, strlen(given ? given : seed));
}
