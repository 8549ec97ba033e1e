#include "books.h"
#include <string.h>
#include "../core/protocol.h"
#include "check.h"

#define DRUM 0x001FU
#define WARNINGS 100
#define BIT(n) (1U << (n))
#define STOPS                                                                                                          \
    (BIT(LATCHES_EMERGENCY_STOP_PRESSED) | BIT(LATCHES_EMERGENCY_STOP_UNACKNOWLEDGED) | BIT(LATCHES_COVER_OPEN) |      \
     BIT(LATCHES_STOPPED_BY_HOST))

void books_session(struct books *b)
{
    memset(b->present, 0, sizeof b->present);
}

void books_command(struct books *b, uint16_t id, uint8_t type, const uint8_t *payload, uint8_t length)
{
    if (type == MSG_BUILD && length >= MSG_BUILD_LENGTH) {
        b->build = id;
        memcpy(b->asked, payload + 2, sizeof b->asked);
    }
}

static int first_present(const struct books *b, int from, int to)
{
    for (int code = from; code <= to; code++) {
        if (b->present[code] > 0U) {
            return code;
        }
    }
    return 0;
}

void books_accepted(struct books *b, uint16_t id, uint8_t type)
{
    if (type == MSG_BUILD || type == MSG_RESUME) {
        int fault = first_present(b, 1, WARNINGS - 1);
        CHECK(fault == 0, "a build was accepted although fault %d is present", fault);
    }
    if (type == MSG_OPEN_HATCH || type == MSG_CLOSE_HATCH) {
        int fault = first_present(b, FAULT_HATCH_NOT_OPEN, FAULT_HATCH_CONTRADICTION);
        CHECK(fault == 0, "a motion of the hatch was accepted although fault %d is present", fault);
    }
    if (type == MSG_BUILD && b->build == id) {
        memcpy(b->quota, b->asked, sizeof b->quota);
    }
}

void books_fault(struct books *b, uint8_t code, bool raised, bool fresh, uint16_t on)
{
    if (raised) {
        b->present[code]++;
        bool stops = code >= FAULT_LIFT_0 && code < WARNINGS;
        CHECK(!fresh || !stops || on == 0U, "motors %04x run although fault %d stops everything", on, code);
        CHECK(!fresh || code >= WARNINGS || (on & DRUM) == 0U, "motors %04x run although fault %d holds the build", on,
              code);
    } else if (b->present[code] > 0U) {
        b->present[code]--;
    }
}

void books_build_changed(const struct books *b, const uint8_t *payload)
{
    const uint8_t *counts = payload + 6;
    CHECK(payload[0] != BUILD_PHASE_READY || memcmp(counts, b->quota, 4) == 0,
          "a wall of %u %u %u %u tiles is called ready", counts[0], counts[1], counts[2], counts[3]);
}

void books_latches(uint8_t latches, bool stopped, bool awaits_key)
{
    CHECK(!stopped || (latches & STOPS) != 0U, "after a stop the board tells latches %02x", latches);
    CHECK(!awaits_key || (latches & (STOPS | BIT(LATCHES_AWAITING_KEY))) != 0U,
          "a key is awaited and the board tells latches %02x", latches);
}
