#include "wire.h"
#include <string.h>

void wire_put(uint8_t *to, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) {
        to[i] = (uint8_t)(value >> (8 * i));
    }
}

uint32_t wire_get(const uint8_t *from, int bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < bytes; i++) {
        value |= (uint32_t)from[i] << (8 * i);
    }
    return value;
}

static uint32_t crc_on(uint32_t crc, const uint8_t *bytes, int count)
{
    for (int i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = (crc & 1U) != 0U ? (crc >> 1) ^ 0xEDB88320U : crc >> 1;
        }
    }
    return crc;
}

uint32_t wire_crc(const uint8_t key[8], const uint8_t *bytes, int count)
{
    uint32_t crc = key != NULL ? crc_on(0xFFFFFFFFU, key, 8) : 0xFFFFFFFFU;
    return ~crc_on(crc, bytes, count);
}

static int flatten(uint8_t *to, const struct wire_frame *frame)
{
    to[0] = frame->type;
    to[1] = frame->numbers;
    wire_put(to + 2, frame->session, 2);
    memcpy(to + WIRE_HEADER, frame->payload, frame->length);
    return WIRE_HEADER + frame->length;
}

/* Groups of bytes up to each zero; a frame is shorter than the longest group. */
static int stuff(uint8_t *out, const uint8_t *bytes, int count)
{
    int length = 0, begin = 0;
    for (int i = 0; i <= count; i++) {
        if (i == count || bytes[i] == 0U) {
            out[length++] = (uint8_t)(i - begin + 1);
            memcpy(out + length, bytes + begin, (size_t)(i - begin));
            length += i - begin;
            begin = i + 1;
        }
    }
    out[length++] = 0;
    return length;
}

int wire_encode(uint8_t *out, const struct wire_frame *frame, const uint8_t key[8])
{
    uint8_t flat[WIRE_FRAME];
    int length = flatten(flat, frame);
    wire_put(flat + length, wire_crc(key, flat, length), 4);
    return stuff(out, flat, length + 4);
}

static int unstuff(uint8_t *flat, const uint8_t *bytes, int count)
{
    int length = 0;
    for (int i = 0; i < count;) {
        int group = bytes[i] - 1;
        if (group < 0 || i + 1 + group > count || length + group + 1 > WIRE_FRAME + 1) {
            return -1;
        }
        memcpy(flat + length, bytes + i + 1, (size_t)group);
        length += group;
        i += group + 1;
        if (i < count) {
            flat[length++] = 0;
        }
    }
    return length;
}

bool wire_decode(const uint8_t *bytes, int count, struct wire_frame *frame, uint32_t *crc)
{
    uint8_t flat[WIRE_FRAME + 2];
    int length = unstuff(flat, bytes, count);
    if (length < WIRE_HEADER + 4 || length > WIRE_FRAME) {
        return false;
    }
    frame->type = flat[0];
    frame->numbers = flat[1];
    frame->session = (uint16_t)wire_get(flat + 2, 2);
    frame->length = (uint8_t)(length - WIRE_HEADER - 4);
    memcpy(frame->payload, flat + WIRE_HEADER, frame->length);
    *crc = wire_get(flat + length - 4, 4);
    return true;
}

bool wire_sound(const struct wire_frame *frame, uint32_t crc, const uint8_t key[8])
{
    uint8_t flat[WIRE_FRAME];
    return wire_crc(key, flat, flatten(flat, frame)) == crc;
}
