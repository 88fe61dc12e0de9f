/* Writes a position as text. What is empty at the end of a list is left out, so that an early
 * position is short; what is empty before that is 0, so that no two separators meet. */
#include "games/azul/tools/position.h"

static const char letters[] = "BYRKW";

/* A list on its way into a text: it is cut behind its last member that is not empty. */
struct list {
    struct text *out;
    char separator;
    bool begun;
    size_t kept, at; /* the length of the text up to there, and before the current member */
};

static struct list begin_list(struct text *out, char separator) {
    return (struct list){.out = out, .separator = separator, .kept = out->length};
}

static void begin_member(struct list *list) {
    if (list->begun) text_char(list->out, list->separator);
    list->begun = true;
    list->at = list->out->length;
}

static void end_member(struct list *list) {
    if (list->out->length > list->at)
        list->kept = list->out->length;
    else
        text_char(list->out, '0');
}

static void end_list(struct list *list) {
    list->out->length = list->kept;
    list->out->at[list->kept] = '\0';
}

static void put_letters(int colour, int count, struct text *out) {
    for (int i = 0; i < count; i++) text_char(out, letters[colour]);
}

static void put_factory(uint64_t pile, struct text *out) {
    for (int colour = 0; colour < AZUL_COLOURS; colour++)
        put_letters(colour, azul_count(pile, colour), out);
}

static void put_pile(uint64_t pile, struct text *out) {
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        int count = azul_count(pile, colour);
        if (count > 1) text_int(out, count);
        if (count) text_char(out, letters[colour]);
    }
}

static void put_lines(const struct azul_player *player, struct text *out) {
    for (int row = 0; row < AZUL_SIDE; row++) {
        if (player->filled[row]) text_int(out, row + 1);
        put_letters(player->colour[row], player->filled[row], out);
    }
}

static void put_wall(const struct azul_player *player, struct text *out) {
    for (int row = 0; row < AZUL_SIDE; row++) {
        if (player->wall >> AZUL_SIDE * row & 31) text_int(out, row + 1);
        for (int col = 0; col < AZUL_SIDE; col++)
            if (player->wall & azul_cell(row, col))
                text_char(out, letters[azul_wall_colour(row, col)]);
    }
}

static void put_floor(const struct azul_player *player, bool token, struct text *out) {
    if (token) text_char(out, 'T');
    for (int i = 0; i < player->floor_count; i++)
        text_char(out, letters[azul_floor_tile(player, i)]);
}

static void put_player(const struct azul *azul, int seat, struct text *out) {
    const struct azul_player *player = &azul->player[seat];
    struct list fields = begin_list(out, '-');
    begin_member(&fields);
    if (player->score) text_int(out, player->score);
    end_member(&fields);
    begin_member(&fields);
    put_lines(player, out);
    end_member(&fields);
    begin_member(&fields);
    put_wall(player, out);
    end_member(&fields);
    begin_member(&fields);
    put_floor(player, azul->token == seat, out);
    end_member(&fields);
    end_list(&fields);
}

static void put_factories(const struct azul *azul, struct text *out) {
    struct list factories = begin_list(out, '-');
    for (int source = 1; source <= azul_factories(azul); source++) {
        begin_member(&factories);
        put_factory(azul->source[source], out);
        end_member(&factories);
    }
    end_list(&factories);
}

static void put_head(const struct azul *azul, struct text *out) {
    text_format(out, "azul%d-r%d", azul->players, azul->round);
    if (azul->max_rounds != AZUL_ROUNDS) text_format(out, "of%d", azul->max_rounds);
    text_format(out, "-p%d", azul->active + 1);
    if (azul->phase == AZUL_REFILL) text_string(out, "-refill");
    if (azul->phase == AZUL_OVER) text_string(out, "-over");
}

void azul_position_write(const struct azul *azul, struct text *out) {
    struct list parts = begin_list(out, '_');
    begin_member(&parts);
    put_head(azul, out);
    end_member(&parts);
    begin_member(&parts);
    put_factories(azul, out);
    end_member(&parts);
    begin_member(&parts);
    put_pile(azul->source[AZUL_CENTER], out);
    end_member(&parts);
    for (int seat = 0; seat < azul->players; seat++) {
        begin_member(&parts);
        put_player(azul, seat, out);
        end_member(&parts);
    }
    end_list(&parts);
    if (azul->lid) text_string(out, "_lid");
    put_pile(azul->lid, out);
}
