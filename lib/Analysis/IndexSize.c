//===- IndexSize.c - how far from zero numbers are ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/IndexSize.h"

#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PRODUCTS = 64 };

bool indexSizeAddProduct(IndexSize *size, const IndexProduct *product) {
  for (ptrdiff_t i = 0; i < arrlen(*size); ++i) {
    IndexProduct *known = &(*size)[i];
    bool same = known->numFactors == product->numFactors;
    for (int f = 0; same && f < product->numFactors; ++f)
      same = strRefEqual(known->factors[f], product->factors[f]);
    if (same) {
      known->times += product->times;
      return true;
    }
  }
  if (arrlen(*size) == MAX_PRODUCTS)
    return false;
  arrput(*size, *product);
  return true;
}

bool indexSizeAdd(IndexSize *size, IndexSize other) {
  bool good = true;
  for (ptrdiff_t i = 0; good && i < arrlen(other); ++i)
    good = indexSizeAddProduct(size, &other[i]);
  return good;
}

static int compareNames(const void *a, const void *b) {
  const StrRef *x = a, *y = b;
  size_t length = x->length < y->length ? x->length : y->length;
  int order = memcmp(x->data, y->data, length);
  return order ? order : (x->length > y->length) - (x->length < y->length);
}

bool indexSizeMultiply(IndexSize *size, IndexSize other) {
  IndexSize product = NULL;
  bool good = true;
  for (ptrdiff_t i = 0; good && i < arrlen(*size); ++i)
    for (ptrdiff_t k = 0; good && k < arrlen(other); ++k) {
      IndexProduct both = (*size)[i];
      both.times *= other[k].times;
      good = both.numFactors + other[k].numFactors <= INDEX_FACTORS;
      for (int f = 0; good && f < other[k].numFactors; ++f)
        both.factors[both.numFactors++] = other[k].factors[f];
      qsort(both.factors, (size_t)both.numFactors, sizeof(StrRef),
            compareNames);
      good = good && indexSizeAddProduct(&product, &both);
    }
  arrfree(*size);
  *size = product;
  return good;
}

bool indexSizeAddNumber(IndexSize *size, double number) {
  return indexSizeAddProduct(size, &(IndexProduct){.times = number});
}
