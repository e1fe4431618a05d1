//===- FitCall.h - calls after a signature has changed --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A callee that asks for more than it did (an extent, two equal dimensions)
// gets its operands through checks; a result of which the signature says
// something else gets its old type back. Both stand in the text as
// relax.match_cast (Nimble's sub-shaping).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_SHAPES_FITCALL_H
#define RELAX_TRANSFORMS_SHAPES_FITCALL_H

#include "dialects/Relax/Match.h"
#include "lib/Analysis/Signature.h"

typedef struct CallFit {
  Arena *arena;
  MlirOperation call, callee;
  RelaxMatch match; // what the callee's symbols stand for, when fitted
  uint64_t casts;   // inserted so far
} CallFit;

/// Inserts what makes the operands those that the callee asks for. With `exact`
/// every operand gets the very type that the callee gives its argument, and
/// every symbol of its arguments stands for something known (symbols are bound
/// before the call). Failure after an error: a type that no check can give.
MlirLogicalResult callFitOperands(CallFit *fit, bool exact);
/// Then the results: the call gives what the signature says, later uses get the
/// type that they had.
MlirLogicalResult callFitResults(CallFit *fit);
/// Both, for every call of `callee` in the module; adds to `*casts`.
MlirLogicalResult callFitAll(Arena *arena, MlirOperation module,
                             MlirOperation callee, uint64_t *casts);

/// The calls of `@callee` in a module, in their order (stb_ds).
MlirOperation *callsOf(MlirOperation module, StrRef callee);
/// The name of a function, and of the callee of a relax.call.
StrRef functionName(MlirOperation function);
StrRef calleeName(MlirOperation call);

#endif // RELAX_TRANSFORMS_SHAPES_FITCALL_H
