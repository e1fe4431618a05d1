//===- StbDs.c - the one implementation of stb_ds -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Everybody else includes <stb/stb_ds.h> without the macro.
//
//===----------------------------------------------------------------------===//

#define STB_DS_IMPLEMENTATION
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
// Its hash shifts into the sign bit, which UBSan would stop at.
#pragma clang attribute push(__attribute__((no_sanitize("undefined"))),        \
                             apply_to = function)
#include <stb/stb_ds.h>
#pragma clang attribute pop
#pragma clang diagnostic pop
