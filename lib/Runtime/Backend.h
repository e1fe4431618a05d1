//===- Backend.h - the run time of a back end -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A back end runs regions of a program with code of somebody else. Its code
// generation (lib/Conversion/Backends/Backend.h) has made a `relax.artefact` of
// each region; here is what runs them: an engine per artefact, made when the
// region is reached first, run in every call, with the extents of that call.
// docs/add-a-backend.md shows one.
//
// A shared library brings one, which `relax-run --load-backend=FILE.so` loads:
// RELAX_BACKEND(descriptor) at its end. It needs this header and nothing else.
//
// An entry that returns anything but RELAX_BACKEND_OK, with a line of text in
// the message if it likes, makes the region run by our own kernels. After
// `create` that holds for good, after `run` for this call; the results may have
// been written in part then. Threads: one entry at a time; an entry may use
// threads inside.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_BACKEND_H
#define RELAX_RUNTIME_BACKEND_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A library that was built for another one is refused.
enum { RELAX_BACKEND_VERSION = 2, RELAX_BACKEND_MAX_RANK = 16 };

enum {
  RELAX_BACKEND_OK = 0,
  RELAX_BACKEND_FAILED = 1,
  RELAX_BACKEND_OUT_OF_MEMORY = 2,
  RELAX_BACKEND_UNSUPPORTED = 3, // such extents, such a machine
};

/// Elements are contiguous and row-major, in memory of the host that is aligned
/// to 64 bytes for constants and results and to the element for inputs. `data`
/// is not NULL with extent 0. A bool is a byte, 0 or 1; an element of i4 or
/// narrower has a byte of its own.
typedef struct RelaxBackendTensor {
  const char *type; // of its elements, as in text: "f32", "bf16", "ui8", "i1"
  int32_t rank;
  const int64_t *dims;
  void *data;
  size_t bytes;
} RelaxBackendTensor;

/// What went wrong, for people; empty at first.
typedef struct RelaxBackendMessage {
  char text[256];
} RelaxBackendMessage;

/// What an engine is made of. All of it but the constants' data is there during
/// `create` only; that stays as long as the engine, and is not written to.
typedef struct RelaxBackendArtefact {
  const char *name; // of the relax.artefact
  const char *text; // NUL behind it
  size_t bytes;
  const char *const *options; // "name=value", of the target; NULL behind them
  const RelaxBackendTensor *constants;
  size_t numConstants;
  int threads; // as many as it may use; 0: as it likes
  /// A function of that name in the program or in a library that was loaded for
  /// it; NULL if there is none.
  void *(*find)(void *user, const char *function);
  void *findUser;
} RelaxBackendArtefact;

typedef struct RelaxBackend {
  uint32_t version; // RELAX_BACKEND_VERSION
  const char *name; // as in `relax.target @x backend "NAME"`
  /// Its library and that library's version, one line; NULL: it has none.
  const char *(*describe)(void);
  /// An engine, which may be NULL: it is given back to the others as it is.
  int32_t (*create)(const RelaxBackendArtefact *artefact, void **engine,
                    RelaxBackendMessage *message);
  /// NULL, or: writes the extents that results will have (`dims[i]` has room
  /// for RELAX_BACKEND_MAX_RANK). They are compared with those of the program.
  int32_t (*extents)(void *engine, const RelaxBackendTensor *inputs,
                     size_t numInputs, int64_t *const *dims, size_t numOutputs,
                     RelaxBackendMessage *message);
  /// `outputs` have their extents and memory to write to.
  int32_t (*run)(void *engine, const RelaxBackendTensor *inputs,
                 size_t numInputs, const RelaxBackendTensor *outputs,
                 size_t numOutputs, RelaxBackendMessage *message);
  /// Called once for every engine that `create` made.
  void (*destroy)(void *engine);
  /// NULL: nobody counts it. The bytes that `run` will hold for itself with such
  /// inputs, beside copies of constants; negative: a failure. Asked where a call
  /// has a limit on memory, which ends there if they are too many.
  int64_t (*bytes)(void *engine, const RelaxBackendTensor *inputs,
                   size_t numInputs, RelaxBackendMessage *message);
  /// NULL, or: frees what it keeps for calls to come, but for copies of
  /// constants. In front of `bytes` and behind `run`, under a limit.
  void (*forget)(void *engine);
} RelaxBackend;

/// The entry that is looked up in a library.
typedef const RelaxBackend *(*RelaxBackendEntry)(void);
#define RELAX_BACKEND_ENTRY "relaxBackend"

#define RELAX_BACKEND(descriptor)                                              \
  __attribute__((visibility("default"))) const RelaxBackend *relaxBackend(     \
      void);                                                                   \
  const RelaxBackend *relaxBackend(void) { return &(descriptor); }

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_BACKEND_H
