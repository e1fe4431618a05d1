//===- TargetTable.h - machines that code can be made for -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The names that `--target=` takes, and what stands in the `relax.target` that
// each becomes. How machine code is made for an architecture is said in
// lib/Target/CodeGen.h.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SUPPORT_TARGETTABLE_H
#define RELAX_SUPPORT_TARGETTABLE_H

#include "lib/Support/StringRef.h"

typedef struct TargetSpec {
  const char *name; // of the option
  const char *arch; // as in LLVM's triples
  const char *cpu;  // as LLVM knows it
  /// Beyond what the cpu has, as LLVM names them; NULL-ended.
  const char *const *features;
  /// What a machine must have to run its code; NULL-ended.
  const char *const *needs;
  int64_t vectorBytes; // of a register
  int64_t registers;   // of vectors
  int64_t lineBytes;   // of the caches
  int64_t cacheBytes;  // that a core has to itself
} TargetSpec;

/// Of one architecture those with more features stand behind those with less.
extern const TargetSpec targetTable[];
extern const size_t targetTableSize;

/// NULL if there is none of that name.
const TargetSpec *targetTableFind(StrRef name);
/// Is it rather the path of a file with a `relax.target`?
bool targetNameIsFile(StrRef name);
/// Appends "unknown target 'x'", the names that are like it, and all names.
void targetTableExplain(StrRef name, StrBuf *out);

#endif // RELAX_SUPPORT_TARGETTABLE_H
