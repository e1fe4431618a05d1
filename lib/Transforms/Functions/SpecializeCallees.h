//===- SpecializeCallees.h - between the files of a pass ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to relax-specialize-callees.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FUNCTIONS_SPECIALIZECALLEES_H
#define RELAX_TRANSFORMS_FUNCTIONS_SPECIALIZECALLEES_H

#include "dialects/Relax/Match.h"
#include "lib/Bridge/Core/Pass.h"

/// A call of a function that is given functions, and the copy of it that knows
/// them.
typedef struct Special {
  RelaxPassRun *run;
  MlirOperation op;      // relax.call or relax.closure
  MlirOperation general; // its callee
  intptr_t numOperands;  // that it passes now
  MlirOperation *known;  // of each operand: its relax.closure, or null
  MlirValue *operands;   // that the copy gets instead (stb_ds)

  // Filled by specialSignature, in the copy's symbols.
  RelaxMatch match; // what symbols of `general` become in the copy
  intptr_t numInputs;
  MlirType *inputs;         // of the copy, `operands` first
  MlirAttribute any, facts; // of the copy; may be null
  MlirType key;             // what tells copies for the same functions apart
} Special;

/// An argument that a function, which comes to be called again by `caller`, is
/// given there as a closure that keeps what `caller` was given.
typedef struct SpecialGrowth {
  MlirOperation function, caller;
  intptr_t argument;
} SpecialGrowth;

/// All of a module: no copy is to know them. An stb_ds array, which belongs to
/// the caller.
SpecialGrowth *specialGrowing(MlirOperation module);

/// What a relax.call or relax.closure names.
MlirAttribute specialCallee(MlirOperation op);
/// Types of a copy. False: there is none that takes what the functions keep.
bool specialSignature(Special *special);
/// The copy, behind the general function.
MlirOperation specialCreate(const Special *special);

#endif // RELAX_TRANSFORMS_FUNCTIONS_SPECIALIZECALLEES_H
