/* The search: what is cared for is searched as well as the best, and nobody gives up. */
#include "minds_test.h"
#include "search.h"

static const struct host host = {.threads = 1};
static const struct falls_skill skill = {.acts = 4, .plies = 3};

static void put_question(struct rng *rng, struct falls_question *question) {
    struct falls falls;
    int seat = minds_position(&falls, rng, 1);
    const struct falls_player *player = &falls.player[seat];
    memset(question, 0, sizeof *question);
    question->field = (struct falls_field){player->settled, player->virus};
    question->pace = (struct falls_pace){4, 4};
    for (int i = 0; i < 2; i++) {
        question->colours[i] = (uint8_t)(1 + rng_below(rng, 3));
        question->next[i] = (uint8_t)(1 + rng_below(rng, 3));
    }
    falls_reach_all(falls_taken(&player->settled), FALLS_SPAWN, &question->places);
}

static const struct falls_option *option_at(const struct falls_search *search, int place) {
    int at = 0;
    while (search->options[at].place != place) at++;
    return &search->options[at];
}

static void test_care(void **state) {
    struct falls_search *search = falls_search_new(&host, &skill);
    struct rng rng = rng_new(1, 0);
    int careless = 0, asked = 0;
    (void)state;
    for (int round = 0; round < 60; round++) {
        struct falls_question question;
        put_question(&rng, &question);
        question.nodes = 12000;
        falls_search_ask(search, &question);
        const struct falls_option *worst = &search->options[search->count - 1];
        for (; worst->status != FALLS_PLAYING && worst > search->options; worst--) continue;
        int place = worst->place;
        careless += !worst->paired;
        asked++;
        question.care.rest[place / FALLS_POSES] = UINT32_C(1) << place % FALLS_POSES;
        falls_search_ask(search, &question);
        worst = option_at(search, place);
        assert_true(worst->paired || worst->status != FALLS_PLAYING || search->count == 1);
    }
    assert_true(careless > asked / 2);
    falls_search_free(search);
}

/* The order of the list of options is that of their costs, and each place comes once. */
static void test_order(void **state) {
    struct falls_search *search = falls_search_new(&host, &skill);
    struct rng rng = rng_new(2, 0);
    (void)state;
    for (int round = 0; round < 100; round++) {
        struct falls_question question;
        struct falls_reach seen = {{0}};
        put_question(&rng, &question);
        question.nodes = 1 + rng_below(&rng, 4000);
        falls_search_ask(search, &question);
        for (int i = 0; i < search->count; i++) {
            const struct falls_option *option = &search->options[i];
            uint32_t pose = UINT32_C(1) << option->place % FALLS_POSES;
            uint32_t *row = &seen.rest[option->place / FALLS_POSES];
            assert_true(i == 0 || option[-1].cost <= option->cost);
            assert_false(*row & pose);
            *row |= pose;
        }
    }
    falls_search_free(search);
}

/* While any place is not a defeat, it is better than all that are. */
static void test_nobody_gives_up(void **state) {
    struct falls_search *search = falls_search_new(&host, &skill);
    struct rng rng = rng_new(3, 0);
    int close = 0;
    (void)state;
    for (int round = 0; round < 300; round++) {
        struct falls_question question;
        bool lost = false;
        put_question(&rng, &question);
        question.nodes = 1 + rng_below(&rng, 3000);
        falls_search_ask(search, &question);
        for (int i = 0; i < search->count; i++) {
            lost |= search->options[i].status == FALLS_DEFEATED;
            assert_true(!lost || search->options[i].status == FALLS_DEFEATED);
        }
        close += lost && search->options[0].status == FALLS_PLAYING;
    }
    assert_true(close > 5);
    falls_search_free(search);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_care),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_nobody_gives_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
