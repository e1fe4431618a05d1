//===- LambdaLift.h - what a lifted function takes ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_LAMBDALIFT_H
#define RELAX_TRANSFORMS_LAMBDALIFT_H

#include "dialects/Relax/Match.h"
#include "lib/Bridge/Core/Pass.h"

/// A function in the making and the operation whose place its closure takes.
typedef struct Lifting {
  RelaxPassRun *run;
  MlirOperation op; // a relax.lambda or a relax.closure
  /// Captured values, then those that only bring a symbol (stb_ds).
  MlirValue *inputs;
  /// What it takes from whoever invokes it, what it returns.
  intptr_t numOthers, numResults;
  MlirType *others, *results;
  MlirAttribute any;   // symbols that no value binds, as in the function around
  MlirAttribute facts; // over the symbols of the inputs
} Lifting;

/// `others` and `results`, as the type of the operation's result says.
void liftReadType(Lifting *lifting);
/// Own symbols of the closure's type there under names that the function around
/// does not have.
void liftRenameOwn(Lifting *lifting);
/// Where argument `index` of `others` is written.
MlirLocation liftArgumentLocation(const Lifting *lifting, intptr_t index);
/// The values from around that the regions of the operation use.
void liftCaptured(Lifting *lifting);
void liftInput(Lifting *lifting, MlirValue value);
/// Every symbol from around that the operation or the types name is bound by an
/// input, or stands in `any`; then the facts.
void liftSymbols(Lifting *lifting);

#endif // RELAX_TRANSFORMS_LAMBDALIFT_H
