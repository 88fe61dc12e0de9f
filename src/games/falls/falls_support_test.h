/* For tests: positions of falls by hand, with rows as the protocol writes them, the lowest last. */
#ifndef FALLS_SUPPORT_TEST_H
#define FALLS_SUPPORT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "falls.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HAND_EMPTY ".. .. .. .. .. .. .. .."

/* Reads rows, separated by newlines, into a field; the last of them is `row`. */
static inline void hand_parse_rows(const char *rows, int row, struct falls_tiles *tiles,
                                   falls_set *virus) {
    int lines = 1;
    memset(tiles, 0, sizeof *tiles);
    *virus = 0;
    for (const char *at = rows; *at; at++) lines += *at == '\n';
    for (row -= lines - 1; lines-- > 0; row++, rows += 3 * FALLS_COLS)
        for (int col = 0; col < FALLS_COLS; col++) {
            const char *cell = rows + 3 * col;
            falls_set bit = falls_cell(row, col);
            assert_true(row >= 0 && strchr(".RYB", cell[0]) && strchr(".*o<>^v", cell[1]));
            if (cell[0] == 'R' || cell[0] == 'B') tiles->one |= bit;
            if (cell[0] == 'Y' || cell[0] == 'B') tiles->two |= bit;
            if (cell[1] == '*') *virus |= bit;
            if (cell[1] == '>') tiles->right |= bit;
            if (cell[1] == 'v') tiles->down |= bit;
        }
}

static inline void hand_put_settled(struct falls *falls, int seat, const char *rows) {
    struct falls_player *player = &falls->player[seat];
    hand_parse_rows(rows, FALLS_ROWS - 1, &player->settled, &player->virus);
}

/* Sets what moves, a capsule or not; its lowest row is `row`. */
static inline void hand_put_moving(struct falls *falls, int seat, int row, const char *rows,
                                   bool capsule) {
    struct falls_player *player = &falls->player[seat];
    falls_set none;
    hand_parse_rows(rows, FALLS_ROWS - 1, &player->moving, &none);
    player->low = (uint8_t)row;
    player->controlled = capsule;
}

/* Begins a round: each field has a virus bottom right and a capsule RY at the top; the next is BB.
 */
static inline void hand_begin_round(struct falls *falls, int players) {
    falls_game.start(falls, (int[]){players, FALLS_VIRUSES_MAX, -1});
    falls->first = falls->kept = 1;
    falls->capsules[0] = 8;
    for (int seat = 0; seat < players; seat++) {
        falls->player[seat].drawn = 1;
        hand_put_settled(falls, seat, ".. .. .. .. .. .. .. Y*");
        hand_put_moving(falls, seat, 0, ".. .. .. R> Y< .. .. ..", true);
    }
    falls_tell(falls);
}

static inline void hand_require_sound(const struct falls *falls) {
    const char *wrong = falls_game.check(falls);
    if (wrong) fail_msg("check: %s", wrong);
}

static inline void hand_tick(struct falls *falls, int seat) {
    hand_require_sound(falls);
    assert_null(falls_game.refuse(falls, CLOCK, (action)seat));
    falls_game.apply(falls, CLOCK, (action)seat);
    hand_require_sound(falls);
}

static inline void hand_draw(struct falls *falls, action act) {
    assert_null(falls_game.refuse(falls, CHANCE, act));
    falls_game.apply(falls, CHANCE, act);
    hand_require_sound(falls);
}

static inline void hand_show(const struct falls *falls) {
    static char json[1 << 16];
    struct text text = text_over(json, sizeof json);
    falls_write(falls, &text);
    for (char *at = json; *at; at++)
        if (*at == ',') *at = '\n';
    puts(json);
}

/* Require these settled rows at the bottom, and these moving rows, the lowest at `row`. */
static inline void hand_require_settled(const struct falls *falls, int seat, const char *rows) {
    struct falls_tiles tiles;
    falls_set virus;
    hand_parse_rows(rows, FALLS_ROWS - 1, &tiles, &virus);
    if (memcmp(&tiles, &falls->player[seat].settled, sizeof tiles) == 0 &&
        virus == falls->player[seat].virus)
        return;
    hand_show(falls);
    fail_msg("other tiles are settled than\n%s", rows);
}

static inline void hand_require_moving(const struct falls *falls, int seat, int row,
                                       const char *rows) {
    struct falls_tiles tiles, placed = falls_placed_tiles(&falls->player[seat]);
    falls_set virus;
    hand_parse_rows(rows, row, &tiles, &virus);
    if (memcmp(&tiles, &placed, sizeof tiles) == 0) return;
    hand_show(falls);
    fail_msg("other tiles move than\n%s\nat row %d", rows, row);
}

/* A round of two: seat 0 has a chain and settled pairs, seat 1 a capsule and units. */
static inline void hand_make_round(struct falls *falls) {
    hand_begin_round(falls, 2);
    hand_put_settled(falls, 0, ".. Rv .. .. .. .. .. ..\n.. B^ Y> Y< .. .. .. Y*");
    hand_put_moving(falls, 0, 9, "Bo .. .. .. .. .. .. ..\n.. .. .. .. .. Ro .. ..", false);
    falls->player[0].chain = FALLS_RED | FALLS_BLUE << 2;
    hand_put_moving(falls, 1, 4, ".. .. .. Bv .. .. .. ..\n.. .. .. R^ .. .. .. ..", true);
    falls->player[1].units = 2;
    memcpy(falls->player[1].incoming, (uint8_t[]){1 + 4, 2 + 32, 0, 0, 3 + 12}, 5);
    hand_require_sound(falls);
}

#endif
