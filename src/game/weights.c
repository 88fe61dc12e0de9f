/* Small numbers have small bytes if the sign goes last: 0, -1, 1, -2 become 0, 1, 2, 3. */
#include "game/weights.h"

void weights_pack(const int16_t *numbers, size_t count, uint8_t *out) {
    for (size_t i = 0; i < count; i++) {
        unsigned number = (unsigned)(numbers[i] < 0 ? -2 * numbers[i] - 1 : 2 * numbers[i]);
        out[i] = (uint8_t)number;
        out[count + i] = (uint8_t)(number >> 8);
    }
}

void weights_unpack(const uint8_t *from, size_t count, int16_t *numbers) {
    for (size_t i = 0; i < count; i++) {
        int number = from[i] | from[count + i] << 8;
        numbers[i] = (int16_t)(number & 1 ? -(number >> 1) - 1 : number >> 1);
    }
}
