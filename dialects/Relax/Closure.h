//===- Closure.h - functions as values ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_CLOSURE_H
#define RELAX_DIALECTS_RELAX_CLOSURE_H

#include "dialects/Relax/Match.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The own symbols of a relax.lambda whose region has the function type
/// `signature`, an array of strings: the bare dimensions of its arguments, but
/// for those that a given value has and those in `clause` (may be null).
MlirAttribute relaxLambdaSymbols(MlirType signature, intptr_t numGiven,
                                 const MlirType *given, MlirAttribute clause);
/// The same of an operation, with the `any (...)` of the function around.
MlirAttribute relaxLambdaOwn(MlirOperation op);

/// The function type of a relax.lambda in the names of its region; null if the
/// type of its result has other symbols.
MlirType relaxLambdaSignature(MlirOperation op);

/// The types of a function value's arguments and results, its own symbols under
/// names that no text has.
MlirType relaxFnOpened(Arena *arena, MlirType fn);

/// The types of the relax.closure `op` as those of a call: the captured values,
/// then what whoever invokes it passes. `tables` as relaxCalleeOf has them; the
/// callee is not null.
RelaxCallTypes relaxClosureCall(Arena *arena, MlirOperation op,
                                MlirOperation callee);
/// Whoever invokes the closure `op` of `callee` passes what the callee's types
/// ask for, without a check.
bool relaxClosureIsExact(MlirOperation op, MlirOperation callee);

/// The same; failure after an error that says who writes the check.
MlirLogicalResult relaxClosureNeedsNoCheck(MlirOperation op);

/// An operation inside of `root`, or in what it calls, that is more than a
/// computation with checks; null if there is none.
MlirOperation relaxFindEffect(MlirOperation root);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_CLOSURE_H
