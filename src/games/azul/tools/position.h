/* A position of azul as a short text, for a chat message, a link, or typing in a real table. The
 * form is described in docs/position-azul.md.
 *
 * There is one judge of states: a text is translated into a state's JSON and read as such. Each
 * piece of the JSON remembers the place in the text that it came from. */
#ifndef AZUL_POSITION_H
#define AZUL_POSITION_H

#include "game/envelope.h"
#include "games/azul/azul.h"

/* TEXT: the longest text that azul_position_write writes, with its NUL. JSON: the longest state
 * that a text becomes, whether it is sound or not. */
enum { AZUL_POSITION_TEXT = 512, AZUL_POSITION_JSON = 1 << 13 };
enum { AZUL_POSITION_TOKENS = AZUL_POSITION_JSON / 2 + JSON_DEPTH };
enum { AZUL_POSITION_PLACES = 512, AZUL_POSITION_MESSAGE = 256 };

/* A position that was read, and the working memory for that. */
struct azul_position {
    struct azul azul;
    struct envelope envelope;
    bool has_stock; /* what is in the bag or in the lid was told, not inferred */
    char message[AZUL_POSITION_MESSAGE], too_many[AZUL_POSITION_MESSAGE];

    char json[AZUL_POSITION_JSON];
    struct json_doc doc;
    struct json_token tokens[AZUL_POSITION_TOKENS];
    struct azul_position_place {
        uint32_t json;    /* the JSON from this byte on... */
        const char *text; /* ...comes from here */
    } places[AZUL_POSITION_PLACES];
    int places_count;
};

/* Writes the text of a state. Equal states have equal texts, others have not. */
void azul_position_write(const struct azul *azul, struct text *out);

/* Reads a text. Returns NULL, or what is wrong and where. */
const char *azul_position_read(struct azul_position *position, const char *text, size_t length);
/* Reads a state, in which bag and lid may be absent. Returns NULL, or what is wrong and in *at
 * where. */
const char *azul_position_read_json(struct azul_position *position, struct json from,
                                    struct json *at);
/* Leaves so many of the unseen tiles in the bag, and puts the others into the lid: of each colour
 * as large a share as whole tiles allow. Returns NULL, or what is wrong. */
const char *azul_position_split(struct azul_position *position, int in_bag);

#endif
