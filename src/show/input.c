/* The decoder. `pending` holds what is not decided yet: a character of several bytes, or a sequence
 * after ESC. Each byte goes on with it or ends it, so it does not matter how bytes are cut into
 * pieces. What cannot be understood is dropped, up to where something new must begin. */
#include "show/input.h"
#include "show/glyph.h"
#include <string.h>

enum { ESC = 0x1B, BEL = 7, DELETE = 0x7F, LAST_CONTROL = 0x9F };
enum { PARAMS = 4, PASTE_BEGINS = 200, PASTE_ENDS = 201, OTHER_KEY = 27 };
enum { PARAM_MAX = 1 << 21 };                /* code points are smaller */
static const char introducers[] = "[O]PX^_"; /* of sequences; alone, each is a key with Alt */

static bool take(struct input *input, uint8_t byte, struct input_event *event);

/* Keys */

static bool give_key(struct input *input, uint32_t key, int modifiers, struct input_event *event) {
    if (key == 0) return false;
    if (input->pasting) {
        if (modifiers || key < ' ' || key == DELETE || key >= INPUT_KEYS) return false;
        modifiers = INPUT_PASTED;
    }
    *event = (struct input_event){.kind = INPUT_KEY, .key = key, .modifiers = modifiers};
    return true;
}

static uint32_t key_of_byte(uint32_t byte) {
    return byte == '\n' ? INPUT_ENTER : byte == '\b' ? INPUT_BACKSPACE : byte;
}

/* Takes a byte of ASCII that stands alone, or behind ESC for Alt. */
static bool take_ascii(struct input *input, uint8_t byte, int modifiers,
                       struct input_event *event) {
    input->returned = byte == '\r';
    return give_key(input, key_of_byte(byte), modifiers, event);
}

/* Returns the length of a character of UTF-8 by its first byte; 0 if none begins so. */
static int length_of(uint8_t lead) {
    return lead < 0x80   ? 1
           : lead < 0xC2 ? 0
           : lead < 0xE0 ? 2
           : lead < 0xF0 ? 3
           : lead < 0xF5 ? 4
                         : 0;
}

/* Returns the code point of bytes that length_of found, or 0 if they are none. */
static uint32_t decode(const uint8_t *at, int length) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    uint32_t code = length == 1 ? *at : *at & (0x7Fu >> length);
    for (int i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80) return 0;
        code = code << 6 | (at[i] & 0x3F);
    }
    bool fits = code >= least[length] && code < INPUT_KEYS && code >> 11 != 0x1B;
    return fits && (length == 1 || code > LAST_CONTROL) ? code : 0;
}

/* Sequences */

static void push(struct input *input, uint8_t byte) {
    if (input->count == INPUT_PENDING_MAX) {
        input->skipping = true;
        input->count = input->pending[1] == ESC ? 3 : 2; /* up to what introduces it */
    }
    if (!input->skipping) input->pending[input->count++] = byte;
}

static void drop(struct input *input) {
    input->count = 0;
    input->skipping = false;
}

/* Something else begins before the end of what is pending. */
static bool begin_anew(struct input *input, uint8_t byte, struct input_event *event) {
    drop(input);
    return take(input, byte, event);
}

/* What stands between the introducer and the final byte. */
struct sequence {
    uint8_t mark, final; /* `mark` is one of "<=>?", or 0 */
    bool strange;        /* has bytes that no key has */
    int count, params[PARAMS];
};

static struct sequence read_sequence(const uint8_t *at, const uint8_t *end, uint8_t final) {
    struct sequence sequence = {.final = final};
    bool part = false; /* behind a ':', which tells details */
    if (at < end && *at >= '<' && *at <= '?') sequence.mark = *at++;
    if (at < end) sequence.count = 1;
    for (; at < end; at++) {
        int *param = &sequence.params[sequence.count - 1];
        if (*at == ';') {
            sequence.strange |= sequence.count == PARAMS;
            sequence.count += !sequence.strange;
            part = false;
        } else if (*at >= '0' && *at <= '9') {
            if (!part) *param = *param * 10 + *at - '0';
            sequence.strange |= *param > PARAM_MAX;
            if (sequence.strange) *param = 0;
        } else {
            part = true;
            sequence.strange |= *at != ':';
        }
    }
    return sequence;
}

static int modifiers_of(int param) {
    int bits = param > 0 ? param - 1 : 0;
    return (bits & (INPUT_SHIFT | INPUT_ALT | INPUT_CONTROL)) | (bits & 8 ? INPUT_ALT : 0);
}

/* Returns the key of "CSI number ~", or 0. */
static uint32_t key_of_number(int number) {
    static const uint16_t keys[] = {
        [1] = INPUT_HOME - INPUT_KEYS,    [2] = INPUT_INSERT - INPUT_KEYS,
        [3] = INPUT_DELETE - INPUT_KEYS,  [4] = INPUT_END - INPUT_KEYS,
        [5] = INPUT_PAGE_UP - INPUT_KEYS, [6] = INPUT_PAGE_DOWN - INPUT_KEYS,
        [7] = INPUT_HOME - INPUT_KEYS,    [8] = INPUT_END - INPUT_KEYS};
    uint32_t function = (uint32_t)number - 11;
    if (number >= 1 && number <= 8) return INPUT_KEYS + keys[number];
    if (number >= 11 && number <= 15) return INPUT_F1 + function;
    if (number >= 17 && number <= 21) return INPUT_F1 + function - 1;
    return number == 23 || number == 24 ? INPUT_F1 + function - 2 : 0;
}

/* Returns the key of a final letter, or 0. Small letters are arrows of rxvt. */
static uint32_t key_of_letter(uint8_t letter) {
    static const uint32_t arrows[] = {INPUT_UP, INPUT_DOWN, INPUT_RIGHT, INPUT_LEFT};
    if (letter >= 'A' && letter <= 'D') return arrows[letter - 'A'];
    if (letter >= 'a' && letter <= 'd') return arrows[letter - 'a'];
    if (letter >= 'P' && letter <= 'S') return INPUT_F1 + (uint32_t)(letter - 'P');
    return letter == 'H'   ? INPUT_HOME
           : letter == 'F' ? INPUT_END
           : letter == 'Z' ? INPUT_BACKTAB
                           : 0;
}

/* Takes a key that came as a code point with modifiers. */
static bool give_code(struct input *input, int code, int modifiers, struct input_event *event) {
    uint32_t key = (uint32_t)code;
    bool letter = (key >= 'a' && key <= 'z') || (key >= 'A' && key <= 'Z');
    if (key == '\t' && modifiers & INPUT_SHIFT)
        return give_key(input, INPUT_BACKTAB, modifiers & ~INPUT_SHIFT, event);
    if (letter && modifiers & INPUT_CONTROL) {
        key &= 0x1F;
        modifiers &= ~(INPUT_CONTROL | INPUT_SHIFT);
    } else if (letter && modifiers & INPUT_SHIFT) {
        key &= ~0x20u;
        modifiers &= ~INPUT_SHIFT;
    }
    bool fits = key <= DELETE || (key > LAST_CONTROL && key >> 11 != 0x1B && key < INPUT_KEYS);
    bool private = key >= 0xE000 && key <= 0xF8FF; /* there they have names for other keys */
    return fits && !private && give_key(input, key_of_byte(key), modifiers, event);
}

/* Gives a mouse event. `code` has the button and modifiers as xterm packs them. */
static bool give_mouse(const struct input *input, int code, int col, int row, bool release,
                       struct input_event *event) {
    enum { MOTION = 32, WHEEL = 64, OTHERS = 128 };
    int button = code & 3;
    if (input->pasting || code >= OTHERS || row < 1 || col < 1) return false;
    if (row > INPUT_PLACE_MAX || col > INPUT_PLACE_MAX) return false;
    if (code & WHEEL ? button > 1 || release : button == 3 && (!release || code & MOTION))
        return false;
    bool pressed = !release && !(code & MOTION);
    *event = (struct input_event){.kind = code & WHEEL ? INPUT_WHEEL
                                          : release    ? INPUT_RELEASE
                                          : pressed    ? INPUT_PRESS
                                                       : INPUT_DRAG,
                                  .modifiers = (code & 4 ? INPUT_SHIFT : 0) |
                                               (code & 8 ? INPUT_ALT : 0) |
                                               (code & 16 ? INPUT_CONTROL : 0),
                                  .row = row - 1,
                                  .col = col - 1,
                                  .button = code & WHEEL  ? (button ? 1 : -1)
                                            : button == 3 ? 0
                                                          : button};
    return true;
}

/* In the old ways a release does not tell its button, and codes begin at 32. */
static bool give_old_mouse(const struct input *input, int code, int col, int row,
                           struct input_event *event) {
    bool release = code >= 32 && ((code - 32) & (3 | 32 | 64)) == 3;
    return code >= 32 && give_mouse(input, code - 32, col, row, release, event);
}

static bool give_size(const struct input *input, int rows, int cols, struct input_event *event) {
    if (input->pasting || rows < 1 || rows > INPUT_PLACE_MAX) return false;
    if (cols < 1 || cols > INPUT_PLACE_MAX) return false;
    *event = (struct input_event){.kind = INPUT_SIZE, .row = rows, .col = cols};
    return true;
}

/* Takes the answer to INPUT_ASK_GROUND, "11;rgb:R/G/B" with up to four digits each. */
static void take_ground(struct input *input, const uint8_t *at, const uint8_t *end) {
    static const char begins[] = "]11;rgb", digits[] = "0123456789abcdefABCDEF";
    uint32_t colour = 0;
    if (end - at < 8 || memcmp(at, begins, 7) != 0) return;
    at += at[7] == 'a' ? 8 : 7;
    for (int i = 0; i < 3; i++) {
        uint32_t value = 0, most = 0;
        if (at == end || *at++ != (i ? '/' : ':')) return;
        for (const char *digit; at < end && *at && (digit = strchr(digits, *at)); at++) {
            uint32_t number = (uint32_t)(digit - digits);
            value = value << 4 | (number < 16 ? number : number - 6);
            most = most << 4 | 0xF;
            if (most > 0xFFFF) return;
        }
        if (most == 0) return;
        colour = colour << 8 | (value * 255 + most / 2) / most;
    }
    input->grounded = true;
    input->ground = colour;
}

/* Gives the key of "CSI number ~"; rxvt writes other final bytes with Shift and Ctrl. */
static bool finish_number(struct input *input, const struct sequence *sequence, int alt,
                          struct input_event *event) {
    const int *params = sequence->params;
    int modifiers = alt | modifiers_of(params[1]);
    if (params[0] == PASTE_BEGINS || params[0] == PASTE_ENDS) {
        input->pasting = params[0] == PASTE_BEGINS;
        return false;
    }
    if (params[0] == OTHER_KEY) return give_code(input, params[2], modifiers, event);
    if (sequence->final == '$' || sequence->final == '@') modifiers |= INPUT_SHIFT;
    if (sequence->final == '^' || sequence->final == '@') modifiers |= INPUT_CONTROL;
    return give_key(input, key_of_number(params[0]), modifiers, event);
}

/* A report of the cursor's place tells the size, if the cursor was sent far off. From row 1 it
 * looks like F3 with modifiers. */
static bool finish_place(struct input *input, const struct sequence *sequence, int alt,
                         struct input_event *event) {
    const int *params = sequence->params;
    if (sequence->count < 2 || (params[0] == 1 && params[1] >= 2 && params[1] <= 16))
        return give_key(input, INPUT_F1 + 2, alt | modifiers_of(params[1]), event);
    return give_size(input, params[0], params[1], event);
}

static bool finish_csi(struct input *input, const struct sequence *sequence, int alt,
                       struct input_event *event) {
    const int *params = sequence->params;
    uint8_t final = sequence->final;
    if (sequence->strange) return false;
    if (sequence->mark == '<' && (final == 'M' || final == 'm') && sequence->count == 3)
        return give_mouse(input, params[0], params[1], params[2], final == 'm', event);
    if (sequence->mark) return false;
    switch (final) {
    case '~':
    case '^':
    case '$':
    case '@':
        return finish_number(input, sequence, alt, event);
    case 'u':
        return give_code(input, params[0], alt | modifiers_of(params[1]), event);
    case 't':
        return params[0] == 8 && give_size(input, params[1], params[2], event);
    case 'R':
        return finish_place(input, sequence, alt, event);
    case 'M':
        return sequence->count == 3 &&
               give_old_mouse(input, params[0], params[1], params[2], event);
    default:
        alt |= final >= 'a' && final <= 'd' ? INPUT_SHIFT : 0;
        return give_key(input, key_of_letter(final), alt | modifiers_of(params[1]), event);
    }
}

/* Keys of a keypad in application mode come behind SS3. */
static bool finish_ss3(struct input *input, const struct sequence *sequence, int alt,
                       struct input_event *event) {
    static const char keypad[] = "*+,-./0123456789"; /* from 'j' on */
    uint8_t final = sequence->final;
    int modifiers = alt | modifiers_of(sequence->params[sequence->count > 1 ? 1 : 0]);
    uint32_t key = key_of_letter(final);
    if (final >= 'a' && final <= 'd') modifiers |= INPUT_CONTROL;
    if (final >= 'j' && final <= 'y') key = (uint32_t)keypad[final - 'j'];
    if (final == 'M') key = INPUT_ENTER;
    if (final == 'X') key = '=';
    if (final == 'I') key = INPUT_TAB;
    if (final == ' ') key = ' ';
    return !sequence->strange && give_key(input, key, modifiers, event);
}

/* What is pending: ESC once or twice, as some terminals send Alt, then the body. */
struct body {
    const uint8_t *at;
    int count, alt;
};

static struct body body_of(const struct input *input) {
    int skip = input->count > 1 && input->pending[1] == ESC ? 2 : 1;
    return (struct body){input->pending + skip, input->count - skip, skip > 1 ? INPUT_ALT : 0};
}

/* ESC begins a new sequence. If only an introducer came before, that was a key with Alt. */
static bool escape_anew(struct input *input, struct body body, struct input_event *event) {
    uint8_t key = body.at[0];
    bool alone = body.count == 1 && !input->skipping;
    drop(input);
    push(input, ESC);
    return alone && give_key(input, key, INPUT_ALT, event);
}

static bool end_sequence(struct input *input, struct body body, uint8_t final,
                         struct input_event *event) {
    const uint8_t *end = body.at + body.count;
    struct sequence sequence = read_sequence(body.at + 1, end, final);
    bool known = !input->skipping, csi = body.at[0] == '[';
    if (known && csi && body.count == 2 && body.at[1] == '[') /* F1 to F5 of the Linux console */
        sequence =
            (struct sequence){.final = '~',
                              .count = 1,
                              .params = {final >= 'A' && final <= 'E' ? 11 + final - 'A' : 0}};
    drop(input);
    if (!known) return false;
    return csi ? finish_csi(input, &sequence, body.alt, event)
               : finish_ss3(input, &sequence, body.alt, event);
}

/* The oldest reports of the mouse: three bytes of any kind behind "CSI M". */
static bool take_bare_mouse(struct input *input, struct body body, uint8_t byte,
                            struct input_event *event) {
    if (byte < ' ') return begin_anew(input, byte, event);
    push(input, byte);
    if (body.count < 4) return false;
    drop(input);
    return give_old_mouse(input, body.at[2], body.at[3] - 32, byte - 32, event);
}

static bool take_csi(struct input *input, struct body body, uint8_t byte,
                     struct input_event *event) {
    bool bare = body.count == 1 && !input->skipping;
    bool number = body.count > 1 && body.at[1] >= '0' && body.at[1] <= '9';
    if (body.count > 1 && body.at[1] == 'M') return take_bare_mouse(input, body, byte, event);
    if (byte == ESC) return escape_anew(input, body, event);
    if (byte < ' ' || byte >= DELETE) return begin_anew(input, byte, event);
    if (bare && (byte == '[' || byte == 'M')) {
        push(input, byte);
        return false;
    }
    bool console = body.count == 2 && body.at[1] == '[';
    if (byte >= '@' || (byte == '$' && number) || console)
        return end_sequence(input, body, byte, event);
    push(input, byte);
    return false;
}

static bool take_ss3(struct input *input, struct body body, uint8_t byte,
                     struct input_event *event) {
    if (byte == ESC) return escape_anew(input, body, event);
    if (byte < ' ' || byte >= DELETE) return begin_anew(input, byte, event);
    if (byte >= '@' || byte == ' ') return end_sequence(input, body, byte, event);
    push(input, byte);
    return false;
}

/* Strings are answers; they end with BEL or with ESC and a backslash. Any other control character
 * tells that the end was lost. */
static bool take_string(struct input *input, struct body body, uint8_t byte,
                        struct input_event *event) {
    bool escaped = body.count > 1 && body.at[body.count - 1] == ESC;
    if (byte == ESC && body.count == 1 && !input->skipping) return escape_anew(input, body, event);
    if (byte == BEL || (escaped && byte == '\\')) {
        if (!input->skipping) take_ground(input, body.at, body.at + body.count - escaped);
        drop(input);
        return false;
    }
    if (escaped) {
        drop(input);
        push(input, ESC);
        return take(input, byte, event);
    }
    if (byte < ' ' && byte != ESC) return begin_anew(input, byte, event);
    push(input, byte);
    if (byte == ESC && input->skipping) input->pending[input->count++] = ESC;
    return false;
}

static bool take_rest(struct input *input, const uint8_t *at, uint8_t byte, int alt,
                      struct input_event *event) {
    int length = length_of(*at), count = input->count - (int)(at - input->pending);
    if ((byte & 0xC0) != 0x80) return begin_anew(input, byte, event);
    push(input, byte);
    if (count + 1 < length) return false;
    drop(input);
    return give_key(input, decode(at, length), alt, event);
}

static bool take_escaped(struct input *input, struct body body, uint8_t byte,
                         struct input_event *event) {
    bool introduces = byte && strchr(introducers, byte);
    if (byte == ESC && body.alt) {
        drop(input);
        push(input, ESC);
        return give_key(input, INPUT_ESCAPE, INPUT_ALT, event);
    }
    if (byte == ESC || introduces || length_of(byte) > 1) {
        push(input, byte);
        return false;
    }
    drop(input);
    return byte < 0x80 && take_ascii(input, byte, INPUT_ALT, event);
}

static bool take(struct input *input, uint8_t byte, struct input_event *event) {
    if (input->count == 0) {
        bool joined = input->returned && (byte == '\n' || byte == 0);
        input->returned = false;
        if (joined) return false;
        if (byte < 0x80 && byte != ESC) return take_ascii(input, byte, 0, event);
        if (byte == ESC || length_of(byte) > 1) push(input, byte);
        return false;
    }
    if (input->pending[0] != ESC) return take_rest(input, input->pending, byte, 0, event);
    struct body body = body_of(input);
    if (body.count == 0) return take_escaped(input, body, byte, event);
    if (body.at[0] >= 0x80) return take_rest(input, body.at, byte, INPUT_ALT, event);
    if (body.at[0] == '[') return take_csi(input, body, byte, event);
    if (body.at[0] == 'O') return take_ss3(input, body, byte, event);
    return take_string(input, body, byte, event);
}

bool input_take(struct input *input, uint8_t byte, struct input_event *event) {
    return take(input, byte, event);
}

bool input_waits(const struct input *input) {
    if (input->count == 0 || input->pending[0] != ESC || input->skipping) return false;
    struct body body = body_of(input);
    return body.count == 0 || (body.count == 1 && body.at[0] < 0x80);
}

bool input_pause(struct input *input, struct input_event *event) {
    if (!input_waits(input)) return false;
    struct body body = body_of(input);
    uint32_t key = body.count ? body.at[0] : INPUT_ESCAPE;
    int modifiers = body.count ? INPUT_ALT : body.alt;
    bool pasting = input->pasting;
    drop(input);
    input->pasting = false;
    return !pasting && give_key(input, key, modifiers, event);
}

/* Names */

int input_game_key(uint32_t key) {
    static const int arrows[] = {GAME_KEY_UP, GAME_KEY_DOWN, GAME_KEY_LEFT, GAME_KEY_RIGHT};
    if (key >= INPUT_UP && key <= INPUT_RIGHT) return arrows[key - INPUT_UP];
    return key >= ' ' && key <= '~' ? (int)key : 0;
}

/* The first name of a key is the one that is written. */
static const struct name {
    uint32_t key;
    const char *name, *sign; /* the sign is written where Unicode is known */
} names[] = {
    {INPUT_ENTER, "Enter", NULL},
    {INPUT_ENTER, "Return", NULL},
    {INPUT_TAB, "Tab", NULL},
    {INPUT_ESCAPE, "Esc", NULL},
    {INPUT_ESCAPE, "Escape", NULL},
    {INPUT_BACKSPACE, "Backspace", NULL},
    {' ', "Space", NULL},
    {INPUT_UP, "Up", "\u2191"},
    {INPUT_DOWN, "Down", "\u2193"},
    {INPUT_LEFT, "Left", "\u2190"},
    {INPUT_RIGHT, "Right", "\u2192"},
    {INPUT_HOME, "Home", NULL},
    {INPUT_END, "End", NULL},
    {INPUT_PAGE_UP, "PageUp", NULL},
    {INPUT_PAGE_DOWN, "PageDown", NULL},
    {INPUT_INSERT, "Insert", NULL},
    {INPUT_DELETE, "Delete", NULL},
    {INPUT_BACKTAB, "Shift-Tab", NULL},
};

void input_name(uint32_t key, bool plain, struct text *out) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].key == key) {
            text_string(out, names[i].sign && !plain ? names[i].sign : names[i].name);
            return;
        }
    if (key >= INPUT_F1 && key <= INPUT_F12)
        text_format(out, "F%d", (int)(key - INPUT_F1 + 1));
    else if (key < ' ')
        text_format(out, "Ctrl-%c", (char)(key | '@'));
    else
        glyph_put(out, plain ? (uint32_t)glyph_plain(key) : glyph_is_obeyed(key) ? '?' : key);
}

static char small(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

static bool is_named(const char *name, const char *typed) {
    while (*name && small(*name) == small(*typed)) name++, typed++;
    return !*name && !*typed;
}

/* Returns the number of a function key's name, or 0. */
static uint32_t read_function(const char *name) {
    int number = 0;
    if (small(name[0]) != 'f' || name[1] < '1' || name[1] > '9') return 0;
    for (name++; *name >= '0' && *name <= '9' && number < 100; name++)
        number = number * 10 + *name - '0';
    return !*name && number <= 12 ? INPUT_F1 + (uint32_t)number - 1 : 0;
}

static uint32_t read_control(const char *name) {
    static const char begins[] = "ctrl-";
    for (int i = 0; begins[i]; i++)
        if (small(name[i]) != begins[i]) return 0;
    char key = small(name[5]);
    if (name[5] == '\0' || name[6] != '\0') return 0;
    bool has = (key >= 'a' && key <= 'z') || (key >= '[' && key <= '_');
    return has ? key_of_byte(INPUT_CTRL((uint32_t)key)) : 0;
}

uint32_t input_read_name(const char *name) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_named(names[i].name, name) || (names[i].sign && strcmp(names[i].sign, name) == 0))
            return names[i].key;
    uint32_t key = read_function(name);
    if (!key) key = read_control(name);
    if (key) return key;
    int length = length_of((uint8_t)*name);
    if (length == 0 || strlen(name) != (size_t)length) return 0;
    key = decode((const uint8_t *)name, length);
    return key >= ' ' && key != DELETE ? key : 0;
}
