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

bool indexProductIsLike(const IndexProduct *a, const IndexProduct *b) {
  bool same = a->numFactors == b->numFactors;
  for (int f = 0; same && f < a->numFactors; ++f)
    same = strRefEqual(a->factors[f].name, b->factors[f].name);
  return same;
}

double indexProductMost(const IndexProduct *product) {
  double most = product->times;
  for (int f = 0; f < product->numFactors; ++f)
    most *= product->factors[f].most;
  return most;
}

double indexSizeMost(IndexSize size) {
  double most = 0;
  for (ptrdiff_t i = 0; i < arrlen(size); ++i)
    most += indexProductMost(&size[i]);
  return most;
}

bool indexSizeAddProduct(IndexSize *size, const IndexProduct *product) {
  for (ptrdiff_t i = 0; i < arrlen(*size); ++i)
    if (indexProductIsLike(&(*size)[i], product)) {
      (*size)[i].times += product->times;
      return true;
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
  StrRef x = ((const IndexFactor *)a)->name, y = ((const IndexFactor *)b)->name;
  int order = memcmp(x.data, y.data, x.length < y.length ? x.length : y.length);
  return order ? order : (x.length > y.length) - (x.length < y.length);
}

void indexProductSort(IndexProduct *product) {
  qsort(product->factors, (size_t)product->numFactors, sizeof(IndexFactor),
        compareNames);
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
      indexProductSort(&both);
      good = good && indexSizeAddProduct(&product, &both);
    }
  arrfree(*size);
  *size = product;
  return good;
}

bool indexSizeAddNumber(IndexSize *size, double number) {
  return indexSizeAddProduct(size, &(IndexProduct){.times = number});
}
