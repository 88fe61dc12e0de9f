/* tilewright play: a game at the prompt. It prints the board and reads moves in words. */
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
enum { TEXT_MAX = 1 << 18, SAID_MAX = 256, NAME_BYTES = 160, SEATS = (1 << SEATS_MAX) - 1 };

struct table {
    struct session session;
    const char *record; /* the file to keep the record in, or NULL */
    bool colour, prompt;
    struct scene scene;
    char text[TEXT_MAX];
};

static void show_board(struct table *table) {
    const struct session *session = &table->session;
    uint32_t seats = session->game->movers(session->state) & SEATS;
    struct text text = text_over(table->text, sizeof table->text);
    session->game->draw(session->state, seats ? bits_low(seats) : 0, &table->scene);
    ansi_render(&table->scene, table->colour, &text);
    printf("\n%s", table->text);
}

/* The record is written anew and put in place at once: whenever the program dies, the file is
 * whole. */
static int keep_record(struct table *table) {
    char path[4096];
    if (!table->record) return -1;
    if (snprintf(path, sizeof path, "%s.new", table->record) >= (int)sizeof path)
        return cli_fail("the name of the record is too long");
    FILE *file = fopen(path, "w");
    if (!file) return cli_fail("%s: %s", path, strerror(errno));
    int failed = session_write(&table->session, file) < 0;
    failed |= fclose(file) != 0;
    if (failed || rename(path, table->record) != 0)
        return cli_fail("%s: %s", table->record, strerror(errno));
    return -1;
}

static void list_moves(struct table *table) {
    const struct session *session = &table->session;
    const struct game *game = session->game;
    uint32_t movers = game->movers(session->state);
    bool several = bits_count(movers & SEATS) > 1;
    for (; movers; movers &= movers - 1) {
        int who = bits_low(movers), count = game->choices(session->state, who, session->scratch);
        for (int i = 0; i < count; i++) {
            char name[NAME_BYTES];
            struct text words = text_over(name, sizeof name);
            if (several && who < SEATS_MAX) text_format(&words, "%d: ", who);
            game->name_act(session->state, who, session->scratch[i].act, &words);
            printf("  %s\n", name);
        }
    }
}

/* Keys a line can hold; arrows are for front ends that read the keyboard, a pause for those with a
 * clock. */
static bool is_played(const struct key *key) {
    return key->key < GAME_KEY_UP && key->act != GAME_KEY_PAUSE;
}

static void show_json(struct table *table) {
    struct envelope plain = envelope_plain();
    struct text text = text_over(table->text, sizeof table->text);
    envelope_write(table->session.game, table->session.state, &plain, &text);
    puts(table->text);
}

static void show_help(const struct game *game) {
    puts("Say a move in words, or the beginnings of them ('moves' lists them). Also:\n"
         "  moves   what can be played now\n"
         "  undo    take the last move back\n"
         "  board   show the board again\n"
         "  json    show the state as the engine takes it\n"
         "  quit    leave\n"
         "Where several may move at once, '1: left' is a move of seat 1.");
    if (!game->keys) return;
    printf("A line of keys plays one after the other; the keys are '");
    for (const struct key *key = game->keys; key->key; key++)
        if (is_played(key)) putchar(key->key);
    puts("'.");
}

/* Who may be meant: the seat before a colon, or any that may move. */
static uint32_t addressed(const struct session *session, const char **said) {
    uint32_t movers = session->game->movers(session->state);
    size_t digits = strspn(*said, "0123456789");
    if (digits != 1 || (*said)[1] != ':') return movers;
    uint32_t seat = UINT32_C(1) << (**said - '0');
    *said += 2 + strspn(*said + 2, " ");
    return movers & seat;
}

static void explain(const struct session *session, uint32_t movers, const char *said) {
    const struct game *game = session->game;
    for (; movers; movers &= movers - 1) {
        const char *code = game_why_not(game, session->state, bits_low(movers), said);
        if (!code) continue;
        printf("Not '%s': %s.\n", said, game_sentence(game, code));
        return;
    }
    printf("'%s' is no move; 'moves' lists them, 'help' tells the rest.\n", said);
}

static const struct key *find_key(const struct game *game, int c) {
    for (const struct key *key = game->keys; key && key->key; key++)
        if (key->key == c && is_played(key)) return key;
    return NULL;
}

static bool is_keys(const struct game *game, const char *said) {
    while (*said && find_key(game, *said)) said++;
    return !*said;
}

/* Key by key, as far as the rules let it; -1, or the exit status. */
static int play_keys(struct table *table, int who, const char *said) {
    struct session *session = &table->session;
    const struct game *game = session->game;
    for (; *said && game->movers(session->state) >> who & 1; said++) {
        action act = find_key(game, *said)->act;
        const char *code = game->refuse(session->state, who, act);
        if (code)
            printf("Not '%c': %s.\n", *said, game_sentence(game, code));
        else if (session_act(session, who, act) < 0)
            return cli_fail("there is not enough memory");
    }
    show_board(table);
    return keep_record(table);
}

/* -1, or the exit status. */
static int play_words(struct table *table, const char *said) {
    struct session *session = &table->session;
    uint32_t meant = addressed(session, &said);
    int found = 0;
    if (!meant) return puts("That seat may not move now."), -1;
    if (is_keys(session->game, said)) return play_keys(table, bits_low(meant), said);
    for (uint32_t movers = meant; movers; movers &= movers - 1) {
        action act;
        int who = bits_low(movers);
        found = game_find_act(session->game, session->state, who, said, session->scratch, &act);
        if (found == 0) continue;
        if (found > 1) break;
        if (session_act(session, who, act) < 0) return cli_fail("there is not enough memory");
        show_board(table);
        return keep_record(table);
    }
    if (found)
        printf("'%s' could be %d different moves; say more of it.\n", said, found);
    else
        explain(session, meant, said);
    return -1;
}

static int obey(struct table *table, const char *said) {
    if (!*said) return -1;
    if (strcmp(said, "quit") == 0 || strcmp(said, "q") == 0) return CLI_FINE;
    if (strcmp(said, "help") == 0 || strcmp(said, "?") == 0)
        return show_help(table->session.game), -1;
    if (strcmp(said, "moves") == 0) return list_moves(table), -1;
    if (strcmp(said, "json") == 0) return show_json(table), -1;
    if (strcmp(said, "board") == 0) return show_board(table), -1;
    if (strcmp(said, "undo") != 0) return play_words(table, said);
    if (!session_undo(&table->session)) return puts("There is nothing to take back."), -1;
    show_board(table);
    return keep_record(table);
}

/* A line without its end; false when there is no more. A line too long is cut, and its rest
 * dropped. */
static bool read_line(char *said, int capacity) {
    if (!fgets(said, capacity, stdin)) return false;
    size_t length = strcspn(said, "\r\n");
    if (!said[length])
        for (int c = getchar(); c != '\n' && c != EOF;) c = getchar();
    said[length] = '\0';
    return true;
}

static int converse(struct table *table) {
    char said[SAID_MAX];
    const struct game *game = table->session.game;
    show_board(table);
    int status = keep_record(table);
    while (status < 0) {
        if (game_over(game, table->session.state)) return CLI_FINE;
        if (table->prompt) printf("> ");
        fflush(stdout);
        if (!read_line(said, sizeof said)) return CLI_FINE;
        status = obey(table, said);
    }
    return status;
}

/* The game whose name begins so, if it is one alone. */
static const struct game *meant_game(const char *said) {
    const struct game *meant = NULL;
    for (int i = 0; games_list[i]; i++)
        if (strncmp(games_list[i]->name, said, strlen(said)) == 0) {
            if (meant) return NULL;
            meant = games_list[i];
        }
    return meant;
}

/* Asks until a game is named: -1, or the exit status when there is no more to be heard. */
static int ask_game(const struct game **game) {
    char said[SAID_MAX];
    for (;;) {
        for (int i = 0; games_list[i]; i++)
            printf("  %-8s %s\n", games_list[i]->name, games_list[i]->summary);
        printf("Which game? ");
        fflush(stdout);
        if (!read_line(said, sizeof said) || strcmp(said, "quit") == 0) return CLI_FINE;
        if ((*game = meant_game(said))) return -1;
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
        return cli_complain("%s is there already; give the record another name",
                            args->values[RECORD]);
    struct rng rng = cli_luck(args->values[SEED], seed, sizeof seed);
    struct table *table = calloc(1, sizeof *table);
    if (!table) return cli_fail("there is not enough memory");
    table->record = args->values[RECORD];
    table->prompt = isatty(STDIN_FILENO);
    table->colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
    if (table->prompt)
        printf("%s: %s.\n'help' tells what to say; --seed %s brings this game again.\n", game->name,
               game->summary, seed);
    if (session_init(&table->session, game, params, rng) < 0)
        status = cli_fail("there is not enough memory");
    else
        status = converse(table);
    session_release(&table->session);
    free(table);
    return status;
}

static const struct tool_option options[] = {
    {"seed", "WORDS", "the luck of the game; the same words bring the same game"},
    {"record", "FILE", "keep the game's record in FILE, a new one, move by move"},
    {NULL, NULL, NULL},
};

const struct cli_command cli_play = {
    .name = "play",
    .arguments = "[GAME [PARAM=VALUE ...]]",
    .summary = "play a game at the prompt",
    .help = "Prints the board and reads moves in words, or the beginnings of them: 'left', or just "
            "'l'.\n"
            "Without GAME it asks which. 'tilewright games GAME' lists what can be set.\n\n"
            "  tilewright play azul players=3\n"
            "  tilewright play slide rows=3 cols=3 --seed monday",
    .options = options,
    .operands = CLI_GAME_OPERANDS,
    .operands_max = CLI_OPERANDS_MAX,
    .run = run_play,
};
