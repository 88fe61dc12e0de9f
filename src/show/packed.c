/* Packing rows of cells. The list is looked through from its beginning: it is short, and only what
 * changes is looked up. A full list is first freed of what no place has any more. */
#include "show/packed.h"
#include <assert.h>
#include <string.h>

_Static_assert(sizeof(struct cells_cell) == sizeof(uint64_t), "cells are compared as numbers");
enum { WHOLE = sizeof(struct cells_cell), BYTE_CELLS = 256, PAIR_CELLS = 1024 };

static size_t places_of(const struct packed *packed) {
    return (size_t)packed->rows * (size_t)packed->cols;
}

/* Returns where the list begins: aligned for cells. */
static size_t list_offset(size_t places, int bytes) {
    return (places * (size_t)bytes + WHOLE - 1) / WHOLE * WHOLE;
}

static struct cells_cell *list_of(const struct packed *packed) {
    return (struct cells_cell *)(void *)(packed->at +
                                         list_offset(places_of(packed), packed->bytes));
}

static int index_at(const struct packed *packed, size_t place) {
    return packed->bytes == 1 ? packed->at[place] : ((const uint16_t *)(void *)packed->at)[place];
}

static void set_index(struct packed *packed, size_t place, int index) {
    if (packed->bytes == 1)
        packed->at[place] = (uint8_t)index;
    else
        ((uint16_t *)(void *)packed->at)[place] = (uint16_t)index;
}

static uint64_t as_number(const struct cells_cell *cell) {
    uint64_t number;
    memcpy(&number, cell, sizeof number);
    return number;
}

static bool is_same(const struct cells_cell *a, const struct cells_cell *b) {
    return as_number(a) == as_number(b);
}

static bool make_room(struct packed *packed, size_t capacity) {
    if (capacity <= packed->capacity) return true;
    if (packed->grow && packed->grow(packed, capacity)) return true;
    packed->rows = packed->cols = 0;
    return false;
}

bool packed_fill(struct packed *packed, int rows, int cols, struct cells_cell cell) {
    size_t places = (size_t)rows * (size_t)cols;
    if (!make_room(packed, list_offset(places, 1) + sizeof cell)) return false;
    packed->rows = rows;
    packed->cols = cols;
    packed->bytes = 1;
    packed->count = 1;
    memset(packed->at, 0, places);
    *list_of(packed) = cell;
    return true;
}

void packed_read(const struct packed *packed, int row, int col, int count, struct cells_cell *out) {
    size_t first = (size_t)row * (size_t)packed->cols;
    const struct cells_cell *list = list_of(packed);
    assert(row >= 0 && row < packed->rows && col >= 0 && col + count <= packed->cols);
    if (packed->bytes == WHOLE)
        memcpy(out + col, packed->at + (first + (size_t)col) * WHOLE, (size_t)count * WHOLE);
    else if (packed->bytes == 1)
        for (int i = col; i < col + count; i++) out[i] = list[packed->at[first + (size_t)i]];
    else
        for (int i = col; i < col + count; i++) out[i] = list[index_at(packed, first + (size_t)i)];
}

/* Takes what no place has off the list. */
static void clean(struct packed *packed) {
    int16_t numbers[PAIR_CELLS];
    struct cells_cell *list = list_of(packed);
    int kept = 0;
    memset(numbers, 0, sizeof numbers);
    for (size_t i = 0; i < places_of(packed); i++) numbers[index_at(packed, i)] = 1;
    for (int i = 0; i < packed->count; i++) {
        if (!numbers[i]) continue;
        list[kept] = list[i];
        numbers[i] = (int16_t)kept++;
    }
    for (size_t i = 0; i < places_of(packed); i++)
        set_index(packed, i, numbers[index_at(packed, i)]);
    packed->count = kept;
}

/* Makes places larger: from the last to the first, since what is there is moved up. */
static bool widen(struct packed *packed) {
    struct packed wide = *packed;
    struct cells_cell list[PAIR_CELLS];
    size_t places = places_of(packed);
    memcpy(list, list_of(packed), (size_t)packed->count * sizeof *list);
    wide.bytes = packed->bytes == 1 ? 2 : WHOLE;
    size_t cells = wide.bytes == WHOLE ? 0 : (size_t)packed->count + 1;
    if (!make_room(packed, list_offset(places, wide.bytes) + cells * sizeof *list)) return false;
    wide.at = packed->at;
    wide.capacity = packed->capacity;
    for (size_t i = places; i-- > 0;) {
        int index = index_at(packed, i);
        if (wide.bytes == WHOLE)
            memcpy(wide.at + i * WHOLE, &list[index], WHOLE);
        else
            set_index(&wide, i, index);
    }
    if (wide.bytes != WHOLE) memcpy(list_of(&wide), list, (size_t)wide.count * sizeof *list);
    *packed = wide;
    return true;
}

/* Makes room for one more in the list, or for whole cells. */
static bool extend(struct packed *packed) {
    int most = packed->bytes == 1 ? BYTE_CELLS : PAIR_CELLS;
    if (packed->count == most) {
        clean(packed);
        if (packed->count > most - most / 8 && !widen(packed)) return false;
    }
    size_t cells = packed->bytes == WHOLE ? 0 : (size_t)packed->count + 1;
    return make_room(packed, list_offset(places_of(packed), packed->bytes) +
                                 cells * sizeof(struct cells_cell));
}

/* Returns where the number of a cell may be noted. */
static uint8_t *hint_of(struct packed *packed, uint64_t cell) {
    return &packed->hints[cell * UINT64_C(0x9E3779B97F4A7C15) >> 59];
}

static int find_listed(struct packed *packed, uint64_t wanted) {
    const struct cells_cell *list = list_of(packed);
    uint8_t *hint = hint_of(packed, wanted);
    if (*hint < packed->count && as_number(&list[*hint]) == wanted) return *hint;
    for (int i = 0; i < packed->count; i++)
        if (as_number(&list[i]) == wanted) {
            *hint = (uint8_t)i;
            return i;
        }
    return -1;
}

/* Returns the number of a cell in the list, where it is put if it is new; -1 if that has no room.
 */
static int find(struct packed *packed, const struct cells_cell *cell) {
    int index = find_listed(packed, as_number(cell));
    if (index >= 0) return index;
    if (!extend(packed) || packed->bytes == WHOLE) return -1;
    list_of(packed)[packed->count] = *cell;
    return packed->count++;
}

bool packed_write(struct packed *packed, int row, int col, int count,
                  const struct cells_cell *cells) {
    assert(row >= 0 && row < packed->rows && col >= 0 && col + count <= packed->cols);
    size_t first = (size_t)row * (size_t)packed->cols;
    int last = -1; /* the number found last: neighbours are often the same */
    for (int i = col; i < col + count && packed->bytes != WHOLE; i++) {
        size_t place = first + (size_t)i;
        if (is_same(&list_of(packed)[index_at(packed, place)], &cells[i])) continue;
        if (last < 0 || !is_same(&list_of(packed)[last], &cells[i])) last = find(packed, &cells[i]);
        if (packed->rows == 0) return false;
        if (last >= 0) set_index(packed, place, last);
    }
    if (packed->bytes == WHOLE)
        memcpy(packed->at + (first + (size_t)col) * WHOLE, cells + col, (size_t)count * WHOLE);
    return true;
}
