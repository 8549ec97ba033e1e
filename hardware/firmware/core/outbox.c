#include "outbox.h"
#include "board.h"

#define RECORD_HEADER 2U
#define WIRE_OVERHEAD 10U
/* Of negative differences, too: 16 divides 65536. */
#define NUMBER(n) ((uint8_t)((uint16_t)(n) % PROTOCOL_NUMBER_MODULUS))
#define FIRST_ROUND_TRIP_MS 10U
#define FRAMES_AT_ONCE 2U /* keep the line busy until the next tick, and do not keep the tick waiting */

static uint8_t at(const struct outbox *o, uint16_t offset)
{
    return o->ring[(o->head + offset) % OUTBOX_BYTES];
}

static void append(struct outbox *o, uint8_t byte)
{
    o->ring[(o->head + o->used) % OUTBOX_BYTES] = byte;
    o->used++;
}

uint16_t outbox_room(const struct outbox *o)
{
    return (uint16_t)(OUTBOX_BYTES - o->used);
}

static bool ends_motion(uint8_t type)
{
    return type == MSG_DONE || type == MSG_FAILED || type == MSG_HALTED;
}

static uint8_t take(struct outbox *o, uint8_t *record)
{
    uint8_t size = (uint8_t)(RECORD_HEADER + at(o, 1));
    for (uint8_t i = 0; i < size; i++) {
        record[i] = at(o, i);
    }
    o->head = (uint16_t)((o->head + size) % OUTBOX_BYTES);
    o->used = (uint16_t)(o->used - size);
    return size;
}

static void put(struct outbox *o, const uint8_t *record, uint8_t size)
{
    for (uint8_t i = 0; i < size; i++) {
        append(o, record[i]);
    }
}

void outbox_rebase(struct outbox *o)
{
    uint8_t record[RECORD_HEADER + PROTOCOL_MAX_PAYLOAD];
    uint16_t left = o->used;
    while (left > 0U) {
        uint8_t size = take(o, record);
        left = (uint16_t)(left - size);
        if (ends_motion(record[0])) {
            put(o, record, size);
        }
    }
    o->next = 0;
    o->base = o->sent = o->sent_ever = o->flight = o->tries = 0;
    o->timing = false;
    o->round_trip_ms = FIRST_ROUND_TRIP_MS;
}

void outbox_push(struct board *b, uint8_t type, const uint8_t *payload, uint8_t length)
{
    struct outbox *o = &b->outbox;
    if (!b->link.open && !ends_motion(type)) {
        return; /* the next Welcome will tell */
    }
    if (outbox_room(o) < length + RECORD_HEADER) {
        link_close(b);
    }
    if (b->link.open || ends_motion(type)) {
        append(o, type);
        append(o, length);
        put(o, payload, length);
    }
}

static void drop_oldest(struct outbox *o)
{
    uint16_t size = (uint16_t)(RECORD_HEADER + at(o, 1));
    o->head = (uint16_t)((o->head + size) % OUTBOX_BYTES);
    o->used = (uint16_t)(o->used - size);
    o->base = NUMBER(o->base + 1U);
    o->sent_ever--;
    if (o->sent > 0U) {
        o->sent--;
        o->next = (uint16_t)(o->next - size);
        o->flight = (uint8_t)(o->flight - (size - RECORD_HEADER + WIRE_OVERHEAD));
    }
}

static void measure(struct board *b, struct outbox *o, uint8_t count)
{
    if (!o->timing || NUMBER(o->timed - o->base) >= count) {
        return;
    }
    uint32_t ms = (hal_micros(b) - o->timed_us) >> 10; /* near enough, and a division takes the chip 40 us */
    uint16_t sample = (uint16_t)(ms < PROTOCOL_RETRY_MAX_MS ? ms : PROTOCOL_RETRY_MAX_MS);
    o->round_trip_ms = (uint16_t)((7U * o->round_trip_ms + sample) / 8U);
    o->timing = false;
}

void outbox_acknowledge(struct board *b, uint8_t expected)
{
    struct outbox *o = &b->outbox;
    uint8_t count = NUMBER(expected - o->base);
    o->tries = o->tries > PROTOCOL_RETRY_LIMIT ? 0 : o->tries; /* somebody is there again */
    if (count == 0U || count > o->sent_ever) {
        return;
    }
    measure(b, o, count);
    o->tries = 0;
    o->timer_us = hal_micros(b);
    while (count-- > 0U) {
        drop_oldest(o);
    }
}

static void send_next(struct board *b, struct outbox *o)
{
    uint8_t payload[PROTOCOL_MAX_PAYLOAD];
    uint8_t length = at(o, (uint16_t)(o->next + 1U));
    uint8_t number = NUMBER(o->base + o->sent);
    for (uint8_t i = 0; i < length; i++) {
        payload[i] = at(o, (uint16_t)(o->next + RECORD_HEADER + i));
    }
    link_send(b, at(o, o->next), number, payload, length);
    if (o->sent == 0U) {
        o->timer_us = hal_micros(b);
    }
    if (o->sent < o->sent_ever) {
        b->counters.frames_repeated++;
    } else if (!o->timing) {
        o->timing = true;
        o->timed = number;
        o->timed_us = hal_micros(b);
    }
    o->next = (uint16_t)(o->next + RECORD_HEADER + length);
    o->flight = (uint8_t)((uint16_t)o->flight + length + WIRE_OVERHEAD);
    o->sent++;
    o->sent_ever = o->sent > o->sent_ever ? o->sent : o->sent_ever;
}

static uint32_t patience_us(const struct outbox *o)
{
    uint32_t ms = (uint32_t)(2U * o->round_trip_ms + PROTOCOL_RETRY_MIN_MS / 2U);
    ms = (ms > PROTOCOL_RETRY_MIN_MS ? ms : PROTOCOL_RETRY_MIN_MS) << o->tries;
    return 1000UL * (ms < PROTOCOL_RETRY_MAX_MS ? ms : PROTOCOL_RETRY_MAX_MS);
}

static void go_back(struct outbox *o)
{
    o->sent = 0;
    o->next = 0;
    o->flight = 0;
    o->timing = false;
}

void outbox_wake(struct outbox *o)
{
    o->tries = 0;
    go_back(o);
}

static void go_back_when_late(struct board *b, struct outbox *o)
{
    if (o->sent == 0U || o->tries > PROTOCOL_RETRY_LIMIT || hal_micros(b) - o->timer_us < patience_us(o)) {
        return;
    }
    o->tries++;
    if (o->tries <= PROTOCOL_RETRY_LIMIT) {
        go_back(o);
    } /* else nobody listens; it goes on with the next frame of the session that comes in */
}

static bool fits_window(const struct outbox *o)
{
    if (o->next >= o->used || o->sent >= PROTOCOL_WINDOW_FRAMES) {
        return false;
    }
    uint8_t wire = (uint8_t)(at(o, (uint16_t)(o->next + 1U)) + WIRE_OVERHEAD);
    return o->sent == 0U || (uint16_t)(o->flight + wire) <= PROTOCOL_WINDOW_BYTES;
}

bool outbox_pump(struct board *b)
{
    struct outbox *o = &b->outbox;
    uint8_t frames = 0;
    go_back_when_late(b, o);
    while (frames < FRAMES_AT_ONCE && fits_window(o) && hal_tx_room(b) >= WIRE_MAX) {
        send_next(b, o);
        frames++;
    }
    return frames > 0U;
}
