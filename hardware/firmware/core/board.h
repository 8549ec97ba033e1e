/* The table's board: all state in one struct, everything happens in board_rx and board_tick.
 *
 *   sensors, keys -> latch -> jobs, build (lift, hatch, head) -> motion -> pins
 *   faults raised, keys pressed by any of them -> reactions, before the next of them
 *   bytes -> link -> commands -> interlock -> jobs, build;  outbox, report -> link -> bytes */
#ifndef JANTAKU_BOARD_H
#define JANTAKU_BOARD_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "bits.h"
#include "build.h"
#include "commands.h"
#include "counters.h"
#include "display.h"
#include "fault.h"
#include "hal.h"
#include "hatch.h"
#include "head.h"
#include "interlock.h"
#include "jobs.h"
#include "keys.h"
#include "latch.h"
#include "learnt.h"
#include "lift.h"
#include "link.h"
#include "motion.h"
#include "outbox.h"
#include "protocol.h"
#include "reactions.h"
#include "report.h"
#include "sensors.h"
#include "settings.h"
#include "store.h"

#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 0
#define FIRMWARE_PATCH 0

struct board_id {
    uint8_t serial[8], build[8];
    uint16_t capabilities; /* bit numbers CAPABILITIES_ */
    uint8_t cause;         /* enum reset_cause */
};

struct board {
    struct board_id id;
    uint32_t ms;           /* ticks since the start */
    struct link link;
    struct outbox outbox;
    struct commands commands;
    struct report report;
    struct sensors sensors;
    struct trace trace;
    struct keys keys;
    struct latch latch;
    struct faults faults;
    struct motion motion;
    struct head head[SIDES];
    struct lift lift[SIDES];
    struct hatch hatch;
    struct jobs jobs;
    struct build build;
    struct display display;
    struct counters counters;
    struct keep keep;
    struct store store;
    uint16_t bridged;      /* mechanisms that stop by clock, as in learnt.c */
    bool stopped_since_build;
    uint8_t gear;
};

/* After every reset, before anything else. */
void board_init(struct board *b, const struct board_id *id);
/* Once a millisecond. */
void board_tick(struct board *b);
/* Each byte from the host, as soon as it is there; STOP acts before this returns. */
void board_rx(struct board *b, uint8_t byte);
/* The main loop's longest turn, for the counters. */
void board_loop_took(struct board *b, uint32_t us);
/* From link.c: a host has opened a new session. */
void board_new_session(struct board *b);
#endif
