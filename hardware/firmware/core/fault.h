/* Faults: raised with their evidence, kept until acknowledged, and what they forbid meanwhile. What follows from one that
 * was raised is in reactions.c. */
#ifndef JANTAKU_FAULT_H
#define JANTAKU_FAULT_H
#include <stdbool.h>
#include <stdint.h>

#define FAULTS_KEPT 16U
#define FAULTS_AT_ONCE 8U /* raised before board_tick reacts */
#define NO_SIDE 255U

enum severity { SEVERITY_WARN, SEVERITY_HOLD, SEVERITY_STOP };

struct fault_entry {
    uint8_t code; /* 0: free */
    uint8_t side;
    uint32_t board_us;
    uint32_t sensors;
    uint16_t waited_ms;
    uint8_t count, current;
};

/* One that is more than a warning, until board_tick has reacted to it. */
struct raised {
    uint8_t code, side, mechanism;
};

struct faults {
    struct fault_entry list[FAULTS_KEPT];
    uint8_t present; /* how many entries are taken */
    struct raised raised[FAULTS_AT_ONCE];
    uint8_t raised_n;
};

struct board;

enum severity fault_severity(uint8_t code);
/* Keeps it with its evidence and tells the host, unless it is present already; leaves what follows to board_tick.
 * `mechanism`: whose current and whose motion it is, NO_SIDE when it is no motor's. */
void fault_raise(struct board *b, uint8_t code, uint8_t side, uint8_t mechanism, uint32_t waited_ms);
/* One that holds or stops was raised, and board_tick has not reacted yet: nothing more may begin. */
bool fault_unanswered(const struct board *b);
bool fault_present(const struct board *b, uint8_t code);
/* The first fault that is more than a warning, 0 when there is none. */
uint8_t fault_blocking(const struct board *b);
/* A fault that forbids the hatch to move, 0 when there is none. */
uint8_t fault_of_hatch(const struct board *b);
bool fault_of_mechanism(const struct board *b, uint8_t mechanism);
/* Verdict on ClearFault. */
uint8_t fault_clear(struct board *b, uint8_t code);
void fault_forget_all(struct board *b);
/* Tells a new session what is present. */
void fault_tell_all(struct board *b);
#endif
