//===- Meter.h - who counts memory ---------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// While a thread uses a meter, every storage that it makes (Storage.h) is
// counted there until it is released, and is not made where the meter says no;
// so are workspaces of kernels (Workspace.h) and scratch of the library.
// Storages may outlive who counts, and be released by another thread: then
// nobody is told any more.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_METER_H
#define RELAX_RUNTIME_METER_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct RelaxMeter RelaxMeter;

/// `take` may refuse; `give` is told of as many bytes as were taken. NULL when
/// out of memory.
RelaxMeter *relaxMeterCreate(bool (*take)(void *user, uint64_t bytes),
                             void (*give)(void *user, uint64_t bytes),
                             void *user);
/// Neither is called any more; no thread may use it. NULL is allowed.
void relaxMeterRetire(RelaxMeter *meter);
/// This thread uses that meter, or none; returns the one before.
RelaxMeter *relaxMeterUse(RelaxMeter *meter);
/// The meter of this thread, or NULL.
RelaxMeter *relaxMeterUsed(void);

/// For storages: counts them where there is a meter, which is then `*meter`
/// (else NULL). False where it refuses.
bool relaxMeterTake(uint64_t bytes, RelaxMeter **meter);
/// NULL is allowed.
void relaxMeterGive(RelaxMeter *meter, uint64_t bytes);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_METER_H
