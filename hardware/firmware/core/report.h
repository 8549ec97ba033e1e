/* What the board tells about itself: Welcome, the end of motions, sensors, telemetry, and answers of many messages. */
#ifndef JANTAKU_REPORT_H
#define JANTAKU_REPORT_H
#include <stdbool.h>
#include <stdint.h>
#include "hal.h"

enum report_kind { REPORT_NONE, REPORT_TRACE, REPORT_COUNTERS, REPORT_LEARNT };

struct report {
    uint8_t kind;          /* the answer under way: made message by message as there is room */
    uint8_t next;
    uint16_t command;
    uint8_t setting;       /* told as soon as it is kept, 0: none is due */
    uint16_t setting_command;
    uint16_t period_ms;    /* of telemetry, 0: none */
    uint32_t sent_ms;
};

struct board;
struct msg_welcome;

void report_welcome(struct board *b, struct msg_welcome *m);
void report_done(struct board *b, uint16_t command, uint32_t begun_ms);
void report_sensors(struct board *b, uint16_t command);
void report_begin(struct board *b, uint8_t kind, uint16_t command);
/* SettingValue when everything is in the memory. */
void report_setting(struct board *b, uint8_t which, uint16_t command);
/* Makes what is due and fits. */
void report_pump(struct board *b);
void report_positions(const struct board *b, uint8_t positions[MOTORS]);
#endif
