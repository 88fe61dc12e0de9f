/* Lists that something can be taken out of at any time, without looking for it. */
#ifndef SERVE_TELNET_LINK_H
#define SERVE_TELNET_LINK_H

#include <stddef.h>

struct telnet_link {
    struct telnet_link *next, **prior; /* prior is NULL outside of any list */
    void *owner;
};

/* Puts it at the front, unless it is in a list already. */
static inline void telnet_link_add(struct telnet_link **list, struct telnet_link *link) {
    if (link->prior) return;
    link->next = *list;
    link->prior = list;
    if (link->next) link->next->prior = &link->next;
    *list = link;
}

static inline void telnet_link_remove(struct telnet_link *link) {
    if (!link->prior) return;
    *link->prior = link->next;
    if (link->next) link->next->prior = link->prior;
    link->prior = NULL;
}

/* Takes all over from a list, into an empty one. */
static inline void telnet_link_move(struct telnet_link **from, struct telnet_link **to) {
    *to = *from;
    *from = NULL;
    if (*to) (*to)->prior = to;
}

#endif
