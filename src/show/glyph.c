/* What a terminal makes of a character, by ranges of code points. */
#include "show/glyph.h"
#include <stddef.h>

static bool is_within(uint32_t code, const uint32_t (*ranges)[2], size_t count) {
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i][0] && code <= ranges[i][1]) return true;
    return false;
}

bool glyph_is_obeyed(uint32_t code) {
    static const uint32_t ranges[][2] = {
        {0, 0x1F},          {0x7F, 0x9F},          {0xAD, 0xAD},     {0x300, 0x36F},
        {0x61C, 0x61C},     {0x200B, 0x200F},      {0x2028, 0x202E}, {0x2060, 0x206F},
        {0xD800, 0xDFFF},   {0xFE00, 0xFE0F},      {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB},
        {0xE0000, 0xE0FFF}, {0x110000, UINT32_MAX}};
    return code < 0x20 || (code > 0x7E && is_within(code, ranges, sizeof ranges / sizeof *ranges));
}

bool glyph_is_wide(uint32_t code) {
    static const uint32_t ranges[][2] = {
        {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},   {0xAC00, 0xD7A3},
        {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
        {0x1F300, 0x1F320}, {0x1F32D, 0x1F335}, {0x1F337, 0x1F37C}, {0x1F37E, 0x1F393},
        {0x1F3A0, 0x1F3CA}, {0x1F3CF, 0x1F3D3}, {0x1F3E0, 0x1F3F0}, {0x1F3F4, 0x1F3F4},
        {0x1F3F8, 0x1F43E}, {0x1F440, 0x1F440}, {0x1F442, 0x1F4FC}, {0x1F4FF, 0x1F53D},
        {0x1F54B, 0x1F54E}, {0x1F550, 0x1F567}, {0x1F57A, 0x1F57A}, {0x1F595, 0x1F596},
        {0x1F5A4, 0x1F5A4}, {0x1F5FB, 0x1F64F}, {0x1F680, 0x1F6C5}, {0x1F6CC, 0x1F6CC},
        {0x1F6D0, 0x1F6D2}, {0x1F6D5, 0x1F6D7}, {0x1F6DD, 0x1F6DF}, {0x1F6EB, 0x1F6EC},
        {0x1F6F4, 0x1F6FC}, {0x1F7E0, 0x1F7EB}, {0x1F7F0, 0x1F7F0}, {0x1F90C, 0x1F93A},
        {0x1F93C, 0x1F945}, {0x1F947, 0x1F9FF}, {0x1FA70, 0x1FAFF}, {0x20000, 0x3FFFD}};
    return code >= GLYPH_WIDE && is_within(code, ranges, sizeof ranges / sizeof *ranges);
}

/* Glyphs and what is like them, in ASCII. */
static const struct alike {
    uint16_t first, last;
    const char *ascii; /* for each of them, or one for all */
} alikes[] = {
    {0xA0, 0xBF, " !cLoY|S\"ca<--R-o+23'uP.,1o>424?"},
    {0xC0, 0xFF, "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYPsaaaaaaaceeeeiiiidnooooo/ouuuuypy"},
    {0x2010, 0x2015, "-"},
    {0x2018, 0x201F, "'','\"\",\""},
    {0x2022, 0x2026, "*>..."},
    {0x2032, 0x2033, "'\""},
    {0x2039, 0x203A, "<>"},
    {0x2190, 0x2195, "<^>v-|"},
    {0x21D0, 0x21D5, "<^>v=|"},
    {0x2212, 0x2212, "-"},
    {0x2219, 0x221A, ".v"},
    {0x2248, 0x2248, "~"},
    {0x2260, 0x2265, "!==<<>"},
    {0x22C5, 0x22C5, "."},
    {0x2500, 0x2503, "--||"},
    {0x2504, 0x250B, "--||--||"},
    {0x250C, 0x254B, "+"},
    {0x254C, 0x254F, "--||"},
    {0x2550, 0x2551, "=|"},
    {0x2552, 0x2570, "+"},
    {0x2571, 0x257F, "/\\X-|-|-|-|-|-|"},
    {0x2580, 0x2580, "="},
    {0x2581, 0x2588, "__..-=##"},
    {0x2589, 0x258F, "##|]|||"},
    {0x2590, 0x2595, "[.:%=|"},
    {0x2596, 0x259F, "      #  #"},
    {0x25A0, 0x25AB, "#o##########"},
    {0x25AC, 0x25B1, "--||//"},
    {0x25B2, 0x25C5, "^^^^>>>>>>vvvv<<<<<<"},
    {0x25C6, 0x25CF, "**oooooooo"},
    {0x25E6, 0x25E6, "o"},
    {0x2605, 0x2606, "*"},
    {0x2660, 0x2667, "*"},
    {0x2713, 0x2718, "vvxXxX"},
    {0x2731, 0x2731, "*"},
    {0x2756, 0x2756, "*"},
    {0x27E8, 0x27E9, "<>"},
};

char glyph_plain(uint32_t glyph) {
    if (glyph >= ' ' && glyph <= '~') return (char)glyph;
    for (size_t i = 0; i < sizeof alikes / sizeof *alikes; i++)
        if (glyph >= alikes[i].first && glyph <= alikes[i].last)
            return alikes[i].ascii[alikes[i].ascii[1] ? glyph - alikes[i].first : 0];
    return '?';
}

void glyph_put(struct text *out, uint32_t code) {
    char bytes[4];
    int count = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const uint32_t lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (int i = count - 1; i > 0; i--, code >>= 6) bytes[i] = (char)(0x80 | (code & 0x3F));
    bytes[0] = (char)(lead[count] | code);
    text_bytes(out, bytes, (size_t)count);
}
