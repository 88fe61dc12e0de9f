/* What the coach says of a move, in words with the colour characters of cells.h. A grade is always
 * a word or a letter, too. */
#ifndef TERM_VERDICT_H
#define TERM_VERDICT_H

#include "play/advisor.h"
#include "term/answer.h"

/* The judgement of a move, which may consist of several acts: then it loses what they lose
 * together. */
struct verdict {
    bool graded;
    enum advice_grade grade;
    double delta, error;
    double worst;         /* what the worst act loses; the reasons are its */
    bool proven, solved;  /* of all acts */
    const char *hopeless; /* why nothing can be graded, if so */
    struct agent_reason reasons[AGENT_REASONS_MAX];
    int reasons_count;
};

enum verdict_arrows { VERDICT_NO_ARROWS, VERDICT_ARROWS, VERDICT_ASCII };

/* Adds what an agent says of an act to what was said of those before it. */
void verdict_add(struct verdict *verdict, const struct advice_verdict *advice, bool alone);

/* The grade as a word and as a letter, and its colour. */
extern const char *const verdict_words[], *const verdict_colours[];
extern const char verdict_letters[];
/* Writes "Okay -2", in its colour; what the best move is better stands behind the word. */
void verdict_write_grade(const struct verdict *verdict, struct text *out);
/* Writes how sure that is: a sentence. */
void verdict_write_surety(const struct verdict *verdict, struct text *out);
/* Writes the reasons, a line each. */
void verdict_write_reasons(const struct agent_reason *reasons, int count, struct text *out);
/* Writes all of it: the best move, how sure it is, the reasons, and if the answer is a single act
 * what it is worth, beside the best candidates, and both plays. The advisor is the one that was
 * asked last. Where arrow keys play the acts these may be told, too: names of acts may take another
 * view than keys do, as where a tile moves up and the blank down. */
void verdict_write(const struct verdict *verdict, const struct answer *answer,
                   struct advice_line best, const struct advisor *advisor,
                   enum verdict_arrows arrows, struct text *out);

/* A line of play from the position on. */
struct verdict_line {
    action acts[ADVICE_LINE_MAX];
    int count;
};
/* Makes a line of the acts before the one that was asked about, which were forced, and of those
 * that follow, as far as they can be played before luck comes in. */
void verdict_join(const struct answer *answer, int asked, struct advice_line rest,
                  struct verdict_line *line);
/* The same for the best play, which has an act at least. */
void verdict_best_line(const struct answer *answer, int asked, const struct advice_verdict *said,
                       struct verdict_line *line);
/* Returns the share of a budget for one of so many acts. */
struct budget verdict_share(struct budget whole, int acts);

#endif
