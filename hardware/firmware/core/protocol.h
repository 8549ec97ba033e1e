/* Generated from firmware_bridge/protocol.toml by `python -m firmware_bridge.generate`. Do not edit. */
#ifndef JANTAKU_PROTOCOL_H
#define JANTAKU_PROTOCOL_H
#include <stdbool.h>
#include <stdint.h>

#define PROTOCOL_MAJOR 1
#define PROTOCOL_MINOR 1
#define PROTOCOL_MAX_PAYLOAD 64
#define PROTOCOL_WINDOW_FRAMES 4 /* unacknowledged reliable frames per direction */
#define PROTOCOL_WINDOW_BYTES 128 /* ... and their bytes on the wire, so that STOP never waits longer than 5.1 ms at 250,000 baud */
#define PROTOCOL_NUMBER_MODULUS 16
#define PROTOCOL_HEARTBEAT_MS 100
#define PROTOCOL_DEADMAN_MS 300 /* board: drum, picks and heads stop when the host was silent for so long */
#define PROTOCOL_HOST_LOST_MS 1000 /* host: the link is called lost */
#define PROTOCOL_RETRY_MIN_MS 20
#define PROTOCOL_RETRY_MAX_MS 250
#define PROTOCOL_RETRY_LIMIT 5
#define PROTOCOL_REMEMBERED_COMMANDS 16
#define PROTOCOL_DEFAULT_BAUD 250000UL
#define PROTOCOL_FALLBACK_BAUD 115200UL
#define PROTOCOL_CONSENT_MS 10000 /* a key press at the table permits lift and hatch motion for so long */
#define PROTOCOL_WARNING_MS 2000 /* without it the board beeps and flashes for so long before such a motion */

#define LANE_HANDSHAKE 0
#define LANE_RELIABLE 1
#define LANE_LOOSE 2
#define LANE_STOP 3

/* The actuators, in the order used wherever a message lists all of them. Side n is 0-3 counter-clockwise. */
enum mechanism {
    MECHANISM_DISC = 0,
    MECHANISM_PICK_0 = 1,
    MECHANISM_PICK_1 = 2,
    MECHANISM_PICK_2 = 3,
    MECHANISM_PICK_3 = 4,
    MECHANISM_HEAD_0 = 5,
    MECHANISM_HEAD_1 = 6,
    MECHANISM_HEAD_2 = 7,
    MECHANISM_HEAD_3 = 8,
    MECHANISM_LIFT_0 = 9,
    MECHANISM_LIFT_1 = 10,
    MECHANISM_LIFT_2 = 11,
    MECHANISM_LIFT_3 = 12,
    MECHANISM_HATCH = 13,
    MECHANISM_ALL = 255
};

/* Where a mechanism stands. HOME: lift down, hatch closed, head at its cam's rest, disc or pick off. AWAY: lift up, hatch open, disc or pick running. */
enum position {
    POSITION_UNKNOWN = 0,
    POSITION_HOME = 1,
    POSITION_AWAY = 2,
    POSITION_MOVING = 3,
    POSITION_FAULTED = 4
};

/* Motor direction of a service step. */
enum direction {
    DIRECTION_FORWARD = 1,
    DIRECTION_REVERSE = 2
};

/* Keys on the dome and the service button. */
enum key {
    KEY_OPEN = 0,
    KEY_RAISE = 1,
    KEY_DICE_0 = 2,
    KEY_DICE_1 = 3,
    KEY_DICE_2 = 4,
    KEY_DICE_3 = 5,
    KEY_BOTH = 6
};

/* Why the board started. */
enum reset_cause {
    RESET_CAUSE_POWER_ON = 1,
    RESET_CAUSE_EXTERNAL = 2,
    RESET_CAUSE_BROWN_OUT = 3,
    RESET_CAUSE_WATCHDOG = 4,
    RESET_CAUSE_BOOTLOADER = 5
};

/* Answer to a command. Everything except ACCEPTED means: nothing was done and nothing will be. */
enum verdict {
    VERDICT_ACCEPTED = 0,
    VERDICT_BUSY = 1, /* the mechanism is already moving */
    VERDICT_HATCH_NOT_CLOSED = 2,
    VERDICT_HATCH_NOT_OPEN = 3,
    VERDICT_LIFT_NOT_HOME = 4,
    VERDICT_HEAD_NOT_HOME = 5,
    VERDICT_LATCHED = 6, /* emergency stop, cover or stop not yet acknowledged */
    VERDICT_COVER_OPEN = 7,
    VERDICT_BUILD_RUNNING = 8,
    VERDICT_NO_BUILD = 9,
    VERDICT_BAD_ARGUMENT = 10,
    VERDICT_UNKNOWN_COMMAND = 11,
    VERDICT_FAULT_PRESENT = 12, /* a fault must be cleared first; detail holds its code */
    VERDICT_POWER_BUDGET = 13, /* lifts and hatch move alone */
    VERDICT_NOT_NOW = 14
};

/* Why a motion ended without being done, or a build was suspended. NONE: BuildChanged for any other reason. */
enum stop_reason {
    STOP_REASON_NONE = 0,
    STOP_REASON_STOP_COMMAND = 1,
    STOP_REASON_DEADMAN = 2,
    STOP_REASON_EMERGENCY_STOP = 3,
    STOP_REASON_COVER = 4,
    STOP_REASON_KEYS = 5,
    STOP_REASON_CANCELLED = 6,
    STOP_REASON_RESET = 7,
    STOP_REASON_FAULT_ELSEWHERE = 8
};

/* Where a build stands. SUSPENDED: stopped by keys, dead-man, stop or a fault; only RESUME goes on. */
enum build_phase {
    BUILD_PHASE_NONE = 0,
    BUILD_PHASE_SHUFFLING = 1,
    BUILD_PHASE_PICKING = 2,
    BUILD_PHASE_CHECKING = 3,
    BUILD_PHASE_READY = 4,
    BUILD_PHASE_SUSPENDED = 5,
    BUILD_PHASE_FAILED = 6
};

/* Patterns of the beeper. */
enum beep {
    BEEP_OFF = 0,
    BEEP_SHORT = 1,
    BEEP_READY = 2,
    BEEP_WARNING = 3,
    BEEP_FAULT = 4
};

/* The fault catalogue, version 1. Number n below 100 is shown as E followed by two digits, 100 + n as W. Meaning and remedies: docs/technician.md. */
enum fault {
    FAULT_SHORT_0 = 1, /* no tile counted on this side for the gap time while its quota is open */
    FAULT_SHORT_1 = 2,
    FAULT_SHORT_2 = 3,
    FAULT_SHORT_3 = 4,
    FAULT_SHORT_UNKNOWN = 5, /* several sides short */
    FAULT_SURPLUS = 6, /* all quotas met and a channel or counter still fires */
    FAULT_WRONG_SET = 7,
    FAULT_HEAD_JAM_0 = 11,
    FAULT_HEAD_JAM_1 = 12,
    FAULT_HEAD_JAM_2 = 13,
    FAULT_HEAD_JAM_3 = 14,
    FAULT_CHANNEL_0 = 15,
    FAULT_CHANNEL_1 = 16,
    FAULT_CHANNEL_2 = 17,
    FAULT_CHANNEL_3 = 18,
    FAULT_LIFT_0 = 21,
    FAULT_LIFT_1 = 22,
    FAULT_LIFT_2 = 23,
    FAULT_LIFT_3 = 24,
    FAULT_HATCH_NOT_OPEN = 25,
    FAULT_HATCH_NOT_CLOSED = 26,
    FAULT_HATCH_CONTRADICTION = 27,
    FAULT_DISC_STALLED = 31,
    FAULT_OVER_CURRENT = 32, /* side holds the Mechanism */
    FAULT_OVER_TEMPERATURE = 40,
    FAULT_COVER = 50,
    FAULT_EMERGENCY_STOP = 51,
    FAULT_LINK_LOST = 60,
    FAULT_SLOW = 101, /* side holds the Mechanism */
    FAULT_BY_CLOCK = 102, /* side holds the Mechanism whose position sensor is bridged by time */
    FAULT_GEAR_CHANGED = 103
};

/* Settings kept in the board's non-volatile memory. */
enum setting {
    SETTING_CHANNEL_CAPACITY = 1,
    SETTING_TAIL_MS = 2,
    SETTING_REVERSE_MS = 3,
    SETTING_CURRENT_LIMIT_LIFT = 4,
    SETTING_CURRENT_LIMIT_HATCH = 5,
    SETTING_CURRENT_LIMIT_HEAD = 6,
    SETTING_CURRENT_LIMIT_DISC = 7,
    SETTING_OVERHEAT_C = 8,
    SETTING_MAX_STACKS = 9,
    SETTING_TRAVEL_MARGIN_MS = 10
};

/* What this board has. What is absent is never reported as present. Bit numbers, in uint16_t. */
#define CAPABILITIES_CURRENT_SENSING 0
#define CAPABILITIES_LIFT_UP_SWITCHES 1
#define CAPABILITIES_COLOUR_SENSORS 2
#define CAPABILITIES_COVER_SWITCH 3
#define CAPABILITIES_TEMPERATURE 4
#define CAPABILITIES_GEAR_SWITCH 5
#define CAPABILITIES_DICE_ECHO 6

/* Sensor bits; 1 means what the name says. Bit numbers, in uint32_t. */
#define SENSORS_COUNT_0 0
#define SENSORS_COUNT_1 1
#define SENSORS_COUNT_2 2
#define SENSORS_COUNT_3 3
#define SENSORS_FULL_0 4
#define SENSORS_FULL_1 5
#define SENSORS_FULL_2 6
#define SENSORS_FULL_3 7
#define SENSORS_HEAD_HOME_0 8
#define SENSORS_HEAD_HOME_1 9
#define SENSORS_HEAD_HOME_2 10
#define SENSORS_HEAD_HOME_3 11
#define SENSORS_LIFT_UP_0 12
#define SENSORS_LIFT_UP_1 13
#define SENSORS_LIFT_UP_2 14
#define SENSORS_LIFT_UP_3 15
#define SENSORS_LIFT_HOME_0 16
#define SENSORS_LIFT_HOME_1 17
#define SENSORS_LIFT_HOME_2 18
#define SENSORS_LIFT_HOME_3 19
#define SENSORS_HATCH_OPEN 20
#define SENSORS_HATCH_CLOSED 21
#define SENSORS_COVER_OPEN 22
#define SENSORS_EMERGENCY_STOP 23
#define SENSORS_COLOUR_0 24
#define SENSORS_COLOUR_1 25
#define SENSORS_COLOUR_2 26
#define SENSORS_COLOUR_3 27

/* Why no motion is possible. Emergency stop: PRESSED while the button is in; then UNACKNOWLEDGED until RESET and then a key at the table. An opened cover and a motor supply that failed under a motion leave UNACKNOWLEDGED too. Bit numbers, in uint8_t. */
#define LATCHES_EMERGENCY_STOP_PRESSED 0
#define LATCHES_EMERGENCY_STOP_UNACKNOWLEDGED 1
#define LATCHES_COVER_OPEN 2
#define LATCHES_STOPPED_BY_HOST 3
#define LATCHES_AWAITING_KEY 4
#define LATCHES_LINK_SILENT 5
#define LATCHES_OVER_TEMPERATURE 6

/* Lamps of the dome. Bit numbers, in uint16_t. */
#define LAMPS_READY 0
#define LAMPS_FAULT 1
#define LAMPS_CALL 2
#define LAMPS_WARNING 3
#define LAMPS_DEALER_0 4
#define LAMPS_DEALER_1 5
#define LAMPS_DEALER_2 6
#define LAMPS_DEALER_3 7

/* Options of a build. Bit numbers, in uint8_t. */
#define BUILD_OPTIONS_NO_REVERSAL 0
#define BUILD_OPTIONS_CHECK_COLOUR 1
#define BUILD_OPTIONS_EXPECT_COLOUR_B 2

/* Messages: code, lane, least length of the payload. */
#define MSG_HELLO 0x01
#define MSG_HELLO_LANE LANE_HANDSHAKE
#define MSG_HELLO_LENGTH 6
#define MSG_WELCOME 0x02
#define MSG_WELCOME_LANE LANE_HANDSHAKE
#define MSG_WELCOME_LENGTH 57
#define MSG_ACK 0x03
#define MSG_ACK_LANE LANE_LOOSE
#define MSG_ACK_LENGTH 0
#define MSG_HEARTBEAT 0x04
#define MSG_HEARTBEAT_LANE LANE_LOOSE
#define MSG_HEARTBEAT_LENGTH 4
#define MSG_PULSE 0x05
#define MSG_PULSE_LANE LANE_LOOSE
#define MSG_PULSE_LENGTH 8
#define MSG_GOODBYE 0x06
#define MSG_GOODBYE_LANE LANE_LOOSE
#define MSG_GOODBYE_LENGTH 1
#define MSG_STOP 0x07
#define MSG_STOP_LANE LANE_STOP
#define MSG_STOP_LENGTH 2
#define MSG_STOPPED 0x08
#define MSG_STOPPED_LANE LANE_STOP
#define MSG_STOPPED_LENGTH 3
#define MSG_RESET 0x10
#define MSG_RESET_LANE LANE_RELIABLE
#define MSG_RESET_LENGTH 2
#define MSG_OPEN_HATCH 0x11
#define MSG_OPEN_HATCH_LANE LANE_RELIABLE
#define MSG_OPEN_HATCH_LENGTH 2
#define MSG_CLOSE_HATCH 0x12
#define MSG_CLOSE_HATCH_LANE LANE_RELIABLE
#define MSG_CLOSE_HATCH_LENGTH 2
#define MSG_RAISE_LIFTS 0x13
#define MSG_RAISE_LIFTS_LANE LANE_RELIABLE
#define MSG_RAISE_LIFTS_LENGTH 3
#define MSG_LOWER_LIFTS 0x14
#define MSG_LOWER_LIFTS_LANE LANE_RELIABLE
#define MSG_LOWER_LIFTS_LENGTH 3
#define MSG_BUILD 0x15
#define MSG_BUILD_LANE LANE_RELIABLE
#define MSG_BUILD_LENGTH 11
#define MSG_PAUSE 0x16
#define MSG_PAUSE_LANE LANE_RELIABLE
#define MSG_PAUSE_LENGTH 2
#define MSG_RESUME 0x17
#define MSG_RESUME_LANE LANE_RELIABLE
#define MSG_RESUME_LENGTH 2
#define MSG_CANCEL 0x18
#define MSG_CANCEL_LANE LANE_RELIABLE
#define MSG_CANCEL_LENGTH 2
#define MSG_HOME 0x19
#define MSG_HOME_LANE LANE_RELIABLE
#define MSG_HOME_LENGTH 3
#define MSG_RUN 0x1A
#define MSG_RUN_LANE LANE_RELIABLE
#define MSG_RUN_LENGTH 6
#define MSG_CLEAR_FAULT 0x1B
#define MSG_CLEAR_FAULT_LANE LANE_RELIABLE
#define MSG_CLEAR_FAULT_LENGTH 3
#define MSG_GET_SENSORS 0x20
#define MSG_GET_SENSORS_LANE LANE_RELIABLE
#define MSG_GET_SENSORS_LENGTH 2
#define MSG_SUBSCRIBE 0x21
#define MSG_SUBSCRIBE_LANE LANE_RELIABLE
#define MSG_SUBSCRIBE_LENGTH 4
#define MSG_DUMP_TRACE 0x22
#define MSG_DUMP_TRACE_LANE LANE_RELIABLE
#define MSG_DUMP_TRACE_LENGTH 2
#define MSG_SHOW_DICE 0x28
#define MSG_SHOW_DICE_LANE LANE_RELIABLE
#define MSG_SHOW_DICE_LENGTH 5
#define MSG_SHOW_SEATS 0x29
#define MSG_SHOW_SEATS_LANE LANE_RELIABLE
#define MSG_SHOW_SEATS_LENGTH 6
#define MSG_SHOW_TEXT 0x2A
#define MSG_SHOW_TEXT_LANE LANE_RELIABLE
#define MSG_SHOW_TEXT_LENGTH 2
#define MSG_SET_LAMPS 0x2B
#define MSG_SET_LAMPS_LANE LANE_RELIABLE
#define MSG_SET_LAMPS_LENGTH 4
#define MSG_SOUND_BEEP 0x2C
#define MSG_SOUND_BEEP_LANE LANE_RELIABLE
#define MSG_SOUND_BEEP_LENGTH 3
#define MSG_GET_COUNTERS 0x30
#define MSG_GET_COUNTERS_LANE LANE_RELIABLE
#define MSG_GET_COUNTERS_LENGTH 2
#define MSG_GET_LEARNT 0x31
#define MSG_GET_LEARNT_LANE LANE_RELIABLE
#define MSG_GET_LEARNT_LENGTH 2
#define MSG_GET_SETTING 0x32
#define MSG_GET_SETTING_LANE LANE_RELIABLE
#define MSG_GET_SETTING_LENGTH 3
#define MSG_PUT_SETTING 0x33
#define MSG_PUT_SETTING_LANE LANE_RELIABLE
#define MSG_PUT_SETTING_LENGTH 5
#define MSG_ENTER_BOOTLOADER 0x34
#define MSG_ENTER_BOOTLOADER_LANE LANE_RELIABLE
#define MSG_ENTER_BOOTLOADER_LENGTH 6
#define MSG_ANSWER 0x80
#define MSG_ANSWER_LANE LANE_RELIABLE
#define MSG_ANSWER_LENGTH 4
#define MSG_DONE 0x81
#define MSG_DONE_LANE LANE_RELIABLE
#define MSG_DONE_LENGTH 12
#define MSG_FAILED 0x82
#define MSG_FAILED_LANE LANE_RELIABLE
#define MSG_FAILED_LENGTH 8
#define MSG_HALTED 0x83
#define MSG_HALTED_LANE LANE_RELIABLE
#define MSG_HALTED_LENGTH 7
#define MSG_FAULT_RAISED 0x84
#define MSG_FAULT_RAISED_LANE LANE_RELIABLE
#define MSG_FAULT_RAISED_LENGTH 14
#define MSG_FAULT_CLEARED 0x85
#define MSG_FAULT_CLEARED_LANE LANE_RELIABLE
#define MSG_FAULT_CLEARED_LENGTH 6
#define MSG_KEY_CHANGED 0x86
#define MSG_KEY_CHANGED_LANE LANE_RELIABLE
#define MSG_KEY_CHANGED_LENGTH 6
#define MSG_SENSOR_STATE 0x87
#define MSG_SENSOR_STATE_LANE LANE_RELIABLE
#define MSG_SENSOR_STATE_LENGTH 41
#define MSG_BUILD_CHANGED 0x89
#define MSG_BUILD_CHANGED_LANE LANE_RELIABLE
#define MSG_BUILD_CHANGED_LENGTH 10
#define MSG_LATCHES_CHANGED 0x8A
#define MSG_LATCHES_CHANGED_LANE LANE_RELIABLE
#define MSG_LATCHES_CHANGED_LENGTH 5
#define MSG_COUNTERS 0x8B
#define MSG_COUNTERS_LANE LANE_RELIABLE
#define MSG_COUNTERS_LENGTH 43
#define MSG_LEARNT 0x8C
#define MSG_LEARNT_LANE LANE_RELIABLE
#define MSG_LEARNT_LENGTH 9
#define MSG_SETTING_VALUE 0x8D
#define MSG_SETTING_VALUE_LANE LANE_RELIABLE
#define MSG_SETTING_VALUE_LENGTH 5
#define MSG_TRACE 0x8E
#define MSG_TRACE_LANE LANE_RELIABLE
#define MSG_TRACE_LENGTH 3
#define MSG_DICE_SHOWN 0x8F
#define MSG_DICE_SHOWN_LANE LANE_RELIABLE
#define MSG_DICE_SHOWN_LENGTH 9
#define MSG_TELEMETRY 0xA0
#define MSG_TELEMETRY_LANE LANE_LOOSE
#define MSG_TELEMETRY_LENGTH 37

static inline void protocol_put_u8(uint8_t *out, uint8_t value) { out[0] = value; }
static inline void protocol_put_i8(uint8_t *out, int8_t value) { out[0] = (uint8_t)value; }
static inline void protocol_put_u16(uint8_t *out, uint16_t value) {
    out[0] = (uint8_t)(value & 0xFFu);
    out[1] = (uint8_t)((value >> 8) & 0xFFu);
}
static inline void protocol_put_u32(uint8_t *out, uint32_t value) {
    protocol_put_u16(out, (uint16_t)(value & 0xFFFFu));
    protocol_put_u16(out + 2, (uint16_t)((value >> 16) & 0xFFFFu));
}
static inline uint8_t protocol_get_u8(const uint8_t *in) { return in[0]; }
static inline int8_t protocol_get_i8(const uint8_t *in) { return (int8_t)in[0]; }
static inline uint16_t protocol_get_u16(const uint8_t *in) {
    return (uint16_t)(in[0] | (uint16_t)((uint16_t)in[1] << 8));
}
static inline uint32_t protocol_get_u32(const uint8_t *in) {
    return protocol_get_u16(in) | ((uint32_t)protocol_get_u16(in + 2) << 16);
}

/* Opens a session. The nonce is random; the board forgets every earlier session and every remembered command. A Hello with the nonce of the present session is only answered again and changes nothing, so that a repetition cannot undo what came after it. Motors keep the state that they have under the dead-man rule; a host of another major version counts as silence. */
struct msg_hello {
    uint32_t nonce;
    uint8_t major;
    uint8_t minor;
};
static inline uint8_t pack_hello(uint8_t *out, const struct msg_hello *m) {
    protocol_put_u32(out + 0, m->nonce);
    protocol_put_u8(out + 4, m->major);
    protocol_put_u8(out + 5, m->minor);
    return 6;
}
static inline bool unpack_hello(const uint8_t *in, uint8_t n, struct msg_hello *m) {
    if (n < 6) { return false; }
    m->nonce = protocol_get_u32(in + 0);
    m->major = protocol_get_u8(in + 4);
    m->minor = protocol_get_u8(in + 5);
    return true;
}

/* Answer to Hello: who the board is, why it started, and where every mechanism stands. A different major version means: no motion. */
struct msg_welcome {
    uint32_t nonce;
    uint32_t boot;
    uint8_t cause; /* ResetCause */
    uint8_t major;
    uint8_t minor;
    uint8_t firmware[3];
    uint8_t build[8];
    uint8_t serial[8];
    uint16_t capabilities; /* Capabilities */
    uint8_t max_stacks;
    uint8_t positions[14]; /* Position */
    uint8_t latches; /* Latches */
    uint8_t phase; /* BuildPhase */
    uint8_t quota[4];
    uint8_t counts[4];
};
static inline uint8_t pack_welcome(uint8_t *out, const struct msg_welcome *m) {
    protocol_put_u32(out + 0, m->nonce);
    protocol_put_u32(out + 4, m->boot);
    protocol_put_u8(out + 8, m->cause);
    protocol_put_u8(out + 9, m->major);
    protocol_put_u8(out + 10, m->minor);
    for (uint8_t i = 0; i < 3; i++) { protocol_put_u8(out + 11u + i * 1u, m->firmware[i]); }
    for (uint8_t i = 0; i < 8; i++) { protocol_put_u8(out + 14u + i * 1u, m->build[i]); }
    for (uint8_t i = 0; i < 8; i++) { protocol_put_u8(out + 22u + i * 1u, m->serial[i]); }
    protocol_put_u16(out + 30, m->capabilities);
    protocol_put_u8(out + 32, m->max_stacks);
    for (uint8_t i = 0; i < 14; i++) { protocol_put_u8(out + 33u + i * 1u, m->positions[i]); }
    protocol_put_u8(out + 47, m->latches);
    protocol_put_u8(out + 48, m->phase);
    for (uint8_t i = 0; i < 4; i++) { protocol_put_u8(out + 49u + i * 1u, m->quota[i]); }
    for (uint8_t i = 0; i < 4; i++) { protocol_put_u8(out + 53u + i * 1u, m->counts[i]); }
    return 57;
}
static inline bool unpack_welcome(const uint8_t *in, uint8_t n, struct msg_welcome *m) {
    if (n < 57) { return false; }
    m->nonce = protocol_get_u32(in + 0);
    m->boot = protocol_get_u32(in + 4);
    m->cause = protocol_get_u8(in + 8);
    m->major = protocol_get_u8(in + 9);
    m->minor = protocol_get_u8(in + 10);
    for (uint8_t i = 0; i < 3; i++) { m->firmware[i] = protocol_get_u8(in + 11u + i * 1u); }
    for (uint8_t i = 0; i < 8; i++) { m->build[i] = protocol_get_u8(in + 14u + i * 1u); }
    for (uint8_t i = 0; i < 8; i++) { m->serial[i] = protocol_get_u8(in + 22u + i * 1u); }
    m->capabilities = protocol_get_u16(in + 30);
    m->max_stacks = protocol_get_u8(in + 32);
    for (uint8_t i = 0; i < 14; i++) { m->positions[i] = protocol_get_u8(in + 33u + i * 1u); }
    m->latches = protocol_get_u8(in + 47);
    m->phase = protocol_get_u8(in + 48);
    for (uint8_t i = 0; i < 4; i++) { m->quota[i] = protocol_get_u8(in + 49u + i * 1u); }
    for (uint8_t i = 0; i < 4; i++) { m->counts[i] = protocol_get_u8(in + 53u + i * 1u); }
    return true;
}

/* Ack: Only carries the acknowledgement number of its header. No fields. */

/* Every 100 ms. Any valid frame of the session feeds the dead-man as well. */
struct msg_heartbeat {
    uint32_t host_ms;
};
static inline uint8_t pack_heartbeat(uint8_t *out, const struct msg_heartbeat *m) {
    protocol_put_u32(out + 0, m->host_ms);
    return 4;
}
static inline bool unpack_heartbeat(const uint8_t *in, uint8_t n, struct msg_heartbeat *m) {
    if (n < 4) { return false; }
    m->host_ms = protocol_get_u32(in + 0);
    return true;
}

/* Answer to Heartbeat: the host's value back, and the board's clock. */
struct msg_pulse {
    uint32_t host_ms;
    uint32_t board_us;
};
static inline uint8_t pack_pulse(uint8_t *out, const struct msg_pulse *m) {
    protocol_put_u32(out + 0, m->host_ms);
    protocol_put_u32(out + 4, m->board_us);
    return 8;
}
static inline bool unpack_pulse(const uint8_t *in, uint8_t n, struct msg_pulse *m) {
    if (n < 8) { return false; }
    m->host_ms = protocol_get_u32(in + 0);
    m->board_us = protocol_get_u32(in + 4);
    return true;
}

/* The session ends now; the board treats it as silence from this moment on. */
struct msg_goodbye {
    uint8_t reason;
};
static inline uint8_t pack_goodbye(uint8_t *out, const struct msg_goodbye *m) {
    protocol_put_u8(out + 0, m->reason);
    return 1;
}
static inline bool unpack_goodbye(const uint8_t *in, uint8_t n, struct msg_goodbye *m) {
    if (n < 1) { return false; }
    m->reason = protocol_get_u8(in + 0);
    return true;
}

/* All motors off at once and latched. Repeated with the same token until Stopped answers. Accepted in any session state, also before Hello (then in session 0 without key). */
struct msg_stop {
    uint16_t token;
};
static inline uint8_t pack_stop(uint8_t *out, const struct msg_stop *m) {
    protocol_put_u16(out + 0, m->token);
    return 2;
}
static inline bool unpack_stop(const uint8_t *in, uint8_t n, struct msg_stop *m) {
    if (n < 2) { return false; }
    m->token = protocol_get_u16(in + 0);
    return true;
}

/* Outputs are off. */
struct msg_stopped {
    uint16_t token;
    uint8_t latches; /* Latches */
};
static inline uint8_t pack_stopped(uint8_t *out, const struct msg_stopped *m) {
    protocol_put_u16(out + 0, m->token);
    protocol_put_u8(out + 2, m->latches);
    return 3;
}
static inline bool unpack_stopped(const uint8_t *in, uint8_t n, struct msg_stopped *m) {
    if (n < 3) { return false; }
    m->token = protocol_get_u16(in + 0);
    m->latches = protocol_get_u8(in + 2);
    return true;
}

/* Stops every motion, clears latches whose cause is gone and forgets faults, then homes heads (with the hatch closed) and lifts. Refused while the emergency stop is pressed, the cover open or the motor supply too hot. A build stays suspended. After an emergency stop or a stop by the host a key at the table must follow before anything moves; homing waits for it. Ends with Done. */
struct msg_reset {
    uint16_t command;
};
static inline uint8_t pack_reset(uint8_t *out, const struct msg_reset *m) {
    protocol_put_u16(out + 0, m->command);
    return 2;
}
static inline bool unpack_reset(const uint8_t *in, uint8_t n, struct msg_reset *m) {
    if (n < 2) { return false; }
    m->command = protocol_get_u16(in + 0);
    return true;
}

/* Ends with Done when the open switch closes. Lifts may be up meanwhile: nothing of the two meets, and who empties a table with a stuck lift must get at the well. */
struct msg_open_hatch {
    uint16_t command;
};
static inline uint8_t pack_open_hatch(uint8_t *out, const struct msg_open_hatch *m) {
    protocol_put_u16(out + 0, m->command);
    return 2;
}
static inline bool unpack_open_hatch(const uint8_t *in, uint8_t n, struct msg_open_hatch *m) {
    if (n < 2) { return false; }
    m->command = protocol_get_u16(in + 0);
    return true;
}

/* Ends with Done when the closed switch closes. Stall: opens a short way, stops, Failed. */
struct msg_close_hatch {
    uint16_t command;
};
static inline uint8_t pack_close_hatch(uint8_t *out, const struct msg_close_hatch *m) {
    protocol_put_u16(out + 0, m->command);
    return 2;
}
static inline bool unpack_close_hatch(const uint8_t *in, uint8_t n, struct msg_close_hatch *m) {
    if (n < 2) { return false; }
    m->command = protocol_get_u16(in + 0);
    return true;
}

/* Raises the lifts of the sides in the mask together. Needs: hatch closed, no build running, these lifts at home. A hatch that is forced open stops them: Failed(HATCH_NOT_CLOSED). */
struct msg_raise_lifts {
    uint16_t command;
    uint8_t sides;
};
static inline uint8_t pack_raise_lifts(uint8_t *out, const struct msg_raise_lifts *m) {
    protocol_put_u16(out + 0, m->command);
    protocol_put_u8(out + 2, m->sides);
    return 3;
}
static inline bool unpack_raise_lifts(const uint8_t *in, uint8_t n, struct msg_raise_lifts *m) {
    if (n < 3) { return false; }
    m->command = protocol_get_u16(in + 0);
    m->sides = protocol_get_u8(in + 2);
    return true;
}

/* Brings the lifts of the sides in the mask home. A lift that was not at its top goes up first: a hatch that is forced open meanwhile stops it, Failed(HATCH_NOT_CLOSED). */
struct msg_lower_lifts {
    uint16_t command;
    uint8_t sides;
};
static inline uint8_t pack_lower_lifts(uint8_t *out, const struct msg_lower_lifts *m) {
    protocol_put_u16(out + 0, m->command);
    protocol_put_u8(out + 2, m->sides);
    return 3;
}
static inline bool unpack_lower_lifts(const uint8_t *in, uint8_t n, struct msg_lower_lifts *m) {
    if (n < 3) { return false; }
    m->command = protocol_get_u16(in + 0);
    m->sides = protocol_get_u8(in + 2);
    return true;
}

/* Builds a wall: quota in tiles per side (0: no motion on that side). Needs: hatch closed, all lifts and heads at home. shuffle_ms: extra turning of the disc before picking. gap_ms: a side without a tile for so long is short; the disc reverses once at half of it. Sides that are still open ten minutes after the drum began, or after Resume, are short as well, however tiles trickle. */
struct msg_build {
    uint16_t command;
    uint8_t quota[4];
    uint16_t gap_ms;
    uint16_t shuffle_ms;
    uint8_t options; /* BuildOptions */
};
static inline uint8_t pack_build(uint8_t *out, const struct msg_build *m) {
    protocol_put_u16(out + 0, m->command);
    for (uint8_t i = 0; i < 4; i++) { protocol_put_u8(out + 2u + i * 1u, m->quota[i]); }
    protocol_put_u16(out + 6, m->gap_ms);
    protocol_put_u16(out + 8, m->shuffle_ms);
    protocol_put_u8(out + 10, m->options);
    return 11;
}
static inline bool unpack_build(const uint8_t *in, uint8_t n, struct msg_build *m) {
    if (n < 11) { return false; }
    m->command = protocol_get_u16(in + 0);
    for (uint8_t i = 0; i < 4; i++) { m->quota[i] = protocol_get_u8(in + 2u + i * 1u); }
    m->gap_ms = protocol_get_u16(in + 6);
    m->shuffle_ms = protocol_get_u16(in + 8);
    m->options = protocol_get_u8(in + 10);
    return true;
}

/* Suspends a build: disc, picks and heads stop (a head finishes its push). Answered, no further event than BuildChanged. */
struct msg_pause {
    uint16_t command;
};
static inline uint8_t pack_pause(uint8_t *out, const struct msg_pause *m) {
    protocol_put_u16(out + 0, m->command);
    return 2;
}
static inline bool unpack_pause(const uint8_t *in, uint8_t n, struct msg_pause *m) {
    if (n < 2) { return false; }
    m->command = protocol_get_u16(in + 0);
    return true;
}

/* Goes on with a suspended build; the original Build command still ends it. Needs the hatch closed and no fault. */
struct msg_resume {
    uint16_t command;
};
static inline uint8_t pack_resume(uint8_t *out, const struct msg_resume *m) {
    protocol_put_u16(out + 0, m->command);
    return 2;
}
static inline bool unpack_resume(const uint8_t *in, uint8_t n, struct msg_resume *m) {
    if (n < 2) { return false; }
    m->command = protocol_get_u16(in + 0);
    return true;
}

/* Gives a build up: the Build command ends with Halted(CANCELLED). */
struct msg_cancel {
    uint16_t command;
};
static inline uint8_t pack_cancel(uint8_t *out, const struct msg_cancel *m) {
    protocol_put_u16(out + 0, m->command);
    return 2;
}
static inline bool unpack_cancel(const uint8_t *in, uint8_t n, struct msg_cancel *m) {
    if (n < 2) { return false; }
    m->command = protocol_get_u16(in + 0);
    return true;
}

/* Brings one mechanism, or all heads, lifts and the hatch, to its home. Ends with Done. */
struct msg_home {
    uint16_t command;
    uint8_t mechanism; /* Mechanism */
};
static inline uint8_t pack_home(uint8_t *out, const struct msg_home *m) {
    protocol_put_u16(out + 0, m->command);
    protocol_put_u8(out + 2, m->mechanism);
    return 3;
}
static inline bool unpack_home(const uint8_t *in, uint8_t n, struct msg_home *m) {
    if (n < 3) { return false; }
    m->command = protocol_get_u16(in + 0);
    m->mechanism = protocol_get_u8(in + 2);
    return true;
}

/* One short service step of one motor, at most 2000 ms, under all interlocks all the time, always after the warning. Ends with Done, or with Halted when the hatch or, below the deck, a lift leaves home. */
struct msg_run {
    uint16_t command;
    uint8_t mechanism; /* Mechanism */
    uint8_t direction; /* Direction */
    uint16_t duration_ms;
};
static inline uint8_t pack_run(uint8_t *out, const struct msg_run *m) {
    protocol_put_u16(out + 0, m->command);
    protocol_put_u8(out + 2, m->mechanism);
    protocol_put_u8(out + 3, m->direction);
    protocol_put_u16(out + 4, m->duration_ms);
    return 6;
}
static inline bool unpack_run(const uint8_t *in, uint8_t n, struct msg_run *m) {
    if (n < 6) { return false; }
    m->command = protocol_get_u16(in + 0);
    m->mechanism = protocol_get_u8(in + 2);
    m->direction = protocol_get_u8(in + 3);
    m->duration_ms = protocol_get_u16(in + 4);
    return true;
}

/* Acknowledges a fault. Refused while its cause is still seen. */
struct msg_clear_fault {
    uint16_t command;
    uint8_t fault; /* Fault */
};
static inline uint8_t pack_clear_fault(uint8_t *out, const struct msg_clear_fault *m) {
    protocol_put_u16(out + 0, m->command);
    protocol_put_u8(out + 2, m->fault);
    return 3;
}
static inline bool unpack_clear_fault(const uint8_t *in, uint8_t n, struct msg_clear_fault *m) {
    if (n < 3) { return false; }
    m->command = protocol_get_u16(in + 0);
    m->fault = protocol_get_u8(in + 2);
    return true;
}

/* Answered with SensorState. */
struct msg_get_sensors {
    uint16_t command;
};
static inline uint8_t pack_get_sensors(uint8_t *out, const struct msg_get_sensors *m) {
    protocol_put_u16(out + 0, m->command);
    return 2;
}
static inline bool unpack_get_sensors(const uint8_t *in, uint8_t n, struct msg_get_sensors *m) {
    if (n < 2) { return false; }
    m->command = protocol_get_u16(in + 0);
    return true;
}

/* Telemetry every period_ms from now on; 0 ends it; at least 20. */
struct msg_subscribe {
    uint16_t command;
    uint16_t period_ms;
};
static inline uint8_t pack_subscribe(uint8_t *out, const struct msg_subscribe *m) {
    protocol_put_u16(out + 0, m->command);
    protocol_put_u16(out + 2, m->period_ms);
    return 4;
}
static inline bool unpack_subscribe(const uint8_t *in, uint8_t n, struct msg_subscribe *m) {
    if (n < 4) { return false; }
    m->command = protocol_get_u16(in + 0);
    m->period_ms = protocol_get_u16(in + 2);
    return true;
}

/* The board's ring of the last 64 sensor edges, as Trace messages, oldest first. */
struct msg_dump_trace {
    uint16_t command;
};
static inline uint8_t pack_dump_trace(uint8_t *out, const struct msg_dump_trace *m) {
    protocol_put_u16(out + 0, m->command);
    return 2;
}
static inline bool unpack_dump_trace(const uint8_t *in, uint8_t n, struct msg_dump_trace *m) {
    if (n < 2) { return false; }
    m->command = protocol_get_u16(in + 0);
    return true;
}

/* Dice on the dome; 0 is dark. A board with DICE_ECHO says with DiceShown what it shows then. */
struct msg_show_dice {
    uint16_t command;
    uint8_t values[3];
};
static inline uint8_t pack_show_dice(uint8_t *out, const struct msg_show_dice *m) {
    protocol_put_u16(out + 0, m->command);
    for (uint8_t i = 0; i < 3; i++) { protocol_put_u8(out + 2u + i * 1u, m->values[i]); }
    return 5;
}
static inline bool unpack_show_dice(const uint8_t *in, uint8_t n, struct msg_show_dice *m) {
    if (n < 5) { return false; }
    m->command = protocol_get_u16(in + 0);
    for (uint8_t i = 0; i < 3; i++) { m->values[i] = protocol_get_u8(in + 2u + i * 1u); }
    return true;
}

/* Dealer seat 0-3, prevailing wind 0-3 (East first), extra hands, number of the hand. */
struct msg_show_seats {
    uint16_t command;
    uint8_t dealer;
    uint8_t prevailing;
    uint8_t extra;
    uint8_t hand;
};
static inline uint8_t pack_show_seats(uint8_t *out, const struct msg_show_seats *m) {
    protocol_put_u16(out + 0, m->command);
    protocol_put_u8(out + 2, m->dealer);
    protocol_put_u8(out + 3, m->prevailing);
    protocol_put_u8(out + 4, m->extra);
    protocol_put_u8(out + 5, m->hand);
    return 6;
}
static inline bool unpack_show_seats(const uint8_t *in, uint8_t n, struct msg_show_seats *m) {
    if (n < 6) { return false; }
    m->command = protocol_get_u16(in + 0);
    m->dealer = protocol_get_u8(in + 2);
    m->prevailing = protocol_get_u8(in + 3);
    m->extra = protocol_get_u8(in + 4);
    m->hand = protocol_get_u8(in + 5);
    return true;
}

/* Up to eight ASCII characters. */
#define MSG_SHOW_TEXT_TEXT_MAX 62
struct msg_show_text {
    uint16_t command;
    uint8_t text_n;
    uint8_t text[MSG_SHOW_TEXT_TEXT_MAX];
};
static inline uint8_t pack_show_text(uint8_t *out, const struct msg_show_text *m) {
    protocol_put_u16(out + 0, m->command);
    for (uint8_t i = 0; i < m->text_n; i++) { out[2u + i] = m->text[i]; }
    return (uint8_t)(2u + m->text_n);
}
static inline bool unpack_show_text(const uint8_t *in, uint8_t n, struct msg_show_text *m) {
    if (n < 2) { return false; }
    if (n > 64) { return false; }
    m->command = protocol_get_u16(in + 0);
    m->text_n = (uint8_t)(n - 2u);
    for (uint8_t i = 0; i < m->text_n; i++) { m->text[i] = in[2u + i]; }
    return true;
}

/* Lamps; WARNING and FAULT are the board's own and stay as the board wants them. */
struct msg_set_lamps {
    uint16_t command;
    uint16_t lamps; /* Lamps */
};
static inline uint8_t pack_set_lamps(uint8_t *out, const struct msg_set_lamps *m) {
    protocol_put_u16(out + 0, m->command);
    protocol_put_u16(out + 2, m->lamps);
    return 4;
}
static inline bool unpack_set_lamps(const uint8_t *in, uint8_t n, struct msg_set_lamps *m) {
    if (n < 4) { return false; }
    m->command = protocol_get_u16(in + 0);
    m->lamps = protocol_get_u16(in + 2);
    return true;
}

/* Plays one pattern. */
struct msg_sound_beep {
    uint16_t command;
    uint8_t pattern; /* Beep */
};
static inline uint8_t pack_sound_beep(uint8_t *out, const struct msg_sound_beep *m) {
    protocol_put_u16(out + 0, m->command);
    protocol_put_u8(out + 2, m->pattern);
    return 3;
}
static inline bool unpack_sound_beep(const uint8_t *in, uint8_t n, struct msg_sound_beep *m) {
    if (n < 3) { return false; }
    m->command = protocol_get_u16(in + 0);
    m->pattern = protocol_get_u8(in + 2);
    return true;
}

/* Answered with Counters, one message per page. */
struct msg_get_counters {
    uint16_t command;
};
static inline uint8_t pack_get_counters(uint8_t *out, const struct msg_get_counters *m) {
    protocol_put_u16(out + 0, m->command);
    return 2;
}
static inline bool unpack_get_counters(const uint8_t *in, uint8_t n, struct msg_get_counters *m) {
    if (n < 2) { return false; }
    m->command = protocol_get_u16(in + 0);
    return true;
}

/* Answered with Learnt for every mechanism that has a travel time. */
struct msg_get_learnt {
    uint16_t command;
};
static inline uint8_t pack_get_learnt(uint8_t *out, const struct msg_get_learnt *m) {
    protocol_put_u16(out + 0, m->command);
    return 2;
}
static inline bool unpack_get_learnt(const uint8_t *in, uint8_t n, struct msg_get_learnt *m) {
    if (n < 2) { return false; }
    m->command = protocol_get_u16(in + 0);
    return true;
}

/* Answered with SettingValue. */
struct msg_get_setting {
    uint16_t command;
    uint8_t setting; /* Setting */
};
static inline uint8_t pack_get_setting(uint8_t *out, const struct msg_get_setting *m) {
    protocol_put_u16(out + 0, m->command);
    protocol_put_u8(out + 2, m->setting);
    return 3;
}
static inline bool unpack_get_setting(const uint8_t *in, uint8_t n, struct msg_get_setting *m) {
    if (n < 3) { return false; }
    m->command = protocol_get_u16(in + 0);
    m->setting = protocol_get_u8(in + 2);
    return true;
}

/* Writes a setting; answered with SettingValue as kept. */
struct msg_put_setting {
    uint16_t command;
    uint8_t setting; /* Setting */
    uint16_t value;
};
static inline uint8_t pack_put_setting(uint8_t *out, const struct msg_put_setting *m) {
    protocol_put_u16(out + 0, m->command);
    protocol_put_u8(out + 2, m->setting);
    protocol_put_u16(out + 3, m->value);
    return 5;
}
static inline bool unpack_put_setting(const uint8_t *in, uint8_t n, struct msg_put_setting *m) {
    if (n < 5) { return false; }
    m->command = protocol_get_u16(in + 0);
    m->setting = protocol_get_u8(in + 2);
    m->value = protocol_get_u16(in + 3);
    return true;
}

/* Outputs safe, then the bootloader. Refused unless everything is at home, nothing turns (the drum needs 0.3 s to run out) and magic is 0x4A414E54. Until the bootloader starts, 50 ms later, nothing that moves is accepted. */
struct msg_enter_bootloader {
    uint16_t command;
    uint32_t magic;
};
static inline uint8_t pack_enter_bootloader(uint8_t *out, const struct msg_enter_bootloader *m) {
    protocol_put_u16(out + 0, m->command);
    protocol_put_u32(out + 2, m->magic);
    return 6;
}
static inline bool unpack_enter_bootloader(const uint8_t *in, uint8_t n, struct msg_enter_bootloader *m) {
    if (n < 6) { return false; }
    m->command = protocol_get_u16(in + 0);
    m->magic = protocol_get_u32(in + 2);
    return true;
}

/* Every command is answered at once, also when it is the repetition of one that was answered before. */
struct msg_answer {
    uint16_t command;
    uint8_t verdict; /* Verdict */
    uint8_t detail;
};
static inline uint8_t pack_answer(uint8_t *out, const struct msg_answer *m) {
    protocol_put_u16(out + 0, m->command);
    protocol_put_u8(out + 2, m->verdict);
    protocol_put_u8(out + 3, m->detail);
    return 4;
}
static inline bool unpack_answer(const uint8_t *in, uint8_t n, struct msg_answer *m) {
    if (n < 4) { return false; }
    m->command = protocol_get_u16(in + 0);
    m->verdict = protocol_get_u8(in + 2);
    m->detail = protocol_get_u8(in + 3);
    return true;
}

/* A motion ended well. Done, Failed and Halted outlive their session: what the host has not acknowledged comes again in the next one, with the same command id. */
struct msg_done {
    uint16_t command;
    uint32_t board_us;
    uint16_t elapsed_ms;
    uint8_t counts[4];
};
static inline uint8_t pack_done(uint8_t *out, const struct msg_done *m) {
    protocol_put_u16(out + 0, m->command);
    protocol_put_u32(out + 2, m->board_us);
    protocol_put_u16(out + 6, m->elapsed_ms);
    for (uint8_t i = 0; i < 4; i++) { protocol_put_u8(out + 8u + i * 1u, m->counts[i]); }
    return 12;
}
static inline bool unpack_done(const uint8_t *in, uint8_t n, struct msg_done *m) {
    if (n < 12) { return false; }
    m->command = protocol_get_u16(in + 0);
    m->board_us = protocol_get_u32(in + 2);
    m->elapsed_ms = protocol_get_u16(in + 6);
    for (uint8_t i = 0; i < 4; i++) { m->counts[i] = protocol_get_u8(in + 8u + i * 1u); }
    return true;
}

/* A motion ended with a fault, which FaultRaised reported before. */
struct msg_failed {
    uint16_t command;
    uint32_t board_us;
    uint8_t fault; /* Fault */
    uint8_t side;
};
static inline uint8_t pack_failed(uint8_t *out, const struct msg_failed *m) {
    protocol_put_u16(out + 0, m->command);
    protocol_put_u32(out + 2, m->board_us);
    protocol_put_u8(out + 6, m->fault);
    protocol_put_u8(out + 7, m->side);
    return 8;
}
static inline bool unpack_failed(const uint8_t *in, uint8_t n, struct msg_failed *m) {
    if (n < 8) { return false; }
    m->command = protocol_get_u16(in + 0);
    m->board_us = protocol_get_u32(in + 2);
    m->fault = protocol_get_u8(in + 6);
    m->side = protocol_get_u8(in + 7);
    return true;
}

/* A motion was stopped and will not go on by itself. */
struct msg_halted {
    uint16_t command;
    uint32_t board_us;
    uint8_t reason; /* StopReason */
};
static inline uint8_t pack_halted(uint8_t *out, const struct msg_halted *m) {
    protocol_put_u16(out + 0, m->command);
    protocol_put_u32(out + 2, m->board_us);
    protocol_put_u8(out + 6, m->reason);
    return 7;
}
static inline bool unpack_halted(const uint8_t *in, uint8_t n, struct msg_halted *m) {
    if (n < 7) { return false; }
    m->command = protocol_get_u16(in + 0);
    m->board_us = protocol_get_u32(in + 2);
    m->reason = protocol_get_u8(in + 6);
    return true;
}

/* A fault with its evidence: sensor bits, time waited, count and current when it was declared. side: 0-3, or the Mechanism where the catalogue says so, 255 when neither applies (also in Failed and FaultCleared). */
struct msg_fault_raised {
    uint8_t fault; /* Fault */
    uint8_t side;
    uint32_t board_us;
    uint32_t sensors; /* Sensors */
    uint16_t waited_ms;
    uint8_t count;
    uint8_t current;
};
static inline uint8_t pack_fault_raised(uint8_t *out, const struct msg_fault_raised *m) {
    protocol_put_u8(out + 0, m->fault);
    protocol_put_u8(out + 1, m->side);
    protocol_put_u32(out + 2, m->board_us);
    protocol_put_u32(out + 6, m->sensors);
    protocol_put_u16(out + 10, m->waited_ms);
    protocol_put_u8(out + 12, m->count);
    protocol_put_u8(out + 13, m->current);
    return 14;
}
static inline bool unpack_fault_raised(const uint8_t *in, uint8_t n, struct msg_fault_raised *m) {
    if (n < 14) { return false; }
    m->fault = protocol_get_u8(in + 0);
    m->side = protocol_get_u8(in + 1);
    m->board_us = protocol_get_u32(in + 2);
    m->sensors = protocol_get_u32(in + 6);
    m->waited_ms = protocol_get_u16(in + 10);
    m->count = protocol_get_u8(in + 12);
    m->current = protocol_get_u8(in + 13);
    return true;
}

/* The fault is gone. */
struct msg_fault_cleared {
    uint8_t fault; /* Fault */
    uint8_t side;
    uint32_t board_us;
};
static inline uint8_t pack_fault_cleared(uint8_t *out, const struct msg_fault_cleared *m) {
    protocol_put_u8(out + 0, m->fault);
    protocol_put_u8(out + 1, m->side);
    protocol_put_u32(out + 2, m->board_us);
    return 6;
}
static inline bool unpack_fault_cleared(const uint8_t *in, uint8_t n, struct msg_fault_cleared *m) {
    if (n < 6) { return false; }
    m->fault = protocol_get_u8(in + 0);
    m->side = protocol_get_u8(in + 1);
    m->board_us = protocol_get_u32(in + 2);
    return true;
}

/* A debounced key. BOTH: open and raise together; a build pauses by itself on it. Keys of a host that does not listen are kept, 89 events of them when nothing else waits; more are dropped and counted. */
struct msg_key_changed {
    uint8_t key; /* Key */
    uint8_t pressed;
    uint32_t board_us;
};
static inline uint8_t pack_key_changed(uint8_t *out, const struct msg_key_changed *m) {
    protocol_put_u8(out + 0, m->key);
    protocol_put_u8(out + 1, m->pressed);
    protocol_put_u32(out + 2, m->board_us);
    return 6;
}
static inline bool unpack_key_changed(const uint8_t *in, uint8_t n, struct msg_key_changed *m) {
    if (n < 6) { return false; }
    m->key = protocol_get_u8(in + 0);
    m->pressed = protocol_get_u8(in + 1);
    m->board_us = protocol_get_u32(in + 2);
    return true;
}

/* All sensors. Currents in tenths of an ampere (0 when not measured), temperature in degrees Celsius (-128: no sensor). */
struct msg_sensor_state {
    uint16_t command;
    uint32_t board_us;
    uint32_t sensors; /* Sensors */
    uint8_t keys;
    uint8_t gear;
    int8_t temperature;
    uint8_t currents[14];
    uint8_t positions[14]; /* Position */
};
static inline uint8_t pack_sensor_state(uint8_t *out, const struct msg_sensor_state *m) {
    protocol_put_u16(out + 0, m->command);
    protocol_put_u32(out + 2, m->board_us);
    protocol_put_u32(out + 6, m->sensors);
    protocol_put_u8(out + 10, m->keys);
    protocol_put_u8(out + 11, m->gear);
    protocol_put_i8(out + 12, m->temperature);
    for (uint8_t i = 0; i < 14; i++) { protocol_put_u8(out + 13u + i * 1u, m->currents[i]); }
    for (uint8_t i = 0; i < 14; i++) { protocol_put_u8(out + 27u + i * 1u, m->positions[i]); }
    return 41;
}
static inline bool unpack_sensor_state(const uint8_t *in, uint8_t n, struct msg_sensor_state *m) {
    if (n < 41) { return false; }
    m->command = protocol_get_u16(in + 0);
    m->board_us = protocol_get_u32(in + 2);
    m->sensors = protocol_get_u32(in + 6);
    m->keys = protocol_get_u8(in + 10);
    m->gear = protocol_get_u8(in + 11);
    m->temperature = protocol_get_i8(in + 12);
    for (uint8_t i = 0; i < 14; i++) { m->currents[i] = protocol_get_u8(in + 13u + i * 1u); }
    for (uint8_t i = 0; i < 14; i++) { m->positions[i] = protocol_get_u8(in + 27u + i * 1u); }
    return true;
}

/* The phase of the build changed. */
struct msg_build_changed {
    uint8_t phase; /* BuildPhase */
    uint8_t reason; /* StopReason */
    uint32_t board_us;
    uint8_t counts[4];
};
static inline uint8_t pack_build_changed(uint8_t *out, const struct msg_build_changed *m) {
    protocol_put_u8(out + 0, m->phase);
    protocol_put_u8(out + 1, m->reason);
    protocol_put_u32(out + 2, m->board_us);
    for (uint8_t i = 0; i < 4; i++) { protocol_put_u8(out + 6u + i * 1u, m->counts[i]); }
    return 10;
}
static inline bool unpack_build_changed(const uint8_t *in, uint8_t n, struct msg_build_changed *m) {
    if (n < 10) { return false; }
    m->phase = protocol_get_u8(in + 0);
    m->reason = protocol_get_u8(in + 1);
    m->board_us = protocol_get_u32(in + 2);
    for (uint8_t i = 0; i < 4; i++) { m->counts[i] = protocol_get_u8(in + 6u + i * 1u); }
    return true;
}

/* Emergency stop, cover, stop by the host, awaited key, silent link. */
struct msg_latches_changed {
    uint8_t latches; /* Latches */
    uint32_t board_us;
};
static inline uint8_t pack_latches_changed(uint8_t *out, const struct msg_latches_changed *m) {
    protocol_put_u8(out + 0, m->latches);
    protocol_put_u32(out + 1, m->board_us);
    return 5;
}
static inline bool unpack_latches_changed(const uint8_t *in, uint8_t n, struct msg_latches_changed *m) {
    if (n < 5) { return false; }
    m->latches = protocol_get_u8(in + 0);
    m->board_us = protocol_get_u32(in + 1);
    return true;
}

/* Page 0: builds, tiles counted, hatch cycles, lift cycles, pushes, disc seconds, faults, emergency stops, frames received, frames damaged. Page 1: watchdog resets, brown-outs, boots, frames repeated, commands repeated, bytes lost in the receiver, longest main loop in us, key events dropped, 0, 0. */
struct msg_counters {
    uint16_t command;
    uint8_t page;
    uint32_t values[10];
};
static inline uint8_t pack_counters(uint8_t *out, const struct msg_counters *m) {
    protocol_put_u16(out + 0, m->command);
    protocol_put_u8(out + 2, m->page);
    for (uint8_t i = 0; i < 10; i++) { protocol_put_u32(out + 3u + i * 4u, m->values[i]); }
    return 43;
}
static inline bool unpack_counters(const uint8_t *in, uint8_t n, struct msg_counters *m) {
    if (n < 43) { return false; }
    m->command = protocol_get_u16(in + 0);
    m->page = protocol_get_u8(in + 2);
    for (uint8_t i = 0; i < 10; i++) { m->values[i] = protocol_get_u32(in + 3u + i * 4u); }
    return true;
}

/* Travel time of one mechanism over good runs: mean and last. A run of more than twice what a new machine takes is told (SLOW) and never learnt. */
struct msg_learnt {
    uint16_t command;
    uint8_t mechanism; /* Mechanism */
    uint16_t mean_ms;
    uint16_t last_ms;
    uint16_t runs;
};
static inline uint8_t pack_learnt(uint8_t *out, const struct msg_learnt *m) {
    protocol_put_u16(out + 0, m->command);
    protocol_put_u8(out + 2, m->mechanism);
    protocol_put_u16(out + 3, m->mean_ms);
    protocol_put_u16(out + 5, m->last_ms);
    protocol_put_u16(out + 7, m->runs);
    return 9;
}
static inline bool unpack_learnt(const uint8_t *in, uint8_t n, struct msg_learnt *m) {
    if (n < 9) { return false; }
    m->command = protocol_get_u16(in + 0);
    m->mechanism = protocol_get_u8(in + 2);
    m->mean_ms = protocol_get_u16(in + 3);
    m->last_ms = protocol_get_u16(in + 5);
    m->runs = protocol_get_u16(in + 7);
    return true;
}

/* A setting as it is kept. */
struct msg_setting_value {
    uint16_t command;
    uint8_t setting; /* Setting */
    uint16_t value;
};
static inline uint8_t pack_setting_value(uint8_t *out, const struct msg_setting_value *m) {
    protocol_put_u16(out + 0, m->command);
    protocol_put_u8(out + 2, m->setting);
    protocol_put_u16(out + 3, m->value);
    return 5;
}
static inline bool unpack_setting_value(const uint8_t *in, uint8_t n, struct msg_setting_value *m) {
    if (n < 5) { return false; }
    m->command = protocol_get_u16(in + 0);
    m->setting = protocol_get_u8(in + 2);
    m->value = protocol_get_u16(in + 3);
    return true;
}

/* Sensor edges, seven per message: milliseconds u32, then changed bit u8, then level u8, then two bytes 0. `left` counts the messages to come. */
#define MSG_TRACE_ENTRIES_MAX 61
struct msg_trace {
    uint16_t command;
    uint8_t left;
    uint8_t entries_n;
    uint8_t entries[MSG_TRACE_ENTRIES_MAX];
};
static inline uint8_t pack_trace(uint8_t *out, const struct msg_trace *m) {
    protocol_put_u16(out + 0, m->command);
    protocol_put_u8(out + 2, m->left);
    for (uint8_t i = 0; i < m->entries_n; i++) { out[3u + i] = m->entries[i]; }
    return (uint8_t)(3u + m->entries_n);
}
static inline bool unpack_trace(const uint8_t *in, uint8_t n, struct msg_trace *m) {
    if (n < 3) { return false; }
    if (n > 64) { return false; }
    m->command = protocol_get_u16(in + 0);
    m->left = protocol_get_u8(in + 2);
    m->entries_n = (uint8_t)(n - 3u);
    for (uint8_t i = 0; i < m->entries_n; i++) { m->entries[i] = in[3u + i]; }
    return true;
}

/* The dice that the display was given for a ShowDice, as they stand in the memory that it is written from; 0 is dark. Only from boards with DICE_ECHO, once they are out. When several ShowDice come at once the last one alone is told. Since minor version 1. */
struct msg_dice_shown {
    uint16_t command;
    uint32_t board_us;
    uint8_t values[3];
};
static inline uint8_t pack_dice_shown(uint8_t *out, const struct msg_dice_shown *m) {
    protocol_put_u16(out + 0, m->command);
    protocol_put_u32(out + 2, m->board_us);
    for (uint8_t i = 0; i < 3; i++) { protocol_put_u8(out + 6u + i * 1u, m->values[i]); }
    return 9;
}
static inline bool unpack_dice_shown(const uint8_t *in, uint8_t n, struct msg_dice_shown *m) {
    if (n < 9) { return false; }
    m->command = protocol_get_u16(in + 0);
    m->board_us = protocol_get_u32(in + 2);
    for (uint8_t i = 0; i < 3; i++) { m->values[i] = protocol_get_u8(in + 6u + i * 1u); }
    return true;
}

/* What the machine is doing, at the subscribed rate, as long as the line has nothing else to carry. */
struct msg_telemetry {
    uint32_t board_us;
    uint32_t sensors; /* Sensors */
    uint8_t phase; /* BuildPhase */
    uint8_t quota[4];
    uint8_t counts[4];
    uint16_t motors;
    uint8_t currents[14];
    int8_t temperature;
    uint8_t latches; /* Latches */
    uint16_t damaged;
};
static inline uint8_t pack_telemetry(uint8_t *out, const struct msg_telemetry *m) {
    protocol_put_u32(out + 0, m->board_us);
    protocol_put_u32(out + 4, m->sensors);
    protocol_put_u8(out + 8, m->phase);
    for (uint8_t i = 0; i < 4; i++) { protocol_put_u8(out + 9u + i * 1u, m->quota[i]); }
    for (uint8_t i = 0; i < 4; i++) { protocol_put_u8(out + 13u + i * 1u, m->counts[i]); }
    protocol_put_u16(out + 17, m->motors);
    for (uint8_t i = 0; i < 14; i++) { protocol_put_u8(out + 19u + i * 1u, m->currents[i]); }
    protocol_put_i8(out + 33, m->temperature);
    protocol_put_u8(out + 34, m->latches);
    protocol_put_u16(out + 35, m->damaged);
    return 37;
}
static inline bool unpack_telemetry(const uint8_t *in, uint8_t n, struct msg_telemetry *m) {
    if (n < 37) { return false; }
    m->board_us = protocol_get_u32(in + 0);
    m->sensors = protocol_get_u32(in + 4);
    m->phase = protocol_get_u8(in + 8);
    for (uint8_t i = 0; i < 4; i++) { m->quota[i] = protocol_get_u8(in + 9u + i * 1u); }
    for (uint8_t i = 0; i < 4; i++) { m->counts[i] = protocol_get_u8(in + 13u + i * 1u); }
    m->motors = protocol_get_u16(in + 17);
    for (uint8_t i = 0; i < 14; i++) { m->currents[i] = protocol_get_u8(in + 19u + i * 1u); }
    m->temperature = protocol_get_i8(in + 33);
    m->latches = protocol_get_u8(in + 34);
    m->damaged = protocol_get_u16(in + 35);
    return true;
}

/* Lane of a message that the host sends; 0xFF for a code that this version does not know. */
static inline uint8_t protocol_lane_from_host(uint8_t code) {
    switch (code) {
    case MSG_HELLO:
        return LANE_HANDSHAKE;
    case MSG_RESET:
    case MSG_OPEN_HATCH:
    case MSG_CLOSE_HATCH:
    case MSG_RAISE_LIFTS:
    case MSG_LOWER_LIFTS:
    case MSG_BUILD:
    case MSG_PAUSE:
    case MSG_RESUME:
    case MSG_CANCEL:
    case MSG_HOME:
    case MSG_RUN:
    case MSG_CLEAR_FAULT:
    case MSG_GET_SENSORS:
    case MSG_SUBSCRIBE:
    case MSG_DUMP_TRACE:
    case MSG_SHOW_DICE:
    case MSG_SHOW_SEATS:
    case MSG_SHOW_TEXT:
    case MSG_SET_LAMPS:
    case MSG_SOUND_BEEP:
    case MSG_GET_COUNTERS:
    case MSG_GET_LEARNT:
    case MSG_GET_SETTING:
    case MSG_PUT_SETTING:
    case MSG_ENTER_BOOTLOADER:
        return LANE_RELIABLE;
    case MSG_ACK:
    case MSG_HEARTBEAT:
    case MSG_GOODBYE:
        return LANE_LOOSE;
    case MSG_STOP:
        return LANE_STOP;
    default:
        return 0xFF;
    }
}

#endif
