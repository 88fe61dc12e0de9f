/* What the files of `tilewright review` share. */
#ifndef CLI_REVIEW_H
#define CLI_REVIEW_H

#include "play/review.h"

struct review_show {
    const struct review *review;
    bool ascii, every; /* plain characters only; a row for every move */
    void *state;       /* room for one */
};

/* Prints a review for a person. Returns false if out of memory. */
bool review_show(const struct review_show *show);

#endif
