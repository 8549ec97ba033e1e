/* The host's end of the link, as strict as a host can be: every byte of the board must belong to a valid frame, and
 * every command is executed once, answered alike each time, and ended once at most.
 *
 * Each session has sixteen command ids of its own, so that the board remembers all of them, and an end that outlives
 * its session cannot be taken for another one's. */
#ifndef JANTAKU_FUZZ_HOST_H
#define JANTAKU_FUZZ_HOST_H
#include "guard.h"
#include "wire.h"

#define HOST_IDS 16
#define HOST_SESSIONS 64
#define HOST_NUMBERS (HOST_IDS * HOST_SESSIONS)

struct told {
    bool sent, answered, shown;
    uint8_t type, verdict, detail, reports;
};

struct host {
    struct guard *guard;
    struct sim *sim;
    bool acks;               /* acknowledges what it hears */
    bool overhears;          /* somebody else speaks: only frames are judged */
    bool open, compatible, nvm_harmed, reset_since;
    uint32_t nonce, boot;
    uint8_t key[8];
    uint16_t session;
    uint8_t next, expected, unheard; /* numbers; frames of the board not yet acknowledged */
    uint8_t in[WIRE_BYTES * 2];
    int in_used;
    uint16_t first_id;       /* of this session */
    struct told told[HOST_IDS];
    uint8_t motions[HOST_NUMBERS], ends[HOST_NUMBERS]; /* by command id, since the board started */
    uint16_t unheard_ends[4];
    uint8_t unheard_end_count; /* ends not yet acknowledged come again in another session */
    uint8_t dice[3];
    bool greeted;            /* since the dice were looked at */
    uint16_t token;
};

void host_start(struct host *h, struct guard *g, struct sim *s);
/* The board has been reset: what it said is void. */
void host_board_reset(struct host *h);
void host_hello(struct host *h, uint32_t nonce, uint8_t major);
/* Sends a command with the right number, repeating nothing. Does nothing without a session. */
void host_command(struct host *h, uint8_t id, uint8_t type, const uint8_t *arguments, uint8_t length);
/* Sends any frame of the session. */
void host_frame(struct host *h, uint8_t type, uint8_t numbers, const uint8_t *payload, uint8_t length);
/* Sends a frame outside of any session. */
void host_outside(struct host *h, uint8_t type, uint8_t numbers, uint16_t session, const uint8_t *payload,
                  uint8_t length);
void host_heartbeat(struct host *h);
void host_stop(struct host *h, bool in_session);
void host_raw(struct host *h, const uint8_t *bytes, int count);
/* After each tick: dice show which command was executed last, for each id has its own. */
void host_look(struct host *h, const struct sim_outputs *out);
/* Reads what the board says. */
void host_listen(struct host *h);
#endif
