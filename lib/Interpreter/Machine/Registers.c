//===- Registers.c - expressions over registers ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Machine/Instructions.h"

#include <inttypes.h>

static int64_t machineExtentOf(const RelaxTensor *value) {
  return relaxLoadInt(RELAX_I64, value->data, 0);
}

EvalFrame machineSymbols(EvalStep *step, intptr_t first) {
  EvalFrame frame = {.interpreter = step->frame->interpreter,
                     .arena = arenaCreate()};
  for (intptr_t i = first; i < step->numOperands; ++i) {
    if (step->operands[i]->dtype != RELAX_I64 || step->operands[i]->rank != 0)
      continue;
    StrBuf name = {0};
    strBufAppendFormat(&name, "%%%ld", (long)(i - first));
    evalBindSymbol(&frame, arenaKeep(frame.arena, &name),
                   machineExtentOf(step->operands[i]), "a register", 0);
  }
  return frame;
}

bool machineEval(EvalStep *step, intptr_t first, MlirAttribute expr,
                 int64_t *out) {
  EvalFrame frame = machineSymbols(step, first);
  bool good = evalExpr(&frame, symExprOf(frame.arena, expr), out, step->error);
  evalFrameRelease(&frame);
  return good;
}

bool machineExtents(EvalStep *step, intptr_t first, MlirAttribute exprs,
                    int32_t *rank, int64_t *dims) {
  intptr_t count = mlirArrayAttrGetNumElements(exprs);
  if (count > RELAX_MAX_RANK)
    return relaxFail(step->error, "expected a rank of at most %d, got %ld",
                     RELAX_MAX_RANK, (long)count);
  *rank = (int32_t)count;
  for (intptr_t i = 0; i < count; ++i) {
    if (!machineEval(step, first, mlirArrayAttrGetElement(exprs, i), &dims[i]))
      return false;
    if (dims[i] < 0)
      return relaxFail(step->error,
                       "dimension %ld: expected an extent >= 0, got %" PRId64,
                       (long)i, dims[i]);
  }
  return true;
}

bool machineSetExtent(EvalStep *step, int64_t value) {
  if (!evalCreate(step, RELAX_I64, 0, NULL))
    return false;
  relaxStoreInt(RELAX_I64, step->results[0].data, 0, value);
  return true;
}

bool machineDType(EvalStep *step, RelaxDType *out) {
  MlirValue result = mlirOperationGetResult(step->op, 0);
  RelaxTensorInfo info;
  return (relaxTensorInfo(mlirValueGetType(result), &info) &&
          relaxElementDType(info.elementType, out)) ||
         evalRefuseType(mlirValueGetType(result), step->error);
}
