/* A team of threads for work that comes often and is short. They spin for a moment before
 * they sleep, since waking up takes longer than a step of a few thousand games. */
#ifndef PLAY_BATCH_TEAM_H
#define PLAY_BATCH_TEAM_H

struct batch_team;

/* Does a part of some work, on a thread from 0 on. */
typedef void batch_part(void *self, int part, int thread);

/* A team of so many threads, the caller's included. Returns NULL if out of memory, or if threads
 * cannot be started. */
struct batch_team *batch_team_new(int threads);
void batch_team_free(struct batch_team *team);
/* Does all parts; returns when they are done. Each thread begins with its own, always the same ones
 * for the same number of parts, and then helps the others. The caller is thread 0, and does all by
 * itself if no other thread gets a processor in time, or in a child process after fork. */
void batch_team_run(struct batch_team *team, int parts, batch_part *part, void *self);

#endif
