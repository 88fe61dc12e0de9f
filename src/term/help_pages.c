/* The keys of every screen, as help shows them. */
#include "term/help.h"

#define MARK(mark) (UINT32_C(1) << BOARD_##mark)
#define COMMAND(command, when, meaning)                                                            \
    { NULL, NULL, CONFIG_##command, when, meaning }
#define KEYS(keys, plain, meaning)                                                                 \
    { keys, plain, 0, HELP_ALWAYS, meaning }
#define END                                                                                        \
    { NULL, NULL, 0, HELP_ALWAYS, NULL }

static const struct help_key menu[] = {
    KEYS("↑↓", "up down", "choose"),
    KEYS("Enter", NULL, "open it; with the mouse, click it"),
    KEYS("a to z", NULL, "open the game that begins with the letter"),
    COMMAND(HELP, HELP_ALWAYS, "this page"),
    KEYS("q Esc", NULL, "quit"),
    END,
};

static const struct help_key options[] = {
    KEYS("↑↓", "up down", "choose a line"),
    KEYS("←→ - +", "left right - +", "change it"),
    KEYS("[ ]", NULL, "change a number by 10"),
    KEYS("0 to 9", NULL, "type a number; a seed may have letters, too"),
    KEYS("Enter", NULL, "begin"),
    COMMAND(HELP, HELP_ALWAYS, "this page"),
    KEYS("q Esc", NULL, "back"),
    END,
};

static const struct help_key playing[] = {
    COMMAND(HINT, HELP_ALWAYS, "hint: the strongest agent shows a good move"),
    COMMAND(MOVES, HELP_CHOOSING, "moves: all of them in words, to choose one"),
    COMMAND(HISTORY, HELP_ALWAYS, "history: all that happened, to read at leisure"),
    COMMAND(UNDO, HELP_ALWAYS, "undo your last move and the answers to it"),
    COMMAND(REDO, HELP_ALWAYS, "redo what was undone"),
    COMMAND(RESTART, HELP_ALWAYS, "restart: back to the beginning of this game"),
    COMMAND(NEW, HELP_ALWAYS, "new: another game of the same kind"),
    COMMAND(PAUSE, HELP_TIMED, "pause: stop the clock, and let it run again"),
    COMMAND(REVIEW, HELP_CHOOSING, "review: the coach grades every move so far"),
    COMMAND(SAVE, HELP_ALWAYS, "save: says where the game is kept; it always is"),
    COMMAND(HELP, HELP_ALWAYS, "help: this page"),
    COMMAND(LEAVE, HELP_ALWAYS, "leave; the menu can go on with the game"),
    END,
};

static const struct help_key practice[] = {
    KEYS("", NULL, "The question"),
    {"Backspace", NULL, 0, HELP_TIMED, "take back a key"},
    COMMAND(NEW, HELP_ALWAYS, "skip this position"),
    COMMAND(LEAVE, HELP_ALWAYS, "end, with a sum of all answers"),
    KEYS("", NULL, "After your answer"),
    KEYS("n Enter", NULL, "the next question"),
    KEYS("l", NULL, "the play that follows your move, step by step"),
    KEYS("b", NULL, "the best play, step by step"),
    KEYS("←→", "left right", "a step back or on in such a play"),
    KEYS("r Esc", NULL, "try another move; the first answer counts"),
    KEYS("t", NULL, "let the coach think twice as long"),
    KEYS("w Tab", NULL, "all words of the coach, or the board again"),
    END,
};

static const struct help_key replay[] = {
    KEYS("Space", NULL, "stop, and play again"),
    KEYS("←→", "left right", "a move back or on"),
    KEYS("PgUp PgDn", NULL, "ten moves back or on"),
    KEYS("Home End", NULL, "the beginning, the end"),
    KEYS("g", NULL, "go to a move by its number"),
    KEYS("+ - 1 to 9", NULL, "faster, slower, or so many times as fast"),
    KEYS("Tab", NULL, "see it from another seat"),
    KEYS("p", NULL, "play on from here: you take the seat that is to move"),
    KEYS("v", NULL, "review: the coach grades every move"),
    KEYS("q Esc", NULL, "leave"),
    END,
};

static const struct help_key live[] = {
    KEYS("Space", NULL, "stop, and let them play again"),
    KEYS("+ - 1 to 9", NULL, "faster, slower, or so many times as fast"),
    KEYS("←", "left", "look back; the game waits, and q returns to it"),
    KEYS("Tab", NULL, "see it from another seat"),
    KEYS("p", NULL, "play on from here: you take the seat that is to move"),
    KEYS("v", NULL, "review: the coach grades every move so far"),
    COMMAND(NEW, HELP_ALWAYS, "another game of the same players"),
    KEYS("q Esc", NULL, "leave"),
    END,
};

static const struct help_key review[] = {
    KEYS("←→", "left right", "a move back or on"),
    KEYS("PgUp PgDn", NULL, "ten moves back or on"),
    KEYS("Home End", NULL, "the first move, the last"),
    KEYS("t", NULL, "the next turning point, marked in the graph"),
    KEYS("w", NULL, "all words about the move, or the board again"),
    KEYS("Tab", NULL, "see it from another seat"),
    KEYS("p", NULL, "play on from here, in the place of who moved"),
    KEYS("q Esc", NULL, "back"),
    KEYS("", NULL, "In the list"),
    KEYS("E G O M", NULL, "Excellent, Good, Okay, Miss"),
    KEYS("f  -", NULL, "there was no other move; there is no grade"),
    KEYS("!", NULL, "a turning point"),
    END,
};

static const struct help_key records[] = {
    KEYS("↑↓", "up down", "choose a game"),
    KEYS("Enter", NULL, "watch it"),
    KEYS("p", NULL, "go on with it, if it is not over"),
    KEYS("v", NULL, "review: the coach grades every move"),
    KEYS("d", NULL, "delete it"),
    KEYS("q Esc", NULL, "back"),
    END,
};

static const struct help_key lobby[] = {
    KEYS("↑↓", "up down", "choose"),
    KEYS("1 to 99", NULL, "choose by number"),
    KEYS("Enter", NULL, "do it; of a room: sit down, or watch if it is full"),
    KEYS("w", NULL, "watch the chosen room"),
    KEYS("n", NULL, "open a room of your own"),
    COMMAND(HELP, HELP_ALWAYS, "this page"),
    KEYS("q Ctrl-C", NULL, "leave the server; asked twice"),
    END,
};

static const struct help_key opening[] = {
    KEYS("↑↓", "up down", "choose a line"),
    KEYS("←→ - +", "left right - +", "change it"),
    KEYS("[ ]", NULL, "change a number by 10"),
    KEYS("0 to 9", NULL, "type a number; the title may have any characters"),
    KEYS("Enter", NULL, "open the room"),
    COMMAND(HELP, HELP_ALWAYS, "this page"),
    KEYS("q Esc", NULL, "back"),
    END,
};

static const struct help_key waiting[] = {
    KEYS("any other key", NULL, "you are ready for the round"),
    KEYS("u Backspace", NULL, "you are not ready after all"),
    KEYS("a", NULL, "choose an agent, and seat it"),
    KEYS("A", NULL, "unseat the agent that came last"),
    KEYS("j", NULL, "sit down, if you watch"),
    KEYS("/ t", NULL, "talk: type a line, then Enter"),
    COMMAND(HELP, HELP_ALWAYS, "this page"),
    KEYS("q Ctrl-C", NULL, "leave the room; asked twice"),
    END,
};

static const struct help_key in_round[] = {
    COMMAND(MOVES, HELP_CHOOSING, "moves: all of them in words, to choose one"),
    COMMAND(PAUSE, HELP_TIMED, "stop your own clock, and let it run again"),
    KEYS("/", NULL, "talk: type a line, then Enter"),
    KEYS("Tab 1 to 8", NULL, "another player's board, if you do not play"),
    COMMAND(HELP, HELP_TIMED, "this page; your clock stops meanwhile"),
    COMMAND(HELP, HELP_UNTIMED, "this page"),
    COMMAND(LEAVE, HELP_ALWAYS, "leave the room; asked twice"),
    KEYS("", NULL, "In the scores"),
    KEYS("●", "*", "a round won"),
    KEYS("out, done", NULL, "has nothing more to do in this round"),
    END,
};

static const struct help_key ending[] = {
    KEYS("any other key", NULL, "you are ready for the next round"),
    KEYS("/ t", NULL, "talk: type a line, then Enter"),
    KEYS("j", NULL, "sit down, if you watch"),
    COMMAND(HELP, HELP_ALWAYS, "this page"),
    KEYS("q Ctrl-C", NULL, "leave the room; asked twice"),
    END,
};

const struct help_page help_pages[HELP_SCREENS] = {
    [HELP_MENU] = {"Menu", menu, 0, false, false},
    [HELP_OPTIONS] = {"Options", options, 0, false, false},
    [HELP_PLAYING] = {"Commands", playing,
                      MARK(LEGAL) | MARK(LAST) | MARK(BEST) | MARK(CHOSEN) | MARK(CURSOR), true,
                      true},
    [HELP_PRACTICE] = {"Practice", practice,
                       MARK(LEGAL) | MARK(YOURS) | MARK(BEST) | MARK(CHOSEN) | MARK(CURSOR), true,
                       false},
    [HELP_REPLAY] = {"Replay", replay, MARK(LAST) | MARK(YOURS), false, false},
    [HELP_LIVE] = {"Agents that play", live, 0, false, false},
    [HELP_REVIEW] = {"Review", review, MARK(YOURS) | MARK(BEST), false, false},
    [HELP_RECORDS] = {"Recorded games", records, 0, false, false},
    [HELP_LOBBY] = {"Lobby", lobby, 0, false, false},
    [HELP_OPENING] = {"A new room", opening, 0, false, false},
    [HELP_WAITING] = {"Before a round", waiting, 0, false, false},
    [HELP_ROUND] = {"The room", in_round, MARK(LEGAL) | MARK(LAST) | MARK(CHOSEN) | MARK(CURSOR),
                    true, false},
    [HELP_ENDING] = {"After a round", ending, 0, false, false},
};
