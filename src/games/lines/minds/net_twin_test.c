/* The net of lines: every kernel of this machine agrees with plain loops, to the bit, and files
 * that are not fit are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/lines/minds/net.h"
#include "games/lines/minds/net_twin_test.h"

static struct random_net random_one;
static struct twin twin;

static void fill_view(struct lines_net_view *view, struct rng *rng, int kind) {
    uint8_t *at = &view->at[0][0][0];
    for (size_t i = 0; i < sizeof *view; i++) {
        uint32_t any = rng_next(rng);
        at[i] = (uint8_t)(kind == 0 ? 255 : kind == 1 ? 0 : any >> 24 & (any & 3 ? 0 : 255));
    }
}

static struct lines_net *open_net(const struct net_kernel *kernel) {
    char reason[NET_FILE_REASON_MAX] = "";
    size_t size;
    uint8_t *file = random_net_file(&random_one, &size);
    struct lines_net *net = lines_net_new(file, size, false, kernel, reason);
    free(file);
    assert_string_equal(reason, "");
    assert_non_null(net);
    return net;
}

/* Compares a policy with the twin, whose trunk has run. */
static void check_moves(const struct lines_net_moves *moves, struct rng *rng) {
    for (int colour = 0; colour < TWIN_COLOURS; colour++)
        for (int cell = 0; cell < TWIN_CELLS; cell += 1 + (int)(rng_next(rng) % 30)) {
            int to = (int)(rng_next(rng) % TWIN_CELLS), d = (int)(rng_next(rng) % 16);
            assert_int_equal(moves->ball[colour][cell][d], twin_side(&twin, 'q', colour, cell, d));
            assert_int_equal(moves->target[colour][cell][d],
                             twin_side(&twin, 'k', colour, cell, d));
            assert_int_equal(moves->ball_alone[colour][cell],
                             twin_side(&twin, 'q', colour, cell, 16));
            assert_int_equal(lines_net_logit(moves, colour, cell, to),
                             twin_logit(&twin, colour, cell, to));
        }
}

/* Scratch that holds rubbish, and begins at an odd place. */
static uint8_t *rubbish_for(const struct lines_net *net) {
    size_t size = lines_net_scratch(net) + 1;
    uint8_t *scratch = malloc(size);
    assert_non_null(scratch);
    memset(scratch, 0xA5, size);
    return scratch;
}

static void check_net(const struct lines_net_view *view, struct rng *rng) {
    static struct lines_net_moves moves[NET_KERNELS_MAX];
    const struct net_kernel *kernels[NET_KERNELS_MAX];
    int count = net_kernels(kernels);
    struct lines_net_worth expected = twin_value(&twin, &random_one, view);
    for (int i = 0; i < count; i++) {
        struct lines_net *net = open_net(kernels[i]);
        uint8_t *scratch = rubbish_for(net);
        struct lines_net_worth worth = lines_net_value(net, view, scratch + 1);
        assert_true(worth.points == expected.points && worth.death == expected.death);
        lines_net_policy(net, view, scratch + 1, &moves[i]);
        assert_memory_equal(&moves[i], &moves[0], sizeof *moves);
        lines_net_free(net);
        free(scratch);
    }
    twin_trunk(&twin, &random_one, "policy.", view);
    check_moves(&moves[0], rng);
}

static void check_some(int channels, int blocks, int inner, int times) {
    struct lines_net_view view;
    struct rng rng = rng_new(7, (uint64_t)channels);
    for (int i = 0; i < times; i++) {
        random_net_init(&random_one, channels, blocks, inner, i % 3 == 1, rng_next(&rng));
        fill_view(&view, &rng, i % 7);
        check_net(&view, &rng);
        random_net_release(&random_one);
    }
}

static void small_nets_agree(void **unused) {
    (void)unused;
    check_some(16, 1, 16, 14);
    check_some(16, 3, 16, 2);
    check_some(16, 2, 32, 2);
}

static void larger_nets_agree(void **unused) {
    (void)unused;
    check_some(32, 1, 32, 1);
    check_some(32, 2, 16, 1);
    check_some(48, 1, 64, 1);
    check_some(64, 2, 48, 1);
}

/* Changes a tensor, tries to open the net, and puts the tensor back. */
static void refuse(const char *name, const void *number, size_t size, const char *expected) {
    char reason[NET_FILE_REASON_MAX] = "", before[16];
    void *tensor = (void *)(uintptr_t)random_net_find(&random_one, name);
    size_t file_size;
    memcpy(before, tensor, size);
    memcpy(tensor, number, size);
    uint8_t *file = random_net_file(&random_one, &file_size);
    assert_null(lines_net_new(file, file_size, false, NULL, reason));
    assert_string_equal(reason, expected);
    memcpy(tensor, before, size);
    free(file);
}

static void unfit_tensors_are_refused(void **unused) {
    const int32_t huge = INT32_MAX, least = INT32_MIN, k = INT32_MAX / 255, odd = 24, none = 0;
    const int64_t beyond = INT64_MIN;
    const float infinite = INFINITY, nothing = NAN;
    (void)unused;
    random_net_init(&random_one, 16, 2, 16, false, 1);
#define REFUSE(name, number, reason) refuse(name, &(number), sizeof(number), reason)
    REFUSE("policy.stem.b", huge, "'policy.stem.w' is too large: sums would overflow");
    REFUSE("value.stem.b", least, "'value.stem.w' is too large: sums would overflow");
    REFUSE("policy.1.ab", huge, "'policy.1.aw' is too large: sums would overflow");
    REFUSE("value.0.bb", least, "'value.0.bw' is too large: sums would overflow");
    REFUSE("value.1.k", k, "'value.1.bw' is too large: sums would overflow");
    REFUSE("policy.kb", huge, "'policy.kw' is too large: sums would overflow");
    REFUSE("value.hb", huge, "'value.hw' is too large: sums would overflow");
    REFUSE("value.l1b", beyond, "'value.l1b' is too large: sums would overflow");
    REFUSE("policy.1.br", infinite, "'policy.1.br' has a scale that is not a finite number");
    REFUSE("value.l2r", nothing, "'value.l2r' has a scale that is not a finite number");
    REFUSE("policy.shape", odd, "'policy.shape' must have multiples of 16 channels, at most 256");
    REFUSE("value.shape", none, "'value.shape' must have multiples of 16 channels, at most 256");
    const int32_t wide[4] = {16, 2, 16, 272}, narrow[3] = {16, 2, 0};
    REFUSE("policy.shape", wide, "'policy.shape' must have multiples of 16 channels, at most 256");
    REFUSE("value.shape", narrow, "'value.shape' must have multiples of 16 channels, at most 256");
#undef REFUSE
    random_net_release(&random_one);
}

/* A tensor that is missing, and shapes that do not fit together. */
static void other_files_are_refused(void **unused) {
    char reason[NET_FILE_REASON_MAX] = "";
    size_t size;
    (void)unused;
    random_net_init(&random_one, 16, 1, 16, false, 1);
    strcpy(random_one.names[random_one.count - 1], "value.other");
    uint8_t *file = random_net_file(&random_one, &size);
    assert_null(lines_net_new(file, size, false, NULL, reason));
    assert_string_equal(reason, "'value.l2r' is missing");
    assert_null(lines_net_new(file, size - 1, false, NULL, reason));
    assert_non_null(strstr(reason, "the weights are cut short"));
    free(file);
    strcpy(random_one.names[random_one.count - 1], "value.l2r");
    file = random_net_file(&random_one, &size);
    assert_null(lines_net_new(file, size, true, NULL, reason));
    assert_string_equal(reason, "'98.policy.shape' is missing");
    free(file);
    int32_t more = 32, blocks[2] = {16, 17};
    refuse("policy.shape", &more, sizeof more,
           "'policy.stem.w' has another type or shape than expected");
    refuse("value.shape", blocks, sizeof blocks, "'value.shape' must have 1 to 16 blocks");
    int32_t two[4] = {16, 2, 16, 16};
    refuse("policy.shape", two, sizeof two, "'policy.1.gw' is missing");
    two[2] = 32;
    refuse("policy.shape", two, sizeof two,
           "'policy.0.gw' has another type or shape than expected");
    random_net_release(&random_one);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_nets_agree),
        cmocka_unit_test(larger_nets_agree),
        cmocka_unit_test(unfit_tensors_are_refused),
        cmocka_unit_test(other_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
