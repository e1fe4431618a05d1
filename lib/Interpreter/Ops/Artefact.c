//===- Artefact.c - regions of back ends ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Reference mode has no back ends: nothing is done, which the first result
// says, and the others have their extents only. The body of the region, which
// stands beside the call, does the work.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Artefact.gen.h"
#include "lib/Interpreter/Evaluate.h"
#include "lib/Interpreter/Machine/Instructions.h"

#include <string.h>

/// Extents of a result: those of its type, or the next of the list, over
/// registers.
static bool extentsOf(EvalStep *step, RelaxTensorInfo info, MlirAttribute list,
                      intptr_t first, intptr_t *at, int64_t *extents) {
  bool good = true;
  for (intptr_t d = 0; good && d < info.rank; ++d)
    good = list.ptr ? machineEval(step, first,
                                  mlirArrayAttrGetElement(list, (*at)++),
                                  &extents[d])
                    : evalExtent(step, info.dims[d], &extents[d]);
  return good;
}

static bool evaluate(EvalStep *step, MlirAttribute list, intptr_t first) {
  intptr_t given = list.ptr ? mlirArrayAttrGetNumElements(list) : 0, at = 0;
  bool good = evalCreateResult(step, 0, RELAX_BOOL, 0, NULL);
  if (good)
    memset(step->results[0].data, 0, 1);
  for (intptr_t i = 1; good && i < step->numResults; ++i) {
    RelaxTensorInfo info =
        relaxTensorInfoOf(mlirOperationGetResult(step->op, i));
    int64_t extents[RELAX_MAX_RANK];
    RelaxDType dtype;
    good = (info.ranked && info.rank <= RELAX_MAX_RANK &&
            (!list.ptr || given - at >= info.rank) &&
            relaxElementDType(info.elementType, &dtype)) ||
           relaxFail(step->error, "result %ld: expected a type and extents",
                     (long)i);
    good = good && extentsOf(step, info, list, first, &at, extents) &&
           evalCreateResult(step, i, dtype, (int32_t)info.rank, extents);
    if (good)
      memset(step->results[i].data, 0, relaxTensorSize(&step->results[i]));
  }
  return good;
}

bool evalArtefact(EvalStep *step, MlirAttribute arguments, intptr_t first) {
  MlirAttribute list = {NULL};
  if (first >= 0)
    list = mlirDictionaryAttrGetElementByName(
        arguments, mlirStringRefCreateFromCString("dims"));
  return evaluate(step, list, first);
}

static bool callArtefact(EvalStep *step) {
  return evaluate(step, (MlirAttribute){NULL}, -1);
}

const EvalEntry evalArtefacts[] = {{"relax.call_artefact", callArtefact, NULL},
                                   {NULL, NULL, NULL}};
