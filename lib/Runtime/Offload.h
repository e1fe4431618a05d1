//===- Offload.h - regions that run by back ends --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What a machine knows of back ends, and the engines that it made.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_OFFLOAD_H
#define RELAX_RUNTIME_OFFLOAD_H

#include "lib/Runtime/Backend.h"
#include "lib/Runtime/Counters.h"
#include "lib/Runtime/Tensor.h"
#include "lib/Support/StringRef.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What becomes of a region that its back end cannot run.
typedef enum RelaxOffloadMode {
  RELAX_OFFLOAD_OR_OWN,   // an error of an entry: our own kernels; no such back
                          // end: an error
  RELAX_OFFLOAD_IF_THERE, // our own kernels, whatever the reason
  RELAX_OFFLOAD_ALWAYS,   // an error
  RELAX_OFFLOAD_NEVER,    // no back end is asked
} RelaxOffloadMode;

struct RelaxOffloadCall;

/// Zero-initialised: the back end of C files alone, without libraries.
typedef struct RelaxOffloadOptions {
  const RelaxBackend *const *backends;
  size_t numBackends;
  RelaxOffloadMode mode;
  /// A NaN in a result where the inputs have none counts as an error of `run`.
  bool refuseNaN;
  int threads;
  /// For RelaxBackendArtefact.
  void *(*find)(void *user, const char *function);
  void *findUser;
  /// Told once per artefact and entry that failed; NULL: nobody is.
  void (*remark)(void *user, const char *text);
  void *remarkUser;
  /// Says whether the back end is asked to run a region, call by call; NULL: it
  /// is. False is no failure.
  bool (*ask)(void *user, const struct RelaxOffloadCall *call);
  void *askUser;
} RelaxOffloadOptions;

/// C files, built and linked by whoever runs the program.
extern const RelaxBackend relaxBackendC;

typedef struct RelaxOffload RelaxOffload;

/// NULL without memory. What the options point to must outlive it.
RelaxOffload *relaxOffloadCreate(const RelaxOffloadOptions *options);
/// Destroys all engines.
void relaxOffloadDestroy(RelaxOffload *offload);

/// A call of an artefact. Names and text live as long as the program.
typedef struct RelaxOffloadCall {
  StrRef artefact, backend, text;
  const StrRef *options; // "name=value"
  size_t numOptions;
  const RelaxTensor *const *inputs;
  size_t numInputs;
  const RelaxTensor *const *constants;
  size_t numConstants;
  RelaxTensor *const *outputs;
  size_t numOutputs;
  bool rehearsed; // only what it takes is counted
} RelaxOffloadCall;

/// `*done`: the outputs are written; else our own kernels have to. False with
/// an error where the mode says so.
bool relaxOffloadRun(RelaxOffload *offload, const RelaxOffloadCall *call,
                     RelaxCounters *counters, bool *done, RelaxError *error);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_OFFLOAD_H
