//===- Model.h - extents that satisfy facts -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The model finder: inputs for tests that run programs (docs/architecture.md,
// invariants). The extents where programs break are tried first: 0, 1, the
// bounds that the facts give, and different primes, so that no two extents
// agree by chance.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SYM_MODEL_H
#define RELAX_SYM_MODEL_H

#include "lib/Sym/Sym.h"

#ifdef __cplusplus
extern "C" {
#endif

/// At most `limit` different assignments of extents to `names` that satisfy all
/// facts (hints are left out; a fact over other symbols holds for some extents
/// of these). `largest` is the largest extent that is wished for; facts may ask
/// for more. Assignment i is `(*values)[i * numNames ...]`, in the arena; the
/// number of assignments is returned, 0 if the facts contradict each other or
/// the prover finds none. The same question has the same answer everywhere.
size_t symFindModels(Arena *arena, const SymFact *facts, size_t numFacts,
                     const StrRef *names, size_t numNames, int64_t largest,
                     size_t limit, int64_t **values);

#ifdef __cplusplus
}
#endif
#endif // RELAX_SYM_MODEL_H
