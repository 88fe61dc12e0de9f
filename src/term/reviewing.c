/* The review runs in the background, then the moves are walked through. */
#include "term/reviewing.h"
#include "play/player.h"
#include "term/help.h"
#include "term/screens.h"
#include <stdlib.h>
#include <string.h>

enum { PAGE_MOVES = 10 };

static const char no_memory[] = "there is not enough memory";

static void work(void *self) {
    struct reviewing *reviewing = self;
    reviewing->wrong = review_run(&reviewing->session, &reviewing->how,
                                  worker_host(reviewing->worker), &reviewing->review);
}

/* Goes to the first turning point, or to the first move. */
static void show(struct reviewing *reviewing) {
    const struct review *review = &reviewing->review;
    reviewing->ran = true;
    reviewing->list = (struct page_list){.count = (int)review->count};
    reviewing->marks_count = review->turns_count;
    for (int i = 0; i < review->turns_count; i++) reviewing->marks[i] = review->turns[i].move;
    if (review->turns_count) reviewing->list.at = (int)review->turns[0].move;
}

static void run(void *self, struct term *term) {
    struct reviewing *reviewing = self;
    if (reviewing->ran) return;
    term->dirty = true;
    if (!worker_busy(reviewing->worker)) show(reviewing);
}

/* Goes to the next turning point, after the last to the first. */
static void jump(struct reviewing *reviewing, struct term *term) {
    size_t at = (size_t)reviewing->list.at, next = SIZE_MAX, first = SIZE_MAX;
    for (int i = 0; i < reviewing->marks_count; i++) {
        size_t mark = reviewing->marks[i];
        if (mark > at && mark < next) next = mark;
        if (mark < first) first = mark;
    }
    if (first == SIZE_MAX)
        term_say(term, reviewing->review.seats > 1
                           ? "No move lost more than a point or gave the lead away."
                           : "No move lost more than a point.");
    else
        reviewing->list.at = (int)(next != SIZE_MAX ? next : first);
}

static void play_on(struct reviewing *reviewing, struct term *term) {
    const struct review_move *move = &reviewing->review.moves[reviewing->list.at];
    reviewing->watching.seat = move->who;
    watching_play_on(&reviewing->watching, term, &reviewing->session, move->event);
}

/* Keys to walk along the game, beside those of a list. */
static bool walk(struct reviewing *reviewing, const struct input_event *event) {
    struct input_event same = *event;
    if (event->kind == INPUT_KEY && event->key == INPUT_LEFT) same.key = INPUT_UP;
    if (event->kind == INPUT_KEY && event->key == INPUT_RIGHT) same.key = INPUT_DOWN;
    return page_list_key(&reviewing->list, &same, PAGE_MOVES);
}

static void take_key(struct reviewing *reviewing, struct term *term, uint32_t key) {
    struct watching *watching = &reviewing->watching;
    if (key == 't') {
        jump(reviewing, term);
    } else if (key == 'p') {
        play_on(reviewing, term);
    } else if (key == 'w') {
        reviewing->in_words = !reviewing->in_words;
    } else if (key == INPUT_TAB && watching->seats > 1) {
        watching->seat = (watching->seat + 1) % watching->seats;
    } else if (term_command(term, key) == CONFIG_HELP) {
        help_open(term, HELP_REVIEW, watching->game, NULL);
    } else if (key == INPUT_ESCAPE && reviewing->in_words) {
        reviewing->in_words = false;
    } else if (key == INPUT_ESCAPE || key == INPUT_CTRL('c') ||
               term_command(term, key) == CONFIG_LEAVE) {
        term_close(term);
    } else if (key > ' ' && key < INPUT_KEYS) {
        term_say(term, "That key does nothing here.");
    }
}

/* While the review runs, or if there is nothing to show. */
static void take_early_key(struct reviewing *reviewing, struct term *term, uint32_t key) {
    bool leaves = term_command(term, key) == CONFIG_LEAVE || key == INPUT_CTRL('c');
    if (leaves || (reviewing->ran && key == INPUT_ESCAPE))
        term_close(term);
    else if (key == INPUT_ESCAPE)
        worker_stop(reviewing->worker);
}

static void press(struct reviewing *reviewing, const struct term *term,
                  const struct input_event *event) {
    const struct cells_box *box = &reviewing->graph;
    if (event->row < box->row || event->row >= box->row + box->rows) return;
    struct graph graph = reviewing_draw_graph(reviewing, term->config.plain > 0);
    int64_t move = graph_find(&graph, *box, event->col);
    if (move != GRAPH_NONE) reviewing->list.at = (int)move;
}

static void take_event(void *self, struct term *term, const struct input_event *event) {
    struct reviewing *reviewing = self;
    if (!reviewing->ran || reviewing->list.count == 0) {
        if (event->kind == INPUT_KEY) take_early_key(reviewing, term, event->key);
    } else if (walk(reviewing, event)) {
        return;
    } else if (event->kind == INPUT_KEY) {
        take_key(reviewing, term, event->key);
    } else if (event->kind == INPUT_PRESS || event->kind == INPUT_DRAG) {
        press(reviewing, term, event);
    }
}

static void release_rest(void *self) {
    struct reviewing *reviewing = self;
    review_release(&reviewing->review);
    session_release(&reviewing->session);
    free(reviewing->walk.state);
    free(reviewing->values);
    free(reviewing);
}

static void release(void *self) {
    struct reviewing *reviewing = self;
    if (reviewing->worker)
        worker_end(reviewing->worker, release_rest, reviewing);
    else
        release_rest(reviewing);
}

static const struct term_screen screen = {
    .name = "reviewing",
    .draw = reviewing_draw,
    .event = take_event,
    .run = run,
    .release = release,
};

/* Returns the number of moves that were played, or -1 if the clock was one of the players. */
static int64_t count_moves(const struct session *session) {
    int64_t count = 0;
    for (size_t i = 0; i < session->count; i++) {
        if (session->events[i].event.who == CLOCK) return -1;
        count += session->events[i].event.who < SEATS_MAX;
    }
    return count;
}

static const char *begin(struct reviewing *reviewing, const struct term *term,
                         const struct session *session, const char *const *names) {
    const struct game *game = session->game;
    int64_t count = count_moves(session);
    if (count == 0) return "no move was played";
    if (count < 0 || game->movers(session->state) >> CLOCK & 1)
        return "where a clock runs, every key is a move; 'tilewright review' can grade them";
    if (session_copy(&reviewing->session, session, session->count) < 0) return no_memory;
    reviewing->worker =
        worker_new(term->setup.pool, term->setup.host, term->setup.wake, term->setup.self);
    reviewing->values = malloc((size_t)count * sizeof *reviewing->values);
    reviewing->walk = (struct review_walk){
        .session = &reviewing->session, .state = malloc(game->state_max), .at = SIZE_MAX};
    if (!reviewing->worker || !reviewing->values || !reviewing->walk.state) return no_memory;
    watching_init(&reviewing->watching, HELP_REVIEW, game, game->shape(session->state).seats);
    watching_set_names(&reviewing->watching, names);
    reviewing->how = (struct advice_query){
        .agent = player_standard(game),
        .budget = {.nodes = REVIEW_NODES, .milliseconds = (uint32_t)term->config.hint_ms},
        .rng = rng_new(0, 0),
    };
    worker_start(reviewing->worker, work, reviewing);
    return NULL;
}

void term_open_review(struct term *term, const struct session *session, const char *const *names) {
    struct reviewing *reviewing = calloc(1, sizeof *reviewing);
    const char *wrong = reviewing ? begin(reviewing, term, session, names) : no_memory;
    if (!wrong) {
        term_open(term, &screen, reviewing);
        return;
    }
    if (reviewing) release(reviewing);
    term_say(term, "There is no review: %s.", wrong);
}
