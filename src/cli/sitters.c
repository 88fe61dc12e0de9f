/* Names of agents, separated by commas; "me" is a person. */
#include "cli/sitters.h"
#include "cli/cli.h"
#include "term/seats.h"
#include <string.h>
#include <strings.h>

enum { WRONG_BYTES = 512 };

static bool is_person(const char *name, size_t length) {
    static const char *const words[] = {"me", "you", "person", "human"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && strncasecmp(words[i], name, length) == 0) return true;
    return false;
}

/* Reads one name of a list; *from moves past it and its comma. */
static int read_one(const struct game *game, const char **from, struct player *player) {
    char wrong[WRONG_BYTES];
    struct text text = text_over(wrong, sizeof wrong);
    const char *name = *from;
    size_t length = strcspn(name, ",");
    *from += length + (name[length] == ',');
    *player = (struct player){.agent = NULL};
    if (is_person(name, length) || player_read(game, name, length, player, &text)) return -1;
    return cli_complain("%s", wrong);
}

static int count_names(const char *list) {
    int count = 1;
    for (; *list; list++) count += *list == ',';
    return count;
}

void sitters_count(const struct game *game, const char *const *operands, int count, const char *vs,
                   const char *seats, int params[PARAMS_MAX]) {
    static const char name[] = "players";
    int wanted = seats ? count_names(seats) : vs ? count_names(vs) + 1 : 0;
    for (int i = 0; i < count; i++)
        if (strncmp(operands[i], name, sizeof name - 1) == 0) return;
    for (int i = 0; wanted && game->params[i].name; i++) {
        const struct param *param = &game->params[i];
        bool fits = wanted >= param->min && wanted <= param->max;
        if (strcmp(param->name, name) == 0 && fits && (seats || wanted > params[i]))
            params[i] = wanted;
    }
}

/* The keyboard has keys for two persons who play at the same time. */
static int check_persons(const struct table_setup *setup, int count) {
    int persons = 0;
    for (int seat = 0; seat < count; seat++) persons += !setup->seats[seat].player.agent;
    if (persons < 3 || !game_has_clock(setup->game)) return -1;
    return cli_complain("at most two persons can play %s at one keyboard, not %d; see --vs",
                        setup->game->name, persons);
}

/* One name is for all other seats, else there is one each. */
static int read_others(struct table_setup *setup, int count, const char *vs) {
    int names = count_names(vs);
    if (count < 2)
        return cli_complain("--vs must not be used: %s is for one player; see 'watch --live'",
                            setup->game->name);
    if (names != 1 && names != count - 1)
        return cli_complain("--vs must name one agent, or one for each of %d seats", count - 1);
    for (int seat = 1; seat < count; seat++) {
        const char *from = vs;
        for (int i = 0; i < (names == 1 ? 1 : seat); i++) {
            int status = read_one(setup->game, &from, &setup->seats[seat].player);
            if (status >= 0) return status;
        }
    }
    return -1;
}

static int read_all(struct table_setup *setup, int count, const char *seats) {
    if (count_names(seats) != count)
        return cli_complain("--seats must name who sits at each of %d seats, separated by commas: "
                            "'me' or an agent",
                            count);
    for (int seat = 0; seat < count; seat++) {
        int status = read_one(setup->game, &seats, &setup->seats[seat].player);
        if (status >= 0) return status;
    }
    return -1;
}

int sitters_read(struct table_setup *setup, int count, const char *vs, const char *seats,
                 bool opponents) {
    int status = -1;
    if (vs && seats) return cli_complain("--vs and --seats must not be used together");
    if (seats) status = read_all(setup, count, seats);
    if (vs) status = read_others(setup, count, vs);
    for (int seat = 1; !vs && !seats && opponents && seat < count; seat++)
        setup->seats[seat].player.agent = seats_opponent(setup->game);
    if (status < 0) status = check_persons(setup, count);
    if (status < 0) seats_name(setup, count);
    return status;
}
