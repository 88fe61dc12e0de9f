/* Practice in lines: the board, a typed move, its grade. A full name of a command is a command,
 * then come moves, then beginnings of commands, as at the prompt of a game. */
#include "cli/cli.h"
#include "cli/console.h"
#include "cli/play.h"
#include "cli/practice.h"
#include "play/player.h"
#include "term/verdict.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { LINE_BYTES = 1024, WORDS_BYTES = 4096, COMMAND_BYTES = 512, GRADES = 4, BAR = 30 };
enum { ACTS_PER_TICK = 4 };

struct lines {
    struct console console;
    struct practice practice;
    struct budget budget;
    struct advisor advisor;
    struct answer answer;
    struct screen screen;
    bool prompt;
    char line[LINE_BYTES];
    char words[WORDS_BYTES];
};

/* What a line came to. */
enum came { ASK_AGAIN, ANSWERED, SKIPPED, LEFT };

static int fail_memory(void) {
    return cli_fail("there is not enough memory");
}

/* Prints what has colour characters, without them. */
static void put_words(const char *words) {
    char line[WORDS_BYTES];
    while (*words) {
        size_t length = strcspn(words, "\n"), kept = 0;
        for (size_t i = 0; i < length; i++)
            if ((unsigned char)words[i] >= ' ') line[kept++] = words[i];
        line[kept] = '\0';
        if (kept)
            screen_put_text(line);
        else
            puts("");
        words += length + (words[length] == '\n');
    }
}

static void put_help(void) {
    puts("Type the move that you would play; the beginnings of words are enough.\n"
         "  moves [WORDS]  list the legal moves, or those that the words match\n"
         "  next           go to the next position, without an answer\n"
         "  quit           end, and sum up\n"
         "  help           show this");
}

/* Lists the legal moves, or those that the words match. */
static void put_moves(const struct lines *lines, const char *words) {
    const struct answer *answer = &lines->answer;
    const struct play_list list = {
        .game = answer->query.game, .state = answer->now, .choices = answer->query.choices};
    play_list_moves(&list, UINT32_C(1) << answer->query.who, words);
}

static void put_board(struct lines *lines) {
    const struct answer *answer = &lines->answer;
    screen_draw(&lines->screen, answer->query.game, answer->now, answer->query.who);
    screen_put_board(&lines->screen);
}

/* Finds the command that a word is, or begins. */
static int find_command(const char *word, bool prefix) {
    static const char *const commands[] = {"help", "moves", "next", "quit", NULL};
    size_t length = strlen(word);
    for (int i = 0; length && commands[i]; i++)
        if (prefix ? strncasecmp(commands[i], word, length) == 0
                   : strcasecmp(commands[i], word) == 0)
            return i;
    return -1;
}

static enum came run_command(struct lines *lines, int command) {
    if (command == 0) put_help();
    if (command == 1) put_moves(lines, "");
    return command == 2 ? SKIPPED : command == 3 ? LEFT : ASK_AGAIN;
}

static const struct key *find_key(const struct game *game, char c) {
    for (const struct key *key = game->keys; key && key->key; key++)
        if (play_moves_has(key) && key->key == tolower((unsigned char)c)) return key;
    return NULL;
}

/* Adds the moves of a row of keys, up to the first that is refused. */
static void add_keys(struct lines *lines, const char *words) {
    struct answer *answer = &lines->answer;
    const struct game *game = answer->query.game;
    for (; *words && !answer->complete; words++) {
        const struct key *key = find_key(game, *words);
        if (!key) continue;
        const char *code = game->refuse(answer->now, answer->query.who, key->act);
        if (code) {
            printf("Not '%c': %s.\n", *words, game_sentence(game, code));
            return;
        }
        answer_add(answer, key->act);
    }
}

static void refuse(struct lines *lines, const char *words) {
    const struct answer *answer = &lines->answer;
    const struct game *game = answer->query.game;
    const char *code = game_why_not(game, answer->now, answer->query.who, words);
    if (code) printf("Not ");
    play_line_quote(words, strlen(words));
    if (code)
        printf(": %s.\n", game_sentence(game, code));
    else
        puts(" is not a move; 'moves' lists them, 'help' tells more.");
}

/* Runs "moves WORDS". Returns false if the line is another one. */
static bool take_listing(struct lines *lines, const char *words) {
    static const char moves[] = "moves ";
    if (strncasecmp(words, moves, sizeof moves - 1) != 0) return false;
    words += sizeof moves - 1;
    put_moves(lines, words + strspn(words, " "));
    return true;
}

/* Adds the moves of a line: one; where a clock would run, several with commas between them. */
static enum came add_moves(struct lines *lines, char *line) {
    struct answer *answer = &lines->answer;
    const struct advice_query *query = &answer->query;
    char *rest = line;
    for (char *piece; !answer->complete && (piece = strtok_r(rest, ",;", &rest));) {
        action act;
        piece += strspn(piece, " ");
        int found =
            game_find_acts(query->game, answer->now, query->who, piece, query->choices, &act, 1);
        if (answer->timed && found != 1 && play_moves_is_row(query->game, piece)) {
            add_keys(lines, piece);
        } else if (found == 1) {
            answer_add(answer, act);
        } else if (found > 1) {
            play_line_quote(piece, strlen(piece));
            puts(" may mean:");
            put_moves(lines, piece);
            break;
        } else {
            int command = find_command(piece, true);
            if (command >= 0) return run_command(lines, command);
            refuse(lines, piece);
            break;
        }
    }
    return answer->complete ? ANSWERED : ASK_AGAIN;
}

static enum came read_answer(struct lines *lines) {
    size_t length;
    if (lines->prompt) printf("> ");
    fflush(stdout);
    if (!play_line_read(lines->line, sizeof lines->line, &length)) return LEFT;
    if (length >= sizeof lines->line || strlen(lines->line) < length) {
        puts("That line is too long, or has a NUL in it.");
        return ASK_AGAIN;
    }
    char *words = lines->line + strspn(lines->line, " ");
    for (size_t end = strlen(words); end > 0 && words[end - 1] == ' ';) words[--end] = '\0';
    if (!*words) return ASK_AGAIN;
    if (take_listing(lines, words)) return ASK_AGAIN;
    int command = find_command(words, false);
    return command >= 0 ? run_command(lines, command) : add_moves(lines, words);
}

/* Asks about one act of the answer. */
static void ask(struct lines *lines, int act) {
    const struct answer *answer = &lines->answer;
    struct advice_query *query = &lines->advisor.query;
    answer_play(answer, act, query->state);
    bool listed = answer->acts[act] < (action)query->game->shape(query->state).actions;
    query->who = answer->query.who;
    query->budget = verdict_share(lines->budget, answer->count);
    query->rng = rng_new((uint64_t)lines->practice.number, 0);
    query->act = listed ? (int64_t)answer->acts[act] : AGENT_NO_ACT;
    query->acts_per_tick = answer->timed ? ACTS_PER_TICK : 0;
    advice_ask(query, &lines->advisor.verdict);
}

/* Grades the answer. Returns false if there was no choice. */
static bool judge(struct lines *lines, struct verdict *verdict, struct verdict_line *best) {
    const struct answer *answer = &lines->answer;
    const struct advice_query *query = &answer->query;
    bool heard = false;
    for (int act = 0; act < answer->count && !verdict->hopeless; act++) {
        answer_play(answer, act, query->spare);
        if (query->game->choices(query->spare, query->who, query->choices) == 1) continue;
        ask(lines, act);
        if (!heard) verdict_best_line(answer, act, &lines->advisor.verdict, best);
        verdict_add(verdict, &lines->advisor.verdict, answer->count == 1);
        heard = true;
    }
    return heard;
}

static int tell(struct lines *lines) {
    struct verdict verdict = {.graded = false};
    struct text out = text_over(lines->words, sizeof lines->words);
    struct verdict_line best;
    bool heard = judge(lines, &verdict, &best);
    console_clear(&lines->console);
    if (console_stopped()) return CLI_FINE;
    if (!heard) {
        puts("There was only one move.");
        return -1;
    }
    if (verdict.graded) {
        verdict_write_grade(&verdict, &out);
        text_string(&out, "\n");
    }
    struct advice_line line = {best.acts, best.count};
    verdict_write(&verdict, &lines->answer, line, &lines->advisor, VERDICT_NO_ARROWS, &out);
    put_words(lines->words);
    struct advice_verdict result = {
        .graded = verdict.graded, .grade = verdict.grade, .delta = verdict.delta};
    return practice_note(&lines->practice, &result) < 0 ? fail_memory() : -1;
}

static void put_heading(struct lines *lines, int number) {
    const struct practice *practice = &lines->practice;
    struct text out = text_over(lines->words, sizeof lines->words);
    text_format(&out, "Question %d", number);
    if (practice->setup.game->shape(practice->state).seats > 1)
        text_format(&out, ", you are player %d", practice->who + 1);
    if (practice->note[0]) text_format(&out, ". The position: %s", practice->note);
    text_char(&out, '.');
    if (number > 1) puts("");
    screen_put_text(lines->words);
}

/* Asks a question until it is answered. Returns -1 to go on with the next, else the status. */
static int run_question(struct lines *lines, int number) {
    const char *wrong = practice_go_to(&lines->practice, number);
    console_clear(&lines->console);
    if (wrong && console_stopped()) return CLI_FINE;
    if (wrong) return cli_fail("%s", wrong);
    answer_begin(&lines->answer, lines->practice.state, lines->practice.who);
    put_heading(lines, number);
    put_board(lines);
    puts("What would you play?");
    for (;;) {
        int before = lines->answer.count;
        enum came came = read_answer(lines);
        if (came == ANSWERED) return tell(lines);
        if (came == LEFT) return CLI_FINE;
        if (came == SKIPPED) return -1;
        if (lines->answer.count > before) put_board(lines);
    }
}

static void put_sum(const struct practice *practice) {
    struct practice_summary sum;
    char bar[BAR + 1], lost[ADVISOR_VALUE_BYTES], command[COMMAND_BYTES];
    practice_sum(practice, &sum);
    if (!sum.graded) return;
    advisor_put_value(sum.lost, lost);
    printf("\n%d answer%s, accuracy %.0f %%, %s points lost.\n", sum.graded,
           sum.graded == 1 ? "" : "s", sum.accuracy, lost);
    for (int i = 0; i < GRADES; i++) {
        int width = sum.grades[i] * BAR / sum.graded;
        memset(bar, '#', BAR);
        bar[width] = '\0';
        printf("  %-9s %3d%s%s\n", verdict_words[i], sum.grades[i], width ? " " : "", bar);
    }
    struct text again = text_over(command, sizeof command);
    practice_write_command(practice, &again);
    printf("The same positions again:\n  %s\n", command);
}

static int run(struct lines *lines, const struct practice_setup *setup) {
    const struct game *game = setup->game;
    const struct host *host = &lines->console.system.host;
    const char *wrong = practice_init(&lines->practice, setup, host);
    if (wrong) return cli_complain("%s", wrong);
    if (advisor_init(&lines->advisor, game, player_standard(game), host) < 0 ||
        answer_init(&lines->answer, game) < 0)
        return fail_memory();
    int status = -1;
    for (int number = 1; status < 0; number++) status = run_question(lines, number);
    put_sum(&lines->practice);
    return status;
}

int practice_lines_run(const struct practice_setup *setup, struct budget budget) {
    struct lines *lines = calloc(1, sizeof *lines);
    if (!lines) return fail_memory();
    console_init(&lines->console);
    screen_init(&lines->screen);
    lines->budget = budget;
    lines->prompt = isatty(STDIN_FILENO);
    int status = run(lines, setup);
    practice_release(&lines->practice);
    advisor_release(&lines->advisor);
    answer_release(&lines->answer);
    status = console_release(&lines->console, status);
    free(lines);
    return status;
}
