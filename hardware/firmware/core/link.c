#include "link.h"
#include <string.h>
#include "board.h"
#include "crc.h"

#define HEADER 4U
#define TRAILER 4U
#define KEY_BYTES 8U
#define GOODBYE_OVERFLOW 1U

void link_init(struct board *b)
{
    memset(&b->link, 0, sizeof b->link);
    outbox_rebase(&b->outbox);
}

static bool unheard(const struct board *b)
{
    return !b->link.open || b->ms - b->link.heard_ms >= PROTOCOL_DEADMAN_MS;
}

/* Who speaks another major version might not understand what it sets in motion: as good as nobody. */
bool link_silent(const struct board *b)
{
    return unheard(b) || !b->link.compatible;
}

/* ---- out */

static void put_frame(struct board *b, uint8_t *frame, uint8_t length, uint32_t crc)
{
    uint8_t wire[WIRE_MAX];
    protocol_put_u32(frame + length, crc_end(crc_add(crc, frame, length)));
    hal_tx(b, wire, cobs_encode(wire, frame, (uint8_t)(length + TRAILER)));
}

void link_send(struct board *b, uint8_t type, uint8_t number, const uint8_t *payload, uint8_t length)
{
    uint8_t frame[FRAME_MAX];
    frame[0] = type;
    frame[1] = (uint8_t)(number | (uint8_t)(b->link.expected << 4));
    protocol_put_u16(frame + 2, b->link.session);
    memcpy(frame + HEADER, payload, length);
    b->link.ack_due = false;
    put_frame(b, frame, (uint8_t)(HEADER + length), b->link.key_crc);
}

static void send_outside(struct board *b, uint8_t type, const uint8_t *payload, uint8_t length)
{
    uint8_t frame[FRAME_MAX];
    frame[0] = type;
    frame[1] = 0;
    protocol_put_u16(frame + 2, 0);
    memcpy(frame + HEADER, payload, length);
    put_frame(b, frame, (uint8_t)(HEADER + length), CRC_START);
}

static void send_stopped(struct board *b)
{
    uint8_t payload[MSG_STOPPED_LENGTH];
    struct msg_stopped m = { .token = b->link.stopped_token, .latches = b->latch.bits };
    uint8_t length = pack_stopped(payload, &m);
    if (b->link.stopped_in_session && b->link.open) {
        link_send(b, MSG_STOPPED, 0, payload, length);
    } else {
        send_outside(b, MSG_STOPPED, payload, length);
    }
    b->link.stopped_due = false;
}

static void send_welcome(struct board *b)
{
    uint8_t payload[PROTOCOL_MAX_PAYLOAD];
    struct msg_welcome m;
    report_welcome(b, &m);
    uint8_t length = pack_welcome(payload, &m);
    send_outside(b, MSG_WELCOME, payload, length);
    b->link.welcome_due = false;
}

static void send_pulse(struct board *b)
{
    uint8_t payload[MSG_PULSE_LENGTH];
    struct msg_pulse m = { .host_ms = b->link.pulse_host_ms, .board_us = hal_micros(b) };
    uint8_t length = pack_pulse(payload, &m);
    link_send(b, MSG_PULSE, 0, payload, length);
    b->link.pulse_due = false;
}

static void send_goodbye(struct board *b)
{
    uint8_t payload[MSG_GOODBYE_LENGTH];
    struct msg_goodbye m = { .reason = GOODBYE_OVERFLOW };
    uint8_t length = pack_goodbye(payload, &m);
    link_send(b, MSG_GOODBYE, 0, payload, length);
    b->link.goodbye_due = false;
}

void link_close(struct board *b)
{
    b->link.open = false;
    b->link.goodbye_due = true;
    outbox_rebase(&b->outbox);
}

static void pump_session(struct board *b)
{
    if (b->link.pulse_due) {
        send_pulse(b);
    }
    outbox_pump(b);
    if (b->link.ack_due && hal_tx_room(b) >= WIRE_MAX) {
        link_send(b, MSG_ACK, 0, (const uint8_t *)"", 0);
    }
}

void link_pump(struct board *b)
{
    struct link *l = &b->link;
    if (l->stopped_due && hal_tx_room(b) >= WIRE_MAX) {
        send_stopped(b);
    }
    if (l->welcome_due && hal_tx_room(b) >= WIRE_MAX && store_boot_kept(b)) {
        send_welcome(b);
    }
    if (l->goodbye_due && hal_tx_room(b) >= WIRE_MAX) {
        send_goodbye(b);
    }
    if (l->open && !l->welcome_due && hal_tx_room(b) >= WIRE_MAX) {
        pump_session(b);
    }
}

/* ---- in */

static void open_session(struct board *b, const struct msg_hello *m)
{
    uint8_t key[KEY_BYTES];
    struct link *l = &b->link;
    protocol_put_u32(key, m->nonce);
    protocol_put_u32(key + 4, b->counters.boots);
    l->nonce = m->nonce;
    l->key_crc = crc_add(CRC_START, key, KEY_BYTES);
    l->session = (uint16_t)(crc_end(l->key_crc) & 0xFFFFU);
    l->expected = 0;
    l->open = true;
    l->ack_due = l->pulse_due = l->goodbye_due = false;
    outbox_rebase(&b->outbox);
}

static void on_hello(struct board *b, const uint8_t *payload, uint8_t length)
{
    struct msg_hello m;
    struct link *l = &b->link;
    if (!unpack_hello(payload, length, &m)) {
        return;
    }
    l->welcome_due = true;
    if (l->open && m.nonce == l->nonce) {
        return; /* the repetition of one that was answered must not undo what came after it */
    }
    open_session(b, &m);
    l->compatible = m.major == PROTOCOL_MAJOR;
    board_new_session(b);
}

static void on_stop(struct board *b, const uint8_t *payload, uint8_t length, bool in_session)
{
    struct msg_stop m;
    if (!unpack_stop(payload, length, &m)) {
        return;
    }
    latch_stop_by_host(b);
    b->link.stopped_due = true;
    b->link.stopped_in_session = in_session;
    b->link.stopped_token = m.token;
}

static void on_reliable(struct board *b, uint8_t type, uint8_t number, const uint8_t *payload, uint8_t length)
{
    struct link *l = &b->link;
    if (number == l->expected && !commands_can_take(b, type)) {
        return; /* no room for its answer yet: the host will repeat it */
    }
    l->ack_due = true;
    if (number == l->expected) {
        l->expected = (uint8_t)((l->expected + 1U) % PROTOCOL_NUMBER_MODULUS);
        commands_handle(b, type, payload, length);
    }
}

static void on_heartbeat(struct board *b, const uint8_t *payload, uint8_t length)
{
    struct msg_heartbeat m;
    if (unpack_heartbeat(payload, length, &m)) {
        b->link.pulse_due = true;
        b->link.pulse_host_ms = m.host_ms;
    }
}

static void on_goodbye(struct board *b)
{
    b->link.open = false;
    outbox_rebase(&b->outbox);
}

static void on_session_frame(struct board *b, const uint8_t *frame, uint8_t length)
{
    uint8_t lane = protocol_lane_from_host(frame[0]);
    bool was_silent = unheard(b);
    b->link.heard_ms = b->ms;
    if (b->link.compatible) {
        latch_heard(b);
    }
    outbox_acknowledge(b, (uint8_t)(frame[1] >> 4));
    if (was_silent) {
        outbox_wake(&b->outbox);
    }
    if (lane == LANE_STOP) {
        on_stop(b, frame + HEADER, length, true);
    } else if (frame[0] == MSG_HEARTBEAT) {
        on_heartbeat(b, frame + HEADER, length);
    } else if (frame[0] == MSG_GOODBYE) {
        on_goodbye(b);
    } else if (lane == LANE_RELIABLE || (lane == 0xFFU && frame[0] >= MSG_RESET)) {
        on_reliable(b, frame[0], frame[1] & 15U, frame + HEADER, length);
    }
}

static void on_outside_frame(struct board *b, const uint8_t *frame, uint8_t length)
{
    if (frame[0] == MSG_HELLO) {
        on_hello(b, frame + HEADER, length);
    } else if (frame[0] == MSG_STOP) {
        on_stop(b, frame + HEADER, length, false);
    }
}

static bool checks(const uint8_t *frame, uint8_t size)
{
    return crc_add(CRC_START, frame, size) == CRC_SOUND;
}

/* The session's CRC follows the bytes as they come, while the line brings the next: at its end a frame waits no longer. */
static void follow(struct link *l)
{
    if (l->in.n == 0U) {
        l->in_crc = l->key_crc;
    } else if (l->in.n > l->followed) {
        l->in_crc = crc_add(l->in_crc, l->in.data + l->followed, (uint16_t)(l->in.n - l->followed));
    }
    l->followed = l->in.n;
}

static void on_frame(struct board *b, const uint8_t *frame, uint8_t size)
{
    if (size < HEADER + TRAILER) {
        b->counters.frames_damaged++;
        return;
    }
    uint8_t length = (uint8_t)(size - TRAILER);
    bool outside = frame[0] == MSG_HELLO || (frame[0] == MSG_STOP && protocol_get_u16(frame + 2) == 0U);
    if (outside && checks(frame, size)) {
        b->counters.frames_received++;
        on_outside_frame(b, frame, (uint8_t)(length - HEADER));
    } else if (b->link.open && b->link.in_crc == CRC_SOUND) {
        b->counters.frames_received++;
        on_session_frame(b, frame, (uint8_t)(length - HEADER));
    } else {
        b->counters.frames_damaged++;
    }
}

void link_byte(struct board *b, uint8_t byte)
{
    switch (cobs_byte(&b->link.in, byte)) {
    case COBS_FRAME:
        on_frame(b, b->link.in.data, b->link.in.n);
        break;
    case COBS_DAMAGED:
        b->counters.frames_damaged++;
        break;
    case COBS_MORE:
    default:
        follow(&b->link);
        break;
    }
}
