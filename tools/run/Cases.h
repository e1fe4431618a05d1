//===- Cases.h - two texts of a program on made inputs --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_CASES_H
#define RELAX_TOOLS_RUN_CASES_H

#include "tools/run/Execute.h"

/// What a function is tried with: extents of its symbols that keep its facts,
/// as `--dims=` has them. The first ones are the same number for all symbols;
/// 0, 1, primes, multiples of vectors, bounds of facts. At most `count`.
/// stb_ds array of texts that belong to the arena.
const char **runCaseDims(const RunSession *session,
                         const RelaxFunction *function, long count,
                         Arena *arena);

/// `--cases=N`: every public function (or the named one) on N sets of inputs,
/// in both engines; says how many calls agree. The first call that does not is
/// reported, and its inputs go to the folder `save` (or NULL). A call that both
/// engines refuse is none. Behind some seconds a function's cases end. False
/// after messages.
bool runCases(RunSession *session, long count, const char *entry,
              const char *save);

#endif // RELAX_TOOLS_RUN_CASES_H
