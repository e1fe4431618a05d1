//===- Generalize.h - symbols in the place of static extents --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Shared by the files of relax-generalize-shapes. New symbols replace literal
// extents of arguments; the types behind follow by the rules of the operations.
// Under the old extents (`old`) every new type is the old one: so where a rule
// fails or gives something else, the program depends on the extent.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_SYMBOLS_GENERALIZE_H
#define RELAX_TRANSFORMS_SYMBOLS_GENERALIZE_H

#include "dialects/Relax/Match.h"
#include "lib/Bridge/Core/Pass.h"

/// `x[0]=n`: dimension `axis` of argument `index` becomes `value`.
typedef struct GeneralDim {
  intptr_t index, axis;
  SymExpr value;
  int64_t extent; // that it was
} GeneralDim;

/// A value whose type has changed, and the type that it had.
typedef struct ChangedValue {
  const void *key; // MlirValue::ptr
  MlirType value;
} ChangedValue;

typedef struct Generalizer {
  RelaxPassRun *run;
  MlirOperation function;
  GeneralDim *dims;      // stb_ds
  RelaxMatch old;        // the new symbols with the extents that they replace
  ChangedValue *changed; // stb_ds map
} Generalizer;

/// The type that the operand had.
MlirType generalizeOldType(const Generalizer *generalizer, MlirValue value);
/// "'relax.add' op depends on an extent that is generalized: WHY", with a note
/// at the argument.
MlirLogicalResult generalizeRefuse(const Generalizer *generalizer,
                                   MlirOperation op, const char *why);
/// The result of a relax.reshape whose input has changed: the only shape that
/// keeps the element count and was the old one.
MlirLogicalResult generalizeReshape(Generalizer *generalizer, MlirOperation op,
                                    MlirType *type);

#endif // RELAX_TRANSFORMS_SYMBOLS_GENERALIZE_H
