/* Headers come from anywhere: what cannot be read counts as absent. */
#include "serve/http_headers.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <strings.h>

/* Returns whether the parameters of a coding have a weight of zero: ";q=0", "; q=0.000". */
static bool refused(const char *params, size_t length) {
    const char *end = params + length;
    for (; params < end; params++) {
        if ((*params != 'q' && *params != 'Q') || params + 1 >= end || params[1] != '=') continue;
        for (params += 2; params < end && (*params == '0' || *params == '.'); params++) {
        }
        return params == end || *params < '1' || *params > '9';
    }
    return false;
}

bool http_headers_gzip(const char *accept) {
    bool any = false;
    while (accept && *accept) {
        accept += strspn(accept, " \t,");
        size_t length = strcspn(accept, ","), name = strcspn(accept, " \t,;");
        bool fits = !refused(accept + name, length - name);
        if (name == 4 && strncasecmp(accept, "gzip", 4) == 0) return fits;
        if (name == 6 && strncasecmp(accept, "x-gzip", 6) == 0) return fits;
        if (name == 1 && *accept == '*') any = fits;
        accept += length;
    }
    return any;
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
            (count == length || (count == length + 3 && memcmp(list + length, "-gz", 3) == 0)))
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
