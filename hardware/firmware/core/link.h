/* Frames and the session: who may speak, with which numbers, and what goes out next. */
#ifndef JANTAKU_LINK_H
#define JANTAKU_LINK_H
#include <stdbool.h>
#include <stdint.h>
#include "cobs.h"

struct link {
    struct cobs_in in;
    uint32_t in_crc;      /* of the frame that comes in, as far as `followed` */
    uint8_t followed;
    bool open;            /* a session exists */
    bool compatible;      /* its host speaks our major version */
    uint32_t nonce;
    uint16_t session;
    uint32_t key_crc;     /* CRC state after the session key */
    uint8_t expected;     /* number of the host's next reliable frame */
    uint32_t heard_ms;    /* last valid frame of the session */
    bool ack_due, welcome_due, pulse_due, stopped_due, stopped_in_session, goodbye_due;
    uint32_t pulse_host_ms;
    uint16_t stopped_token;
};

struct board;

void link_init(struct board *b);
void link_byte(struct board *b, uint8_t byte);
/* Sends what is due, the most urgent first. */
void link_pump(struct board *b);
/* Puts one frame into the transmitter; the caller has checked that WIRE_MAX bytes fit. */
void link_send(struct board *b, uint8_t type, uint8_t number, const uint8_t *payload, uint8_t length);
/* Gives the session up and tells the host, which will open another one. */
void link_close(struct board *b);
/* Nobody is there who may command a motion. */
bool link_silent(const struct board *b);
#endif
