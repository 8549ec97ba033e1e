/* Frames as docs/protocol.md describes them, written apart from the core so that one mistake cannot hide another. */
#ifndef JANTAKU_FUZZ_WIRE_H
#define JANTAKU_FUZZ_WIRE_H
#include <stdbool.h>
#include <stdint.h>

#define WIRE_HEADER 4
#define WIRE_PAYLOAD 64
#define WIRE_FRAME (WIRE_HEADER + WIRE_PAYLOAD + 4)
#define WIRE_BYTES (WIRE_FRAME + 2)

struct wire_frame {
    uint8_t type, numbers;
    uint16_t session;
    uint8_t payload[WIRE_PAYLOAD];
    uint8_t length;
};

/* CRC-32 with a key in front: the whole key, or none (NULL). */
uint32_t wire_crc(const uint8_t key[8], const uint8_t *bytes, int count);
/* The bytes on the wire, closing zero included; returns how many. */
int wire_encode(uint8_t *out, const struct wire_frame *frame, const uint8_t key[8]);
/* `bytes` without the closing zero. False when it is no frame; the CRC is judged by wire_sound. */
bool wire_decode(const uint8_t *bytes, int count, struct wire_frame *frame, uint32_t *crc);
bool wire_sound(const struct wire_frame *frame, uint32_t crc, const uint8_t key[8]);
void wire_put(uint8_t *to, uint32_t value, int bytes);
uint32_t wire_get(const uint8_t *from, int bytes);
#endif
