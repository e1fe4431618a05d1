//===- FuseText.h - merged programs whose loops are text ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Loops, local memory and what is added are parsed; computes with an empty body
// then get those of the programs that are merged (FuseCalls.h).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FUSION_FUSETEXT_H
#define RELAX_TRANSFORMS_FUSION_FUSETEXT_H

#include "lib/Support/Template.h"
#include "lib/Transforms/Fusion/FuseTIR.h"

/// Gives a name of the text an expression.
void fuseSetExpr(Template *t, const char *name, SymExpr expr);
/// ` symbols (...)`: all of the caller's; the program has no buffers yet.
void fuseAppendSymbols(const FuseGraph *graph, StrBuf *out);
/// Moves what the only program of the module does into the function of the
/// builder, and destroys the module.
void fuseTakeBody(FuseBuilder *b, MlirModule module);
/// The compute, loop or local memory of that name; null.
MlirOperation fuseFindNamed(MlirOperation function, const char *name);

#endif // RELAX_TRANSFORMS_FUSION_FUSETEXT_H
