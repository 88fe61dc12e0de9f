/* Files of tensors: what is written is read; what is damaged is refused, and by what reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "net/net_file.h"
#include "net/net_write_test.h"

enum { TENSORS = 3, MOST = 4096 };

static const int8_t bytes[5] = {1, -2, 3, -4, 5};
static const int64_t large[2] = {INT64_MIN, INT64_MAX};
static const float floats[2][3] = {{1, 2, 3}, {-1, 0.5F, 1e30F}};
static const void *const data[TENSORS] = {bytes, large, floats};
static const struct net_shape shapes[TENSORS] = {
    {"bytes", NET_INT8, 1, {5}},
    {"a.large.one", NET_INT64, 1, {2}},
    {"twenty.three.letters...", NET_FLOAT32, 2, {2, 3}},
};

static size_t make(uint8_t file[MOST]) {
    size_t size = net_write(NULL, shapes, data, TENSORS);
    assert_true(size <= MOST);
    return net_write(file, shapes, data, TENSORS);
}

static void reads_what_is_written(void **unused) {
    uint8_t bytes_of[MOST];
    struct net_file file;
    size_t size = make(bytes_of);
    (void)unused;
    assert_null(net_file_open(&file, bytes_of, size));
    for (int i = 0; i < TENSORS; i++) {
        uint8_t copy[64];
        const void *found;
        assert_null(net_file_find(&file, &shapes[i], &found));
        assert_null(net_file_copy(&file, &shapes[i], copy));
        assert_memory_equal(found, data[i], net_write_size(&shapes[i]));
        assert_memory_equal(copy, data[i], net_write_size(&shapes[i]));
    }
}

static void finds_only_what_is_asked_for(void **unused) {
    uint8_t bytes_of[MOST];
    struct net_file file;
    const void *found = NULL;
    const struct net_shape others[] = {
        {"bytes", NET_INT8, 1, {4}},
        {"bytes", NET_INT16, 1, {5}},
        {"bytes", NET_INT8, 2, {5, 1}},
        {"twenty.three.letters...", NET_FLOAT32, 2, {3, 2}},
    };
    size_t size = make(bytes_of);
    (void)unused;
    assert_null(net_file_open(&file, bytes_of, size));
    assert_string_equal(net_file_find(&file, &(struct net_shape){"byte", NET_INT8, 1, {5}}, &found),
                        "'byte' is missing");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const char *reason = net_file_find(&file, &others[i], &found);
        assert_non_null(reason);
        assert_non_null(strstr(reason, "has another type or shape than expected"));
    }
    assert_null(found);
}

/* A copy of the very size, so that a sanitizer sees every byte that is read too much. */
static bool opens(const uint8_t *from, size_t size) {
    uint8_t *own = malloc(size ? size : 1);
    struct net_file file;
    assert_non_null(own);
    memcpy(own, from, size);
    bool opened = !net_file_open(&file, own, size);
    free(own);
    return opened;
}

static void every_flipped_bit_is_refused(void **unused) {
    uint8_t file[MOST];
    size_t size = make(file);
    (void)unused;
    assert_true(opens(file, size));
    for (size_t bit = 0; bit < 8 * size; bit++) {
        file[bit / 8] ^= (uint8_t)(1 << bit % 8);
        assert_false(opens(file, size));
        file[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
}

/* The hash does not cover the header: the same with a hash that fits. Only data may change. */
static void flipped_bits_with_a_hash_that_fits(void **unused) {
    uint8_t file[MOST];
    size_t size = make(file), entries = NET_FILE_HEADER + TENSORS * NET_FILE_ENTRY, survive = 0;
    (void)unused;
    for (size_t bit = 0; bit < 8 * size; bit++) {
        file[bit / 8] ^= (uint8_t)(1 << bit % 8);
        if (bit / 8 < 24 || bit / 8 >= 32) net_write_seal(file, size);
        bool name = bit / 8 >= NET_FILE_HEADER && bit / 8 < entries;
        if (opens(file, size)) survive += !name;
        file[bit / 8] ^= (uint8_t)(1 << bit % 8);
        net_write_seal(file, size);
    }
    assert_int_equal(survive, 8 * (sizeof bytes + sizeof large + sizeof floats));
}

static void every_cut_is_refused(void **unused) {
    uint8_t file[MOST];
    size_t size = make(file);
    (void)unused;
    for (size_t short_of = 0; short_of < size; short_of++) assert_false(opens(file, short_of));
    file[size] = 0;
    assert_false(opens(file, size + 1));
}

struct damage {
    const char *reason;
    size_t at, count; /* bytes to overwrite; an entry is told by ENTRY */
    uint8_t bytes[8];
};

#define ENTRY(index, byte) (NET_FILE_HEADER + (index)*NET_FILE_ENTRY + (byte))

/* Each kind of fault, with a hash that fits, has its own sentence. */
static void says_what_is_wrong(void **unused) {
    static const struct damage damages[] = {
        {"must begin with TWNET", 4, 1, "X"},
        {"another version: it must be 1", 8, 1, {2}},
        {"a wrong number of tensors", 12, 4, {0}},
        {"a wrong number of tensors", 12, 4, {255, 255, 255, 255}},
        {"bytes between tensors must be zero", 12, 1, {TENSORS - 1}},
        {"begins outside of the data", 12, 1, {TENSORS + 1}},
        {"cut short: they have ", 16, 8, {0, 0, 0, 0, 0, 0, 0, 127}},
        {"too long: they have ", 16, 8, {1}},
        {"a tensor has no proper name", ENTRY(0, 0), 1, {0}},
        {"a tensor has no proper name", ENTRY(2, 23), 1, "x"},
        {"has an unknown type", ENTRY(0, 24), 1, {5}},
        {"must have 1 to 4 dims", ENTRY(0, 25), 1, {0}},
        {"must have 1 to 4 dims", ENTRY(0, 25), 1, {5}},
        {"must have 1 to 4 dims", ENTRY(0, 26), 1, {1}},
        {"must have unused dims of 1", ENTRY(0, 32), 1, {2}},
        {"must begin at a multiple of 64", ENTRY(0, 44), 1, {32}},
        {"begins outside of the data", ENTRY(0, 44), 4, {0, 0, 0, 0}},
        {"begins outside of the data", ENTRY(0, 44), 4, {0, 0, 0, 255}},
        {"is empty or ends outside of the data", ENTRY(0, 28), 1, {0}},
        {"is empty or ends outside of the data", ENTRY(1, 28), 4, {0, 0, 0, 128}},
        {"is empty or ends outside of the data", ENTRY(2, 28), 8, {0, 0, 0, 128, 0, 0, 0, 128}},
        {"overlaps another tensor", ENTRY(0, 28), 1, {65}},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        const struct damage *damage = &damages[i];
        uint8_t bytes_of[MOST];
        struct net_file file;
        size_t size = make(bytes_of);
        memcpy(bytes_of + damage->at, damage->bytes, damage->count);
        net_write_seal(bytes_of, size);
        const char *reason = net_file_open(&file, bytes_of, size);
        assert_non_null(reason);
        if (!strstr(reason, damage->reason)) assert_string_equal(reason, damage->reason);
        assert_int_equal(file.tensors, 0);
    }
}

static void says_more_that_is_wrong(void **unused) {
    uint8_t bytes_of[MOST];
    struct net_file file;
    size_t size = make(bytes_of);
    (void)unused;
    assert_string_equal(net_file_open(&file, bytes_of, 31),
                        "the weights are cut short: they have 31 bytes, and must be 32");
    bytes_of[size - 1] ^= 1;
    assert_string_equal(net_file_open(&file, bytes_of, size),
                        "the weights are damaged: their hash is another");
    memcpy(bytes_of + ENTRY(1, 0), bytes_of + ENTRY(0, 0), NET_FILE_NAME);
    net_write_seal(bytes_of, size);
    assert_string_equal(net_file_open(&file, bytes_of, size), "'bytes' is there twice");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_is_written),
        cmocka_unit_test(finds_only_what_is_asked_for),
        cmocka_unit_test(every_flipped_bit_is_refused),
        cmocka_unit_test(flipped_bits_with_a_hash_that_fits),
        cmocka_unit_test(every_cut_is_refused),
        cmocka_unit_test(says_what_is_wrong),
        cmocka_unit_test(says_more_that_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
