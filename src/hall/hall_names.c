/* Two names must not look the same to a person: so nothing is allowed that shows as nothing or as a
 * space, nor marks that combine with other characters, and letters are compared without case in the
 * scripts that have it. */
#include "hall/hall_names.h"
#include "base/hash.h"

struct range {
    uint32_t first, last;
};

static bool is_within(uint32_t code, const struct range *ranges, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].first && code <= ranges[i].last) return true;
    return false;
}

/* Spaces and fillers that look like nothing, marks that stand on other characters and could be
 * piled up, letters that are others by another name, and what has no meaning. */
static bool is_refused(uint32_t code) {
    static const struct range ranges[] = {
        {0xA0, 0xA0},       {0x300, 0x36F},     {0x483, 0x489},     {0x591, 0x5BD},
        {0x5BF, 0x5BF},     {0x5C1, 0x5C7},     {0x610, 0x61A},     {0x64B, 0x65F},
        {0x670, 0x670},     {0x6D6, 0x6DC},     {0x6DF, 0x6ED},     {0x711, 0x711},
        {0x730, 0x74A},     {0x7A6, 0x7B0},     {0x7EB, 0x7F3},     {0x816, 0x82D},
        {0x859, 0x85B},     {0x898, 0x8FF},     {0xE31, 0xE31},     {0xE34, 0xE3A},
        {0xE47, 0xE4E},     {0xEB1, 0xEB1},     {0xEB4, 0xEBC},     {0xEC8, 0xECD},
        {0xF18, 0xF19},     {0xF35, 0xF35},     {0xF37, 0xF37},     {0xF39, 0xF39},
        {0xF71, 0xF84},     {0xF86, 0xFBC},     {0x115F, 0x1160},   {0x135D, 0x135F},
        {0x1680, 0x1680},   {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x1AB0, 0x1AFF},
        {0x1CD0, 0x1CF9},   {0x1DC0, 0x1DFF},   {0x2000, 0x200A},   {0x202F, 0x202F},
        {0x205F, 0x205F},   {0x20D0, 0x20FF},   {0x2126, 0x2126},   {0x212A, 0x212B},
        {0x2800, 0x2800},   {0x2CEF, 0x2CF1},   {0x2DE0, 0x2DFF},   {0x3000, 0x3000},
        {0x302A, 0x302F},   {0x3099, 0x309A},   {0x3164, 0x3164},   {0xA66F, 0xA67D},
        {0xA69E, 0xA69F},   {0xA6F0, 0xA6F1},   {0xA8E0, 0xA8F1},   {0xE000, 0xF8FF},
        {0xFB1E, 0xFB1E},   {0xFDD0, 0xFDEF},   {0xFE00, 0xFE0F},   {0xFE20, 0xFE2F},
        {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFF},   {0x1D165, 0x1D1AD}, {0x1D242, 0x1D244},
        {0x1E000, 0x1E02A}, {0x1E8D0, 0x1E8D6}, {0xF0000, 0x10FFFF}};
    if (code >= 0x10000 && (code & 0xFFFE) == 0xFFFE) return true;
    return text_is_obeyed(code) || is_within(code, ranges, sizeof ranges / sizeof *ranges);
}

static const char *skip_spaces(const char *at) {
    while (*at == ' ') at++;
    return at;
}

int hall_names_read(const char *from, int chars, char *out) {
    int count = 0, length;
    uint32_t code = 0;
    for (const char *at = skip_spaces(from); *at;
         at = code == ' ' ? skip_spaces(at) : at + length) {
        if (!*skip_spaces(at)) break;
        length = text_character(at, strlen(at), &code);
        if (!length || is_refused(code) || count++ == chars) return -1;
        memcpy(out, at, (size_t)length);
        out += length;
    }
    *out = '\0';
    return count;
}

/* Letters of two cases that lie by turns, the large one first; 1 where that is the odd one. */
static uint32_t fold_pair(uint32_t code, uint32_t odd) {
    return code % 2 == odd ? code + 1 : code;
}

static uint32_t fold(uint32_t code) {
    static const struct {
        uint32_t first, last, step;
    } apart[] = {{'A', 'Z', 32},        {0xC0, 0xD6, 32},   {0xD8, 0xDE, 32},
                 {0x391, 0x3A1, 32},    {0x3A3, 0x3AB, 32}, {0x400, 0x40F, 80},
                 {0x410, 0x42F, 32},    {0x531, 0x556, 48}, {0xFF21, 0xFF3A, 32},
                 {0x10400, 0x10427, 40}};
    static const struct range even[] = {{0x100, 0x12F},   {0x132, 0x137},   {0x14A, 0x177},
                                        {0x460, 0x481},   {0x48A, 0x4BF},   {0x4D0, 0x52F},
                                        {0x1E00, 0x1E95}, {0x1EA0, 0x1EFF}, {0x1F6, 0x21F}};
    static const struct range odd[] = {
        {0x139, 0x148}, {0x179, 0x17E}, {0x4C1, 0x4CE}, {0x1CD, 0x1DC}};
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
        if (code >= apart[i].first && code <= apart[i].last) return code + apart[i].step;
    if (code == 0x178) return 0xFF;
    if (code == 0x3C2) return 0x3C3;
    if (is_within(code, even, sizeof even / sizeof *even)) return fold_pair(code, 0);
    return is_within(code, odd, sizeof odd / sizeof *odd) ? fold_pair(code, 1) : code;
}

/* Writes the code as so many bytes of UTF-8. */
static void encode(uint32_t code, int length, char *out) {
    for (int i = length - 1; i > 0; i--, code >>= 6) out[i] = (char)(0x80 | (code & 0x3F));
    out[0] = (char)(length == 1 ? code : (0xF00u >> length & 0xFF) | code);
}

/* Both cases of a letter have the same length in UTF-8. */
void hall_names_fold(const char *name, char *out) {
    uint32_t code = 0;
    while (*name) {
        int length = text_character(name, strlen(name), &code);
        if (length)
            encode(fold(code), length, out);
        else
            *out = *name, length = 1;
        name += length, out += length;
    }
    *out = '\0';
}

uint64_t hall_names_hash(const char *folded) {
    return hash_bytes(folded, strlen(folded));
}
