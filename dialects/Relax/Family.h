//===- Family.h - what records say of the operations of a family ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The generator writes one for each .td of the dialect, and the list of them.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_FAMILY_H
#define RELAX_DIALECTS_RELAX_FAMILY_H

#include "dialects/Relax/Agreement.h"
#include "dialects/Relax/Window.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A row of operations whose result has extents from values (Sizes.h): `says`
/// tells the operands. Behind it is what only those with a vector `sizes` have.
typedef struct RelaxSized {
  const char *name;
  bool (*says)(MlirOperation op, intptr_t operand);
  MlirValue (*vector)(MlirOperation op);
  intptr_t segment;                        // of the operands
  MlirAttribute (*axes)(MlirOperation op); // null: from `begin` on, but for
  intptr_t begin, behind;                  // so many of the last ones
  intptr_t first;                          // element of the vector
} RelaxSized;

/// Of any operation: false or null for those that are not of the family, or do
/// not have it. Of agreements and windows the whole function may be null.
typedef struct RelaxFamily {
  bool (*inferTypes)(MlirOperation op, MlirType *results,
                     MlirLogicalResult *outcome);
  const RelaxAgreement *(*agreements)(MlirOperation op);
  bool (*window)(MlirOperation op, RelaxWindow *window);
  const RelaxSized *sized; // an empty row behind the last one
} RelaxFamily;

extern const RelaxFamily *const relaxFamilies[]; // null behind the last one

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_FAMILY_H
