/* Each piece is written whole or not at all. After one that does not fit, nothing more is written.
 */
#include "base/text.h"
#include <assert.h>
#include <stdarg.h>
#include <string.h>

enum { QUOTE_BYTES = 48 }; /* of what is shown, with its NUL */

struct text text_over(char *buffer, size_t capacity) {
    assert(capacity > 0);
    struct text text = {.at = buffer, .capacity = capacity};
    buffer[0] = '\0';
    return text;
}

void text_clear(struct text *text) {
    *text = text_over(text->at, text->capacity);
}

void text_bytes(struct text *text, const char *bytes, size_t count) {
    if (text->cut || count >= text->capacity - text->length) {
        text->cut = text->cut || count > 0;
        return;
    }
    memcpy(text->at + text->length, bytes, count);
    text->length += count;
    text->at[text->length] = '\0';
}

void text_char(struct text *text, char c) {
    text_bytes(text, &c, 1);
}

void text_string(struct text *text, const char *string) {
    text_bytes(text, string, strlen(string));
}

static void text_number(struct text *text, uint64_t value, unsigned base, int digits, bool minus) {
    char buffer[72];
    int at = (int)sizeof buffer;
    do {
        buffer[--at] = "0123456789abcdef"[value % base];
        value /= base;
    } while (--digits > 0 || value > 0);
    if (minus) buffer[--at] = '-';
    text_bytes(text, buffer + at, sizeof buffer - (size_t)at);
}

void text_int(struct text *text, int64_t value) {
    text_number(text, value < 0 ? -(uint64_t)value : (uint64_t)value, 10, 1, value < 0);
}

void text_hex(struct text *text, uint64_t value, int digits) {
    assert(digits >= 0 && digits <= 64);
    text_number(text, value, 16, digits, false);
}

int text_character(const char *bytes, size_t count, uint32_t *code) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)bytes;
    int length = *at < 0x80 ? 1 : *at < 0xC0 ? 0 : *at < 0xE0 ? 2 : *at < 0xF0 ? 3 : 4;
    if (length == 0 || *at > 0xF4 || (size_t)length > count) return 0;
    *code = length == 1 ? *at : *at & (0x7Fu >> length);
    for (int i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80) return 0;
        *code = *code << 6 | (at[i] & 0x3F);
    }
    bool fits = *code >= least[length] && *code <= 0x10FFFF && *code >> 11 != 0x1B;
    return fits ? length : 0;
}

bool text_is_obeyed(uint32_t code) {
    static const uint32_t ranges[][2] = {{0, 0x1F},        {0x7F, 0x9F},     {0xAD, 0xAD},
                                         {0x61C, 0x61C},   {0x200B, 0x200F}, {0x2028, 0x202E},
                                         {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xE0000, 0xE0FFF}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i][0] && code <= ranges[i][1]) return true;
    return false;
}

void text_printable(struct text *text, const char *bytes, size_t count) {
    uint32_t code = 0;
    for (int length; count > 0; bytes += length, count -= (size_t)length) {
        length = text_character(bytes, count, &code);
        if (length && !text_is_obeyed(code)) {
            text_bytes(text, bytes, (size_t)length);
            continue;
        }
        text_string(text, length ? "\\u" : "\\x");
        text_hex(text, length ? code : (unsigned char)*bytes, length ? 4 : 2);
        if (!length) length = 1;
    }
}

void text_quote(struct text *text, const char *string) {
    char shown[QUOTE_BYTES];
    struct text beginning = text_over(shown, sizeof shown);
    text_printable(&beginning, string, strlen(string));
    text_format(text, "'%s%s'", shown, beginning.cut ? "..." : "");
}

/* Capital letters from `first` to `last`, every `step`-th, and what is added for the small one,
 * which takes as many bytes. The final sigma is among them. */
static const struct {
    uint32_t first, last, step, more;
} capitals[] = {
    {'A', 'Z', 1, 32},       {0xC0, 0xD6, 1, 32},       {0xD8, 0xDE, 1, 32},
    {0x100, 0x12E, 2, 1},    {0x132, 0x136, 2, 1},      {0x139, 0x147, 2, 1},
    {0x14A, 0x176, 2, 1},    {0x178, 0x178, 1, -121u},  {0x179, 0x17D, 2, 1},
    {0x18F, 0x18F, 1, 202},  {0x1A0, 0x1A4, 2, 1},      {0x1AF, 0x1AF, 1, 1},
    {0x1CD, 0x1DB, 2, 1},    {0x1DE, 0x1EE, 2, 1},      {0x1F8, 0x21E, 2, 1},
    {0x222, 0x232, 2, 1},    {0x386, 0x386, 1, 38},     {0x388, 0x38A, 1, 37},
    {0x38C, 0x38C, 1, 64},   {0x38E, 0x38F, 1, 63},     {0x391, 0x3A1, 1, 32},
    {0x3A3, 0x3AB, 1, 32},   {0x3C2, 0x3C2, 1, 1},      {0x400, 0x40F, 1, 80},
    {0x410, 0x42F, 1, 32},   {0x460, 0x480, 2, 1},      {0x48A, 0x4BE, 2, 1},
    {0x4C0, 0x4C0, 1, 15},   {0x4C1, 0x4CD, 2, 1},      {0x4D0, 0x52E, 2, 1},
    {0x531, 0x556, 1, 48},   {0x1E00, 0x1E94, 2, 1},    {0x1EA0, 0x1EFE, 2, 1},
    {0xFF21, 0xFF3A, 1, 32}, {0x10400, 0x10427, 1, 40},
};

static uint32_t small_letter(uint32_t code) {
    for (size_t i = 0; i < sizeof capitals / sizeof *capitals; i++) {
        if (code < capitals[i].first || code > capitals[i].last) continue;
        return (code - capitals[i].first) % capitals[i].step ? code : code + capitals[i].more;
    }
    return code;
}

/* Writes a character in so many bytes. */
static void put_character(struct text *text, uint32_t code, int length) {
    char bytes[4];
    for (int i = length - 1; i > 0; i--, code >>= 6) bytes[i] = (char)(0x80 | (code & 0x3F));
    bytes[0] = (char)(length == 1 ? code : (0xF00u >> length & 0xFF) | code);
    text_bytes(text, bytes, (size_t)length);
}

void text_small(struct text *text, const char *bytes, size_t count) {
    uint32_t code = 0;
    for (int length; count > 0; bytes += length, count -= (size_t)length) {
        length = text_character(bytes, count, &code);
        if (length && small_letter(code) != code) {
            put_character(text, small_letter(code), length);
            continue;
        }
        if (!length) length = 1;
        text_bytes(text, bytes, (size_t)length);
    }
}

char *text_trim(char *string) {
    static const char blanks[] = " \t\r";
    string += strspn(string, blanks);
    size_t length = strlen(string);
    while (length && strchr(blanks, string[length - 1])) length--;
    string[length] = '\0';
    return string;
}

void text_format(struct text *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    for (const char *at = format; *at; at++) {
        if (*at != '%') {
            text_char(text, *at);
            continue;
        }
        switch (*++at) {
        case 'd':
            text_int(text, va_arg(list, int));
            break;
        case 'u':
            text_int(text, va_arg(list, unsigned));
            break;
        case 's':
            text_string(text, va_arg(list, const char *));
            break;
        case 'c':
            text_char(text, (char)va_arg(list, int));
            break;
        case '%':
            text_char(text, '%');
            break;
        default:
            assert(false && "text_format knows this conversion");
        }
    }
    va_end(list);
}
