/* Keys of practice, by its stage. While a move is chosen, what choosing.h does not take is a
 * command; when the coach has spoken, letters are commands. */
#include "play/player.h"
#include "term/help.h"
#include "term/practising.h"
#include "term/screens.h"

static struct choosing choice_of(struct practising *practising) {
    return (struct choosing){&practising->pick, &practising->view, practising->answer.now,
                             practising->answer.query.who, practising->letters};
}

/* Adds a move to the answer; a complete one goes to the coach. */
static void act(struct practising *practising, struct term *term, action what) {
    struct answer *answer = &practising->answer;
    const char *code = practising->game->refuse(answer->now, answer->query.who, what);
    if (code) {
        term_say(term, "Not possible: %s.", game_sentence(practising->game, code));
        term_ring(term);
        return;
    }
    answer_add(answer, what);
    if (answer->complete)
        practising_judge(practising, term);
    else
        practising_choose(practising);
}

static void play_key(struct practising *practising, struct term *term, const struct key *key) {
    if (key->act == GAME_KEY_PAUSE)
        term_say(term, "The clock stands already.");
    else
        act(practising, term, key->act);
}

/* Ends the session: with its sum, if anything was answered. */
static void end(struct practising *practising, struct term *term) {
    if (practising->coach) thinker_drop(practising->coach);
    if (practising->stage == PRACTISING_SUMS || practising->practice.count == 0)
        term_close(term);
    else
        practising->stage = PRACTISING_SUMS;
}

static void open_help(struct practising *practising, struct term *term) {
    struct choosing choice = choice_of(practising);
    bool chosen = practising->stage > PRACTISING_STUCK && !practising->answer.timed;
    help_open(term, HELP_PRACTICE, practising->game, chosen ? &choice : NULL);
}

/* A command that works in every stage. */
static void run_command(struct practising *practising, struct term *term, uint32_t key) {
    int command = term_command(term, key);
    if (command == CONFIG_HELP)
        open_help(practising, term);
    else if (command == CONFIG_LEAVE || key == INPUT_CTRL('c'))
        end(practising, term);
    else if (key > ' ' && key < INPUT_KEYS)
        term_say(term, "That key does nothing here; ? shows those that do.");
}

static void take_ask_key(struct practising *practising, struct term *term, uint32_t key) {
    int64_t chosen = PICK_NO_ACT;
    struct answer *answer = &practising->answer;
    struct choosing choice = choice_of(practising);
    const struct key *own = choosing_game_key(practising->game, term, key);
    if (own) {
        play_key(practising, term, own);
    } else if (!answer->timed && choosing_key(&choice, term, key, &chosen)) {
        if (chosen != PICK_NO_ACT) act(practising, term, (action)chosen);
    } else if (key == INPUT_BACKSPACE || key == INPUT_ESCAPE) {
        if (!answer_back(answer)) term_say(term, "There is nothing to take back; q ends.");
    } else if (term_command(term, key) == CONFIG_NEW) {
        practising_next(practising);
    } else {
        run_command(practising, term, key);
    }
}

static void think_longer(struct practising *practising, struct term *term) {
    struct budget *budget = &practising->budget;
    if (budget->milliseconds <= PLAYER_MILLISECONDS_MAX / 2) budget->milliseconds *= 2;
    if (budget->nodes <= PLAYER_COUNT_MAX / 2) budget->nodes *= 2;
    if (budget->rollouts <= PLAYER_COUNT_MAX / 2) budget->rollouts *= 2;
    practising->longer = true;
    practising_judge(practising, term);
}

static void take_verdict_key(struct practising *practising, struct term *term, uint32_t key) {
    switch (key) {
    case 'l':
    case INPUT_RIGHT:
        practising_lines_show(practising, term, PRACTISING_YOURS);
        break;
    case 'b':
        practising_lines_show(practising, term, PRACTISING_BEST);
        break;
    case 'r':
    case INPUT_BACKSPACE:
    case INPUT_ESCAPE:
        practising_again(practising);
        break;
    case 'n':
    case INPUT_ENTER:
    case ' ':
        practising_next(practising);
        break;
    case 't':
        think_longer(practising, term);
        break;
    case 'w':
    case INPUT_TAB:
        practising->in_words = !practising->in_words;
        break;
    default:
        run_command(practising, term, key);
    }
}

static void take_line_key(struct practising *practising, struct term *term, uint32_t key) {
    switch (key) {
    case INPUT_RIGHT:
    case INPUT_DOWN:
    case ' ':
        practising_lines_walk(practising, 1);
        break;
    case INPUT_LEFT:
    case INPUT_UP:
        practising_lines_walk(practising, -1);
        break;
    case 'l':
    case 'b':
        if ((key == 'b') == (practising->line == PRACTISING_BEST))
            practising_lines_walk(practising, 1);
        else
            practising_lines_show(practising, term,
                                  key == 'b' ? PRACTISING_BEST : PRACTISING_YOURS);
        break;
    case INPUT_HOME:
        practising_lines_walk(practising, 1 - practising->step);
        break;
    case INPUT_END:
        practising_lines_walk(practising, ADVICE_LINE_MAX);
        break;
    case INPUT_BACKSPACE:
    case INPUT_ESCAPE:
        practising_lines_walk(practising, -practising->step);
        break;
    case 'n':
    case INPUT_ENTER:
        practising_next(practising);
        break;
    default:
        run_command(practising, term, key);
    }
}

/* While nothing can be answered: waiting, thinking, and at the end. */
static void take_other_key(struct practising *practising, struct term *term, uint32_t key) {
    bool thinks = practising->stage == PRACTISING_THINKS,
         sums = practising->stage == PRACTISING_SUMS;
    if (thinks && (key == INPUT_ESCAPE || key == INPUT_BACKSPACE)) {
        thinker_drop(practising->coach);
        practising_again(practising);
    } else if (practising->stage == PRACTISING_STUCK && key == 'n') {
        practising_next(practising);
    } else if (key == INPUT_ESCAPE || (sums && key == INPUT_ENTER)) {
        end(practising, term);
    } else {
        run_command(practising, term, key);
    }
}

static void take_key(struct practising *practising, struct term *term, uint32_t key) {
    switch (practising->stage) {
    case PRACTISING_ASKS:
        take_ask_key(practising, term, key);
        break;
    case PRACTISING_TELLS:
        take_verdict_key(practising, term, key);
        break;
    case PRACTISING_STEPS:
        take_line_key(practising, term, key);
        break;
    default:
        take_other_key(practising, term, key);
    }
}

static void press(struct practising *practising, struct term *term,
                  const struct input_event *event) {
    int64_t chosen;
    struct choosing choice = choice_of(practising);
    if (practising->stage != PRACTISING_ASKS || practising->answer.timed) return;
    if (choosing_press(&choice, term, event, &chosen) && chosen != PICK_NO_ACT)
        act(practising, term, (action)chosen);
}

void practising_keys_event(void *self, struct term *term, const struct input_event *event) {
    struct practising *practising = self;
    if (event->kind == INPUT_KEY)
        take_key(practising, term, event->key);
    else if (event->kind == INPUT_PRESS)
        press(practising, term, event);
    else if (event->kind == INPUT_WHEEL && practising->stage == PRACTISING_STEPS)
        practising_lines_walk(practising, event->button);
}

static void write_ask_keys(struct practising *practising, const struct term *term,
                           struct text *out) {
    struct choosing choice = choice_of(practising);
    const struct choosing *chosen = practising->answer.timed ? NULL : &choice;
    const struct game *game = practising->game;
    choosing_write_game_keys(game, term, term->cells.cols / 2, out);
    if (chosen) choosing_write_keys(chosen, term, out);
    page_add_key(out, term, choosing_command_key(game, chosen, term, CONFIG_NEW), "skip");
    page_add_key(out, term, choosing_command_key(game, chosen, term, CONFIG_HELP), "help");
    page_add_key(out, term, choosing_command_key(game, chosen, term, CONFIG_LEAVE), "end");
}

static void write_verdict_keys(const struct practising *practising, struct text *out) {
    page_add_keys(out, "n", "next");
    if (practising_lines_are_long(practising)) {
        page_add_keys(out, "l", "line");
        page_add_keys(out, "b", "best line");
    }
    page_add_keys(out, "r", "retry");
    page_add_keys(out, "t", "think longer");
    page_add_keys(out, "w", practising->in_words ? "board" : "words");
    page_add_keys(out, "q", "end");
}

void practising_keys_write(struct practising *practising, const struct term *term,
                           struct text *out) {
    bool plain = term->config.plain > 0;
    switch (practising->stage) {
    case PRACTISING_ASKS:
        write_ask_keys(practising, term, out);
        break;
    case PRACTISING_TELLS:
        write_verdict_keys(practising, out);
        break;
    case PRACTISING_STEPS:
        page_add_keys(out, plain ? "left right" : "←→", "step");
        page_add_keys(out, "l", "line");
        page_add_keys(out, "b", "best line");
        page_add_keys(out, "Esc", "back");
        page_add_keys(out, "n", "next");
        page_add_keys(out, "q", "end");
        break;
    case PRACTISING_THINKS:
        page_add_keys(out, "Esc", "another move");
        page_add_keys(out, "q", "end");
        break;
    default:
        if (practising->stage == PRACTISING_STUCK) page_add_keys(out, "n", "next");
        page_add_keys(out, "q", practising->stage == PRACTISING_SUMS ? "leave" : "end");
    }
}
