/* Every answer has the same headers for safety: nothing inline, nothing from elsewhere, no frames.
 * One more tells the page that there are rooms here: the same files may lie on a plain host. */
#include "serve/http_answer.h"
#include "serve/assets.h"
#include "serve/http_headers.h"
#include <stdlib.h>
#include <string.h>

enum { METRICS_BYTES = 1 << 14, ETAG_BYTES = 64 };

static const char *const safety[][2] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
     "style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; "
     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Embedder-Policy", "require-corp"}, /* else there is no shared memory */
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
    {"Tilewright", "rooms"},
};

static bool add(struct MHD_Response *response, const char *name, const char *value) {
    return MHD_add_response_header(response, name, value) == MHD_YES;
}

/* Sends an answer, and lets it go. */
static enum MHD_Result queue(struct MHD_Connection *connection, unsigned status,
                             struct MHD_Response *response) {
    bool fine = response != NULL;
    for (size_t i = 0; fine && i < sizeof safety / sizeof *safety; i++)
        fine = add(response, safety[i][0], safety[i][1]);
    enum MHD_Result result = fine ? MHD_queue_response(connection, status, response) : MHD_NO;
    if (response) MHD_destroy_response(response);
    return result;
}

static struct MHD_Response *make_text(const char *text, size_t length, const char *type) {
    struct MHD_Response *response =
        MHD_create_response_from_buffer(length, (void *)(uintptr_t)text, MHD_RESPMEM_MUST_COPY);
    if (!response) return NULL;
    if (add(response, "Content-Type", type) && add(response, "Cache-Control", "no-store"))
        return response;
    MHD_destroy_response(response);
    return NULL;
}

enum MHD_Result http_answer_line(struct MHD_Connection *connection, unsigned status,
                                 const char *line, const char *name, const char *value) {
    struct MHD_Response *response = make_text(line, strlen(line), "text/plain; charset=utf-8");
    if (response && name && !add(response, name, value)) {
        MHD_destroy_response(response);
        response = NULL;
    }
    return queue(connection, status, response);
}

static enum MHD_Result answer_metrics(struct server *server, struct MHD_Connection *connection) {
    char *buffer = malloc(METRICS_BYTES);
    if (!buffer) return MHD_NO;
    struct text out = text_over(buffer, METRICS_BYTES);
    metrics_write(&server->metrics, server->hall, &out);
    struct MHD_Response *response =
        make_text(out.at, out.length, "text/plain; version=0.0.4; charset=utf-8");
    free(buffer);
    return queue(connection, MHD_HTTP_OK, response);
}

const char *http_answer_header(struct MHD_Connection *connection, const char *name) {
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/* A file as it is sent. */
struct sent {
    const uint8_t *bytes;
    size_t length;
    const char *encoding, *suffix; /* NULL if it is plain; of its ETag */
};

static struct sent choose(const struct assets_file *file, const char *accept_encoding) {
    switch (http_headers_coding(accept_encoding)) {
    case HTTP_HEADERS_BR:
        return (struct sent){file->br, file->br_length, "br", "-br"};
    case HTTP_HEADERS_GZIP:
        return (struct sent){file->gzip, file->gzip_length, "gzip", "-gz"};
    default:
        return (struct sent){file->plain, file->plain_length, NULL, ""};
    }
}

/* Adds what says which version of a file this is, and how long it may be kept. */
static bool add_version(struct MHD_Response *response, const struct assets_file *file,
                        const char *suffix) {
    char etag[ETAG_BYTES];
    struct text text = text_over(etag, sizeof etag);
    text_format(&text, "\"%s%s\"", file->etag, suffix);
    return add(response, "ETag", etag) && add(response, "Vary", "Accept-Encoding") &&
           add(response, "Cache-Control", "no-cache");
}

static enum MHD_Result answer_file(struct MHD_Connection *connection, unsigned status,
                                   const struct assets_file *file) {
    struct sent sent = choose(file, http_answer_header(connection, "Accept-Encoding"));
    bool known = status == MHD_HTTP_OK &&
                 http_headers_match(http_answer_header(connection, "If-None-Match"), file->etag);
    struct MHD_Response *response = MHD_create_response_from_buffer(
        known ? 0 : sent.length, (void *)(uintptr_t)sent.bytes, MHD_RESPMEM_PERSISTENT);
    if (!response) return MHD_NO;
    bool fine = add_version(response, file, sent.suffix);
    if (fine && !known) fine = add(response, "Content-Type", file->type);
    if (fine && !known && sent.encoding) fine = add(response, "Content-Encoding", sent.encoding);
    if (!fine) {
        MHD_destroy_response(response);
        return MHD_NO;
    }
    return queue(connection, known ? MHD_HTTP_NOT_MODIFIED : status, response);
}

enum MHD_Result http_answer_path(struct server *server, struct MHD_Connection *connection,
                                 const char *path) {
    const struct assets_file *file = assets_find(path);
    if (file) return answer_file(connection, MHD_HTTP_OK, file);
    if (strcmp(path, "/metrics") == 0) return answer_metrics(server, connection);
    if (strcmp(path, "/healthz") == 0)
        return server->ending ? http_answer_line(connection, MHD_HTTP_SERVICE_UNAVAILABLE,
                                                 "ending\n", NULL, NULL)
                              : http_answer_line(connection, MHD_HTTP_OK, "ok\n", NULL, NULL);
    file = assets_find("/404.html");
    if (file) return answer_file(connection, MHD_HTTP_NOT_FOUND, file);
    return http_answer_line(connection, MHD_HTTP_NOT_FOUND, "There is no such page.\n", NULL, NULL);
}
