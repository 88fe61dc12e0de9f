/* The door of the terminals. Those that something happened to are in lists, so that thousands who
 * only sit there cost nothing. */
#include "serve/telnet.h"
#include "serve/listener.h"
#include "serve/telnet_client.h"
#include <stdlib.h>

struct telnet_door {
    struct listener *listener;
    struct telnet_client_shared shared;
};

static void take(void *self, int socket, const struct sockaddr *from,
                 const struct limits_address *address) {
    struct telnet_door *door = self;
    (void)from;
    telnet_client_start(&door->shared, socket, address);
}

/* Runs those that other threads woke; one that is woken meanwhile has its turn afterwards. */
static void run_awake(uv_async_t *async) {
    struct telnet_client_shared *shared = &((struct telnet_door *)async->data)->shared;
    uv_mutex_lock(&shared->lock);
    telnet_link_move(&shared->awake, &shared->run);
    while (shared->run) {
        struct telnet_client *client = shared->run->owner;
        telnet_link_remove(shared->run);
        uv_mutex_unlock(&shared->lock);
        telnet_client_run(client);
        uv_mutex_lock(&shared->lock);
    }
    uv_mutex_unlock(&shared->lock);
}

static void forget(uv_handle_t *handle) {
    telnet_door_free(handle->data);
}

struct telnet_door *telnet_open(struct server *server, struct text *wrong) {
    struct telnet_door *door = calloc(1, sizeof *door);
    struct listener_setup setup = {.server = server,
                                   .part = "telnet",
                                   .take = take,
                                   .self = door,
                                   .paced = true,
                                   .before = "",
                                   .after = "\r\n"};
    if (!door || uv_mutex_init(&door->shared.lock) != 0) {
        text_string(wrong, "there is not enough memory");
        free(door);
        return NULL;
    }
    door->shared.server = server;
    desk_init(&door->shared.desk);
    door->shared.woken.data = door;
    int error = uv_async_init(&server->loop, &door->shared.woken, run_awake);
    if (error) text_string(wrong, uv_strerror(error));
    if (!error) door->listener = listener_open(&setup, server->options.port, &server->port, wrong);
    if (door->listener) return door;
    if (error)
        telnet_door_free(door);
    else
        uv_close((uv_handle_t *)&door->shared.woken, forget);
    return NULL;
}

void telnet_flush(struct telnet_door *door) {
    struct telnet_client_shared *shared = &door->shared;
    telnet_link_move(&shared->dirty, &shared->sent);
    while (shared->sent) telnet_client_update(shared->sent->owner);
}

bool telnet_find(const struct member *member, struct server_visit *visit) {
    const struct telnet_client *client = lobby_visitor(member);
    if (!client) return false;
    telnet_client_address(client, visit->address);
    visit->heard = client->heard;
    return true;
}

void telnet_close(struct telnet_door *door, const char *why) {
    listener_close(door->listener);
    for (struct telnet_link *link = door->shared.all, *next; link; link = next) {
        next = link->next;
        telnet_client_finish(link->owner, why);
    }
    uv_close((uv_handle_t *)&door->shared.woken, NULL);
}

void telnet_door_free(struct telnet_door *door) {
    uv_mutex_destroy(&door->shared.lock);
    desk_release(&door->shared.desk);
    free(door);
}
