/* What goes out to a terminal. A frame is made only when all before it is on its way, from what is
 * true then: so nothing piles up for a slow reader. */
#ifndef SERVE_TELNET_WRITE_H
#define SERVE_TELNET_WRITE_H

#include "serve/telnet_client.h"

/* Sends bytes, at once or after what waits. Of a client that does not read, little is kept, and
 * further answers are dropped. */
void telnet_write_bytes(struct telnet_client *client, const char *bytes, size_t count);
/* Sends what changed on the screen, unless something waits to be sent. */
void telnet_write_frame(struct telnet_client *client);
/* Sends nothing more, and tells the other side. */
void telnet_write_end(struct telnet_client *client);
/* Returns whether the client has read nothing for too long. Looks at it again at write_look. */
bool telnet_write_is_stuck(struct telnet_client *client, double now);
void telnet_write_release(struct telnet_client *client);

#endif
