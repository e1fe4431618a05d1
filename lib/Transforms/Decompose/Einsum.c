//===- Einsum.c - sums of products by an equation -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Operands are contracted from the left, two at a time: what both have and
// nobody asks for any more is summed by a matrix product, over batch dimensions
// that both keep; without such a label the product is elementwise. A label that
// one operand has twice is a diagonal.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Einsum.gen.h"
#include "dialects/Relax/EinsumEquation.h"
#include "dialects/Sym/Literal.h"
#include "lib/Transforms/Decompose/Decompose.h"

#include <assert.h>

/// A value whose dimensions have labels, each once.
typedef struct Labelled {
  MlirValue value;
  EinsumTerm term;
} Labelled;

typedef struct Einsum {
  GraphBuilder *g;
  RelaxDims math;
} Einsum;

static MlirAttribute dimOf(const Labelled *x, intptr_t i) {
  return relaxTensorInfoOf(x->value).dims[i];
}

/// Dimensions in the given order, which is one of all of them.
static void permute(Einsum *e, Labelled *x, const int64_t *axes) {
  EinsumTerm old = x->term;
  bool same = true;
  for (intptr_t i = 0; i < old.count; ++i) {
    x->term.labels[i] = old.labels[axes[i]];
    same &= axes[i] == i;
  }
  if (!same)
    x->value = graphTranspose(e->g, x->value, old.count, axes);
}

/// The product of the extents of dimensions [from, to).
static MlirAttribute product(Einsum *e, const MlirAttribute *dims,
                             intptr_t from, intptr_t to) {
  SymExpr total = relaxDimsConst(&e->math, 1);
  for (intptr_t i = from; i < to; ++i)
    total = relaxDimsMul(&e->math, total, relaxDimsOf(&e->math, dims[i]));
  return relaxDimsAttribute(&e->math, total);
}

//===----------------------------------------------------------------------===//
// Diagonals
//===----------------------------------------------------------------------===//

/// [..., n, n] as [..., n * n], of which every element n + 1 is on the
/// diagonal.
static void takeDiagonal(Einsum *e, Labelled *x, intptr_t first,
                         intptr_t second) {
  GraphBuilder *g = e->g;
  intptr_t rank = x->term.count, next = 0;
  int64_t *axes = ARENA_ARRAY(g->arena, int64_t, rank);
  MlirAttribute *dims = ARENA_ARRAY(g->arena, MlirAttribute, rank);
  for (intptr_t i = 0; i < rank; ++i)
    if (i != first && i != second)
      axes[next++] = i;
  axes[next++] = first;
  axes[next] = second;
  permute(e, x, axes);
  for (intptr_t i = 0; x->value.ptr && i < rank; ++i)
    dims[i] = dimOf(x, i);
  if (!x->value.ptr)
    return;
  MlirAttribute extent = dims[rank - 1];
  SymExpr step = relaxDimsAdd(&e->math, relaxDimsOf(&e->math, extent),
                              relaxDimsConst(&e->math, 1));
  dims[rank - 2] = product(e, dims, rank - 2, rank);
  MlirValue places =
      graphSteps(g, relaxDimsAttribute(&e->math, step), extent, x->value);
  x->value =
      graphTake(g, graphReshape(g, x->value, rank - 1, dims), places, rank - 2);
  --x->term.count;
}

static void takeDiagonals(Einsum *e, Labelled *x) {
  for (intptr_t i = 0; i < x->term.count; ++i)
    for (intptr_t k = i + 1; x->value.ptr && k < x->term.count; ++k)
      if (x->term.labels[i] == x->term.labels[k]) {
        takeDiagonal(e, x, i, k);
        i = k = -1; // the order has changed
        break;
      }
}

//===----------------------------------------------------------------------===//
// Contraction
//===----------------------------------------------------------------------===//

/// Sums over the labels that are not wanted.
static void sumOthers(Einsum *e, Labelled *x, const bool *wanted) {
  int64_t axes[EINSUM_MAX_RANK];
  size_t count = 0;
  EinsumTerm left = {0};
  for (intptr_t i = 0; i < x->term.count; ++i)
    if (wanted[x->term.labels[i]])
      left.labels[left.count++] = x->term.labels[i];
    else
      axes[count++] = i;
  if (count)
    x->value = graphSumAway(
        e->g, x->value,
        mlirDenseI64ArrayGet(e->g->context, (intptr_t)count, axes));
  x->term = left;
}

/// Labels of `x` in three groups, one behind the other: of kind 0, 1 and 2.
static void group(Einsum *e, Labelled *x, const int *kind, intptr_t *sizes) {
  int64_t axes[EINSUM_MAX_RANK];
  intptr_t next = 0;
  for (int k = 0; k < 3; ++k) {
    sizes[k] = 0;
    for (intptr_t i = 0; i < x->term.count; ++i)
      if (kind[x->term.labels[i]] == k) {
        axes[next++] = i;
        ++sizes[k];
      }
  }
  permute(e, x, axes);
}

/// [batch..., p..., q...] as [batch..., p, q].
static MlirValue asMatrices(Einsum *e, const Labelled *x,
                            const intptr_t *sizes) {
  if (!x->value.ptr || (sizes[1] == 1 && sizes[2] == 1))
    return x->value;
  RelaxTensorInfo info = relaxTensorInfoOf(x->value);
  MlirAttribute dims[EINSUM_MAX_RANK + 2];
  for (intptr_t i = 0; i < sizes[0]; ++i)
    dims[i] = info.dims[i];
  dims[sizes[0]] = product(e, info.dims, sizes[0], sizes[0] + sizes[1]);
  dims[sizes[0] + 1] = product(e, info.dims, sizes[0] + sizes[1], info.rank);
  return graphReshape(e->g, x->value, sizes[0] + 2, dims);
}

/// Where one has an extent of 1 for a label that is summed, it repeats.
static void repeatOnes(Einsum *e, Labelled *x, const Labelled *other,
                       const bool *wanted) {
  MlirAttribute dims[EINSUM_MAX_RANK];
  for (intptr_t i = 0; i < x->term.count; ++i) {
    intptr_t there = einsumFind(&other->term, x->term.labels[i]);
    dims[i] = dimOf(x, i);
    if (there >= 0 && !wanted[x->term.labels[i]] && symAttributeIs(dims[i], 1))
      dims[i] = dimOf(other, there);
  }
  x->value = graphBroadcast(e->g, x->value, x->term.count, dims, other->value);
}

/// `a` becomes the contraction of both; labels that are not wanted and in both
/// are summed. Kinds: batch 0; of `a` alone 1; summed 2; of `b` alone 3.
static void contract(Einsum *e, Labelled *a, Labelled b, const bool *wanted) {
  int kind[EINSUM_LABELS], ofB[EINSUM_LABELS];
  intptr_t sizesA[3], sizesB[3];
  for (int label = 0; label < EINSUM_LABELS; ++label) {
    bool inA = einsumFind(&a->term, label) >= 0;
    bool inB = einsumFind(&b.term, label) >= 0;
    kind[label] = inA && inB ? wanted[label] ? 0 : 2 : inA ? 1 : 3;
    ofB[label] = kind[label] == 2 ? 1 : kind[label] == 3 ? 2 : kind[label];
  }
  repeatOnes(e, a, &b, wanted);
  repeatOnes(e, &b, a, wanted);
  // Batch labels of both in one order.
  EinsumTerm result = {0};
  group(e, a, kind, sizesA);
  group(e, &b, ofB, sizesB);
  int64_t order[EINSUM_MAX_RANK];
  for (intptr_t i = 0; i < b.term.count; ++i)
    order[i] = i < sizesB[0] ? einsumFind(&b.term, a->term.labels[i]) : i;
  permute(e, &b, order);
  int64_t inOrder[EINSUM_MAX_RANK];
  for (intptr_t i = 0; i < sizesB[1]; ++i)
    order[sizesB[0] + i] =
        einsumFind(&b.term, a->term.labels[sizesA[0] + sizesA[1] + i]);
  for (intptr_t i = 0; i < b.term.count; ++i)
    inOrder[i] = i >= sizesB[0] && i < sizesB[0] + sizesB[1] ? order[i] : i;
  permute(e, &b, inOrder);
  for (intptr_t i = 0; i < sizesA[0] + sizesA[1]; ++i)
    result.labels[result.count++] = a->term.labels[i];
  for (intptr_t i = sizesB[0] + sizesB[1]; i < b.term.count; ++i)
    result.labels[result.count++] = b.term.labels[i];
  MlirValue lhs = asMatrices(e, a, sizesA), rhs = asMatrices(e, &b, sizesB);
  MlirValue value = graphMatmul(e->g, lhs, rhs);
  MlirAttribute dims[EINSUM_MAX_RANK];
  for (intptr_t i = 0; value.ptr && i < result.count; ++i)
    dims[i] = i < sizesA[0] ? relaxTensorInfoOf(value).dims[i]
              : i < sizesA[0] + sizesA[1]
                  ? dimOf(a, i)
                  : dimOf(&b, sizesB[1] + i - sizesA[1]);
  if (value.ptr && (sizesA[1] != 1 || sizesB[2] != 1))
    value = graphReshape(e->g, value, result.count, dims);
  *a = (Labelled){value, result};
}

/// Labels that the result or an operand behind `t` has.
static void findWanted(const Labelled *terms, size_t count, size_t t,
                       const EinsumTerm *result, bool *wanted) {
  for (int label = 0; label < EINSUM_LABELS; ++label) {
    wanted[label] = einsumFind(result, label) >= 0;
    for (size_t k = t + 1; k < count; ++k)
      wanted[label] |= einsumFind(&terms[k].term, label) >= 0;
  }
}

static MlirValue evaluate(Einsum *e, Labelled *terms, size_t count,
                          const EinsumTerm *result) {
  bool wanted[EINSUM_LABELS];
  Labelled all = terms[0];
  for (size_t t = 1; all.value.ptr && t < count; ++t) {
    // Sum first what only one of them has.
    findWanted(terms, count, t - 1, result, wanted);
    sumOthers(e, &all, wanted);
    findWanted(terms, count, t, result, wanted);
    for (intptr_t i = 0; i < all.term.count; ++i)
      wanted[all.term.labels[i]] = true;
    sumOthers(e, &terms[t], wanted);
    findWanted(terms, count, t, result, wanted);
    if (all.value.ptr && terms[t].value.ptr)
      contract(e, &all, terms[t], wanted);
  }
  if (!all.value.ptr)
    return all.value;
  findWanted(terms, count, count, result, wanted);
  sumOthers(e, &all, wanted);
  int64_t axes[EINSUM_MAX_RANK];
  for (intptr_t i = 0; i < result->count; ++i)
    axes[i] = einsumFind(&all.term, result->labels[i]);
  if (all.value.ptr)
    permute(e, &all, axes);
  return all.value;
}

static void einsum(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  intptr_t count = relaxEinsumGetNumInputs(op);
  Einsum e = {g, relaxDimsMake(g->loc, "relax.einsum", g->arena)};
  EinsumTerm *terms = ARENA_ARRAY(g->arena, EinsumTerm, count), result;
  Labelled *operands = ARENA_ARRAY(g->arena, Labelled, count);
  intptr_t *ranks = ARENA_ARRAY(g->arena, intptr_t, count);
  StrBuf message = {0};
  for (intptr_t i = 0; i < count; ++i) {
    operands[i].value = relaxEinsumGetInputs(op, i);
    ranks[i] = relaxTensorInfoOf(operands[i].value).rank;
  }
  bool parsed = einsumParse(relaxEinsumGetEquation(op), ranks, (size_t)count,
                            terms, &result, &message);
  assert(parsed && "the verifier has read the equation");
  (void)parsed;
  strBufFree(&message);
  for (intptr_t i = 0; i < count; ++i) {
    operands[i].term = terms[i];
    takeDiagonals(&e, &operands[i]);
  }
  results[0] = evaluate(&e, operands, (size_t)count, &result);
  graphDimsGood(g, &e.math);
}

const DecomposeRule decomposeEinsum[] = {{"relax.einsum", einsum},
                                         {NULL, NULL}};
