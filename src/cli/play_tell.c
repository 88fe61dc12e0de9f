/* What the prompt says: what happened, the board, refusals, lists of moves, and help. */
#include "base/bits.h"
#include "cli/play.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { LINES_STANDARD = 20, NEWS_LEAST = 3, CANDIDATES = 5, MOVES_MAX = 1024 };

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

/* Returns how many lines fit on the screen above `below` others. */
static int count_fitting(int below, int least) {
    int rows = screen_rows(), fitting = rows ? rows - below : LINES_STANDARD;
    return fitting < least ? least : fitting;
}

/* Returns how many lines from `first` on may be shown besides those that change a score. */
static int count_plain(const struct play_news *news, int first, int shown) {
    for (int i = first; i < news->count; i++) shown -= news->lines[i].scores;
    return shown;
}

/* Prints the news above a board of so many rows, with an empty line between and the prompt below.
 * If not all of it fits, the latest act comes first, and what changes a score is kept. */
static void put_news(struct play_news *news, int rows) {
    int fitting = count_fitting(rows + 3, NEWS_LEAST), room = news->count, first = 0, shown = 0;
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

/* Prints a move in a line, with its player where several may move at once. */
static void put_move(const struct play *play, int who, action act) {
    const struct session *session = &play->session;
    char name[SCREEN_NAME_BYTES];
    struct text text = text_over(name, sizeof name);
    uint32_t seats = session->game->movers(session->state) & PLAY_SEATS;
    if (bits_count(seats) > 1 && who < SEATS_MAX) text_format(&text, "%d: ", who + 1);
    session->game->name_act(session->state, who, act, &text);
    printf("  %s\n", name);
}

void play_tell_candidates(struct play *play, int who, const char *words) {
    struct session *session = &play->session;
    action acts[CANDIDATES];
    char command[SCREEN_NAME_BYTES];
    int count = game_find_acts(session->game, session->state, who, words, session->scratch, acts,
                               CANDIDATES);
    int shown = count <= CANDIDATES ? count : CANDIDATES - 1;
    play_line_quote(words, strlen(words));
    puts(" could be:");
    for (int i = 0; i < shown; i++) put_move(play, who, acts[i]);
    if (shown == count) return;
    snprintf(command, sizeof command, "moves %s", words);
    printf("  ... or %d more; ", count - shown);
    play_line_quote(command, strlen(command));
    puts(" lists them");
}

/* A list of moves, as many as fit. */
struct listing {
    int fitting, count;
    int who[MOVES_MAX];
    action acts[MOVES_MAX];
};

static void list_act(struct listing *listing, int who, action act) {
    if (listing->count < MOVES_MAX) {
        listing->who[listing->count] = who;
        listing->acts[listing->count] = act;
    }
    listing->count++;
}

static void list_moves(struct session *session, int who, const char *words,
                       struct listing *listing) {
    const struct game *game = session->game;
    action found[MOVES_MAX];
    int count = *words ? game_find_acts(game, session->state, who, words, session->scratch, found,
                                        MOVES_MAX)
                       : game->choices(session->state, who, session->scratch);
    for (int i = 0; i < count; i++)
        list_act(listing, who, !*words ? session->scratch[i].act : i < MOVES_MAX ? found[i] : 0);
    struct shape shape = game->shape(session->state);
    for (int i = 0; !*words && who < SEATS_MAX && i < shape.shorthands; i++) {
        action act = (action)(shape.actions + i);
        if (!game->refuse(session->state, who, act)) list_act(listing, who, act);
    }
}

/* Finds a word of a move's name that helps to choose among moves: the first that is no number. */
static void find_word(const struct play *play, int who, action act, char *word) {
    char name[SCREEN_NAME_BYTES];
    struct text text = text_over(name, sizeof name);
    play->session.game->name_act(play->session.state, who, act, &text);
    const char *at = name;
    while (isdigit((unsigned char)*at)) at += strcspn(at, " "), at += strspn(at, " ");
    size_t length = strcspn(at, " ");
    for (size_t i = 0; i < length; i++) word[i] = (char)tolower((unsigned char)at[i]);
    word[length] = '\0';
}

/* Prints the moves that fit, and how to see others. */
static void put_listing(const struct play *play, const struct listing *listing, const char *words) {
    char word[SCREEN_NAME_BYTES];
    int shown = listing->count <= listing->fitting ? listing->count : listing->fitting - 1;
    for (int i = 0; i < shown; i++) put_move(play, listing->who[i], listing->acts[i]);
    if (shown == listing->count) return;
    printf("  ... and %d more; ", listing->count - shown);
    if (*words) {
        puts("add a word to see fewer");
        return;
    }
    find_word(play, listing->who[shown], listing->acts[shown], word);
    printf("type 'moves %s' to see some of them\n", word);
}

void play_tell_moves(struct play *play, const char *words) {
    struct listing listing = {.fitting = count_fitting(3, NEWS_LEAST)};
    uint32_t movers;
    if (!play_moves_who(play, &words, &movers)) return;
    if (listing.fitting > MOVES_MAX) listing.fitting = MOVES_MAX;
    for (; movers; movers &= movers - 1)
        list_moves(&play->session, bits_low(movers), words, &listing);
    if (listing.count > 0) {
        put_listing(play, &listing, words);
    } else if (*words) {
        printf("No legal move matches ");
        play_line_quote(words, strlen(words));
        puts(".");
    } else {
        puts("The game is over: there are no moves.");
    }
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
