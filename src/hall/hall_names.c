/* Two names must not look the same to a person: so nothing is allowed that shows as nothing or as a
 * space, nor marks that combine with other characters. */
#include "hall/hall_names.h"
#include <string.h>

/* Spaces and fillers that look like nothing, marks that stand on other characters, and what has no
 * meaning. */
static bool is_refused(uint32_t code) {
    static const uint32_t ranges[][2] = {
        {0xA0, 0xA0},       {0x300, 0x36F},   {0x483, 0x489},   {0x591, 0x5BD},
        {0x610, 0x61A},     {0x64B, 0x65F},   {0x115F, 0x1160}, {0x1680, 0x1680},
        {0x17B4, 0x17B5},   {0x180B, 0x180F}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},
        {0x2000, 0x200A},   {0x202F, 0x202F}, {0x205F, 0x205F}, {0x20D0, 0x20FF},
        {0x2800, 0x2800},   {0x3000, 0x3000}, {0x302A, 0x302F}, {0x3099, 0x309A},
        {0x3164, 0x3164},   {0xE000, 0xF8FF}, {0xFDD0, 0xFDEF}, {0xFE00, 0xFE0F},
        {0xFE20, 0xFE2F},   {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFF}, {0x1D165, 0x1D1AD},
        {0xF0000, 0x10FFFF}};
    if (code >= 0x10000 && (code & 0xFFFE) == 0xFFFE) return true;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i][0] && code <= ranges[i][1]) return true;
    return text_is_obeyed(code);
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

bool hall_names_equal(const char *one, const char *other) {
    char first[HALL_NAME_BYTES], second[HALL_NAME_BYTES];
    struct text text = text_over(first, sizeof first);
    text_small(&text, one, strlen(one));
    text = text_over(second, sizeof second);
    text_small(&text, other, strlen(other));
    return strcmp(first, second) == 0;
}
