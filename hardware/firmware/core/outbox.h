/* The reliable lane towards the host: a bounded queue whose front is the go-back-N window.
 *
 * A message leaves the queue when the host has acknowledged it. When there is no room left, the session is given up
 * and the host connects anew, which tells it every latch, position and fault. Done, Failed and Halted outlive a
 * session, so that each motion's one end arrives. Nothing is lost in silence. */
#ifndef JANTAKU_OUTBOX_H
#define JANTAKU_OUTBOX_H
#include <stdbool.h>
#include <stdint.h>

#define OUTBOX_BYTES 1024U
#define OUTBOX_COMMAND_ROOM 192U /* less room than this: no further command is taken from the wire */
/* Less room than this: key events are dropped and counted; it is for faults and ends. Reports wait until three quarters
 * are free, and telemetry is never queued. */
#define OUTBOX_KEY_ROOM 320U

struct outbox {
    uint8_t ring[OUTBOX_BYTES]; /* records: type, length, payload */
    uint16_t head, used;
    uint16_t next; /* bytes from head to the first record not sent */
    uint8_t base; /* number of the oldest record */
    uint8_t sent; /* records sent and not acknowledged, from base on */
    uint8_t sent_ever; /* the same before the last go-back: these may still be acknowledged */
    uint8_t flight; /* bytes on the wire of the sent ones */
    uint8_t tries;
    uint32_t timer_us; /* when the oldest was sent, or the last acknowledgement came */
    bool timing; /* a round trip is being measured, for frame number timed */
    uint8_t timed;
    uint32_t timed_us;
    uint16_t round_trip_ms; /* smoothed */
};

struct board;

/* For another session: only ends of motions stay, numbered anew. Their command ids go on over sessions. */
void outbox_rebase(struct outbox *o);
uint16_t outbox_room(const struct outbox *o);
void outbox_push(struct board *b, uint8_t type, const uint8_t *payload, uint8_t length);
void outbox_acknowledge(struct board *b, uint8_t expected);
/* The host speaks again after a silence: repeat at once what it has not acknowledged. */
void outbox_wake(struct outbox *o);
/* Sends what window and transmitter allow, repeats after silence; true when a frame went out. */
bool outbox_pump(struct board *b);
#endif
