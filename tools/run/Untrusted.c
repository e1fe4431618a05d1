//===- Untrusted.c - programs of strangers --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Accesses of `tir` are proved or checked. Loops that were lowered before the
// tool read them, and machine code, are believed: `--untrusted` refuses them.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "tools/run/Program.h"

static MlirWalkResult refuseLowered(MlirOperation op, void *userData) {
  StrRef name = bridgeOpName(op);
  if (!tirIsAsMemref(op) && !strRefStartsWith(name, "memref.") &&
      !strRefStartsWith(name, "vector.") && !strRefStartsWith(name, "llvm."))
    return MlirWalkResultAdvance;
  bridgeEmitOpError(op, "is of a program that was lowered before, which is "
                        "believed: with '--untrusted' expected text of a stage "
                        "up to 'planned'");
  *(bool *)userData = false;
  return MlirWalkResultInterrupt;
}

static bool checkText(RunProgram *input) {
  bool good = true;
  MlirOperation module = runParseProgram(input);
  if (module.ptr)
    mlirOperationWalk(module, refuseLowered, &good, MlirWalkPreOrder);
  return good && module.ptr;
}

bool runCheckUntrusted(const CommandLine *line, RunProgram *program,
                       RunProgram *other) {
  if (!commandLineValue(line, RUN_UNTRUSTED))
    return true;
  if (commandLineValue(line, RUN_KERNELS))
    return runFail("'--kernels' is machine code, which is believed: with "
                   "'--untrusted' expected text");
  return checkText(program) && (!other->path || checkText(other));
}
