/* Bit n of a set, without the surprises of 16-bit int. */
#ifndef JANTAKU_BITS_H
#define JANTAKU_BITS_H
#include <stdbool.h>
#include <stdint.h>

static inline bool has_bit(uint16_t set, uint8_t n)
{
    return ((uint16_t)(set >> n) & 1U) != 0U;
}
#endif
