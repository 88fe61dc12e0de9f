/* What some headers of a request say. Each may be NULL: the request has none. */
#ifndef SERVE_HTTP_HEADERS_H
#define SERVE_HTTP_HEADERS_H

#include "serve/limits.h"

enum http_headers_coding { HTTP_HEADERS_PLAIN, HTTP_HEADERS_GZIP, HTTP_HEADERS_BR };

/* Chooses how to send a file by Accept-Encoding: compressed if that is taken at all, as is liked
 * best, by Brotli if both are liked as much. */
enum http_headers_coding http_headers_coding(const char *accept_encoding);
/* Returns whether If-None-Match names this ETag, which is given without quotes, or it with "-gz" or
 * "-br" added: the same file, compressed. */
bool http_headers_match(const char *if_none_match, const char *etag);
/* Finds whom a proxy speaks for: the last address of X-Forwarded-For, the one that our own proxy
 * wrote. Addresses that cannot be read all count as one. */
void http_headers_forwarded(const char *forwarded, struct limits_address *address);

#endif
