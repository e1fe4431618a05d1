//===- BlockFormat.c - block-quantised elements ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/BlockFormat.h"

#include <assert.h>

static const BlockFormat formats[NUM_BLOCK_FORMATS] = {
    {"q4_0", 2, 32, 18},    {"q4_1", 3, 32, 20},    {"q5_0", 6, 32, 22},
    {"q5_1", 7, 32, 24},    {"q8_0", 8, 32, 34},    {"q2_k", 10, 256, 84},
    {"q3_k", 11, 256, 110}, {"q4_k", 12, 256, 144}, {"q5_k", 13, 256, 176},
    {"q6_k", 14, 256, 210},
};

const BlockFormat *blockFormatAt(int index) {
  assert(index >= 0 && index < NUM_BLOCK_FORMATS);
  return &formats[index];
}

const BlockFormat *blockFormatByName(StrRef name) {
  for (int i = 0; i < NUM_BLOCK_FORMATS; ++i)
    if (strRefEqual(name, strRefFromC(formats[i].name)))
      return &formats[i];
  return NULL;
}

const BlockFormat *blockFormatByGgml(uint32_t ggmlType) {
  for (int i = 0; i < NUM_BLOCK_FORMATS; ++i)
    if (formats[i].ggmlType == ggmlType)
      return &formats[i];
  return NULL;
}
