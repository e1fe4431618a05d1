//===- Instructions.h - the executable level, interpreted -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Interpreter/Machine. An instruction is evaluated like an
// operation of the graph level; an i64 register is an i64 tensor of rank 0, a
// storage a u8 tensor. Kernels are interpreted, too, and nothing of the
// runtime's machine or op library takes part.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_INTERPRETER_MACHINE_INSTRUCTIONS_H
#define RELAX_INTERPRETER_MACHINE_INSTRUCTIONS_H

#include "lib/Interpreter/Programs/Program.h"

/// Operands of the instruction from `first` on are the symbols "%0", "%1", ...
/// of a frame of their own. The caller releases it.
EvalFrame machineSymbols(EvalStep *step, intptr_t first);

/// An expression over the operands from `first` on.
bool machineEval(EvalStep *step, intptr_t first, MlirAttribute expr,
                 int64_t *out);
/// Extents, at most RELAX_MAX_RANK, none below 0.
bool machineExtents(EvalStep *step, intptr_t first, MlirAttribute exprs,
                    int32_t *rank, int64_t *dims);
/// Result `index` is this register.
bool machineSetExtent(EvalStep *step, int64_t value);
/// The result's element type.
bool machineDType(EvalStep *step, RelaxDType *out);

/// Memory.c: result 0 has these extents, and nothing has written it.
bool machineUndefined(EvalStep *step, MlirAttribute dims);

#endif // RELAX_INTERPRETER_MACHINE_INSTRUCTIONS_H
