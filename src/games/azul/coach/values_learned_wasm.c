/* Where a page's module puts the weights when it has loaded them. */
#include "games/azul/coach/values_net.h"

struct azul_values azul_values_learned;
