//===- Match.h - what the symbols of a signature stand for ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The matching of declared types with those of actual values, by which a call
// is typed from the callee's signature alone (DESIGN.md 2.3, rules 1 and 4;
// Relax's DeriveCallRetType). The first bare dimension with a symbol says what
// the symbol stands for; all others have to agree.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_MATCH_H
#define RELAX_DIALECTS_RELAX_MATCH_H

#include "dialects/Relax/Relax.h"
#include "dialects/Sym/Substitute.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A growing substitution in `arena`. Zero-initialise, then set `arena`.
typedef struct RelaxMatch {
  Arena *arena;
  StrRef *names;
  SymExpr *values;
  size_t count, capacity;
} RelaxMatch;

bool relaxMatchKnows(const RelaxMatch *match, StrRef name);
/// `name` stands for the expression `dim` (a `#sym.expr`, also `?`).
void relaxMatchAdd(RelaxMatch *match, StrRef name, MlirAttribute dim);
/// Learns from the bare dimensions of `formal` at their places in `actual`,
/// through tuples. Only symbols in `only` (names), if that is not null.
void relaxMatchType(RelaxMatch *match, MlirType formal, MlirType actual,
                    MlirAttribute only);
/// `type` with the values in place of the names; null if an expression leaves
/// 64 bits.
MlirType relaxMatchSubstitute(const RelaxMatch *match, MlirType type);
/// At a relax.call, where operands were matched in order: the operand's type
/// `got` is what the callee asks for, `want`, which is `formal` under the
/// match. Where a symbol stands first (they come in the order of the match,
/// from
/// `*next` on) any extent will do; elsewhere the expected extent must be known:
/// a private function checks nothing.
bool relaxMatchOperandFits(const RelaxMatch *match, MlirType formal,
                           MlirType want, MlirType got, size_t *next);
/// The symbols that only the results of a callee of type `type` know stand for
/// symbols that the relax.call `op` binds, or nothing is known of them.
void relaxMatchResults(RelaxMatch *match, MlirOperation op, MlirType type);
/// As a map of the substitution service; borrows the arrays.
SymMap relaxMatchMap(const RelaxMatch *match);

/// `name` is an element of the array of strings (which may be null).
bool relaxNamesHave(MlirAttribute names, StrRef name);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_MATCH_H
