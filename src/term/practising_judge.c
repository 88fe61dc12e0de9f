/* The coach grades an answer act by act, each in the position that those before it led to, and says
 * it all at the end. */
#include "play/player.h"
#include "term/names.h"
#include "term/practising.h"
#include <string.h>

enum { ACTS_PER_TICK = 4 };

/* Where there is nothing to choose, nothing is to be asked. */
static bool is_forced(const struct practising *practising) {
    const struct answer *answer = &practising->answer;
    answer_play(answer, practising->asked, answer->query.spare);
    return practising->game->choices(answer->query.spare, answer->query.who,
                                     answer->query.choices) == 1;
}

/* Asks about the act that is next, in the state before it. */
static void ask(struct practising *practising) {
    const struct answer *answer = &practising->answer;
    action act = answer->acts[practising->asked];
    answer_play(answer, practising->asked, answer->query.spare);
    bool listed = act < (action)practising->game->shape(answer->query.spare).actions;
    struct advice_query query = {
        .who = answer->query.who,
        .budget = verdict_share(practising->budget, answer->count),
        .rng = rng_new((uint64_t)practising->number, 0),
        .act = listed ? (int64_t)act : AGENT_NO_ACT,
        .acts_per_tick = answer->timed ? ACTS_PER_TICK : 0,
    };
    thinker_ask(practising->coach, answer->query.spare, &query);
}

/* An answer of several acts is a line by itself. An agent may tell no line. */
static void keep_lines(struct practising *practising, const struct advice_verdict *verdict) {
    const struct answer *answer = &practising->answer;
    int asked = practising->asked;
    struct advice_line own = {answer->acts + asked, answer->count - asked};
    struct advice_line reply = advice_user_line(verdict);
    verdict_join(answer, asked, answer->count > 1 || !reply.count ? own : reply,
                 &practising->lines[PRACTISING_YOURS]);
    verdict_best_line(answer, asked, verdict, &practising->lines[PRACTISING_BEST]);
}

static void write_words(struct practising *practising, const struct advisor *advisor, bool plain) {
    enum verdict_arrows arrows = practising->answer.timed ? VERDICT_NO_ARROWS
                                 : plain                  ? VERDICT_ASCII
                                                          : VERDICT_ARROWS;
    const struct verdict *verdict = &practising->verdict;
    struct text words = text_over(practising->panel, sizeof practising->panel);
    struct text out = text_over(practising->words, sizeof practising->words);
    struct text grade = text_over(practising->grade, sizeof practising->grade);
    if (verdict->graded)
        verdict_write_grade(verdict, &grade);
    else
        text_string(&grade, "No grade");
    const struct verdict_line *best = &practising->lines[PRACTISING_BEST];
    verdict_write(verdict, &practising->answer, (struct advice_line){best->acts, best->count},
                  advisor, arrows, &words);
    names_write(practising->panel, practising->names, &out);
}

/* The first answer to a question counts. */
static void note(struct practising *practising, struct term *term) {
    const struct verdict *verdict = &practising->verdict;
    struct advice_verdict result = {.graded = verdict->graded,
                                    .grade = verdict->grade,
                                    .delta = verdict->delta,
                                    .error = verdict->error};
    if (practising->noted) return;
    practising->noted = true;
    if (practice_note(&practising->practice, &result) < 0)
        term_say(term, "This answer does not count: there is not enough memory.");
}

static void finish(struct practising *practising, struct term *term,
                   const struct advisor *advisor) {
    practising->stage = PRACTISING_TELLS;
    write_words(practising, advisor, term->config.plain > 0);
    note(practising, term);
    practising_make(practising, practising->number + 1);
    term_ring(term);
}

/* Goes on with the next act that is to be asked about. Returns false if there is none. */
static bool go_on(struct practising *practising) {
    while (practising->asked < practising->answer.count && is_forced(practising))
        practising->asked++;
    if (practising->asked >= practising->answer.count) return false;
    ask(practising);
    return true;
}

void practising_judge(struct practising *practising, struct term *term) {
    const struct game *game = practising->game;
    if (!practising->coach) practising->coach = term_new_thinker(term, game, player_standard(game));
    if (!practising->coach) {
        term_say(term, "The coach cannot think: there is not enough memory.");
        practising_again(practising);
        return;
    }
    practising->verdict = (struct verdict){.graded = false};
    practising->asked = 0;
    practising->heard = false;
    practising->stage = PRACTISING_THINKS;
    practising->in_words = false;
    if (!go_on(practising)) {
        term_say(term, "There is only one move.");
        practising_again(practising);
    }
}

void practising_judge_hear(struct practising *practising, struct term *term) {
    const struct advisor *advisor = thinker_answer(practising->coach);
    if (!advisor) return;
    term->dirty = true;
    verdict_add(&practising->verdict, &advisor->verdict, practising->answer.count == 1);
    if (!practising->heard) keep_lines(practising, &advisor->verdict);
    practising->heard = true;
    practising->asked++;
    if (practising->verdict.hopeless || !go_on(practising)) finish(practising, term, advisor);
}
