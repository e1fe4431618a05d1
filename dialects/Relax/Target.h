//===- Target.h - machines that code is made for --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_TARGET_H
#define RELAX_DIALECTS_RELAX_TARGET_H

#include "lib/Bridge/Core/Bridge.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A `relax.target`; its texts live as long as the operation.
typedef struct RelaxTarget {
  MlirOperation op; // null: none
  StrRef name, arch, cpu, tune;
  MlirAttribute features; // an array of strings, or null
  int64_t vectorBytes, registers, lineBytes, cacheBytes;
  StrRef backend; // empty: a machine; all above but op and name is not set else
  MlirAttribute options; // a dictionary, or null
} RelaxTarget;

/// What a `relax.target` says.
RelaxTarget relaxTargetRead(MlirOperation target);
/// Appends an option of a back end as "name=value"; a flag is 1.
void relaxTargetOption(MlirNamedAttribute option, StrBuf *out);
/// A `relax.target` without a back end.
bool relaxIsMachine(MlirOperation op);
/// Do two `relax.target`s say the same, whatever their names are?
bool relaxTargetEqual(MlirOperation a, MlirOperation b);
/// The machine that a function names (`target @cpu`), else the only one of its
/// module. False after one reported error at the function.
bool relaxTargetOf(MlirOperation function, RelaxTarget *target);
/// The same; null, and no error, where there is none.
MlirOperation relaxTargetIfAny(MlirOperation function);
/// The `relax.target` that a function of any level names; null where it names
/// none, or what is none.
MlirOperation relaxTargetNamed(MlirOperation function);
/// The reference `target @cpu` of the `relax.func` around an operation, or
/// null.
MlirAttribute relaxTargetAround(MlirOperation op);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_TARGET_H
