//===- TfIdf.c - counts of n-grams ----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From the definition: for every n-gram of the pool, the places where it
// occurs.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/String.gen.h"
#include "lib/Interpreter/Evaluate.h"
#include "lib/Runtime/Container.h"

#include <string.h>

static bool isItem(EvalStep *step, int64_t element, int64_t item) {
  const RelaxTensor *input = step->operands[0];
  if (input->dtype != RELAX_STRING)
    return relaxLoadInt(input->dtype, input->data, element) ==
           mlirDenseI64ArrayGetElement(relaxTfIdfGetIntegers(step->op), item);
  MlirAttribute text =
      mlirArrayAttrGetElement(relaxTfIdfGetTexts(step->op), item);
  return strRefEqual(relaxStrings(input)[element],
                     strRefFromMlir(mlirStringAttrGetValue(text)));
}

/// How often the n-gram of `length` items from `item` on occurs in the row.
static double occurrences(EvalStep *step, int64_t row, int64_t extent,
                          int64_t item, int64_t length) {
  int64_t skip = relaxTfIdfGetMaxSkip(step->op);
  int64_t count = 0;
  for (int64_t distance = 1; distance <= skip + 1 && distance <= extent;
       ++distance) {
    for (int64_t begin = 0; begin + (length - 1) * distance < extent; ++begin) {
      bool same = true;
      for (int64_t k = 0; same && k < length; ++k)
        same = isItem(step, row + begin + k * distance, item + k);
      count += same;
    }
    if (length == 1)
      break;
  }
  return (double)count;
}

static double weighted(EvalStep *step, intptr_t ngram, double count) {
  MlirAttribute weights = relaxTfIdfGetWeights(step->op);
  StrRef mode = relaxTfIdfGetMode(step->op);
  double weight = weights.ptr ? mlirDenseF32ArrayGetElement(weights, ngram) : 1;
  if (strRefEqual(mode, strRefFromC("TF")))
    return count;
  if (strRefEqual(mode, strRefFromC("IDF")))
    return count > 0 ? weight : 0;
  return count * weight;
}

static void fillRow(EvalStep *step, int64_t row, int64_t extent,
                    int64_t columns) {
  MlirAttribute starts = relaxTfIdfGetStarts(step->op);
  MlirAttribute column = relaxTfIdfGetColumns(step->op);
  int64_t low = relaxTfIdfGetMinLength(step->op);
  int64_t high = relaxTfIdfGetMaxLength(step->op);
  MlirAttribute texts = relaxTfIdfGetTexts(step->op);
  int64_t size =
      texts.ptr ? mlirArrayAttrGetNumElements(texts)
                : mlirDenseArrayGetNumElements(relaxTfIdfGetIntegers(step->op));
  intptr_t levels = mlirDenseArrayGetNumElements(starts), ngram = 0;
  float *out = (float *)step->results[0].data + row * columns;
  for (intptr_t n = 1; n <= levels; ++n) {
    int64_t item = mlirDenseI64ArrayGetElement(starts, n - 1);
    int64_t end = n < levels ? mlirDenseI64ArrayGetElement(starts, n) : size;
    for (; item < end; item += n, ++ngram)
      if (n >= low && n <= high)
        out[mlirDenseI64ArrayGetElement(column, ngram)] += (float)weighted(
            step, ngram, occurrences(step, row * extent, extent, item, n));
  }
}

static bool tfIdf(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  MlirAttribute column = relaxTfIdfGetColumns(step->op);
  bool batched = input->rank == 2;
  int64_t dims[2] = {batched ? input->dims[0] : 1, 0};
  for (intptr_t i = 0, e = mlirDenseArrayGetNumElements(column); i < e; ++i) {
    int64_t place = mlirDenseI64ArrayGetElement(column, i);
    dims[1] = place >= dims[1] ? place + 1 : dims[1];
  }
  if (input->rank < 1 || input->rank > 2)
    return relaxFail(step->error, "input: expected [n] or [b, n]");
  if (!evalCreate(step, RELAX_F32, input->rank, batched ? dims : dims + 1))
    return false;
  memset(step->results[0].data, 0, relaxTensorSize(&step->results[0]));
  for (int64_t row = 0; row < dims[0]; ++row)
    fillRow(step, row, input->dims[batched], dims[1]);
  return true;
}

const EvalEntry evalTfIdf[] = {{"relax.tf_idf", tfIdf, NULL},
                               {NULL, NULL, NULL}};
