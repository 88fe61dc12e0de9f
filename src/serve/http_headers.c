/* Headers come from anywhere: what cannot be read counts as absent. */
#include "serve/http_headers.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <strings.h>

/* Returns the weight that parameters give a coding, in thousandths: ";q=0.5" is 500. Without a
 * weight it is 1000; one that cannot be read is 0. */
static int weight_of(const char *params, size_t length) {
    const char *end = params + length;
    while (params + 1 < end && !((*params == 'q' || *params == 'Q') && params[1] == '=')) params++;
    if (params + 1 >= end) return 1000;
    int weight = 0, unit = 1000;
    for (params += 2; params < end && unit > 0; params++) {
        if (*params == '.') continue;
        if (*params < '0' || *params > '9') break;
        weight += unit * (*params - '0');
        unit /= 10;
    }
    return weight;
}

static bool is_coding(const char *name, size_t length, const char *coding) {
    return strlen(coding) == length && strncasecmp(name, coding, length) == 0;
}

enum http_headers_coding http_headers_coding(const char *accept) {
    int br = -1, gzip = -1, any = 0;
    while (accept && *accept) {
        accept += strspn(accept, " \t,");
        size_t length = strcspn(accept, ","), name = strcspn(accept, " \t,;");
        int weight = weight_of(accept + name, length - name);
        if (is_coding(accept, name, "br")) br = weight;
        if (is_coding(accept, name, "gzip") || is_coding(accept, name, "x-gzip")) gzip = weight;
        if (is_coding(accept, name, "*")) any = weight;
        accept += length;
    }
    if (br < 0) br = any;
    if (gzip < 0) gzip = any;
    if (br > 0 && br >= gzip) return HTTP_HEADERS_BR;
    return gzip > 0 ? HTTP_HEADERS_GZIP : HTTP_HEADERS_PLAIN;
}

static bool is_suffix(const char *text, size_t length) {
    return length == 0 ||
           (length == 3 && (memcmp(text, "-gz", 3) == 0 || memcmp(text, "-br", 3) == 0));
}

bool http_headers_match(const char *list, const char *etag) {
    size_t length = strlen(etag);
    while (list && *list) {
        list += strspn(list, " \t,");
        if (*list == '*') return true;
        if (strncmp(list, "W/", 2) == 0) list += 2;
        if (*list != '"') return false;
        size_t count = strcspn(++list, "\"");
        if (count >= length && memcmp(list, etag, length) == 0 &&
            is_suffix(list + length, count - length))
            return true;
        list += count;
        if (*list == '"') list++;
    }
    return false;
}

void http_headers_forwarded(const char *forwarded, struct limits_address *address) {
    char last[INET6_ADDRSTRLEN] = "";
    struct sockaddr_in v4 = {.sin_family = AF_INET};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
    const char *comma = strrchr(forwarded, ','), *begin = comma ? comma + 1 : forwarded;
    begin += strspn(begin, " \t[\"");
    size_t length = strcspn(begin, " \t]\"");
    if (length < sizeof last) memcpy(last, begin, length);
    if (inet_pton(AF_INET, last, &v4.sin_addr) == 1)
        limits_address((const struct sockaddr *)&v4, address);
    else if (inet_pton(AF_INET6, last, &v6.sin6_addr) == 1)
        limits_address((const struct sockaddr *)&v6, address);
    else
        *address = (struct limits_address){.local = false};
}
