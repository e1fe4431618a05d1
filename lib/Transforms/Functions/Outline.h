//===- Outline.h - operations as a function of their own ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Operations of one block move into a new private function that is called in
// their place (docs/language/symbols.md, rule 4). The symbols that they name
// keep their names, which are local: each is bound by an argument, by the
// function's `binds (...)` if only a result knows it, or inside. Facts over the
// symbols of the signature come along; what holds for a result stands on the
// call too.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FUNCTIONS_OUTLINE_H
#define RELAX_TRANSFORMS_FUNCTIONS_OUTLINE_H

#include "dialects/Relax/Match.h"

/// An operation of a group.
typedef struct OutlineMember {
  const void *key; // MlirOperation::ptr
  char value;
} OutlineMember;

typedef struct Outline {
  Arena *arena;
  MlirOperation function; // where the operations are
  StrRef name;            // wish for the new function's name
  MlirOperation *ops;     // stb_ds, in the order of their block
  OutlineMember *members; // stb_ds set of them
  OutlineMember *pure;    // stb_ds set of calls that have no effects, or NULL

  // Filled by outlineSignature.
  MlirValue *inputs;       // stb_ds: used inside, then carriers of symbols
  MlirValue *outputs;      // stb_ds: used behind, then what binds a symbol
  MlirAttribute exported;  // names that inner operations bind and outputs need
  MlirAttribute fresh;     // the names in the signature, in the same order
  MlirAttribute facts;     // of the new function
  MlirAttribute callFacts; // about what the call binds
} Outline;

/// Brings the group together: what stands between its operations and uses them
/// moves behind. Failure after an error if that cannot be.
MlirLogicalResult outlineGather(Outline *outline);
/// Finds arguments, results, symbols and facts. The same failure.
MlirLogicalResult outlineSignature(Outline *outline);
/// Makes the function, behind the present one, and the call. Returns the call.
MlirOperation outlineCreate(Outline *outline);

/// A value before the operation with the symbol as a bare dimension: the one
/// that binds it, at the latest. Null if there is none in the function.
MlirValue outlineCarrier(MlirOperation before, StrRef name);

/// `to` in the place of `from` in `root` and everything in it.
void outlineReplaceInside(MlirOperation root, MlirValue from, MlirValue to);

/// The operation is one of the group or stands inside of one.
bool outlineHas(const Outline *outline, MlirOperation op);

#endif // RELAX_TRANSFORMS_FUNCTIONS_OUTLINE_H
