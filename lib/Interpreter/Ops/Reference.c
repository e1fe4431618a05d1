//===- Reference.c - places that hold a value -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Reference.h"
#include "lib/Interpreter/Module.h"

static bool create(EvalStep *step) {
  return relaxPlaceCreate(&step->frame->interpreter->refs,
                          relaxTensorShare(step->operands[0]),
                          &step->results[0], step->error);
}

static bool readValue(EvalStep *step) {
  step->results[0] = relaxTensorShare(relaxPlaceRead(step->operands[0]));
  return true;
}

static bool writeValue(EvalStep *step) {
  relaxPlaceWrite(step->operands[1], relaxTensorShare(step->operands[0]));
  return true;
}

const EvalEntry evalReference[] = {{"relax.ref", create, NULL},
                                   {"relax.ref_read", readValue, NULL},
                                   {"relax.ref_write", writeValue, NULL},
                                   {"vm.ref", create, NULL},
                                   {"vm.ref_read", readValue, NULL},
                                   {"vm.ref_write", writeValue, NULL},
                                   {NULL, NULL, NULL}};
