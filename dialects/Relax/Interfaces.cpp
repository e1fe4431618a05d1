//===- Interfaces.cpp - what operations of relax have in common -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Interfaces.hpp"
#include "dialects/Relax/Interfaces.h"
#include "mlir/CAPI/IR.h"

template <template <typename> class Trait> static bool has(MlirOperation op) {
  return unwrap(op)->hasTrait<Trait>();
}

extern "C" bool relaxBroadcasts(MlirOperation op) {
  return has<relax::Broadcasts>(op);
}
extern "C" bool relaxIsView(MlirOperation op) { return has<relax::IsView>(op); }
extern "C" bool relaxMovesNoNumber(MlirOperation op) {
  return has<relax::MovesNoNumber>(op);
}

extern "C" bool relaxIsExact(MlirOperation op) { return has<relax::Exact>(op); }

extern "C" bool relaxSums(MlirOperation op) { return has<relax::Sums>(op); }
extern "C" bool relaxKeeps(MlirOperation op) { return has<relax::Keeps>(op); }
extern "C" bool relaxCalls(MlirOperation op) { return has<relax::Calls>(op); }
extern "C" bool relaxIsCommutative(MlirOperation op) {
  return unwrap(op)->hasTrait<mlir::OpTrait::IsCommutative>();
}
