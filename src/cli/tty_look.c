/* The environment tells colours and characters. Dark or light is asked for: the terminal's ground
 * (OSC 11), and then its kind (DA), which every terminal answers, so that there is no long wait for
 * one that does not know the first question. */
#include "cli/tty_look.h"
#include <ctype.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { WAIT_MS = 150, ANSWER_BYTES = 256 };

static const char *environment(const char *name) {
    const char *value = getenv(name);
    return value ? value : "";
}

static enum wire_colours find_colours(void) {
    const char *term = environment("TERM"), *colour = environment("COLORTERM");
    if (*environment("NO_COLOR") || strncmp(term, "vt", 2) == 0) return WIRE_NONE;
    if (strcasecmp(colour, "truecolor") == 0 || strcasecmp(colour, "24bit") == 0) return WIRE_TRUE;
    if (strstr(term, "-direct")) return WIRE_TRUE;
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

static int digit_of(char c) {
    return c <= '9' ? c - '0' : (c | ' ') - 'a' + 10;
}

/* Reads a part of "rgb:ffff/ffff/ffff" as 0 to 255: its first two digits count. */
static int read_part(const char **at) {
    int value = 0;
    for (int digits = 0; isxdigit((unsigned char)**at); ++*at, digits++)
        if (digits < 2) value = 16 * value + digit_of(**at);
    return value;
}

/* Returns how light the answer says the ground is, from 0 to 255; -1 if it does not tell. */
static int read_ground(const char *answer) {
    const char *at = strstr(answer, "]11;rgb:");
    int parts[3];
    if (!at) return -1;
    at += strlen("]11;rgb:");
    for (int i = 0; i < 3; i++) {
        parts[i] = read_part(&at);
        if (*at == '/') at++;
    }
    return (2 * parts[0] + 5 * parts[1] + parts[2]) / 8;
}

/* The answer to the second question ends with a c after digits and semicolons. */
static bool is_complete(const char *answer) {
    const char *at = strstr(answer, "\033[?");
    return at && at[3 + strspn(at + 3, "0123456789;")] == 'c';
}

/* Asks and waits for the answers. What a person types meanwhile is lost, but nobody knows yet what
 * to type. */
static int ask_ground(int file) {
    static const char question[] = "\033]11;?\033\\\033[c";
    char answer[ANSWER_BYTES];
    size_t length = 0;
    if (write(file, question, sizeof question - 1) < 0) return -1;
    while (length < sizeof answer - 1) {
        struct pollfd ready = {.fd = file, .events = POLLIN};
        if (poll(&ready, 1, WAIT_MS) <= 0) break;
        ssize_t count = read(file, answer + length, sizeof answer - 1 - length);
        if (count <= 0) break;
        length += (size_t)count;
        answer[length] = '\0';
        if (is_complete(answer)) break;
    }
    answer[length] = '\0';
    return read_ground(answer);
}

void tty_look_around(struct config *config, int file) {
    if (config->colours < 0) config->colours = (int)find_colours();
    if (config->plain < 0) config->plain = !is_unicode();
    if (config->theme_set) return;
    int ground = config->colours >= WIRE_256 ? ask_ground(file) : -1;
    bool light = ground >= 0 ? ground > 127 : is_light_by_environment();
    config->theme = light ? THEME_LIGHT : THEME_DARK;
}
