/* CRC-32 as in zlib (IEEE 802.3, reflected, inverted), in pieces. */
#ifndef JANTAKU_CRC_H
#define JANTAKU_CRC_H
#include <stdint.h>

#define CRC_START 0xFFFFFFFFUL
#define CRC_SOUND 0xDEBB20E3UL /* after a message and its own CRC, whatever it began with */

uint32_t crc_add(uint32_t crc, const uint8_t *bytes, uint16_t count);

static inline uint32_t crc_end(uint32_t crc)
{
    return crc ^ 0xFFFFFFFFUL;
}
#endif
