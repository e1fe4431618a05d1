//===- RemoveDeadFields.h - between the files of a pass -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to relax-remove-dead-fields.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FUNCTIONS_REMOVEDEADFIELDS_H
#define RELAX_TRANSFORMS_FUNCTIONS_REMOVEDEADFIELDS_H

#include "dialects/Relax/Data.h"
#include "lib/Bridge/Core/Pass.h"

enum { DEAD_FIELDS_FIELDS, DEAD_FIELDS_OPERANDS };

/// A data type; `read[c][f]` of field `f` of constructor `c`.
typedef struct Data {
  MlirOperation adt;
  bool **read; // arena
} Data;

typedef struct DeadFields {
  RelaxPassRun *run;
  Data *types; // stb_ds
} DeadFields;

/// A data type of which nothing is read so far.
void deadFieldsAdd(DeadFields *d, MlirOperation adt);
/// Notes what an operation reads (a walk over DeadFields, types added).
MlirWalkResult deadFieldsReadIn(MlirOperation op, void *d);
intptr_t deadFieldsConstructors(MlirOperation adt);
/// What is read of the constructor `name` of `type`: of each field.
bool *deadFieldsRead(DeadFields *d, MlirOperation from, MlirType type,
                     StrRef name);
/// Removes what is not read.
void deadFieldsChange(DeadFields *d);

#endif // RELAX_TRANSFORMS_FUNCTIONS_REMOVEDEADFIELDS_H
