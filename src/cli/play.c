/* tilewright play: a game at the prompt. It prints the board and reads typed moves. */
#include "base/bits.h"
#include "cli/cli.h"
#include "game/envelope.h"
#include "games/games.h"
#include "play/session.h"
#include "show/ansi.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SEED, RECORD };
enum { TEXT_BYTES = 1 << 18, LINE_BYTES = 256, NAME_BYTES = 160, PATH_BYTES = 4096 };
enum { SEATS = (1 << SEATS_MAX) - 1 };

struct play {
    struct session session;
    const char *record; /* the file to keep the record in, or NULL */
    bool colour, prompt;
    struct scene scene;
    char text[TEXT_BYTES];
};

static void show_board(struct play *play) {
    const struct session *session = &play->session;
    uint32_t seats = session->game->movers(session->state) & SEATS;
    struct text text = text_over(play->text, sizeof play->text);
    session->game->draw(session->state, seats ? bits_low(seats) : 0, &play->scene);
    ansi_render(&play->scene, play->colour, &text);
    printf("\n%s", play->text);
}

/* Writes the record to the file `path` and renames it. Returns 0, or -1 with errno. */
static int write_record(struct play *play, const char *path) {
    FILE *file = fopen(path, "w");
    if (!file) return -1;
    int failed = session_write(&play->session, file) < 0;
    failed |= fclose(file) != 0;
    if (!failed && rename(path, play->record) == 0) return 0;
    int error = errno;
    remove(path);
    errno = error;
    return -1;
}

/* Writes the record so that the file is complete at any time. Returns -1, or the exit status. */
static int keep_record(struct play *play) {
    char path[PATH_BYTES];
    if (!play->record) return -1;
    if (snprintf(path, sizeof path, "%s.new", play->record) >= (int)sizeof path)
        return cli_fail("the name given to --record is too long");
    if (write_record(play, path) == 0) return -1;
    return cli_fail("%s: %s", play->record, strerror(errno));
}

static void list_moves(struct play *play) {
    const struct session *session = &play->session;
    const struct game *game = session->game;
    uint32_t movers = game->movers(session->state);
    bool several = bits_count(movers & SEATS) > 1;
    for (; movers; movers &= movers - 1) {
        int who = bits_low(movers), count = game->choices(session->state, who, session->scratch);
        for (int i = 0; i < count; i++) {
            char name[NAME_BYTES];
            struct text text = text_over(name, sizeof name);
            if (several && who < SEATS_MAX) text_format(&text, "%d: ", who);
            game->name_act(session->state, who, session->scratch[i].act, &text);
            printf("  %s\n", name);
        }
    }
}

/* Returns whether a typed line may contain the key: arrows need a front end that reads the
 * keyboard, a pause one with a clock. */
static bool is_played(const struct key *key) {
    return key->key < GAME_KEY_UP && key->act != GAME_KEY_PAUSE;
}

static void show_json(struct play *play) {
    struct envelope plain = envelope_plain();
    struct text text = text_over(play->text, sizeof play->text);
    envelope_write(play->session.game, play->session.state, &plain, &text);
    puts(play->text);
}

static void show_help(const struct game *game) {
    puts("Type a move, or the beginnings of its words ('moves' lists all). Also:\n"
         "  moves   list the legal moves\n"
         "  undo    undo the last move\n"
         "  board   show the board again\n"
         "  json    show the state as JSON\n"
         "  quit    leave\n"
         "Where several players may move at once, '1: left' is a move of seat 1.");
    if (!game->keys) return;
    printf("A line of keys plays one after the other; the keys are '");
    for (const struct key *key = game->keys; key->key; key++)
        if (is_played(key)) putchar(key->key);
    puts("'.");
}

/* Returns who may be meant: the seat before a colon, or all that may move. */
static uint32_t find_seats(const struct session *session, const char **line) {
    uint32_t movers = session->game->movers(session->state);
    size_t digits = strspn(*line, "0123456789");
    if (digits != 1 || (*line)[1] != ':') return movers;
    uint32_t seat = UINT32_C(1) << (**line - '0');
    *line += 2 + strspn(*line + 2, " ");
    return movers & seat;
}

static void explain_refusal(const struct session *session, uint32_t movers, const char *line) {
    const struct game *game = session->game;
    for (; movers; movers &= movers - 1) {
        const char *code = game_why_not(game, session->state, bits_low(movers), line);
        if (!code) continue;
        printf("Not '%s': %s.\n", line, game_sentence(game, code));
        return;
    }
    printf("'%s' is not a move; 'moves' lists them, 'help' tells more.\n", line);
}

static const struct key *find_key(const struct game *game, int c) {
    for (const struct key *key = game->keys; key && key->key; key++)
        if (key->key == c && is_played(key)) return key;
    return NULL;
}

static bool is_keys(const struct game *game, const char *line) {
    while (*line && find_key(game, *line)) line++;
    return !*line;
}

/* Plays a line of keys, one after the other. Returns -1, or the exit status. */
static int play_keys(struct play *play, int who, const char *line) {
    struct session *session = &play->session;
    const struct game *game = session->game;
    for (; *line && game->movers(session->state) >> who & 1; line++) {
        action act = find_key(game, *line)->act;
        const char *code = game->refuse(session->state, who, act);
        if (code)
            printf("Not '%c': %s.\n", *line, game_sentence(game, code));
        else if (session_act(session, who, act) < 0)
            return cli_fail("there is not enough memory");
    }
    show_board(play);
    return keep_record(play);
}

/* Plays a typed move. Returns -1, or the exit status. */
static int play_move(struct play *play, const char *line) {
    struct session *session = &play->session;
    uint32_t meant = find_seats(session, &line);
    int found = 0;
    if (!meant) return puts("That seat may not move now."), -1;
    if (is_keys(session->game, line)) return play_keys(play, bits_low(meant), line);
    for (uint32_t movers = meant; movers; movers &= movers - 1) {
        action act;
        int who = bits_low(movers);
        found = game_find_acts(session->game, session->state, who, line, session->scratch, &act, 1);
        if (found == 0) continue;
        if (found > 1) break;
        if (session_act(session, who, act) < 0) return cli_fail("there is not enough memory");
        show_board(play);
        return keep_record(play);
    }
    if (found)
        printf("'%s' could be %d different moves; type more of it.\n", line, found);
    else
        explain_refusal(session, meant, line);
    return -1;
}

static int run_line(struct play *play, const char *line) {
    if (!*line) return -1;
    if (strcmp(line, "quit") == 0 || strcmp(line, "q") == 0) return CLI_FINE;
    if (strcmp(line, "help") == 0 || strcmp(line, "?") == 0)
        return show_help(play->session.game), -1;
    if (strcmp(line, "moves") == 0) return list_moves(play), -1;
    if (strcmp(line, "json") == 0) return show_json(play), -1;
    if (strcmp(line, "board") == 0) return show_board(play), -1;
    if (strcmp(line, "undo") != 0) return play_move(play, line);
    if (!session_undo(&play->session)) return puts("There is no move to undo."), -1;
    show_board(play);
    return keep_record(play);
}

/* Reads a line without its end; false at the end of the input. The rest of a long line is dropped.
 */
static bool read_line(char *line, int capacity) {
    if (!fgets(line, capacity, stdin)) return false;
    size_t length = strcspn(line, "\r\n");
    if (!line[length])
        for (int c = getchar(); c != '\n' && c != EOF;) c = getchar();
    line[length] = '\0';
    return true;
}

static int run_game(struct play *play) {
    char line[LINE_BYTES];
    const struct game *game = play->session.game;
    show_board(play);
    int status = keep_record(play);
    while (status < 0) {
        if (game_over(game, play->session.state)) return CLI_FINE;
        if (play->prompt) printf("> ");
        fflush(stdout);
        if (!read_line(line, sizeof line)) return CLI_FINE;
        status = run_line(play, line);
    }
    return status;
}

/* Finds the only game whose name begins so, or NULL. */
static const struct game *find_by_prefix(const char *line) {
    const struct game *meant = NULL;
    for (int i = 0; games_list[i]; i++)
        if (strncmp(games_list[i]->name, line, strlen(line)) == 0) {
            if (meant) return NULL;
            meant = games_list[i];
        }
    return meant;
}

/* Asks until a game is named. Returns -1, or the exit status at the end of the input. */
static int ask_game(const struct game **game) {
    char line[LINE_BYTES];
    for (;;) {
        for (int i = 0; games_list[i]; i++)
            printf("  %-8s %s\n", games_list[i]->name, games_list[i]->summary);
        printf("Which game? ");
        fflush(stdout);
        if (!read_line(line, sizeof line) || strcmp(line, "quit") == 0) return CLI_FINE;
        if ((*game = find_by_prefix(line))) return -1;
    }
}

static int run_play(const struct cli_args *args) {
    const struct game *game;
    int params[PARAMS_MAX], given = args->count ? args->count - 1 : 0;
    int status = args->count ? cli_game(args->operands[0], &game) : ask_game(&game);
    char seed[80];
    if (status >= 0) return status;
    if ((status = cli_params(game, args->operands + 1, given, params)) >= 0) return status;
    if (args->values[RECORD] && access(args->values[RECORD], F_OK) == 0)
        return cli_complain("%s exists; --record must name a new file", args->values[RECORD]);
    struct rng rng = cli_luck(args->values[SEED], seed, sizeof seed);
    struct play *play = calloc(1, sizeof *play);
    if (!play) return cli_fail("there is not enough memory");
    play->record = args->values[RECORD];
    play->prompt = isatty(STDIN_FILENO);
    play->colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
    if (play->prompt)
        printf("%s: %s.\n'help' tells what to type; --seed %s starts the same game again.\n",
               game->name, game->summary, seed);
    if (session_init(&play->session, game, params, rng) < 0)
        status = cli_fail("there is not enough memory");
    else
        status = run_game(play);
    session_release(&play->session);
    free(play);
    return status;
}

static const struct tool_option options[] = {
    {"seed", "TEXT", "the seed of the game's luck; the same text gives the same game"},
    {"record", "FILE", "write the record to FILE, a new file, after every move"},
    {NULL, NULL, NULL},
};

const struct cli_command cli_play = {
    .name = "play",
    .arguments = "[GAME [PARAM=VALUE ...]]",
    .summary = "play a game at the prompt",
    .help = "Prints the board and reads moves; the beginnings of words are enough: 'left', or just "
            "'l'.\n"
            "Without GAME it asks which. 'tilewright games GAME' lists the params.\n\n"
            "  tilewright play azul players=3\n"
            "  tilewright play slide rows=3 cols=3 --seed monday",
    .options = options,
    .operands = CLI_GAME_OPERANDS,
    .operands_max = CLI_OPERANDS_MAX,
    .run = run_play,
};
