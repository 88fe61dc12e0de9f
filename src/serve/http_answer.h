/* Answers to requests of HTTP: the files of the page, /healthz, /metrics, and refusals. */
#ifndef SERVE_HTTP_ANSWER_H
#define SERVE_HTTP_ANSWER_H

#include "serve/server.h"
#include <microhttpd.h>

/* Returns a header of the request, NULL if it has none. */
const char *http_answer_header(struct MHD_Connection *connection, const char *name);
/* Answers a GET or HEAD of a path. */
enum MHD_Result http_answer_path(struct server *server, struct MHD_Connection *connection,
                                 const char *path);
/* Answers a line of text. `name` and `value` are a further header, or NULL. */
enum MHD_Result http_answer_line(struct MHD_Connection *connection, unsigned status,
                                 const char *line, const char *name, const char *value);

#endif
