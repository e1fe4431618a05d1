//===- StbDs.c - the one implementation of stb_ds -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Everybody else includes <stb/stb_ds.h> without the macro.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/OutOfMemory.h"

#include <stdlib.h>

static void *resize(void *data, size_t size) {
  void *now = realloc(data, size);
  if (!now && size)
    outOfMemory();
  return now;
}

#define STBDS_REALLOC(context, data, size) resize(data, size)
#define STBDS_FREE(context, data) free(data)
#define STB_DS_IMPLEMENTATION
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
// Its hash shifts into the sign bit, which UBSan would stop at.
#pragma clang attribute push(__attribute__((no_sanitize("undefined"))),        \
                             apply_to = function)
#include <stb/stb_ds.h>
#pragma clang attribute pop
#pragma clang diagnostic pop
