/* What some headers of a request say. Each may be NULL: the request has none. */
#ifndef SERVE_HTTP_HEADERS_H
#define SERVE_HTTP_HEADERS_H

#include "serve/limits.h"

/* Returns whether Accept-Encoding takes gzip. */
bool http_headers_gzip(const char *accept_encoding);
/* Returns whether If-None-Match names this ETag, which is given without quotes, or it with "-gz"
 * added: the same file, compressed. */
bool http_headers_match(const char *if_none_match, const char *etag);
/* Finds whom a proxy speaks for: the last address of X-Forwarded-For, the one that our own proxy
 * wrote. Addresses that cannot be read all count as one. */
void http_headers_forwarded(const char *forwarded, struct limits_address *address);

#endif
