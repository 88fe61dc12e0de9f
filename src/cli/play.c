/* A game at the prompt, for pipes and for those who like lines: it prints the board and reads typed
 * moves. */
#include "cli/play.h"
#include "base/bits.h"
#include "cli/cli.h"
#include "cli/sitters.h"
#include "games/games.h"
#include "play/game_file.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { ANSWER_BYTES = 256 };

static int fail_memory(void) {
    return cli_fail("there is not enough memory");
}

/* At the end of the input the cursor still stands behind the prompt. */
static void end_prompt(bool prompt) {
    if (prompt) putchar('\n');
}

static void put_prompt(const struct play *play) {
    const struct session *session = &play->session;
    uint32_t seats = session->game->movers(session->state) & PLAY_SEATS;
    if (game_over(session->game, session->state)) {
        printf("Again? (y/n) ");
        return;
    }
    if (session->game->shape(session->state).seats > 1) screen_put_players(seats);
    printf("> ");
}

/* Reads the next line; false at the end of the input. */
static bool ask(struct play *play) {
    if (play->prompt) put_prompt(play);
    fflush(stdout);
    if (play_line_read(play->line, sizeof play->line, &play->line_length)) return true;
    end_prompt(play->prompt);
    return false;
}

/* Returns whether the line answers a question by this word or its first letter. */
static bool is_answer(const struct play *play, const char *word) {
    size_t length = strlen(play->line);
    return length == play->line_length && length > 0 && (length == 1 || length == strlen(word)) &&
           strncasecmp(play->line, word, length) == 0;
}

/* After the end of a game a person may begin another one, or go back. */
static int run_answer(struct play *play) {
    if (is_answer(play, "no")) return CLI_FINE;
    if (!is_answer(play, "yes")) return play_line_run(play);
    int status = play_commands_renew(play, NULL);
    if (status < 0) status = play_agents_run(play);
    play_tell_changes(play);
    return status;
}

static void warn_of_record(const char *wrong) {
    if (wrong) cli_fail("%s: %s; play goes on", wrong, strerror(errno));
}

void play_keep_record(struct play *play) {
    warn_of_record(recorder_keep(&play->record, &play->session));
}

void play_begin_record(struct play *play, bool keep) {
    warn_of_record(recorder_begin(&play->record, &play->session, NULL, keep));
}

static int run_game(struct play *play) {
    const struct session *session = &play->session;
    bool told = false; /* how the game ended */
    play_begin_record(play, false);
    play->changed = true;
    int status = play_agents_run(play);
    play_tell_changes(play);
    while (status < 0) {
        bool over = game_over(session->game, session->state);
        if (over && !told) screen_put_result(session->game, session->state);
        if (over && !play->prompt) return CLI_FINE;
        told = over;
        if (!ask(play)) return CLI_FINE;
        status = over ? run_answer(play) : play_line_run(play);
    }
    return status;
}

/* Finds the only game whose name begins so, or NULL. */
static const struct game *find_by_prefix(const char *line) {
    const struct game *meant = NULL;
    size_t length = strlen(line);
    for (int i = 0; games_list[i]; i++)
        if (strncasecmp(games_list[i]->name, line, length) == 0) {
            if (meant) return NULL;
            meant = games_list[i];
        }
    return meant;
}

/* Asks until a game is named. */
static int ask_game(bool prompt, const struct game **game) {
    char line[ANSWER_BYTES];
    size_t length;
    for (;;) {
        for (int i = 0; games_list[i]; i++)
            printf("  %-8s %s\n", games_list[i]->name, games_list[i]->summary);
        printf("Which game? ");
        fflush(stdout);
        if (!play_line_read(line, sizeof line, &length)) return end_prompt(prompt), CLI_FINE;
        const char *name = line + strspn(line, " ");
        line[strcspn(name, " ") + (size_t)(name - line)] = '\0';
        if (*name &&
            (strncasecmp(name, "quit", strlen(name)) == 0 || strcasecmp(name, "exit") == 0))
            return CLI_FINE;
        if ((*game = *name ? find_by_prefix(name) : NULL)) return -1;
        puts("Type the name of a game, or its beginning; 'quit' leaves.");
    }
}

/* Greets a person, with a move that is legal now. */
static void greet(struct play *play, const char *seed) {
    struct session *session = &play->session;
    const struct game *game = session->game;
    uint32_t seats = game->movers(session->state) & PLAY_SEATS;
    printf("%s: %s.\n", game->name, game->summary);
    if (seats) {
        char name[SCREEN_NAME_BYTES];
        struct text text = text_over(name, sizeof name);
        int who = bits_low(seats);
        if (game->choices(session->state, who, session->scratch) > 0) {
            game->name_act(session->state, who, session->scratch[0].act, &text);
            printf("Type a move, such as '%s', or 'help'.\n", name);
        }
    }
    if (bits_count(seats) > 1) screen_put_text(play_tell_several);
    if (seed) printf("To play this game again: --seed %s\n", seed);
}

/* Goes on with a game of a file: the last one, if none is named by its number. */
static int load(struct play *play, const struct cli_args *args, struct rng rng) {
    struct game_file file;
    int number = 0, status = cli_count("game", args->values[PLAY_GAME], INT_MAX, &number);
    if (status >= 0) return status;
    status = cli_game_file(&file, game_file_open(&file, args->values[PLAY_FROM]) &&
                                      game_file_find(&file, number, rng, &play->session));
    game_file_close(&file);
    if (status >= 0) return status;
    return session_settle(&play->session) < 0 ? fail_memory() : -1;
}

static int open_record(struct play *play, const char *name) {
    if (!name) return -1;
    if (!recorder_open(&play->record, name)) return -1;
    if (errno == EEXIST) return cli_complain("%s exists; --record must name a new file", name);
    return cli_fail("%s: %s", name, strerror(errno));
}

/* Begins a new game, of the kind that the operands say or a person chooses. */
static int begin(struct play *play, const struct cli_args *args, struct rng rng) {
    const struct game *game = NULL;
    int params[PARAMS_MAX], status = -1;
    if (args->count) {
        if ((status = cli_game(args->operands[0], &game)) >= 0) return status;
        status = cli_params(game, args->operands + 1, args->count - 1, params);
        sitters_count(game, args->operands + 1, args->count - 1, args->values[PLAY_VS],
                      args->values[PLAY_SEATING], params);
    }
    if (status < 0) status = open_record(play, args->values[PLAY_RECORD]);
    if (status < 0 && !game) {
        if ((status = ask_game(play->prompt, &game)) >= 0) return status;
        game_standard(game, params);
    }
    if (status >= 0) return status;
    return session_init(&play->session, game, params, rng) < 0 ? fail_memory() : -1;
}

/* Goes on with a game from a file. */
static int resume(struct play *play, const struct cli_args *args, struct rng rng) {
    int status = load(play, args, rng);
    return status < 0 ? open_record(play, args->values[PLAY_RECORD]) : status;
}

/* Seats agents where the command line names some. */
static int seat_agents(struct play *play, const struct cli_args *args) {
    const char *vs = args->values[PLAY_VS], *seats = args->values[PLAY_SEATING];
    const struct session *session = &play->session;
    struct table_setup setup = {.game = session->game};
    int count = session->game->shape(session->state).seats;
    if (!vs && !seats) return -1;
    if (session->game->movers(session->state) >> CLOCK & 1)
        return cli_complain("--vs and --seats must not be used at the prompt: it has no clock");
    int status = sitters_read(&setup, count, vs, seats, false);
    return status < 0 ? play_agents_seat(play, setup.seats, count) : status;
}

static int start_and_run(struct play *play, const struct cli_args *args) {
    char seed[CLI_SEED_BYTES];
    const char *given = args->values[PLAY_SEED];
    struct rng rng = cli_luck(given, seed, sizeof seed);
    int status = args->values[PLAY_FROM] ? resume(play, args, rng) : begin(play, args, rng);
    if (status < 0) status = seat_agents(play, args);
    if (status >= 0) return status;
    play->before = malloc(play->session.game->state_max);
    if (!play->before) return fail_memory();
    if (play->prompt) greet(play, given || args->values[PLAY_FROM] ? NULL : seed);
    return run_game(play);
}

/* Returns `status`, or the exit status if the record is not complete. */
static int close_record(struct play *play, int status) {
    const char *wrong = recorder_close(&play->record);
    return wrong ? cli_fail("%s: %s", wrong, strerror(errno)) : status;
}

int play_at_prompt(const struct cli_args *args) {
    if (args->values[PLAY_FROM] && strcmp(args->values[PLAY_FROM], "-") == 0)
        return cli_complain("--from must name a file: moves come from standard input");
    struct play *play = calloc(1, sizeof *play);
    if (!play) return fail_memory();
    screen_init(&play->screen);
    play->prompt = isatty(STDIN_FILENO);
    int status = close_record(play, start_and_run(play, args));
    play_hint_free(play->hint);
    play_agents_free(play->agents);
    session_release(&play->session);
    free(play->before);
    free(play);
    return status;
}
