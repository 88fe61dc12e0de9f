/* File descriptors: how many there may be, and a loop that has room for them. */
#ifndef SERVE_FILES_H
#define SERVE_FILES_H

#include <stdbool.h>
#include <uv.h>

/* Raises the limit on open files as far as it may be. Returns how many connections fit, at most so
 * many as are wanted; some files are left for other uses. */
int files_make_room(int connections);
/* Makes the loop's table large enough for them. It could grow later, but libuv ends the process if
 * there is no memory for that then. Returns false if there is none now. */
bool files_widen(uv_loop_t *loop, int connections);

#endif
