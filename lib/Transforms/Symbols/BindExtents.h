//===- BindExtents.h - names for extents that only the run knows ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Shared by the files of relax-bind-extents.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_SYMBOLS_BINDEXTENTS_H
#define RELAX_TRANSFORMS_SYMBOLS_BINDEXTENTS_H

#include "lib/Transforms/Decompose/GraphBuilder.h"

typedef struct ExtentBinder {
  GraphBuilder g;
  MlirOperation function;
  StrRef *names; // stb_ds; all symbols of the function, once asked for
} ExtentBinder;

/// A symbol that the function does not have yet, as a dimension.
MlirAttribute bindFreshSymbol(ExtentBinder *binder, const char *base);

/// `vector` as a shape: the dimensions of `type`, with symbols of its own where
/// they are `?`. `most[i]` bounds dimension i if it is not null. Null after an
/// error.
MlirValue bindShape(ExtentBinder *binder, MlirValue vector, MlirType type,
                    const MlirAttribute *most, MlirValue given);

/// Builds what takes the place of an operation that takes extents from values
/// (dialects/Relax/Sizes.h), when all operands that say none are known:
/// its result, or null, where `*failed` says whether an error was reported or
/// the operation has to stay.
typedef MlirValue (*ExtentRule)(ExtentBinder *binder, MlirOperation op,
                                bool *failed);
MlirValue bindReshape(ExtentBinder *binder, MlirOperation op, bool *failed);
MlirValue bindBroadcastTo(ExtentBinder *binder, MlirOperation op, bool *failed);
MlirValue bindArange(ExtentBinder *binder, MlirOperation op, bool *failed);
MlirValue bindDynamicPad(ExtentBinder *binder, MlirOperation op, bool *failed);
MlirValue bindDynamicDft(ExtentBinder *binder, MlirOperation op, bool *failed);
MlirValue bindDynamicTile(ExtentBinder *binder, MlirOperation op, bool *failed);
MlirValue bindDynamicOneHot(ExtentBinder *binder, MlirOperation op,
                            bool *failed);
/// Of every operation with a vector of extents.
MlirValue bindSizes(ExtentBinder *binder, MlirOperation op, bool *failed);
MlirValue bindResize(ExtentBinder *binder, MlirOperation op, bool *failed);
MlirValue bindDynamicSlice(ExtentBinder *binder, MlirOperation op,
                           bool *failed);

/// Names the `?` in the results of an operation that counts (nonzero, unique,
/// top_k, non_max_suppression), with their bound. False: there are none, or it
/// is no such operation.
bool bindCounts(ExtentBinder *binder, MlirOperation op);

/// Names the `?` of tensors that come out of data, a place, a branch or a call
/// and are computed with, by a relax.match_cast. False: there are none.
bool bindValues(ExtentBinder *binder, MlirOperation op);
/// The same of the arguments of the regions of `op`, which may be the function.
bool bindArguments(ExtentBinder *binder, MlirOperation op);

/// Moves an operation on each element in front of a view of unknown rank, and
/// destroys it; false: it is no such operation.
bool bindUnaryOfView(ExtentBinder *binder, MlirOperation op);

/// The extents of `x` along the axes, as a vector; null for no axes.
MlirValue bindExtentsAlong(ExtentBinder *binder, MlirValue x,
                           const int64_t *axes, intptr_t count);

/// Every dimension is known.
bool bindIsKnown(MlirValue value);

#endif // RELAX_TRANSFORMS_SYMBOLS_BINDEXTENTS_H
