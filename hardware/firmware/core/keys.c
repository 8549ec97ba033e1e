#include "keys.h"
#include "board.h"

#define KEY_HOLD_MS 20U
#define TOGETHER_MS 300U
#define OPEN_AND_RAISE ((1U << KEY_OPEN) | (1U << KEY_RAISE))

void keys_report(struct board *b, uint8_t key, bool pressed)
{
    uint8_t payload[MSG_KEY_CHANGED_LENGTH];
    struct msg_key_changed m = { .key = key, .pressed = pressed ? 1U : 0U, .board_us = hal_micros(b) };
    if (outbox_room(&b->outbox) < OUTBOX_KEY_ROOM) {
        b->counters.keys_dropped++;
    } else {
        outbox_push(b, MSG_KEY_CHANGED, payload, pack_key_changed(payload, &m));
    }
}

static bool together(const struct keys *k)
{
    uint32_t open = k->pressed_ms[KEY_OPEN];
    uint32_t raise = k->pressed_ms[KEY_RAISE];
    return (k->stable & OPEN_AND_RAISE) == OPEN_AND_RAISE &&
           (open > raise ? open - raise : raise - open) <= TOGETHER_MS;
}

static void record(struct keys *k, uint8_t key, uint32_t ms)
{
    k->pressed_ms[key] = k->last_ms = ms;
    k->ever = true;
    k->pressed = (uint8_t)(k->pressed | 1U << key);
    if (!k->both && together(k)) {
        k->both = true;
        k->pressed |= 1U << KEY_BOTH;
    }
}

static void accept(struct board *b, uint8_t key, bool down)
{
    struct keys *k = &b->keys;
    k->stable = (uint8_t)(k->stable ^ (1U << key));
    if (down) {
        record(k, key, b->ms);
        return;
    }
    k->both = k->both && (k->stable & OPEN_AND_RAISE) != 0U;
    keys_report(b, key, false);
}

static void debounce(struct board *b, uint8_t key)
{
    struct keys *k = &b->keys;
    bool down = has_bit(b->sensors.raw.keys, key);
    if (down == has_bit(k->stable, key)) {
        k->held_ms[key] = 0;
    } else if (++k->held_ms[key] >= KEY_HOLD_MS) {
        k->held_ms[key] = 0;
        accept(b, key, down);
    }
}

/* Keys that differ from what they count as, and those that did a tick ago. */
static uint8_t restless(struct board *b)
{
    struct keys *k = &b->keys;
    uint8_t differ = (uint8_t)((b->sensors.raw.keys ^ k->stable) & ((1U << KEYS) - 1U));
    uint8_t todo = differ | k->differed;
    k->differed = differ;
    return todo;
}

void keys_tick(struct board *b)
{
    if (!b->keys.started) {
        b->keys.started = true;
        b->keys.stable = b->sensors.raw.keys & ((1U << KEYS) - 1U); /* held since before the start: no press */
        return;
    }
    uint8_t todo = restless(b);
    for (uint8_t key = 0; todo != 0U; key++, todo >>= 1) {
        if ((todo & 1U) != 0U) {
            debounce(b, key);
        }
    }
}

uint32_t keys_start_ms(const struct board *b)
{
    bool consent = b->keys.ever && b->ms - b->keys.last_ms <= PROTOCOL_CONSENT_MS;
    return consent ? b->ms : b->ms + PROTOCOL_WARNING_MS;
}
