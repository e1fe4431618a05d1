//===- Host.h - the machine that runs this process ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The one place that asks what machine this is. RELAX_HOST=NAME, a name of
// lib/Support/TargetTable.h, pretends that it is a machine of just that kind:
// `--target=native` then means it, and code that needs more is refused.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SUPPORT_HOST_H
#define RELAX_SUPPORT_HOST_H

#include "lib/Support/TargetTable.h"

enum { HOST_MAX_FEATURES = 64 };

typedef struct HostMachine {
  const char *arch;
  const char *features[HOST_MAX_FEATURES]; // as LLVM names them
  size_t numFeatures;
  bool pretended;
  /// What `--target=native` stands for: the last of the table that the machine
  /// can run; NULL if there is none.
  const TargetSpec *spec;
  int64_t cacheBytes; // that a core has to itself; 0 if not known
} HostMachine;

/// False with a message if RELAX_HOST is no target. Looks again at each call.
bool hostMachine(HostMachine *host, StrBuf *error);
bool hostHas(const HostMachine *host, StrRef feature);
/// Is it one of the features that `hostMachine` looks for, on any machine?
bool hostKnows(StrRef feature);
/// Can this machine run code that is made for all of the targets? A line each,
/// the architecture and what a machine must have: `x86_64:avx,avx2`. False with
/// a message that names `what` and all that the machine lacks.
bool hostCanRunAll(StrRef lines, const char *what, StrBuf *error);

#endif // RELAX_SUPPORT_HOST_H
