/* Bytes into the receiver. The first one says how:
 *   0 mod 3  as they are
 *   1 mod 3  in frames outside of any session
 *   2 mod 3  in frames of a live session: commands, repetitions, wrong numbers, anything */
#include <stddef.h>
#include "../core/protocol.h"
#include "check.h"
#include "scene.h"

#define LIMIT_MS 200U
#define EVERYTHING 0x3FU
#define NONCE 0x5EED0001U

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct bytes {
    const uint8_t *at;
    size_t left;
};

static uint8_t take(struct bytes *b)
{
    uint8_t value = b->left > 0U ? *b->at : 0U;
    b->at += b->left > 0U ? 1 : 0;
    b->left -= b->left > 0U ? 1U : 0U;
    return value;
}

static const uint8_t *take_some(struct bytes *b, uint8_t *count)
{
    const uint8_t *at = b->at;
    *count = (uint8_t)(*count < b->left ? *count : b->left);
    b->at += *count;
    b->left -= *count;
    return at;
}

static void raw(struct scene *s, struct bytes b)
{
    uint8_t count = 97;
    s->host.acks = false;
    s->host.overhears = true;
    while (b.left > 0U) {
        const uint8_t *at = take_some(&b, &count);
        sim_rx(s->sim, at, count);
        host_listen(&s->host);
        scene_run(s, 2);
    }
}

static void outside(struct scene *s, struct bytes b)
{
    while (b.left > 0U) {
        uint8_t type = take(&b), numbers = take(&b);
        uint8_t shape = take(&b), count = shape & 63U;
        const uint8_t *payload = take_some(&b, &count);
        host_outside(&s->host, type, numbers, shape < 128U ? 0U : s->host.session, payload, count);
        scene_run(s, shape >> 6 & 1U);
    }
}

/* A frame that would be taken as a command must be known to the host, or its answer would be news to it. */
static void in_session(struct scene *s, uint8_t how, uint8_t type, const uint8_t *payload, uint8_t count)
{
    struct host *h = &s->host;
    bool in_turn = (how & 0x80U) == 0U || (how & 15U) == h->next;
    if (type >= MSG_RESET && in_turn && count > 0U) {
        host_command(h, payload[0] & 15U, type, payload + 1, (uint8_t)(count - 1U));
    } else {
        host_frame(h, type, how & 15U, payload, count);
        host_listen(h);
    }
}

static void session(struct scene *s, struct bytes b)
{
    scene_run(s, 20);
    scene_press(s, KEY_DICE_0);
    host_hello(&s->host, NONCE, PROTOCOL_MAJOR);
    while (b.left > 0U) {
        uint8_t how = take(&b), type = take(&b), count = take(&b) & 63U;
        const uint8_t *payload = take_some(&b, &count);
        s->host.acks = (how & 0x10U) == 0U;
        in_session(s, how, type, payload, count);
        scene_run(s, how >> 5 & 3U);
        if (!s->host.open && type == MSG_GOODBYE) {
            host_hello(&s->host, s->host.nonce + 1U, PROTOCOL_MAJOR);
        }
    }
}

static void play(struct scene *s, uint8_t mode, struct bytes b)
{
    static void (*const modes[])(struct scene *, struct bytes) = { raw, outside, session };
    scene_start(s, EVERYTHING, false, 4, LIMIT_MS);
    scene_run(s, 10);
    modes[mode % 3U](s, b);
    s->host.acks = !s->host.overhears;
    s->talks = s->host.acks;
    scene_run(s, 20);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct scene s;
    if (size < 2U) {
        return 0;
    }
    check_inputs_begin();
    if (setjmp(check_left) == 0) {
        play(&s, data[0], (struct bytes){ data + 1, size - 1U });
    }
    scene_end(&s);
    return 0;
}
