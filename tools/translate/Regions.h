//===- Regions.h - regions as C -------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_TRANSLATE_REGIONS_H
#define RELAX_TOOLS_TRANSLATE_REGIONS_H

#include "lib/Bridge/Core/Bridge.h"

#include <stdbool.h>

/// Appends what the back end "c" makes of its regions: one file of C. False
/// after a message, also where there are none.
bool translateRegions(MlirOperation module, StrBuf *out);

#endif // RELAX_TOOLS_TRANSLATE_REGIONS_H
