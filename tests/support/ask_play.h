/* Games in progress through the C call, for tests of the protocol that hold for every game. */
#ifndef TESTS_ASK_PLAY_H
#define TESTS_ASK_PLAY_H

#include "tests/support/ask.h"
#include <stdbool.h>

/* Five by five, without the preview: the next balls are hidden from the player. */
#define ASK_LINES                                                                                  \
    "{'state_version':1,'ruleset_id':'lines_v1','config':{'rows':5,'cols':5,"                      \
    "'show_next_balls':false},'board':['R....','..G..','.....','....R','RRRR.'],"
#define ASK_LINES_KNOWN ASK_LINES "'next_balls':['Blue','Cyan','Red']}"
#define ASK_LINES_HIDDEN ASK_LINES "'next_balls':null}"

static const char *const ask_games[] = {"azul", "slide", "lines", "falls"};

/* A game in progress: its state and its luck. */
struct ask_play {
    char state[ASK_KEPT_BYTES], rng[ASK_KEPT_BYTES];
};

static inline void ask_keep_play(struct ask_play *play) {
    ask_keep(play->state, "state"), ask_keep(play->rng, "rng");
}

static inline void ask_begin_play(struct ask_play *play, const char *game) {
    ask("{'cmd':'new','game':'%s','seed':'look'}", game);
    ask_keep_play(play);
}

/* Asks to play one of the legal actions, with more fields. False if the game is over. */
static inline bool ask_move(const struct ask_play *play, size_t number, const char *fields) {
    char who[ASK_KEPT_BYTES], act[ASK_KEPT_BYTES], path[64];
    ask("{'cmd':'legal','state':%s}", play->state);
    size_t movers = json_array_size(ask_part("movers"));
    if (movers == 0) return false;
    snprintf(path, sizeof path, "movers/%zu/who", number % movers);
    ask_keep(who, path);
    snprintf(path, sizeof path, "movers/%zu/actions", number % movers);
    size_t actions = json_array_size(ask_part(path));
    if (actions == 0) return ask_move(play, number + 1, fields);
    snprintf(path, sizeof path, "movers/%zu/actions/%zu", number % movers, number * 7 % actions);
    ask("{'cmd':'apply','state':%s,'rng':%s,'who':%s,'action':%s%s}", play->state, play->rng, who,
        ask_keep(act, path), fields);
    ask_expect("ok", "true");
    return true;
}

#endif
