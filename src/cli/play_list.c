/* Lists of moves, as many as fit on the screen. */
#include "base/bits.h"
#include "cli/play.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { LEAST = 3, MOVES_MAX = 1024 };

struct listing {
    const struct play_list *list;
    int fitting, count;
    int who[MOVES_MAX];
    action acts[MOVES_MAX];
};

void play_list_put(const struct play_list *list, int who, action act) {
    char name[SCREEN_NAME_BYTES];
    struct text text = text_over(name, sizeof name);
    if (list->players && who < SEATS_MAX) text_format(&text, "%d: ", who + 1);
    list->game->name_act(list->state, who, act, &text);
    printf("  %s\n", name);
}

static void add_act(struct listing *listing, int who, action act) {
    if (listing->count < MOVES_MAX) {
        listing->who[listing->count] = who;
        listing->acts[listing->count] = act;
    }
    listing->count++;
}

static void add_found(struct listing *listing, int who, const char *words) {
    const struct play_list *list = listing->list;
    action found[MOVES_MAX];
    int count =
        game_find_acts(list->game, list->state, who, words, list->choices, found, MOVES_MAX);
    for (int i = 0; i < count; i++) add_act(listing, who, i < MOVES_MAX ? found[i] : 0);
}

static void add_all(struct listing *listing, int who) {
    const struct play_list *list = listing->list;
    struct shape shape = list->game->shape(list->state);
    int count = list->game->choices(list->state, who, list->choices);
    for (int i = 0; i < count; i++) add_act(listing, who, list->choices[i].act);
    for (int i = 0; who < SEATS_MAX && i < shape.shorthands; i++) {
        action act = (action)(shape.actions + i);
        if (!list->game->refuse(list->state, who, act)) add_act(listing, who, act);
    }
}

/* Finds a word of a move's name that helps to choose among moves: the first that is no number. */
static void find_word(const struct play_list *list, int who, action act, char *word) {
    char name[SCREEN_NAME_BYTES];
    struct text text = text_over(name, sizeof name);
    list->game->name_act(list->state, who, act, &text);
    const char *at = name;
    while (isdigit((unsigned char)*at)) at += strcspn(at, " "), at += strspn(at, " ");
    size_t length = strcspn(at, " ");
    for (size_t i = 0; i < length; i++) word[i] = (char)tolower((unsigned char)at[i]);
    word[length] = '\0';
}

/* Prints the moves that fit, and how to see others. */
static void put_listing(const struct listing *listing, const char *words) {
    char word[SCREEN_NAME_BYTES];
    int shown = listing->count <= listing->fitting ? listing->count : listing->fitting - 1;
    for (int i = 0; i < shown; i++) play_list_put(listing->list, listing->who[i], listing->acts[i]);
    if (shown == listing->count) return;
    printf("  ... and %d more; ", listing->count - shown);
    if (*words) {
        puts("add a word to see fewer");
        return;
    }
    find_word(listing->list, listing->who[shown], listing->acts[shown], word);
    printf("type 'moves %s' to see some of them\n", word);
}

void play_list_moves(const struct play_list *list, uint32_t movers, const char *words) {
    struct listing listing = {.list = list, .fitting = screen_fitting(3, LEAST)};
    if (listing.fitting > MOVES_MAX) listing.fitting = MOVES_MAX;
    for (; movers; movers &= movers - 1) {
        if (*words)
            add_found(&listing, bits_low(movers), words);
        else
            add_all(&listing, bits_low(movers));
    }
    if (listing.count > 0) {
        put_listing(&listing, words);
    } else if (*words) {
        printf("No legal move matches ");
        play_line_quote(words, strlen(words));
        puts(".");
    } else {
        puts("The game is over: there are no moves.");
    }
}
