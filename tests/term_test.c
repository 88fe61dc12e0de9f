/* Terms by the thousand: they share a desk, keep little, and draw only what changed. A small
 * screen of letters stands for a game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "term/term.h"
#include <stdlib.h>
#include <string.h>

enum { TERMS = 3, LETTERS = 12 };

/* Letters in boxes; some changed since the last frame. */
struct board {
    char letters[LETTERS];
    bool changed[LETTERS];
    int patches, draws; /* made so far */
};

static struct desk desk;
static struct config config;
static struct board boards[TERMS];
static struct term *terms[TERMS];
static char out[1 << 17];

static struct cells_box box_of(const struct cells *cells, int letter) {
    int cols = cells->cols / LETTERS;
    return (struct cells_box){0, letter * cols, cells->rows, cols};
}

static void draw_letter(struct board *board, struct cells *cells, int letter) {
    struct cells_cell cell = {(uint8_t)board->letters[letter], THEME_INK, THEME_PAPER, 0, 0};
    board->changed[letter] = false;
    cells_fill(cells, box_of(cells, letter), cell);
}

static void draw(void *self, struct term *term, struct cells *cells) {
    struct board *board = self;
    (void)term;
    board->draws++;
    for (int i = 0; i < LETTERS; i++) draw_letter(board, cells, i);
}

static int patch(void *self, struct term *term, struct cells *cells, struct cells_box *boxes) {
    struct board *board = self;
    int count = 0;
    (void)term;
    board->patches++;
    for (int i = 0; i < LETTERS; i++) {
        if (!board->changed[i]) continue;
        draw_letter(board, cells, i);
        boxes[count++] = box_of(cells, i);
    }
    return board->letters[0] == '!' ? -1 : count;
}

/* A letter that is typed comes first. */
static void event(void *self, struct term *term, const struct input_event *event) {
    struct board *board = self;
    if (event->kind != INPUT_KEY) return;
    board->letters[0] = (char)event->key;
    board->changed[0] = term->touched = true;
}

static void release(void *self) {
    (void)self;
}

static const struct term_screen screen = {
    .name = "board", .draw = draw, .event = event, .release = release, .patch = patch};

static int begin(void **unused) {
    (void)unused;
    static const struct {
        int rows, cols, colours;
    } kinds[TERMS] = {{24, 80, WIRE_256}, {50, 160, WIRE_TRUE}, {5, 24, WIRE_NONE}};
    desk_init(&desk);
    config_standard(&config);
    for (int i = 0; i < TERMS; i++) {
        config.colours = kinds[i].colours;
        struct term_setup setup = {
            .config = &config, .desk = &desk, .rows = kinds[i].rows, .cols = kinds[i].cols};
        terms[i] = term_new(&setup);
        assert_non_null(terms[i]);
        boards[i] = (struct board){.draws = 0};
        memset(boards[i].letters, 'a' + i, LETTERS);
        term_open(terms[i], &screen, &boards[i]);
    }
    return 0;
}

static int end(void **unused) {
    (void)unused;
    for (int i = 0; i < TERMS; i++) term_free(terms[i]);
    desk_release(&desk);
    return 0;
}

static size_t send(int index) {
    size_t total = 0;
    for (bool done = false; !done;) {
        struct text text = text_over(out, sizeof out);
        done = term_output(terms[index], &text);
        assert_false(text.cut);
        total += text.length;
    }
    return total;
}

/* Drawing everything sends nothing: all that changed is shown already. */
static void require_shown(int index) {
    terms[index]->dirty = true;
    assert_int_equal(send(index), 0);
}

static void test_patches(void **unused) {
    (void)unused;
    struct rng rng = rng_new(16, 3);
    for (int i = 0; i < TERMS; i++) assert_true(send(i) > 0);
    for (int i = 0; i < 3000; i++) {
        int index = (int)rng_below(&rng, TERMS);
        struct board *board = &boards[index];
        int draws = board->draws;
        for (uint32_t k = rng_below(&rng, 4); k > 0; k--) {
            uint32_t letter = rng_below(&rng, LETTERS);
            board->letters[letter] = (char)('a' + rng_below(&rng, 26));
            board->changed[letter] = terms[index]->touched = true;
        }
        send(index);
        assert_int_equal(board->draws, draws);
        if (i % 7 == 0) require_shown(index);
    }
}

/* A frame that needs several pieces is drawn anew for each, on cells that others use meanwhile. */
static void test_pieces(void **unused) {
    (void)unused;
    static char piece[TERMS][WIRE_PIECE_MAX + 1];
    bool done[TERMS] = {false};
    for (int left = TERMS; left > 0;)
        for (int i = 0; i < TERMS; i++) {
            struct text text = text_over(piece[i], sizeof piece[i]);
            if (done[i]) continue;
            done[i] = term_output(terms[i], &text);
            assert_true(done[i] || text.length > 0);
            left -= done[i];
        }
    for (int i = 0; i < TERMS; i++) require_shown(i);
}

static void test_resize_within_a_frame(void **unused) {
    (void)unused;
    static char piece[WIRE_PIECE_MAX + 1];
    struct text text = text_over(piece, sizeof piece);
    assert_false(term_output(terms[0], &text));
    term_resize(terms[0], 100, 300);
    assert_int_equal(terms[0]->cells.cols, 300);
    assert_true(send(0) > 100 * 300);
    require_shown(0);
    for (int i = 1; i < TERMS; i++) send(i); /* the cells may lie elsewhere now */
    term_resize(terms[0], -5, 100000);
    assert_int_equal(terms[0]->cells.rows, 1);
    assert_int_equal(terms[0]->cells.cols, CELLS_COLS_MAX);
    send(0);
    require_shown(0);
}

/* A message, a screen that cannot patch, other looks: all is drawn. */
static void test_all_is_drawn(void **unused) {
    (void)unused;
    send(0);
    struct board *board = &boards[0];
    term_input(terms[0], (const uint8_t *)"x", 1, 1);
    send(0);
    assert_int_equal(board->draws, 1);
    assert_int_equal(board->patches, 1);
    term_say(terms[0], "hello");
    send(0);
    assert_int_equal(board->draws, 2);
    term_input(terms[0], (const uint8_t *)"y", 1, 1); /* the message is taken away */
    send(0);
    assert_int_equal(board->draws, 3);
    term_input(terms[0], (const uint8_t *)"!", 1, 1);
    send(0);
    assert_int_equal(board->draws, 4);
    terms[0]->config.colours = WIRE_16;
    term_set_looks(terms[0]);
    assert_true(send(0) > 24 * 80);
    assert_int_equal(board->draws, 5);
    require_shown(0);
    assert_int_equal(send(0), 0);
}

static void test_little_memory(void **unused) {
    (void)unused;
    assert_in_range(sizeof(struct term), 1, 1500);
    send(0);
    assert_in_range(terms[0]->wire.shown.capacity, 1, 2304);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_patches, begin, end),
        cmocka_unit_test_setup_teardown(test_pieces, begin, end),
        cmocka_unit_test_setup_teardown(test_resize_within_a_frame, begin, end),
        cmocka_unit_test_setup_teardown(test_all_is_drawn, begin, end),
        cmocka_unit_test_setup_teardown(test_little_memory, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
