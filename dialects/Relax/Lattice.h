//===- Lattice.h - the order of types by what they say --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Relax's lattice of annotations (apache/tvm, relax/analysis.h) over our types:
//
//   !relax.object                          on top: nothing is said
//   i64, f32, ...                          a scalar; !relax.scalar<n, i64>: its
//                                          value is known
//   !relax.shape<*>, <[?, ?]>, <[n, 4]>    a shape: nothing, the rank, extents
//   !relax.tensor<*, ?>, ... <[n], f32>    rank, element type and device known
//                                          or not
//   tuple<...>                             part by part
//   !relax.sequence<T>, optional<T>        by what they hold
//   !relax.fn<*>, <* first>, <[k] ...>     opaque, with a rule, with a
//   signature
//
// Everything here is pure. Dimensions are compared by normal form and, if facts
// are given, by what the prover says yes to. A join keeps single dimensions
// that are equal, where Relax keeps the rank only.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_LATTICE_H
#define RELAX_DIALECTS_RELAX_LATTICE_H

#include "dialects/Relax/Match.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What is known where the types stand.
typedef struct RelaxLattice {
  Arena *arena;
  const SymFact *facts; // may be NULL
  size_t numFacts;
  bool byNormalForm; // the prover is not asked (docs/language/symbols.md, rule
                     // 5)
} RelaxLattice;

/// May a value of one type stand where another one is asked for? In the order
/// from worst to best.
typedef enum RelaxBaseCheck {
  RELAX_BASE_DISJOINT,    // no value is of both types
  RELAX_BASE_KIND,        // not by what is known; kind, rank, element type or
                          // device would have to be checked
  RELAX_BASE_AT_RUN_TIME, // if extents or values are equal, which a check shows
  RELAX_BASE_PASS,        // every value of `derived` is one of `base`
} RelaxBaseCheck;

RelaxBaseCheck relaxBaseCheck(const RelaxLattice *lattice, MlirType base,
                              MlirType derived);
/// Nimble's sub-shaping: `derived` passes without a check.
bool relaxIsSubtype(const RelaxLattice *lattice, MlirType base,
                    MlirType derived);
/// What has to hold for the check to pass, as an arena array of equalities
/// (none: it passes). False: no facts about extents can say it.
bool relaxBaseCheckCondition(const RelaxLattice *lattice, MlirType base,
                             MlirType derived, SymFact **facts, size_t *count);

/// The least type that both are subtypes of.
MlirType relaxLeastCommonType(const RelaxLattice *lattice, MlirType a,
                              MlirType b);

/// What of `type` can be said where only the symbols in `names` hold: symbols
/// in `map` are replaced first; other dimensions become `?`, values of scalars
/// unknown.
MlirType relaxEraseType(const RelaxLattice *lattice, const RelaxMatch *map,
                        const StrRef *names, size_t count, MlirType type);

/// The type of a call's result from the callee's type alone: its symbols are
/// matched with the arguments, the result is substituted, and what stays
/// unbound is erased. Null: the arguments do not fit, as far as that is known.
/// Several results are a tuple.
MlirType relaxDeriveCallType(const RelaxLattice *lattice, MlirType fn,
                             intptr_t count, const MlirType *arguments);

//===----------------------------------------------------------------------===//
// Function types
//===----------------------------------------------------------------------===//

/// How the result of an opaque function follows from its arguments.
typedef MlirType RelaxDeriveRule(MlirContext context, intptr_t count,
                                 const MlirType *arguments);
/// NULL if there is no rule of that name.
RelaxDeriveRule *relaxDeriveRuleFind(StrRef name);
/// `!relax.fn<*>`, with a rule if `rule` is not empty.
MlirType relaxOpaqueFnType(MlirContext context, StrRef rule);
bool relaxFnIsOpaque(MlirType type);
/// Two function types are equal but for the names of their own symbols.
bool relaxFnIsSame(MlirType a, MlirType b);
/// Empty if it has none.
StrRef relaxFnRule(MlirType type);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_LATTICE_H
