//===- FuseOnlineMatch.h - parts of a softmax between products ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FUSION_FUSEONLINEMATCH_H
#define RELAX_TRANSFORMS_FUSION_FUSEONLINEMATCH_H

#include "lib/Transforms/Fusion/FuseOnline.h"

// FuseOnlineCalls.c
MlirValue onlineResult(const FuseCall *call);
/// The call that computes a value in the block of `user`; NULL.
const FuseCall *onlineProducer(const Online *o, MlirValue value,
                               MlirOperation user);
/// Do these two calls read the result, and nothing else?
bool onlineReadOnlyBy(const FuseCall *call, const FuseCall *a,
                      const FuseCall *b);
/// The element that is written, or that with its number in another shape.
bool onlineIsSamePlace(const Online *o, const TirComputeAccesses *compute,
                       const TirAccess *load);

/// The softmax whose quotient the weights are; `*scores`: what it is of
/// (FuseOnlineSoftmax.c).
bool onlineMatchWeights(Online *o, MlirValue *scores);
/// Does nothing else read its parts?
bool onlineIsReadInside(const Online *o);
/// Sets where elements of the values go, through a call that moves all of them
/// if there is one (FuseOnlineMove.c).
void onlineFindMove(Online *o);

#endif // RELAX_TRANSFORMS_FUSION_FUSEONLINEMATCH_H
