//===- IndexSize.h - how far from zero numbers are ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Sums of products of symbols with factors above zero (IndexFits.c).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_INDEXSIZE_H
#define RELAX_ANALYSIS_INDEXSIZE_H

#include "lib/Support/StringRef.h"

#include <stdbool.h>

enum { INDEX_FACTORS = 8 };

/// A symbol, or an extent of a buffer by its text.
typedef struct IndexFactor {
  StrRef name;
  double most;
} IndexFactor;

typedef struct IndexProduct {
  double times;
  int numFactors;
  IndexFactor factors[INDEX_FACTORS]; // by name
} IndexProduct;

/// stb_ds
typedef IndexProduct *IndexSize;

/// Each adds to `*size`, or multiplies it; false if it is too large to write.
bool indexSizeAddProduct(IndexSize *size, const IndexProduct *product);
bool indexSizeAdd(IndexSize *size, IndexSize other);
bool indexSizeAddNumber(IndexSize *size, double number);
bool indexSizeMultiply(IndexSize *size, IndexSize other);

void indexProductSort(IndexProduct *product);
/// The same factors?
bool indexProductIsLike(const IndexProduct *a, const IndexProduct *b);
/// With every factor as far from zero as it can be.
double indexProductMost(const IndexProduct *product);
double indexSizeMost(IndexSize size);

#endif // RELAX_ANALYSIS_INDEXSIZE_H
