//===- MatchDiffer.c - what is said of types that do not match ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Match.h"
#include "dialects/Relax/RelaxBase.gen.h"

/// A relax.match_cast can make one of the other, where the extents are right.
static bool casts(MlirType want, MlirType got) {
  RelaxTensorInfo from, to;
  bool toTensor = relaxTensorInfo(want, &to),
       fromTensor = relaxTensorInfo(got, &from);
  if (toTensor && fromTensor)
    return mlirTypeEqual(from.elementType, to.elementType);
  return toTensor == fromTensor && !relaxIsFnType(want) &&
         !mlirTypeIsAInteger(want) && !mlirTypeIsAFloat(want);
}

MlirLogicalResult relaxMatchDiffer(const RelaxMatch *match, MlirOperation op,
                                   const char *what, intptr_t index,
                                   MlirType want, MlirType got,
                                   const char *hint) {
  if (!want.ptr)
    return bridgeEmitOpError(
        op, "%s %ld: cannot compute the expected type, got %s: %s", what,
        (long)index, relaxTypeText(match->arena, got),
        symStatusText(SYM_OVERFLOW));
  return bridgeEmitOpError(op, "%s %ld: expected %s, got %s%s", what,
                           (long)index, relaxTypeText(match->arena, want),
                           relaxTypeText(match->arena, got),
                           casts(want, got) ? hint : "");
}
