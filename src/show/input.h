/* Bytes from a terminal, decoded: keys, mouse, sizes. Any bytes may come, in any pieces. */
#ifndef SHOW_INPUT_H
#define SHOW_INPUT_H

#include "game/game.h"

/* A key is a code point, one of these, or a control code below 0x20 as INPUT_CTRL('c'). */
#define INPUT_CTRL(letter) ((letter)&0x1F)
enum {
    INPUT_ENTER = '\r',
    INPUT_TAB = '\t',
    INPUT_ESCAPE = 0x1B,
    INPUT_BACKSPACE = 0x7F, /* also for Ctrl-H */
    INPUT_KEYS = 0x110000,  /* past all code points */
    INPUT_UP = INPUT_KEYS,
    INPUT_DOWN,
    INPUT_LEFT,
    INPUT_RIGHT,
    INPUT_HOME,
    INPUT_END,
    INPUT_PAGE_UP,
    INPUT_PAGE_DOWN,
    INPUT_INSERT,
    INPUT_DELETE,
    INPUT_BACKTAB,
    INPUT_F1,
    INPUT_F12 = INPUT_F1 + 11
};
/* What is pasted comes as keys, too, but never as control codes; and a paste is no command. */
enum { INPUT_SHIFT = 1, INPUT_ALT = 2, INPUT_CONTROL = 4, INPUT_PASTED = 8 };

enum input_kind { INPUT_KEY, INPUT_PRESS, INPUT_RELEASE, INPUT_DRAG, INPUT_WHEEL, INPUT_SIZE };

struct input_event {
    enum input_kind kind;
    uint32_t key;  /* of a key */
    int modifiers; /* of a key or the mouse */
    int row, col;  /* of the mouse, from 0; of SIZE, the terminal's rows and columns */
    int button;    /* of the mouse: 0 left, 1 middle, 2 right; of the wheel -1 up, 1 down */
};

enum { INPUT_PENDING_MAX = 64, INPUT_PLACE_MAX = 9999 }; /* rows and columns, at most */

struct input {
    uint8_t pending[INPUT_PENDING_MAX]; /* the beginning of a sequence */
    int count;
    bool pasting;  /* between the marks of a bracketed paste */
    bool skipping; /* a sequence too long to matter, up to its end */
    bool returned; /* the last byte was CR: an LF or NUL after it belongs to it */
    bool grounded; /* the terminal told its ground, asked by INPUT_ASK_GROUND */
    uint32_t ground;
};

/* Asks the terminal for the colour of its ground; many do not answer. */
#define INPUT_ASK_GROUND "\033]11;?\033\\"

/* Takes a byte. Returns whether it completed an event; unknown sequences complete none. */
bool input_take(struct input *input, uint8_t byte, struct input_event *event);
/* Called when no byte has come for INPUT_PAUSE seconds: a lone ESC is then a key. In a paste it is
 * none, but ends the paste: so nobody is caught in one whose end was lost. */
#define INPUT_PAUSE 0.03
bool input_pause(struct input *input, struct input_event *event);
/* Returns whether a pause would matter. */
bool input_waits(const struct input *input);

/* Returns the key as a game's table has it (GAME_KEY_UP and so on), or 0 if none could. */
int input_game_key(uint32_t key);
/* Writes a key as people know it: "Enter", "Ctrl-R", "←", "h"; in ASCII if `plain`. And reads its
 * name: "enter", "ctrl-r", "left", "h". Returns 0 if there is no such key. */
void input_name(uint32_t key, bool plain, struct text *out);
uint32_t input_read_name(const char *name);

#endif
