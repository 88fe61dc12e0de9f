/* azul: words. People count from 1, JSON from 0. */
#include "azul.h"

void azul_name_act(const void *state, int who, action act, struct text *out) {
    const struct azul *azul = state;
    if (who == CHANCE) {
        text_format(out, "draw %s", azul_colour_names[act]);
        return;
    }
    int source = azul_act_source(act), colour = azul_act_colour(act);
    int destination = azul_act_destination(act), count = azul_count(azul->source[source], colour);
    if (count) text_format(out, "%d ", count);
    text_format(out, "%s from ", azul_colour_names[colour]);
    if (source == AZUL_CENTER)
        text_string(out, "center to ");
    else
        text_format(out, "factory %d to ", source);
    if (destination == AZUL_FLOOR)
        text_string(out, "floor");
    else
        text_format(out, "line %d", destination + 1);
}
