//===- MatMul.c - matrix products -----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Ops/Product.h"

#include <inttypes.h>

/// Both operands as [batch..., rows, inner] and [batch..., inner, columns]:
/// numpy.matmul gives a vector a dimension of 1 and takes it away again.
typedef struct Product {
  int64_t rows, inner, columns;
  int32_t batchRank;
  int64_t batch[RELAX_MAX_RANK];
  EvalWalk walk; // over the batch; offsets count whole matrices
} Product;

/// The leading dimensions of an operand as a tensor without data.
static RelaxTensor batchOf(const RelaxTensor *operand) {
  RelaxTensor batch = {.rank = operand->rank > 2 ? operand->rank - 2 : 0};
  for (int32_t i = 0; i < batch.rank; ++i)
    batch.dims[i] = operand->dims[i];
  return batch;
}

static bool plan(EvalStep *step, Product *product) {
  const RelaxTensor *a = step->operands[0], *b = step->operands[1];
  if (a->rank == 0 || b->rank == 0)
    return relaxFail(step->error, "expected operands of rank at least 1");
  product->rows = a->rank > 1 ? a->dims[a->rank - 2] : 1;
  product->inner = a->dims[a->rank - 1];
  product->columns = b->rank > 1 ? b->dims[b->rank - 1] : 1;
  int64_t inner = b->dims[b->rank > 1 ? b->rank - 2 : 0];
  if (inner != product->inner)
    return relaxFail(step->error,
                     "inner extents differ: %" PRId64 " and %" PRId64,
                     product->inner, inner);
  RelaxTensor batches[] = {batchOf(a), batchOf(b)};
  const RelaxTensor *operands[] = {&batches[0], &batches[1]};
  if (!evalBroadcastDims(step, operands, 2, &product->batchRank,
                         product->batch))
    return false;
  product->walk =
      evalWalkBroadcast(product->batchRank, product->batch, operands, 2);
  return true;
}

static bool createResult(EvalStep *step, const Product *product) {
  int64_t dims[RELAX_MAX_RANK + 2];
  int32_t rank = product->batchRank;
  for (int32_t i = 0; i < rank; ++i)
    dims[i] = product->batch[i];
  if (step->operands[0]->rank > 1)
    dims[rank++] = product->rows;
  if (step->operands[1]->rank > 1)
    dims[rank++] = product->columns;
  return evalCreate(step, step->operands[0]->dtype, rank, dims);
}

static double dotFloats(const double *row, const double *column,
                        const Product *product) {
  double sum = 0;
  for (int64_t k = 0; k < product->inner; ++k)
    sum += row[k] * column[k * product->columns];
  return sum;
}

static int64_t dotIntegers(const int64_t *row, const int64_t *column,
                           const Product *product) {
  uint64_t sum = 0;
  for (int64_t k = 0; k < product->inner; ++k)
    sum += (uint64_t)row[k] * (uint64_t)column[k * product->columns];
  return (int64_t)sum;
}

/// `a` and `b` hold doubles or int64_t.
static void multiply(const RelaxTensor *a, const RelaxTensor *b,
                     const Product *product, RelaxTensor *result) {
  EvalWalk walk = product->walk;
  bool floats = a->dtype == RELAX_F64;
  int64_t total = relaxTensorCount(result);
  int64_t perMatrix = product->rows * product->columns;
  for (int64_t at = 0; at < total; ++at) {
    int64_t row = at % perMatrix / product->columns;
    int64_t column = at % product->columns;
    int64_t x = (walk.offset[0] * product->rows + row) * product->inner;
    int64_t y = walk.offset[1] * product->inner * product->columns + column;
    if (floats)
      relaxStoreFloat(result->dtype, result->data, at,
                      dotFloats((const double *)a->data + x,
                                (const double *)b->data + y, product));
    else
      relaxStoreInt(result->dtype, result->data, at,
                    dotIntegers((const int64_t *)a->data + x,
                                (const int64_t *)b->data + y, product));
    if ((at + 1) % perMatrix == 0)
      evalWalkNext(&walk);
  }
}

bool evalMatmul(EvalStep *step) {
  const RelaxTensor *operands[] = {step->operands[0], step->operands[1]};
  RelaxDType dtype = operands[0]->dtype;
  RelaxTensor wide[2] = {{0}, {0}};
  Product product;
  if (dtype == RELAX_BOOL)
    return evalRefuseElements(step, dtype);
  if (!plan(step, &product) || !createResult(step, &product))
    return false;
  bool good = true;
  for (int i = 0; good && i < 2; ++i)
    good = relaxDTypeIsFloat(dtype)
               ? evalToFloats(step, operands[i], &wide[i])
               : evalToIntegers(step, operands[i], &wide[i]);
  if (good)
    multiply(&wide[0], &wide[1], &product, &step->results[0]);
  relaxTensorRelease(&wide[0]);
  relaxTensorRelease(&wide[1]);
  return good;
}

const EvalEntry evalMatMul[] = {{"relax.matmul", evalMatmul, NULL},
                                {NULL, NULL, NULL}};
