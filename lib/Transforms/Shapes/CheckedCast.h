//===- CheckedCast.h - a value with another type, checked at run time -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What a type says more than is known becomes a relax.match_cast in the text
// (Nimble's sub-shaping: the unknown passes for something known only after a
// check). Symbols that the value's own type does not have come from `given`
// shapes (docs/language/symbols.md, rule 2).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_SHAPES_CHECKEDCAST_H
#define RELAX_TRANSFORMS_SHAPES_CHECKEDCAST_H

#include "lib/Bridge/Core/Bridge.h"

/// `value` (a tensor or a shape) as `type`, by a relax.match_cast before
/// `before`, which also checks `facts` (an array of facts, or null) and binds
/// `binds` (names, or null). Null if some symbol that is not bound there is on
/// no value before `before`, or if `type` is another one.
MlirValue checkedCastInsert(MlirOperation before, MlirValue value,
                            MlirType type, MlirAttribute binds,
                            MlirAttribute facts);

/// Gives a part of a tuple another type; null if that cannot be.
typedef MlirValue CastPart(MlirValue part, MlirType type, void *userData);
/// The tuple `value` with every part cast to that of `type`, a tuple of as many
/// parts: parts are taken and put together again before `before`.
MlirValue checkedCastTuple(Arena *arena, MlirOperation before, MlirValue value,
                           MlirType type, CastPart *cast, void *userData);

/// A relax.check of `facts` before `before`, which names `subject` in its
/// message. False if some symbol is on no tensor or shape before `before`.
bool checkInsert(MlirOperation before, MlirAttribute facts, StrRef subject);

/// Appends to the stb_ds array `*given` values before `before` whose types have
/// the symbols of `type` and `exprs` that the type of `value` (may be null)
/// does not have. False: some symbol is on no value there.
bool checkedCastCarriers(MlirOperation before, MlirValue value, MlirType type,
                         const MlirAttribute *exprs, intptr_t numExprs,
                         MlirValue **given);

/// The relax.func that `op` stands in, at any depth.
MlirOperation checkedCastFunction(MlirOperation op);

#endif // RELAX_TRANSFORMS_SHAPES_CHECKEDCAST_H
