/* The commands of the prompt, as a table: help and the matching of typed words follow from it. */
#include "base/bits.h"
#include "cli/cli.h"
#include "cli/play.h"
#include "game/envelope.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { NAME_BYTES = 64, NAME_WIDTH = 13, BEGINNING = 3 };

/* What may follow a command. */
enum takes { NOTHING, NUMBER, WORDS, LINE };

struct command {
    const char *name, *arguments, *meaning; /* those without a meaning are not listed */
    enum takes takes;
    int (*run)(struct play *play, const char *words);
    bool in_full; /* its beginnings are not enough: it ends the game */
};

/* Reads how many acts are meant: 1 if nothing is said. 0 after a refusal. */
static size_t read_count(struct play *play, const char *words) {
    size_t count = 0, digits = strspn(words, "0123456789");
    if (!*words) return 1;
    for (size_t i = 0; i < digits && count < SIZE_MAX / 16; i++)
        count = 10 * count + (size_t)(words[i] - '0');
    if (digits == strlen(words) && count > 0) return count;
    play_line_refuse(play, NULL);
    printf("The number of moves must be a whole number from 1 on, not ");
    play_line_quote(words, strlen(words));
    puts(".");
    return 0;
}

static int refuse(struct play *play, const char *why) {
    play_line_refuse(play, NULL);
    puts(why);
    return -1;
}

/* Tells what was undone: the move, or how many. */
static void tell_undone(struct play *play, size_t undone) {
    const struct session *session = &play->session;
    struct event event = session->events[session->count].event;
    char line[EFFECT_TEXT_BYTES + 32];
    struct text text = text_over(line, sizeof line);
    if (undone > 1) {
        text_format(&text, "Undone: %u moves", (unsigned)undone);
    } else {
        text_string(&text, "Undone: ");
        session->game->name_act(session->state, event.who, event.act, &text);
    }
    play_tell_add(play, line, false);
}

static int undo(struct play *play, size_t count) {
    size_t undone = session_undo(&play->session, count);
    while (undone && play_agents_mover(play) >= 0 && session_undo(&play->session, 1)) undone++;
    if (undone == 0) return refuse(play, "There is no move to undo.");
    tell_undone(play, undone);
    play->changed = true;
    play_keep_record(play);
    return -1;
}

static int run_undo(struct play *play, const char *words) {
    size_t count = read_count(play, words);
    return count ? undo(play, count) : -1;
}

static int run_restart(struct play *play, const char *words) {
    (void)words;
    if (session_acts(&play->session) == 0)
        return refuse(play, "This is the beginning of the game.");
    return undo(play, SIZE_MAX);
}

static int run_redo(struct play *play, const char *words) {
    struct session *session = &play->session;
    size_t count = read_count(play, words), from = session->count;
    if (!count) return -1;
    game_copy(session->game, play->before, session->state);
    size_t redone = session_redo(session, count);
    while (redone && play_agents_mover(play) >= 0 && session_redo(session, 1)) redone++;
    if (redone == 0) return refuse(play, "There is no move to redo.");
    play_tell_events(play, from);
    play->changed = true;
    play_keep_record(play);
    return -1;
}

int play_commands_renew(struct play *play, const char *seed) {
    char drawn[CLI_SEED_BYTES];
    struct session *session = &play->session;
    bool keep = session_acts(session) > 0;
    struct rng rng = cli_luck(seed, drawn, sizeof drawn);
    play_tell_forget(&play->news);
    if (session_renew(session, rng) < 0) return cli_fail("there is not enough memory");
    if (play->prompt && !seed) printf("A new game; 'new %s' starts it again.\n", drawn);
    play->changed = true;
    play_begin_record(play, keep);
    return -1;
}

static int run_new(struct play *play, const char *words) {
    return play_commands_renew(play, *words ? words : NULL);
}

static int run_moves(struct play *play, const char *words) {
    play_tell_changes(play);
    play_tell_moves(play, words);
    return -1;
}

static int run_hint(struct play *play, const char *words) {
    (void)words;
    play_tell_changes(play);
    return play_hint_give(play);
}

static int run_board(struct play *play, const char *words) {
    (void)words;
    play->changed = true;
    return -1;
}

/* Shows the state as the player to move may see it. */
static int run_json(struct play *play, const char *words) {
    struct session *session = &play->session;
    struct envelope plain = envelope_plain();
    uint32_t seats = session->game->movers(session->state) & PLAY_SEATS;
    (void)words;
    play_tell_changes(play);
    struct text text = text_over(play->screen.text, sizeof play->screen.text);
    game_copy(session->game, play->before, session->state);
    if (session->game->hide) session->game->hide(play->before, seats ? bits_low(seats) : 0);
    envelope_write(session->game, play->before, &plain, &text);
    puts(play->screen.text);
    return -1;
}

static int run_help(struct play *play, const char *words) {
    (void)words;
    play_tell_changes(play);
    play_tell_help(play);
    return -1;
}

static int run_quit(struct play *play, const char *words) {
    (void)play, (void)words;
    return CLI_FINE;
}

static const struct command commands[] = {
    {"moves", "[WORDS]", "list the legal moves, or those that the words match", WORDS, run_moves,
     false},
    {"hint", "", "ask for a good move", NOTHING, run_hint, false},
    {"undo", "[N]", "take back the last move, or the last N", NUMBER, run_undo, false},
    {"redo", "[N]", "play again what was undone, with the same luck", NUMBER, run_redo, false},
    {"restart", "", "go back to the beginning of this game", NOTHING, run_restart, true},
    {"new", "[SEED]", "begin another game of the same kind", LINE, run_new, true},
    {"board", "", "show the board again", NOTHING, run_board, false},
    {"json", "", "show the state as JSON", NOTHING, run_json, false},
    {"help", "", NULL, WORDS, run_help, false},
    {"?", "", NULL, WORDS, run_help, false},
    {"quit", "", "leave", NOTHING, run_quit, false},
    {"exit", "", NULL, NOTHING, run_quit, false},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static size_t first_word(const char *words) {
    return strcspn(words, " ");
}

/* A beginning that is followed by other words has BEGINNING letters at least, so that a mistyped
 * move is not taken for a command. */
static bool is_named(const struct command *command, const char *words, bool prefix) {
    size_t length = first_word(words);
    if (strncasecmp(command->name, words, length) != 0) return false;
    if (!command->name[length]) return true;
    return prefix && !command->in_full && (!words[length] || length >= BEGINNING);
}

/* Finds the command that the first word means. Returns the number of those it could mean. */
static int find(const char *words, bool prefix, const struct command **found) {
    int count = 0;
    for (int i = 0; i < COMMANDS; i++)
        if (is_named(&commands[i], words, prefix)) *found = &commands[i], count++;
    return count;
}

static void refuse_ambiguous(struct play *play, const char *words) {
    const char *between = "";
    play_line_refuse(play, NULL);
    play_line_quote(words, first_word(words));
    printf(" could be ");
    for (int i = 0; i < COMMANDS; i++) {
        if (!is_named(&commands[i], words, true)) continue;
        printf("%s'%s'", between, commands[i].name);
        between = " or ";
    }
    puts(".");
}

bool play_commands_run(struct play *play, const char *words, bool prefix, int *status) {
    const struct command *command = NULL;
    int count = find(words, prefix, &command);
    const char *rest = words + first_word(words);
    rest += strspn(rest, " ");
    *status = -1;
    if (count == 0) return false;
    if (count > 1) {
        refuse_ambiguous(play, words);
    } else if (command->takes == NOTHING && *rest) {
        play_line_refuse(play, NULL);
        printf("'%s' must stand alone.\n", command->name);
    } else {
        *status = command->run(play, rest);
    }
    return true;
}

bool play_commands_take_line(const char *words) {
    const struct command *command = NULL;
    return find(words, false, &command) == 1 && command->takes == LINE;
}

void play_commands_list(void) {
    for (int i = 0; i < COMMANDS; i++) {
        const struct command *command = &commands[i];
        char name[NAME_BYTES];
        if (!command->meaning) continue;
        snprintf(name, sizeof name, "%s %s", command->name, command->arguments);
        screen_put_item(name, NAME_WIDTH, command->meaning);
    }
}
