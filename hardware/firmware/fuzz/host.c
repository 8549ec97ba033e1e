#include "host.h"
#include <string.h>
#include "../core/protocol.h"
#include "check.h"

#define WELCOME_LATCHES 47 /* place in its payload */
#define BEHIND(h, number) ((uint8_t)((h)->expected - (number)) & 15U)

void host_start(struct host *h, struct guard *g, struct sim *s)
{
    memset(h, 0, sizeof *h);
    h->guard = g;
    h->sim = s;
    h->acks = h->reset_since = true;
}

static void outputs(const struct host *h, struct sim_outputs *out)
{
    sim_outputs(h->sim, out);
}

void host_board_reset(struct host *h)
{
    h->open = false;
    h->reset_since = true;
    h->in_used = h->unheard_end_count = 0;
    memset(h->told, 0, sizeof h->told);
    memset(h->motions, 0, sizeof h->motions);
    memset(h->ends, 0, sizeof h->ends);
    memset(h->dice, 0, sizeof h->dice);
}

static void shut(struct host *h)
{
    h->open = false;
    guard_session(h->guard, false, h->compatible);
}

/* ---- what the board says */

static bool moves(uint8_t type)
{
    return (type >= MSG_RESET && type <= MSG_BUILD) || type == MSG_HOME || type == MSG_RUN;
}

static struct told *told(struct host *h, const uint8_t *payload)
{
    uint32_t id = wire_get(payload, 2);
    CHECK(id - h->first_id < HOST_IDS, "the board speaks of command %u, which nobody gave", id);
    return &h->told[id - h->first_id];
}

static void on_answer(struct host *h, const uint8_t *payload)
{
    struct told *t = told(h, payload);
    CHECK(t->sent, "command %u was answered and never sent", wire_get(payload, 2));
    CHECK(payload[2] <= VERDICT_NOT_NOW, "verdict %u", payload[2]);
    if (t->answered) {
        CHECK(t->verdict == payload[2] && t->detail == payload[3], "command %u was answered %u %u, then %u %u",
              wire_get(payload, 2), t->verdict, t->detail, payload[2], payload[3]);
        return;
    }
    t->answered = true;
    t->verdict = payload[2];
    t->detail = payload[3];
    guard_answer(h->guard, (uint16_t)wire_get(payload, 2), t->type, t->verdict == VERDICT_ACCEPTED);
}

static void on_end(struct host *h, const uint8_t *payload)
{
    uint32_t id = wire_get(payload, 2);
    CHECK(id < HOST_NUMBERS, "command %u ended", id);
    h->ends[id]++;
    h->unheard_ends[h->unheard_end_count++ % PROTOCOL_WINDOW_FRAMES] = (uint16_t)id;
    CHECK(h->ends[id] <= h->motions[id], "command %u ended %u times and was given %u times", id, h->ends[id],
          h->motions[id]);
    guard_end(h->guard, (uint16_t)id);
}

static void on_report(struct host *h, const uint8_t *payload, bool first)
{
    struct told *t = told(h, payload);
    t->reports = (uint8_t)(t->reports + (first ? 1U : 0U));
    CHECK(t->sent && t->reports <= 1U, "command %u was carried out twice", wire_get(payload, 2));
}

/* The dice of each command are its own; those that came later speak for those before. */
static void on_dice(struct host *h, const uint8_t *payload)
{
    const uint8_t *dice = payload + 6;
    uint32_t id = wire_get(payload, 2) - h->first_id;
    on_report(h, payload, true);
    CHECK(h->told[id].type == MSG_SHOW_DICE, "command %u is no dice", wire_get(payload, 2));
    CHECK(dice[0] == 1U + id % 6U && dice[1] == 1U + id / 6U, "command %u shows %u %u", id, dice[0], dice[1]);
}

static void on_event(struct host *h, const struct wire_frame *f)
{
    const uint8_t *p = f->payload;
    switch (f->type) {
    case MSG_ANSWER:
        on_answer(h, p);
        break;
    case MSG_DONE:
    case MSG_FAILED:
    case MSG_HALTED:
        on_end(h, p);
        break;
    case MSG_FAULT_RAISED:
    case MSG_FAULT_CLEARED:
        guard_fault(h->guard, p[0], p[1], f->type == MSG_FAULT_RAISED, wire_get(p + 2, 4));
        break;
    case MSG_BUILD_CHANGED:
        books_build_changed(&h->guard->books, p);
        break;
    case MSG_SENSOR_STATE:
    case MSG_SETTING_VALUE:
        on_report(h, p, true);
        break;
    case MSG_DICE_SHOWN:
        on_dice(h, p);
        break;
    case MSG_COUNTERS:
        on_report(h, p, p[2] == 0U);
        break;
    case MSG_LEARNT:
        on_report(h, p, p[2] == MECHANISM_HEAD_0);
        break;
    case MSG_TRACE:
        on_report(h, p, false);
        break;
    default:
        break;
    }
}

static void on_reliable(struct host *h, const struct wire_frame *f)
{
    uint8_t behind = (uint8_t)BEHIND(h, f->numbers & 15U);
    CHECK(behind <= PROTOCOL_WINDOW_FRAMES, "frame %u came, %u was due", f->numbers & 15U, h->expected);
    if (behind == 0U) {
        h->expected = (uint8_t)((h->expected + 1U) & 15U);
        h->unheard++;
        CHECK(h->unheard <= PROTOCOL_WINDOW_FRAMES, "%u frames were sent without an acknowledgement", h->unheard);
        on_event(h, f);
    }
}

static void on_welcome(struct host *h, const struct wire_frame *f)
{
    const uint8_t *p = f->payload;
    uint32_t boot = wire_get(p + 4, 4);
    h->nonce = h->overhears ? wire_get(p, 4) : h->nonce;
    CHECK(wire_get(p, 4) == h->nonce, "welcome for %08x", wire_get(p, 4));
    CHECK(h->nvm_harmed || (h->reset_since ? boot > h->boot : boot == h->boot), "boot number %u came after %u", boot,
          h->boot);
    guard_latches(h->guard, p[WELCOME_LATCHES]);
    if (h->open && !h->overhears) {
        return;
    }
    h->reset_since = false;
    wire_put(h->key, h->nonce, 4);
    wire_put(h->key + 4, boot, 4);
    h->session = (uint16_t)wire_crc(NULL, h->key, 8);
    h->boot = boot;
    h->open = true;
    h->next = h->expected = h->unheard = 0;
    memset(h->told, 0, sizeof h->told);
    guard_session(h->guard, true, h->compatible);
}

/* Least length of every message that a board may send, -1 for those that it may not. */
static int least(uint8_t type)
{
    static const struct {
        uint8_t type, length;
    } known[] = {
        { MSG_WELCOME, MSG_WELCOME_LENGTH },
        { MSG_ACK, MSG_ACK_LENGTH },
        { MSG_PULSE, MSG_PULSE_LENGTH },
        { MSG_GOODBYE, MSG_GOODBYE_LENGTH },
        { MSG_STOPPED, MSG_STOPPED_LENGTH },
        { MSG_ANSWER, MSG_ANSWER_LENGTH },
        { MSG_DONE, MSG_DONE_LENGTH },
        { MSG_FAILED, MSG_FAILED_LENGTH },
        { MSG_HALTED, MSG_HALTED_LENGTH },
        { MSG_FAULT_RAISED, MSG_FAULT_RAISED_LENGTH },
        { MSG_FAULT_CLEARED, MSG_FAULT_CLEARED_LENGTH },
        { MSG_KEY_CHANGED, MSG_KEY_CHANGED_LENGTH },
        { MSG_SENSOR_STATE, MSG_SENSOR_STATE_LENGTH },
        { MSG_BUILD_CHANGED, MSG_BUILD_CHANGED_LENGTH },
        { MSG_LATCHES_CHANGED, MSG_LATCHES_CHANGED_LENGTH },
        { MSG_COUNTERS, MSG_COUNTERS_LENGTH },
        { MSG_LEARNT, MSG_LEARNT_LENGTH },
        { MSG_SETTING_VALUE, MSG_SETTING_VALUE_LENGTH },
        { MSG_TRACE, MSG_TRACE_LENGTH },
        { MSG_DICE_SHOWN, MSG_DICE_SHOWN_LENGTH },
        { MSG_TELEMETRY, MSG_TELEMETRY_LENGTH },
    };
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i].type == type) {
            return known[i].length;
        }
    }
    return -1;
}

static void acknowledged(struct host *h, uint8_t numbers)
{
    h->next = numbers >> 4; /* one frame at a time: what is not taken is given up */
}

static void on_session_frame(struct host *h, const struct wire_frame *f)
{
    if (h->overhears) {
        return;
    }
    acknowledged(h, f->numbers);
    if (f->type >= MSG_ANSWER && f->type < 0xA0U) {
        on_reliable(h, f);
    } else if (f->type == MSG_GOODBYE) {
        shut(h);
    } else if (f->type == MSG_STOPPED) {
        CHECK(wire_get(f->payload, 2) == h->token, "stopped by %04x", wire_get(f->payload, 2));
    }
}

static void on_frame(struct host *h, const struct wire_frame *f, uint32_t crc)
{
    CHECK(least(f->type) >= 0 && f->length >= least(f->type), "message %02x of %u bytes", f->type, f->length);
    bool outside = f->session == 0U && wire_sound(f, crc, NULL);
    CHECK(outside || wire_sound(f, crc, h->key), "a frame %02x with a wrong CRC", f->type);
    if (outside) {
        CHECK(f->type == MSG_WELCOME || f->type == MSG_STOPPED, "message %02x outside of a session", f->type);
        if (f->type == MSG_WELCOME) {
            on_welcome(h, f);
        }
    } else if (h->open) {
        on_session_frame(h, f);
    }
}

static void on_byte(struct host *h, uint8_t byte)
{
    struct wire_frame frame;
    uint32_t crc;
    CHECK(h->in_used < WIRE_BYTES, "a frame without an end");
    if (byte != 0U) {
        h->in[h->in_used++] = byte;
        return;
    }
    CHECK(h->in_used > 0, "an empty frame");
    CHECK(wire_decode(h->in, h->in_used, &frame, &crc), "%d bytes that are no frame", h->in_used);
    h->in_used = 0;
    on_frame(h, &frame, crc);
}

void host_look(struct host *h, const struct sim_outputs *out)
{
    bool last_session = h->greeted;
    h->greeted = false;
    if (memcmp(h->dice, out->dice, 3) == 0) {
        return;
    }
    memcpy(h->dice, out->dice, 3);
    int id = out->dice[0] - 1 + 6 * (out->dice[1] - 1);
    if (last_session || h->overhears) {
        return;
    }
    CHECK(id >= 0 && id < HOST_IDS && h->told[id].sent, "dice %u %u", out->dice[0], out->dice[1]);
    CHECK(!h->told[id].shown, "command %d was carried out twice", id);
    h->told[id].shown = true;
}

void host_listen(struct host *h)
{
    uint8_t bytes[256];
    uint32_t count;
    bool any;
    do {
        uint8_t before = h->expected;
        any = false;
        while ((count = sim_tx(h->sim, bytes, sizeof bytes)) > 0U) {
            for (uint32_t i = 0; i < count; i++) {
                on_byte(h, bytes[i]);
            }
        }
        if (h->acks && h->open && h->unheard > 0U) {
            any = h->expected != before;
            host_frame(h, MSG_ACK, 0, NULL, 0);
        }
    } while (any);
}

/* ---- what the host says */

static void send(struct host *h, const struct wire_frame *f, const uint8_t *key)
{
    uint8_t wire[WIRE_BYTES];
    struct sim_outputs out;
    int count = wire_encode(wire, f, key);
    sim_rx(h->sim, wire, (uint32_t)count);
    outputs(h, &out);
    guard_bytes(h->guard, &out);
}

static struct wire_frame framed(uint8_t type, uint8_t numbers, uint16_t session, const uint8_t *payload, uint8_t length)
{
    struct wire_frame f = { .type = type, .numbers = numbers, .session = session };
    f.length = length < WIRE_PAYLOAD ? length : WIRE_PAYLOAD;
    if (f.length > 0U) {
        memcpy(f.payload, payload, f.length);
    }
    return f;
}

static void after_stop(struct host *h)
{
    struct sim_outputs out;
    outputs(h, &out);
    guard_stop(h->guard, &out);
}

static void expect_ends_again(struct host *h)
{
    while (h->unheard_end_count > 0U) {
        h->ends[h->unheard_ends[--h->unheard_end_count]]--;
    }
}

void host_outside(struct host *h, uint8_t type, uint8_t numbers, uint16_t session, const uint8_t *payload,
                  uint8_t length)
{
    struct wire_frame f = framed(type, numbers, session, payload, length);
    bool stops = type == MSG_STOP && session == 0U && length >= MSG_STOP_LENGTH;
    bool greets = type == MSG_HELLO && length >= MSG_HELLO_LENGTH;
    host_listen(h);
    if (greets && (!h->open || wire_get(payload, 4) != h->nonce)) {
        h->first_id = (uint16_t)((h->first_id + HOST_IDS) % HOST_NUMBERS);
        expect_ends_again(h);
        h->greeted = true;
        h->open = false; /* the dead-man's time goes on over a new session */
        h->nonce = wire_get(payload, 4);
        h->compatible = payload[4] == PROTOCOL_MAJOR;
    }
    h->token = stops ? (uint16_t)wire_get(payload, 2) : h->token;
    send(h, &f, NULL);
    if (stops) {
        after_stop(h);
    }
    host_listen(h);
}

void host_hello(struct host *h, uint32_t nonce, uint8_t major)
{
    uint8_t payload[MSG_HELLO_LENGTH] = { 0 };
    wire_put(payload, nonce, 4);
    payload[4] = major;
    host_outside(h, MSG_HELLO, 0, 0, payload, sizeof payload);
}

void host_frame(struct host *h, uint8_t type, uint8_t numbers, const uint8_t *payload, uint8_t length)
{
    if (!h->open) {
        return;
    }
    uint8_t all = (uint8_t)((numbers & 15U) | (uint8_t)(h->expected << 4));
    struct wire_frame f = framed(type, all, h->session, payload, length);
    bool stops = type == MSG_STOP && length >= MSG_STOP_LENGTH;
    h->token = stops ? (uint16_t)wire_get(payload, 2) : h->token;
    h->unheard = h->unheard_end_count = 0;
    guard_heard(h->guard);
    send(h, &f, h->key);
    if (type == MSG_GOODBYE) {
        shut(h);
    }
    if (stops) {
        after_stop(h);
    }
}

static void note(struct host *h, uint8_t id, uint8_t type, const uint8_t *payload, uint8_t length)
{
    h->told[id].sent = true;
    h->told[id].type = type;
    h->motions[h->first_id + id] = (uint8_t)(h->motions[h->first_id + id] + (moves(type) ? 1U : 0U));
    guard_command(h->guard, (uint16_t)(h->first_id + id), type, payload, length);
}

/* The board had no room for its answer. */
static void take_back(struct host *h, uint8_t id, uint8_t type)
{
    CHECK(!h->told[id].answered, "command %d was answered and not acknowledged", id);
    h->told[id] = (struct told){ 0 };
    h->motions[h->first_id + id] = (uint8_t)(h->motions[h->first_id + id] - (moves(type) ? 1U : 0U));
    guard_answer(h->guard, (uint16_t)(h->first_id + id), type, false);
}

static uint8_t compose(uint8_t *payload, uint8_t id, uint8_t type, const uint8_t *arguments, uint8_t length)
{
    uint8_t size = (uint8_t)(length < WIRE_PAYLOAD - 2 ? length + 2 : WIRE_PAYLOAD);
    if (size > 2U) {
        memcpy(payload + 2, arguments, (size_t)(size - 2));
    }
    if (type == MSG_SHOW_DICE && size >= MSG_SHOW_DICE_LENGTH) {
        payload[2] = (uint8_t)(1 + id % 6);
        payload[3] = (uint8_t)(1 + id / 6);
        payload[4] = payload[4] == 0U && arguments[0] == 255U ? 7U : 3U; /* seven is refused */
    }
    return size;
}

void host_command(struct host *h, uint8_t id, uint8_t type, const uint8_t *arguments, uint8_t length)
{
    uint8_t payload[WIRE_PAYLOAD];
    host_listen(h);
    if (!h->open) {
        return;
    }
    uint8_t size = compose(payload, id, type, arguments, length);
    wire_put(payload, (uint32_t)(h->first_id + id), 2);
    uint8_t number = h->next;
    bool repeats = h->told[id].sent;
    if (!repeats) {
        note(h, id, type, payload, size);
    }
    host_frame(h, type, number, payload, size);
    host_listen(h);
    if (!repeats && h->open && h->next == number) {
        take_back(h, id, type);
    }
}

void host_heartbeat(struct host *h)
{
    uint8_t payload[MSG_HEARTBEAT_LENGTH];
    wire_put(payload, h->guard->ms, 4);
    host_frame(h, MSG_HEARTBEAT, 0, payload, sizeof payload);
    host_listen(h);
}

void host_stop(struct host *h, bool in_session)
{
    uint8_t payload[MSG_STOP_LENGTH];
    wire_put(payload, h->token + 1U, 2);
    if (in_session && h->open) {
        host_frame(h, MSG_STOP, 0, payload, sizeof payload);
        host_listen(h);
    } else {
        host_outside(h, MSG_STOP, 0, 0, payload, sizeof payload);
    }
}

void host_raw(struct host *h, const uint8_t *bytes, int count)
{
    struct sim_outputs out;
    sim_rx(h->sim, bytes, (uint32_t)count);
    outputs(h, &out);
    guard_bytes(h->guard, &out);
    host_listen(h);
}
