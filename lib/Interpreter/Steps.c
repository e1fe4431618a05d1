//===- Steps.c - what runs, and how long it may ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Module.h"

#include <stb/stb_ds.h>

void relaxInterpreterLimit(RelaxInterpreter *interpreter, int64_t steps) {
  interpreter->stepsLeft = steps < 0 ? INT64_MAX : steps;
}

bool relaxInterpreterWasLimited(const RelaxInterpreter *interpreter) {
  return interpreter->stepsLeft < 0;
}

bool evalTooLong(RelaxError *error) {
  return relaxFail(error, "the call takes more steps than it may");
}

bool evalVisit(RelaxInterpreter *interpreter, MlirOperation op,
               RelaxError *error) {
  EvalVisit visit = {op.ptr};
  hmputs(interpreter->visited, visit);
  return --interpreter->stepsLeft >= 0 || evalTooLong(error);
}
