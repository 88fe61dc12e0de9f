/* Names come from a database that anybody may have written: all are made printable. */
#include "cli/cli.h"
#include "cli/results.h"
#include "play/number.h"
#include "show/cells.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { COLUMNS_MAX = 8, CELL_BYTES = 8192, LINE_BYTES = 16384, TIME_BYTES = 32 };

/* A table for people. */
struct table_plan {
    const char *const *titles; /* NULL-ended */
    uint32_t right;            /* a bit for each column of numbers */
    int rows;
    void (*write)(const struct store_answer *answer, int row, int column, struct text *out);
};

static void put_padded(const char *words, int width, bool right, bool last) {
    int pad = width - cells_width(words);
    if (pad < 0 || (last && !right)) pad = 0;
    printf("%*s%s%*s", right ? pad : 0, "", words, right ? 0 : pad, "");
}

static void put_table(const struct table_plan *plan, const struct store_answer *answer) {
    char words[CELL_BYTES];
    int widths[COLUMNS_MAX], columns = 0;
    for (; plan->titles[columns]; columns++) {
        widths[columns] = cells_width(plan->titles[columns]);
        for (int row = 0; row < plan->rows; row++) {
            struct text text = text_over(words, sizeof words);
            plan->write(answer, row, columns, &text);
            int width = cells_width(words);
            if (width > widths[columns]) widths[columns] = width;
        }
    }
    for (int row = -1; row < plan->rows; row++) {
        for (int column = 0; column < columns; column++) {
            struct text text = text_over(words, sizeof words);
            if (row < 0)
                text_string(&text, plan->titles[column]);
            else
                plan->write(answer, row, column, &text);
            if (column) fputs("  ", stdout);
            put_padded(words, widths[column], plan->right >> column & 1, column == columns - 1);
        }
        puts("");
    }
}

static void write_name(const char *name, bool agent, struct text *out) {
    text_printable(out, name, strlen(name));
    if (agent) text_string(out, " (agent)");
}

/* Writes a time as strftime says, or "?" if there is none such. */
static void write_time(int64_t when, bool local, const char *format, struct text *out) {
    char words[TIME_BYTES] = "";
    time_t time = (time_t)when;
    struct tm parts;
    if (local ? localtime_r(&time, &parts) : gmtime_r(&time, &parts))
        if (!strftime(words, sizeof words, format, &parts)) words[0] = '\0';
    text_string(out, words[0] ? words : "?");
}

static void write_rounded(double value, struct text *out) {
    if (isfinite(value) && fabs(value) < 1e9)
        text_int(out, (int64_t)lround(value));
    else
        text_char(out, '?');
}

static const char *const ratings_titles[] = {"",      "player", "game",        "rating", "+/-",
                                             "games", "wins",   "last played", NULL};
static const char *const history_titles[] = {"",      "player", "game",   "rating", "+/-",
                                             "games", "wins",   "played", NULL};

static void write_rating(const struct store_answer *answer, int row, int column, struct text *out) {
    const struct store_rating *rating = &answer->ratings[row];
    switch (column) {
    case 0:
        text_int(out, row + 1);
        break;
    case 1:
        write_name(rating->name, rating->agent, out);
        break;
    case 2:
        text_printable(out, rating->game, strlen(rating->game));
        break;
    case 3:
        write_rounded(rating->rating, out);
        break;
    case 4:
        write_rounded(2 * rating->deviation, out);
        break;
    case 5:
        text_int(out, rating->games);
        break;
    case 6:
        text_int(out, rating->wins);
        break;
    default:
        write_time(rating->when, true, "%Y-%m-%d %H:%M", out);
    }
}

/* A name in JSON is UTF-8. */
static void put_json_name(struct text *out, const char *key, const char *name) {
    char shown[7 * STORE_NAME_BYTES];
    struct text text = text_over(shown, sizeof shown);
    text_printable(&text, name, strlen(name));
    json_field_string(out, key, shown);
}

static void put_json_time(struct text *out, int64_t when) {
    char words[TIME_BYTES];
    struct text text = text_over(words, sizeof words);
    write_time(when, false, "%Y-%m-%dT%H:%M:%SZ", &text);
    json_field_string(out, "time", words);
}

static void put_json_rating(const struct store_rating *rating) {
    char line[LINE_BYTES];
    struct text out = text_over(line, sizeof line);
    json_open(&out, '{');
    put_json_name(&out, "name", rating->name);
    json_field_bool(&out, "agent", rating->agent);
    put_json_name(&out, "game", rating->game);
    number_field(&out, "rating", rating->rating);
    number_field(&out, "deviation", rating->deviation);
    json_field_int(&out, "games", rating->games);
    json_field_int(&out, "wins", rating->wins);
    put_json_time(&out, rating->when);
    json_close(&out, '}');
    puts(line);
}

void results_show_ratings(const struct store_answer *answer, bool json) {
    const struct table_plan plan = {
        .titles = answer->kind == STORE_TOP ? ratings_titles : history_titles,
        .right = 1 << 0 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 6,
        .rows = answer->count,
        .write = write_rating,
    };
    for (int i = 0; json && i < answer->count; i++) put_json_rating(&answer->ratings[i]);
    if (!json) put_table(&plan, answer);
}

static const char *const games_titles[] = {"id", "ended", "game", "took", "players", NULL};

static void write_duration(double seconds, struct text *out) {
    if (!(seconds >= 0 && seconds < 1e9)) seconds = 0;
    int whole = (int)seconds, rest = whole % 60;
    text_format(out, "%d:%s%d", whole / 60, rest < 10 ? "0" : "", rest);
}

/* Writes the seats by rank: "1. Anna 40, 2. coach (agent) 31". */
static void write_seats(const struct store_game *game, struct text *out) {
    bool first = true;
    for (int rank = 1; rank <= SEATS_MAX; rank++)
        for (int i = 0; i < game->seats_count; i++) {
            const struct store_seat *seat = &game->seats[i];
            if (seat->rank != rank) continue;
            if (!first) text_string(out, ", ");
            first = false;
            text_format(out, "%d. ", rank);
            write_name(seat->name, seat->agent, out);
            text_format(out, " %d", seat->points);
        }
}

static void write_game(const struct store_answer *answer, int row, int column, struct text *out) {
    const struct store_game *game = &answer->games[row];
    switch (column) {
    case 0:
        text_int(out, game->id);
        break;
    case 1:
        write_time(game->ended, true, "%Y-%m-%d %H:%M", out);
        break;
    case 2:
        text_printable(out, game->game, strlen(game->game));
        if (game->race) text_string(out, " race");
        break;
    case 3:
        write_duration(game->seconds, out);
        break;
    default:
        write_seats(game, out);
    }
}

static void put_json_seats(const struct store_game *game, struct text *out) {
    json_put_key(out, "seats");
    json_open(out, '[');
    for (int i = 0; i < game->seats_count; i++) {
        const struct store_seat *seat = &game->seats[i];
        json_open(out, '{');
        put_json_name(out, "name", seat->name);
        json_field_bool(out, "agent", seat->agent);
        json_field_int(out, "points", seat->points);
        json_field_int(out, "rank", seat->rank);
        if (seat->after != 0) {
            number_field(out, "before", seat->before);
            number_field(out, "after", seat->after);
            number_field(out, "deviation", seat->deviation);
        }
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void put_json_game(const struct store_game *game) {
    char line[LINE_BYTES];
    struct text out = text_over(line, sizeof line);
    json_open(&out, '{');
    json_field_int(&out, "id", game->id);
    put_json_name(&out, "game", game->game);
    put_json_time(&out, game->ended);
    number_field(&out, "seconds", game->seconds);
    json_field_bool(&out, "race", game->race);
    put_json_seats(game, &out);
    json_close(&out, '}');
    puts(line);
}

void results_show_games(const struct store_answer *answer, bool json) {
    const struct table_plan plan = {.titles = games_titles,
                                    .right = 1 << 0 | 1 << 3,
                                    .rows = answer->count,
                                    .write = write_game};
    for (int i = 0; json && i < answer->count; i++) put_json_game(&answer->games[i]);
    if (!json) put_table(&plan, answer);
}
