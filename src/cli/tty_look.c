/* The environment tells colours and characters. Dark or light is asked for: the terminal's ground
 * (OSC 11), and then its kind (DA), which every terminal answers, so that there is no long wait for
 * one that does not know the first question. */
#include "cli/tty_look.h"
#include "cli/tty.h"
#include "show/input.h"
#include "show/palette.h"
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define WAIT_SECONDS 0.1

static const char *environment(const char *name) {
    const char *value = getenv(name);
    return value ? value : "";
}

/* GNU screen knows no true colour. */
static bool is_gnu_screen(void) {
    return strncmp(environment("TERM"), "screen", 6) == 0 && !*environment("TMUX");
}

static enum wire_colours find_colours(void) {
    static const char *const modern[] = {"-direct", "kitty", "alacritty", "foot", "ghostty", NULL};
    const char *term = environment("TERM"), *colour = environment("COLORTERM");
    if (*environment("NO_COLOR") || strncmp(term, "vt", 2) == 0) return WIRE_NONE;
    bool known = strcasecmp(colour, "truecolor") == 0 || strcasecmp(colour, "24bit") == 0;
    for (int i = 0; modern[i]; i++) known |= strstr(term, modern[i]) != NULL;
    if (known && !is_gnu_screen()) return WIRE_TRUE;
    return strstr(term, "256") ? WIRE_256 : WIRE_16;
}

static bool is_unicode(void) {
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = environment(names[i]);
        if (!*value) continue;
        for (; *value; value++)
            if (strncasecmp(value, "utf-8", 5) == 0 || strncasecmp(value, "utf8", 4) == 0)
                return true;
        return false;
    }
    return false;
}

/* "15;0": the last number is the ground's; 7 and the bright ones but 8 are light. */
static bool is_light_by_environment(void) {
    const char *value = strrchr(environment("COLORFGBG"), ';');
    int ground = value ? atoi(value + 1) : 0;
    return ground == 7 || ground > 8;
}

/* The answer to the second question ends with a c after digits and semicolons. */
static bool is_answered(const char *answer) {
    const char *at = strstr(answer, "\033[?");
    return at && at[3 + strspn(at + 3, "0123456789;")] == 'c';
}

/* Reads what has come until a time, at most what there is room for. Returns how much it is. */
static size_t read_until(int file, double end, uint8_t *bytes, size_t capacity) {
    struct pollfd ready = {.fd = file, .events = POLLIN};
    double wait = end - tty_now();
    if (wait <= 0 || poll(&ready, 1, (int)ceil(wait * 1e3)) <= 0) return 0;
    ssize_t count = read(file, bytes, capacity);
    return count > 0 ? (size_t)count : 0;
}

/* Asks for the ground and waits a moment for the answers. All that comes is kept, since it may be
 * keys; who decodes them passes over the answers, also those that come late. */
static void ask_ground(int file, struct tty_look_typed *typed, struct input *input) {
    static const char question[] = INPUT_ASK_GROUND "\033[c";
    struct input_event event;
    double end = tty_now() + WAIT_SECONDS;
    if (write(file, question, sizeof question - 1) < 0) return;
    while (!input->grounded && typed->count < sizeof typed->bytes - 1) {
        uint8_t *at = typed->bytes + typed->count;
        size_t count = read_until(file, end, at, sizeof typed->bytes - 1 - typed->count);
        if (count == 0) return;
        for (size_t i = 0; i < count; i++) input_take(input, at[i], &event);
        typed->count += count;
        typed->bytes[typed->count] = '\0';
        if (is_answered((const char *)typed->bytes)) return;
    }
}

void tty_look_around(struct config *config, int file, struct tty_look_typed *typed) {
    struct input input = {.count = 0};
    bool asks = file >= 0 && strcmp(environment("TERM"), "linux") != 0;
    if (config->colours < 0) config->colours = (int)find_colours();
    if (config->plain < 0) config->plain = !is_unicode();
    if (config->theme_set || config->colours == WIRE_NONE) return;
    if (asks) ask_ground(file, typed, &input);
    bool light = input.grounded ? palette_is_light(input.ground) : is_light_by_environment();
    config->theme = light ? THEME_LIGHT : THEME_DARK;
}
