/* Typed lines: moves and commands, separated by commas or semicolons. A full name of a command is a
 * command; then come moves, legal or not; then beginnings of commands. So 'undo' always works, and
 * a move can never be taken for a command that begins like it. */
#include "cli/play.h"
#include <stdio.h>
#include <string.h>

enum { QUOTE_BYTES = 61 };

bool play_line_read(char *line, size_t capacity, size_t *length) {
    int c = getchar();
    if (c == EOF) return false;
    for (*length = 0; c != '\n' && c != EOF; c = getchar()) {
        if (*length < capacity) line[*length] = (char)(c == '\t' ? ' ' : c);
        if (*length < capacity) ++*length;
    }
    bool whole = *length < capacity;
    if (whole && *length > 0 && line[*length - 1] == '\r') --*length;
    line[whole ? *length : 0] = '\0';
    return true;
}

void play_line_quote(const char *typed, size_t length) {
    char buffer[QUOTE_BYTES];
    struct text text = text_over(buffer, sizeof buffer);
    text_printable(&text, typed, length);
    printf("'%s%s'", buffer, text.cut ? "..." : "");
}

void play_line_refuse(struct play *play, const char *end) {
    size_t done = end ? (size_t)(end - play->piece) : strlen(play->piece);
    play_tell_changes(play);
    play->refused = true;
    play->rest = play->from + done;
}

static const char *skip_spaces(const char *at) {
    return at + strspn(at, " ");
}

/* Cuts spaces off both ends. */
static char *trim(char *words) {
    words += strspn(words, " ");
    size_t length = strlen(words);
    while (length > 0 && words[length - 1] == ' ') length--;
    words[length] = '\0';
    return words;
}

static void refuse_unknown(struct play *play, const char *words) {
    play_line_refuse(play, NULL);
    play_line_quote(words, strlen(words));
    puts(" is not a move; 'moves' lists them, 'help' tells more.");
}

static int run_after_end(struct play *play, const char *words) {
    int status = -1;
    if (play_commands_run(play, words, true, &status)) return status;
    play_line_refuse(play, play->from == play->line ? NULL : play->piece);
    puts("The game is over; 'undo' goes back, 'new' starts another one.");
    return -1;
}

static int run_words(struct play *play, const char *words) {
    int status = -1;
    bool known;
    if (play_commands_run(play, words, false, &status)) return status;
    if (game_over(play->session.game, play->session.state)) return run_after_end(play, words);
    status = play_moves_run(play, words, &known);
    if (known || play_commands_run(play, words, true, &status)) return status;
    refuse_unknown(play, words);
    return -1;
}

/* Runs play->piece. Alone in its line, it may have spaces around it that are keys. */
static int run_piece(struct play *play, bool alone) {
    char *words = play->piece;
    if (!alone || !play_moves_is_row(play->session.game, words)) words = trim(words);
    return *words ? run_words(play, words) : -1;
}

static bool is_separator(char c) {
    return c == ',' || c == ';';
}

/* Says which part of the line was not run. */
static void put_rest(const char *rest) {
    while (is_separator(*rest) || *rest == ' ') rest++;
    if (!*rest) return;
    printf("Left out: ");
    play_line_quote(rest, strlen(rest));
    puts(".");
}

static int run_pieces(struct play *play) {
    const char *at = play->line;
    bool whole = play_commands_take_line(skip_spaces(at)), alone = !strpbrk(at, ",;");
    int status = -1;
    while (status < 0 && !play->refused && *at) {
        size_t length = whole ? strlen(at) : strcspn(at, ",;");
        memcpy(play->piece, at, length);
        play->piece[length] = '\0';
        play->from = at;
        status = run_piece(play, alone);
        if (status < 0) status = play_agents_run(play);
        at += length;
        if (is_separator(*at)) at++;
    }
    return status;
}

int play_line_run(struct play *play) {
    play->refused = false;
    play->named = 0;
    if (play->line_length >= sizeof play->line) {
        printf("The line is too long: it must have at most %d bytes.\n", PLAY_LINE_BYTES - 1);
        return -1;
    }
    if (strlen(play->line) != play->line_length) {
        play_line_quote(play->line, play->line_length);
        puts(" is not a move: it has a NUL in it.");
        return -1;
    }
    int status = run_pieces(play);
    play_tell_changes(play);
    if (play->refused) put_rest(play->rest);
    return status;
}
