// Included before every file of the program: Verilator's hooks go to the harness, and the
// harness keeps what the design prints.
#ifndef FLITWRIGHT_HARNESS_H
#define FLITWRIGHT_HARNESS_H

#define VL_USER_FINISH
#define VL_USER_STOP
#define VL_USER_FATAL
#define VL_PRINTF flitwright_print

extern "C" int flitwright_print(const char* format, ...) __attribute__((format(printf, 1, 2)));

#endif
