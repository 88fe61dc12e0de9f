/* The search: what each place of a capsule is worth, given the next capsule and what may come.
 *
 * First every place is rated by the field after it, then by the best place of the next capsule
 * there. The best pairs of places are looked at more deeply: the mean over all capsules that may
 * follow, of the best place for each. A node is a place rated. */
#ifndef FALLS_SEARCH_H
#define FALLS_SEARCH_H

#include "game/host.h"
#include "minds.h"

struct falls_skill {
    uint8_t acts;    /* key presses between two ticks, at most */
    uint8_t plies;   /* 1: only this capsule; 2: the next one, too; 3: and those after it */
    int32_t sending; /* the worth of an element sent to a rival, as capsules saved */
};

/* All that an answer depends on. Questions are compared as bytes: set them to 0 first. */
struct falls_question {
    struct falls_field field;
    struct falls_reach places; /* where the capsule might rest */
    struct falls_reach care;   /* of these, the best one is searched as well as the best of all */
    uint8_t incoming[FALLS_UNITS_MAX][FALLS_UNIT_MAX];
    uint8_t colours[2], next[2];  /* of the capsule and of the one after it */
    uint8_t units, rivals;        /* how many wait, and how many others play */
    struct falls_pace pace;       /* of the capsules to come; 1 to FALLS_PACE_MAX key presses */
    uint8_t beat;                 /* key presses between two ticks, for who steers */
    uint64_t nodes, milliseconds; /* the budget; 0 is no limit */
};

/* A place, and the cost from there on: the capsules still to come until the field is clear. */
struct falls_option {
    struct falls_field field; /* after it */
    int32_t cost, gain;       /* gain: by what it sends; part of the cost */
    int16_t place;
    uint8_t status;
    bool paired; /* for the search */
};

struct falls_pair;

/* The best pairs of places. */
struct falls_pairs {
    struct falls_pair *pairs;
    int count, order[64];
};

struct falls_search {
    const struct host *host;
    const struct falls_skill *skill;
    struct falls_worth worth;
    struct falls_question question;            /* the last one */
    struct falls_option options[FALLS_PLACES]; /* best first */
    int count;
    uint64_t nodes;   /* spent */
    uint64_t answers; /* how many questions were searched */
    bool stopped;     /* by the host */
    /* For the search: */
    struct falls_pairs best, cared; /* of all, and of those that begin with a place cared for */
    bool over;
    double begin, done;
    uint64_t asked; /* the nodes when the host was asked last */
};

/* Both belong to the caller and must outlive the search. Returns NULL if out of memory. */
struct falls_search *falls_search_new(const struct host *host, const struct falls_skill *skill);
void falls_search_free(struct falls_search *search);
/* Fills `options`. If the question is the one answered last, they are there already. */
void falls_search_ask(struct falls_search *search, const struct falls_question *question);

#endif
