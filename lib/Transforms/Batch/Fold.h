//===- Fold.h - a function that adds up a list ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
//   f(list, sums, others) = if list is empty: the end
//                           else: f(rest, sums + something of the first,
//                           others)
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_BATCH_FOLD_H
#define RELAX_TRANSFORMS_BATCH_FOLD_H

#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Support/Map.h"

typedef struct Fold {
  RelaxPassRun *run;
  MlirOperation function, asks, branch, call, yield;
  MlirBlock end;    // of an empty list
  MlirValue list;   // the argument
  intptr_t listAt;  // its number
  intptr_t *sums;   // stb_ds arrays: numbers of arguments
  intptr_t *others; // that change, too; the list is one
} Fold;

/// Does the function go through a list and call itself at the end? Sums
/// are not looked for.
bool foldShape(Fold *fold, MlirOperation function);
/// The first operation of an element's arm.
MlirOperation foldFirst(const Fold *fold);
/// What is called, if it is a straight line that can stand in the call's place.
MlirOperation foldStraight(const Fold *fold, MlirOperation call);
/// Puts such in the place of their calls.
void foldInline(Fold *fold);
/// Of one that has the shape: is something of what goes from call to call a
/// sum, on which nothing else depends? Behind foldInline, which it calls.
bool foldAddsUp(Fold *fold);
void foldFree(Fold *fold);
/// An argument that is a sum, and what the next call gets for it.
MlirValue foldSum(const Fold *fold, ptrdiff_t index);
MlirValue foldNext(const Fold *fold, ptrdiff_t index);
MlirValue foldRest(const Fold *fold);

#endif // RELAX_TRANSFORMS_BATCH_FOLD_H
