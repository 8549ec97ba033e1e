#include "cobs.h"

static void store(struct cobs_in *c, uint8_t byte)
{
    if (c->n >= FRAME_MAX) {
        c->bad = true;
    } else {
        c->data[c->n++] = byte;
    }
}

static enum cobs_event finish(struct cobs_in *c)
{
    enum cobs_event event = COBS_FRAME;
    if (!c->any) {
        event = COBS_MORE; /* zeros between frames are idle line */
    } else if (c->bad || c->left != 0U) {
        event = COBS_DAMAGED;
    }
    c->left = 0;
    c->zero_due = false;
    c->bad = false;
    c->any = false;
    return event;
}

enum cobs_event cobs_byte(struct cobs_in *c, uint8_t byte)
{
    if (byte == 0U) {
        return finish(c);
    }
    if (!c->any) {
        c->any = true;
        c->n = 0;
    }
    if (c->left > 0U) {
        c->left--;
        store(c, byte);
        return COBS_MORE;
    }
    if (c->zero_due) {
        store(c, 0);
    }
    c->left = (uint8_t)(byte - 1U);
    c->zero_due = byte != 0xFFU;
    return COBS_MORE;
}

uint8_t cobs_encode(uint8_t *out, const uint8_t *in, uint8_t n)
{
    uint8_t code_at = 0;
    uint8_t length = 1;
    for (uint8_t i = 0; i < n; i++) {
        if (in[i] == 0U) {
            out[code_at] = (uint8_t)(length - code_at);
            code_at = length++;
        } else {
            out[length++] = in[i];
        }
    }
    out[code_at] = (uint8_t)(length - code_at);
    out[length++] = 0;
    return length;
}
