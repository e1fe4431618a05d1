//===- NearNames.h - which names may have been meant ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SUPPORT_NEARNAMES_H
#define RELAX_SUPPORT_NEARNAMES_H

#include "lib/Support/StringRef.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The fewest bytes to put in, leave out or exchange, or neighbours to swap,
/// that make one text of the other (Damerau 1964, each place once); the greater
/// length if that is above 128.
size_t textDistance(StrRef a, StrRef b);

/// The indices of at most `most` (8 at most) names that are like `wanted`, the
/// likest first: a small distance, or one of the two is a part of the other.
/// Names above 128 bytes are left out.
size_t nearNames(StrRef wanted, const StrRef *names, size_t count,
                 size_t *found, size_t most);

#ifdef __cplusplus
}
#endif
#endif // RELAX_SUPPORT_NEARNAMES_H
