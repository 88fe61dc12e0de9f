/* How a WebSocket begins: the key and its answer, and where a browser may come from. */
#ifndef SERVE_HANDSHAKE_H
#define SERVE_HANDSHAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HANDSHAKE_KEY_CHARS = 24, HANDSHAKE_ACCEPT_BYTES = 29, HANDSHAKE_SHA1_BYTES = 20 };

void handshake_sha1(const void *bytes, size_t length, uint8_t digest[HANDSHAKE_SHA1_BYTES]);
/* Returns whether a key is 16 bytes in base64. */
bool handshake_key_fits(const char *key);
/* Writes the answer to a key that fits. */
void handshake_accept(const char *key, char accept[HANDSHAKE_ACCEPT_BYTES]);
/* Returns whether a page of this origin may come in: no origin at all is a program; else it must
 * have the host that it asked for, or be `further` ("" for none). */
bool handshake_origin_fits(const char *origin, const char *host, const char *further);
/* Returns whether a header's list, as of Connection, has a word, in any case of letters. */
bool handshake_lists(const char *list, const char *word);

#endif
