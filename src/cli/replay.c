/* tilewright replay: tells a recorded game in words, for readers who do not know it. */
#include "cli/cli.h"
#include "cli/records.h"
#include "cli/screen.h"
#include "play/game_file.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOARDS, GAME };
enum { BOARD_EVERY = 10 }; /* moves between boards, unless all are asked for */

struct teller {
    const struct session *session;
    void *state; /* the game before event number `at` */
    size_t at;
    bool boards;            /* after every act */
    int moves, seats, seat; /* moves told so far; seats; the seat that moved last */
    int column;             /* of the line that moves are being added to; 0 if there is none */
    int column_who;         /* whose moves these are */
    struct effect_list effects;
    struct screen screen;
};

static void end_line(struct teller *teller) {
    if (teller->column) putchar('\n');
    teller->column = 0;
}

static void put_board(struct teller *teller) {
    end_line(teller);
    screen_draw(&teller->screen, teller->session->game, teller->state, teller->seat);
    screen_put_board(&teller->screen);
    putchar('\n');
}

/* Prints the params that are not standard. */
static void put_params(const struct session *session) {
    int count = 0;
    for (int i = 0; session->game->params[i].name; i++) {
        const struct param *param = &session->game->params[i];
        if (session->params[i] == param->standard) continue;
        printf("%s%s=%d", count++ ? " " : "Params: ", param->name, session->params[i]);
    }
    if (count) putchar('\n');
}

static void put_head(const struct session *session) {
    printf("%s: %s.\n", session->game->name, session->game->summary);
    screen_put_text(session->game->goal);
    put_params(session);
}

/* Prints behind what the line has of the same `who`, if that fits. Returns whether it did. */
static bool add_to_line(struct teller *teller, int who, const char *between, const char *text) {
    if (!teller->column || teller->column_who != who ||
        teller->column + (int)(strlen(between) + strlen(text)) >= SCREEN_WIDTH)
        return false;
    teller->column += printf("%s%s", between, text);
    return true;
}

/* Writes what a move did first, or else its name. */
static void put_first(const struct teller *teller, struct event event, struct text *out) {
    if (teller->effects.count > 0) {
        text_string(out, teller->effects.at[0].text);
        return;
    }
    if (teller->seats > 1) text_format(out, "Player %d: ", event.who + 1);
    teller->session->game->name_act(teller->state, event.who, event.act, out);
}

/* Prints a move in a line of its own, or behind the same player's moves of which there is nothing
 * more to tell. */
static void put_move(struct teller *teller, struct event event) {
    char line[SCREEN_NAME_BYTES];
    struct text text = text_over(line, sizeof line);
    put_first(teller, event, &text);
    teller->moves++;
    if (add_to_line(teller, event.who, "; ", line)) return;
    end_line(teller);
    teller->column = printf("%4d. %s", teller->moves, line);
    teller->column_who = event.who;
}

/* Prints an effect in a line of its own; those of luck, which are many and alike, share lines. */
static void put_effect(struct teller *teller, int who, const char *text) {
    if (who == CHANCE && add_to_line(teller, who, "; ", text)) return;
    end_line(teller);
    teller->column = printf("%8s%s", "", text);
    teller->column_who = CHANCE;
    if (who != CHANCE) end_line(teller);
}

/* Tells the next event, and plays it. */
static void pass_event(struct teller *teller) {
    const struct game *game = teller->session->game;
    struct event event = teller->session->events[teller->at++].event;
    bool move = event.who < SEATS_MAX;
    teller->effects.count = 0;
    game->effects(teller->state, event.who, event.act, &teller->effects);
    if (move) put_move(teller, event);
    for (int i = move; i < teller->effects.count; i++)
        put_effect(teller, event.who, teller->effects.at[i].text);
    game->apply(teller->state, event.who, event.act);
}

static bool is_luck(const struct teller *teller) {
    return teller->at < teller->session->count &&
           teller->session->events[teller->at].event.who == CHANCE;
}

/* Tells an act and the luck that followed it. */
static void tell_act(struct teller *teller) {
    struct event event = teller->session->events[teller->at].event;
    bool move = event.who < SEATS_MAX;
    if (move) teller->seat = event.who;
    pass_event(teller);
    while (is_luck(teller)) pass_event(teller);
    if (teller->at < teller->session->count &&
        (teller->boards || (move && teller->moves % BOARD_EVERY == 0)))
        put_board(teller);
}

static void put_end(struct teller *teller) {
    const struct game *game = teller->session->game;
    if (game_over(game, teller->state)) {
        screen_put_result(game, teller->state);
        return;
    }
    uint32_t seats = game->movers(teller->state) & ((1 << SEATS_MAX) - 1);
    printf("The game is not over: ");
    if (seats)
        screen_put_players(seats);
    else
        printf("chance");
    puts(" may move.");
}

static void tell_game(struct teller *teller) {
    const struct session *session = teller->session;
    put_head(session);
    game_copy(session->game, teller->state, session->origin);
    for (; is_luck(teller); teller->at++)
        session->game->apply(teller->state, CHANCE, session->events[teller->at].event.act);
    teller->seats = session->game->shape(teller->state).seats;
    put_board(teller);
    if (teller->at < session->count) {
        while (teller->at < session->count) tell_act(teller);
        put_board(teller);
    } else {
        puts("No move was played.");
    }
    put_end(teller);
}

static int tell(const struct session *session, bool boards) {
    struct teller *teller = calloc(1, sizeof *teller);
    void *state = malloc(session->game->state_max);
    if (teller && state) {
        teller->session = session;
        teller->state = state;
        teller->boards = boards;
        screen_init(&teller->screen);
        tell_game(teller);
    }
    int status = teller && state ? -1 : cli_fail("there is not enough memory");
    free(state);
    free(teller);
    return status;
}

/* Tells a game that was read from a file. */
static int tell_session(const struct game_file *file, const struct session *session, bool boards) {
    if (!file->is_record) return cli_complain("%s must hold a record, not a state", file->name);
    screen_put_text(file->played);
    return tell(session, boards);
}

/* Tells the next game of a file. *told counts the games. */
static int tell_next(struct game_file *file, bool boards, int *told) {
    struct session session;
    int status = cli_game_file(file, game_file_next(file, rng_new(0, 0), &session));
    if (status < 0 && session.game) {
        if (file->is_record && (*told)++ > 0) puts("");
        status = tell_session(file, &session, boards);
    } else if (status < 0) {
        status = CLI_FINE;
    }
    session_release(&session);
    return status;
}

/* Tells one game of a file, by its number. */
static int tell_one(struct game_file *file, bool boards, int number) {
    struct session session;
    int status = cli_game_file(file, game_file_find(file, number, rng_new(0, 0), &session));
    if (status < 0) status = tell_session(file, &session, boards);
    session_release(&session);
    return status < 0 ? CLI_FINE : status;
}

static int run_replay(const struct cli_args *args) {
    struct game_file file;
    char path[ARCHIVE_PATH_MAX];
    bool boards = args->values[BOARDS] != NULL;
    int told = 0, number = 0, status = cli_count("game", args->values[GAME], INT_MAX, &number);
    if (status >= 0) return status;
    status = cli_game_file(&file, records_open(&file, args->operands[0], path));
    if (status < 0 && number) status = tell_one(&file, boards, number);
    while (status < 0) status = tell_next(&file, boards, &told);
    if (status == CLI_FINE && told == 0 && !number)
        status = cli_complain("%s must hold a record", file.name);
    game_file_close(&file);
    return status;
}

static const struct tool_option options[] = {
    {"boards", NULL, "show the board after every move, not only now and then"},
    {"game", "N", "only one game of a file of several, from 1"},
    {NULL, NULL, NULL},
};

const struct cli_command cli_replay = {
    .name = "replay",
    .arguments = "RECORD",
    .summary = "tell a recorded game in words",
    .help =
        "Reads a record as 'play --record' writes it, '-' for the standard input, or the name or "
        "number\n"
        "of a game that 'records' lists. It tells each move\n"
        "and what it did, with a board every ten moves, and the result. For games that "
        "'match --records'\n"
        "wrote, it says which agents played.\n\n"
        "  tilewright replay game.jsonl",
    .options = options,
    .operands = CLI_RECORD_OPERANDS,
    .operands_min = 1,
    .operands_max = 1,
    .run = run_replay,
};
