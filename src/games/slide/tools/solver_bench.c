/* Shortest solutions of published boards: the time to make tables and to solve, with the large
 * tables and with those made at once, with and without the pruning automaton. */
#include "bench/bench.h"
#include "games/slide/board/parser.h"
#include "games/slide/optimal/pruner.h"
#include "games/slide/optimal/tables.h"
#include "tests/support/shelf.h"
#include <stdlib.h>
#include <string.h>

enum { BOARDS_MAX = 128 };

struct problem {
    int number, length;
    uint16_t tiles[SLIDE_PDB_CELLS_MAX];
};

static void build(struct shelf *shelf, int side) {
    double begin = bench_seconds();
    int before = shelf->count;
    size_t bytes;
    const char *wrong = slide_tables_build(side, side, &shelf->host, &bytes);
    double seconds = bench_seconds() - begin;
    if (wrong) {
        fprintf(stderr, "%s\n", wrong);
        exit(1);
    }
    printf("large tables of %dx%d: %d, %.1f MB, made in %.1f s\n", side, side,
           shelf->count - before, (double)bytes / 1e6, seconds);
}

/* Reads the problems of a file with these numbers, or all, and turns them: their goal is blank
 * first. */
static int read_problems(const char *name, const int *wanted, struct problem *problems) {
    static char bytes[1 << 16];
    struct slide_parser *parser = calloc(1, sizeof *parser);
    FILE *file = fopen(name, "rb");
    size_t length = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    int count = 0;
    if (!parser || !length) {
        fprintf(stderr, "%s cannot be read: run this from the root of the sources\n", name);
        exit(1);
    }
    slide_parser_init(parser, bytes, length);
    for (int number = 1; slide_parser_next(parser) == 1 && count < BOARDS_MAX; number++) {
        bool take = !wanted;
        for (int i = 0; wanted && wanted[i]; i++) take |= wanted[i] == number;
        if (!take) continue;
        slide_board_turn(&parser->board);
        problems[count] = (struct problem){.number = number, .length = parser->expected_length};
        memcpy(problems[count++].tiles, parser->board.tiles,
               sizeof(uint16_t) * (size_t)(parser->board.rows * parser->board.cols));
    }
    fclose(file);
    free(parser);
    return count;
}

/* Solves all problems. Returns the nodes, and counts the lengths that are as published. */
static uint64_t solve(const struct slide_heuristic *heuristic, const struct problem *problems,
                      int count, int *right) {
    struct slide_ida_limits limits = {.threads = 1};
    struct slide_ida_result result;
    uint64_t nodes = 0;
    *right = 0;
    for (int i = 0; i < count; i++) {
        *right += slide_ida_solve(heuristic, problems[i].tiles, &limits, &result) == 0 &&
                  result.length == problems[i].length;
        nodes += result.nodes;
    }
    return nodes;
}

static double solve_all(const char *title, const struct slide_heuristic *heuristic,
                        const struct problem *problems, int count, int tries) {
    double best = 0;
    uint64_t nodes = 0;
    int right = 0;
    for (int i = 0; i < tries; i++) {
        double begin = bench_seconds();
        nodes = solve(heuristic, problems, count, &right);
        double seconds = bench_seconds() - begin;
        if (i == 0 || seconds < best) best = seconds;
    }
    printf("%s: %d of %d as published, mean %.0f nodes, %.3f ms\n", title, right, count,
           (double)nodes / count, 1000 * best / count);
    return (double)nodes;
}

static struct slide_tables *make_tables(const char *title, int side, const struct host *host) {
    double begin = bench_seconds();
    struct slide_tables *tables = slide_tables_new(side, side, host);
    if (!tables) exit(1);
    printf("%s: ready in %.2f s\n", title, bench_seconds() - begin);
    return tables;
}

static void measure_15(struct shelf *shelf) {
    static struct problem problems[BOARDS_MAX];
    struct host bare = {.threads = 1};
    struct slide_pruner undo;
    int count = read_problems("tests/data/korf100.txt", NULL, problems);
    struct slide_tables *small = make_tables("4x4, tables made at once", 4, &bare);
    solve_all("  Korf's boards", slide_tables_heuristic(small), problems, count, 1);
    slide_tables_free(small);
    build(shelf, 4);
    struct slide_tables *large = make_tables("4x4, large tables", 4, &shelf->host);
    double nodes = solve_all("  Korf's boards", slide_tables_heuristic(large), problems, count,
                             4 * BENCH_TRIES);
    if (slide_pruner_init(&undo, 4, 4, 2, 1 << 20, NULL) < 0) exit(1);
    struct slide_heuristic heuristic = *slide_tables_heuristic(large);
    heuristic.next = (const uint32_t(*)[4])undo.next;
    heuristic.start = undo.start;
    double more = solve_all("  the same, just not taking moves back", &heuristic, problems, count,
                            BENCH_TRIES);
    printf("  the automaton saves a factor of %.2f in nodes\n", more / nodes);
    slide_pruner_release(&undo);
    slide_tables_free(large);
}

static void measure_24(struct shelf *shelf) {
    static const int wanted[] = {38, 40, 25, 44, 0};
    static struct problem problems[BOARDS_MAX];
    int count = read_problems("bench/data/korf50_24.txt", wanted, problems);
    double all = 0;
    build(shelf, 5);
    struct slide_tables *tables = make_tables("5x5, large tables", 5, &shelf->host);
    for (int i = 0; i < count; i++) {
        struct slide_ida_limits limits = {.threads = 1};
        struct slide_ida_result result;
        double begin = bench_seconds();
        slide_ida_solve(slide_tables_heuristic(tables), problems[i].tiles, &limits, &result);
        double seconds = bench_seconds() - begin;
        printf("  Korf's board %d: %d moves (%d published), %.1f M nodes, %.2f s\n",
               problems[i].number, result.length, problems[i].length, (double)result.nodes / 1e6,
               seconds);
        all += seconds;
    }
    printf("  together %.2f s\n", all);
    slide_tables_free(tables);
}

int main(void) {
    struct shelf shelf;
    shelf_init(&shelf);
    measure_15(&shelf);
    measure_24(&shelf);
    shelf_release(&shelf);
    return 0;
}
