//===- VerifyProgram.hpp - one program before and after a pass ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A pass on a `tir.func` has changed nothing else: the program alone is
// interpreted, as it was and as it is, which takes milliseconds where compiling
// the module takes a second. This happens in a process of its own.
//
//===----------------------------------------------------------------------===//

#pragma once
#include "lib/Interpreter/Programs/Agree.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/Pass.h"

namespace bridge {
class ProgramBefore {
public:
  /// Keeps a copy of the program, with the monoids of its module.
  void keep(mlir::Operation *program);
  bool isChanged(mlir::Operation *program) const;
  RelaxProgramsVerdict compare(mlir::Operation *program, int64_t cases,
                               std::string &text) const;
  /// The copy as a module.
  mlir::Operation *module() const { return copy.get(); }

private:
  mlir::Operation *program = nullptr; // in the copy
  mlir::OwningOpRef<mlir::ModuleOp> copy;
};
} // namespace bridge
