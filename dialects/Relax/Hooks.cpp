//===- Hooks.cpp - dialect hooks of relax that are C++ --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Hooks.hpp"
#include "dialects/Relax/Function.gen.h"
#include "mlir/CAPI/IR.h"

/// Folds become relax.constant; anything else cannot be materialised.
mlir::Operation *relax::RelaxDialect::materializeConstant(
    mlir::OpBuilder &builder, mlir::Attribute value, mlir::Type type,
    mlir::Location loc) {
  if (!llvm::isa<mlir::ElementsAttr>(value) || !llvm::isa<relax::TensorType>(type))
    return nullptr;
  RelaxConstantArgs args = {wrap(value)};
  MlirOperation op = relaxConstantCreate(wrap(loc), &args);
  if (!op.ptr)
    return nullptr;
  return builder.insert(unwrap(op));
}
