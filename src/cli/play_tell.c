/* What the prompt says: what happened, the board, refusals, lists of moves, and help. */
#include "base/bits.h"
#include "cli/play.h"
#include <stdio.h>
#include <string.h>

enum { NEWS_LEAST = 3, CANDIDATES = 5 };

const char play_tell_several[] = "Several players may move at once: '2: MOVE' is a move of player "
                                 "2, and so are those after it in the line.";

void play_tell_add(struct play *play, const char *text, bool scores) {
    struct play_news *news = &play->news;
    if (news->count > 0 && strcmp(news->lines[news->count - 1].text, text) == 0) {
        news->lines[news->count - 1].times++;
    } else if (news->count < PLAY_NEWS_MAX) {
        struct text line = text_over(news->lines[news->count].text, EFFECT_TEXT_BYTES);
        text_string(&line, text);
        news->lines[news->count].scores = scores;
        news->lines[news->count++].times = 1;
    } else {
        news->more++;
    }
}

/* Begins the news of another act. Old news makes room. */
static void begin_news(struct play_news *news) {
    if (news->count > PLAY_NEWS_MAX / 2) {
        news->more += news->count;
        news->count = 0;
    }
    news->latest = news->count;
}

void play_tell_events(struct play *play, size_t from) {
    const struct session *session = &play->session;
    for (size_t i = from; i < session->count; i++) {
        struct event event = session->events[i].event;
        if (event.who != CHANCE) begin_news(&play->news);
        play->effects.count = 0;
        session->game->effects(play->before, event.who, event.act, &play->effects);
        for (int k = 0; k < play->effects.count; k++)
            play_tell_add(play, play->effects.at[k].text, play->effects.at[k].points != 0);
        session->game->apply(play->before, event.who, event.act);
    }
}

/* Returns how many lines from `first` on may be shown besides those that change a score. */
static int count_plain(const struct play_news *news, int first, int shown) {
    for (int i = first; i < news->count; i++) shown -= news->lines[i].scores;
    return shown;
}

/* Prints the news above a board of so many rows, with an empty line between and the prompt below.
 * If not all of it fits, the latest act comes first, and what changes a score is kept. */
static void put_news(struct play_news *news, int rows) {
    int fitting = screen_fitting(rows + 3, NEWS_LEAST), room = news->count, first = 0, shown = 0;
    if (news->more || news->count > fitting) {
        if (room > fitting - 1) room = fitting - 1;
        first = news->latest < news->count - room ? news->latest : news->count - room;
    }
    int plain = count_plain(news, first, room);
    for (int i = first; i < news->count && shown < room; i++) {
        if (!news->lines[i].scores && plain-- <= 0) continue;
        printf("  %s", news->lines[i].text);
        if (news->lines[i].times > 1) printf(" (%d times)", news->lines[i].times);
        putchar('\n');
        shown++;
    }
    int left = news->count - shown + news->more;
    if (left) printf("  ... and %d more\n", left);
    play_tell_forget(news);
}

void play_tell_forget(struct play_news *news) {
    news->count = news->more = news->latest = 0;
}

/* Returns the seat whose picture is shown: the one to move or, of several, the one that acted last.
 */
static int find_viewer(const struct play *play) {
    const struct session *session = &play->session;
    uint32_t seats = session->game->movers(session->state) & PLAY_SEATS;
    if (seats >> play->seat & 1) return play->seat;
    return seats ? bits_low(seats) : 0;
}

void play_tell_changes(struct play *play) {
    const struct session *session = &play->session;
    if (!play->changed) return;
    screen_draw(&play->screen, session->game, session->state, find_viewer(play));
    put_news(&play->news, play->screen.scene.rows);
    screen_put_board(&play->screen);
    play->changed = false;
}

static struct play_list list_of(const struct play *play) {
    const struct session *session = &play->session;
    uint32_t seats = session->game->movers(session->state) & PLAY_SEATS;
    return (struct play_list){.game = session->game,
                              .state = session->state,
                              .choices = session->scratch,
                              .players = bits_count(seats) > 1};
}

void play_tell_moves(struct play *play, const char *words) {
    struct play_list list = list_of(play);
    uint32_t movers;
    if (play_moves_who(play, &words, &movers)) play_list_moves(&list, movers, words);
}

void play_tell_candidates(struct play *play, int who, const char *words) {
    const struct session *session = &play->session;
    struct play_list list = list_of(play);
    action acts[CANDIDATES];
    char command[SCREEN_NAME_BYTES];
    int count = game_find_acts(session->game, session->state, who, words, session->scratch, acts,
                               CANDIDATES);
    int shown = count <= CANDIDATES ? count : CANDIDATES - 1;
    play_line_quote(words, strlen(words));
    puts(" could be:");
    for (int i = 0; i < shown; i++) play_list_put(&list, who, acts[i]);
    if (shown == count) return;
    snprintf(command, sizeof command, "moves %s", words);
    printf("  ... or %d more; ", count - shown);
    play_line_quote(command, strlen(command));
    puts(" lists them");
}

static bool is_listed(const struct key *first, const struct key *key) {
    for (; first < key; first++)
        if (play_moves_has(first) && first->act == key->act) return true;
    return false;
}

/* Writes an act's keys and what they do. */
static void write_keys(const struct key *key, struct text *out) {
    for (const struct key *other = key; other->key; other++) {
        if (!play_moves_has(other) || other->act != key->act) continue;
        if (other != key) text_string(out, " or ");
        if (other->key == ' ')
            text_string(out, "space");
        else
            text_char(out, (char)other->key);
    }
    text_format(out, ": %s", key->meaning);
}

/* Prints all keys, as many in a line as fit. */
static void put_keys(const struct game *game) {
    int column = 0;
    bool any = false;
    for (const struct key *key = game->keys; key && key->key; key++) {
        char words[SCREEN_NAME_BYTES];
        struct text text = text_over(words, sizeof words);
        if (!play_moves_has(key) || is_listed(game->keys, key)) continue;
        write_keys(key, &text);
        if (!any) puts("Keys, which may follow one another in a line:");
        any = true;
        if (column + 2 + (int)text.length > SCREEN_WIDTH) {
            putchar('\n');
            column = 0;
        }
        column += printf("  %s", words);
    }
    if (any) putchar('\n');
}

static void put_examples(const struct game_example *examples) {
    int width = 0;
    for (const struct game_example *example = examples; example->typed; example++)
        if ((int)strlen(example->typed) > width) width = (int)strlen(example->typed);
    for (const struct game_example *example = examples; example->typed; example++)
        screen_put_item(example->typed, width, example->meaning);
}

void play_tell_help(struct play *play) {
    const struct game *game = play->session.game;
    uint32_t movers = game->movers(play->session.state) & PLAY_SEATS;
    screen_put_text(game->goal);
    screen_put_text(game->rules);
    screen_put_text(game->legend);
    puts("Type a move, some of its words in order, or beginnings of them; for example:");
    put_examples(game->examples);
    put_keys(game);
    puts("Separate several moves by commas. Commands; beginnings are enough, except for\n"
         "restart and new:");
    play_commands_list();
    if (bits_count(movers) > 1) screen_put_text(play_tell_several);
    printf("All rules are in docs/rules-%s.md.\n", game->name);
}
