//===- Einsum.c - ONNX Einsum ---------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What types do not say of the operands' extents is checked before.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Broadcast.h"
#include "dialects/Relax/Einsum.gen.h"
#include "dialects/Relax/EinsumEquation.h"
#include "dialects/Sym/Literal.h"
#include "lib/Frontend/ONNX/Import/ComposeLayout.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Import/Ranks.h"

typedef struct Einsum {
  Importer *importer;
  size_t count;
  MlirValue *values;
  EinsumTerm *terms;
  MlirAttribute dims[EINSUM_LETTERS]; // the extent of each letter
  MlirValue holders[EINSUM_LETTERS];  // a value whose type has it
} Einsum;

static bool readOperands(Einsum *e) {
  for (size_t i = 0; i < e->count; ++i) {
    RelaxTensorInfo info;
    if (!importRankedOperandAt(e->importer, i, &e->values[i], &info) ||
        !importBindOpen(e->importer, "bound", &e->values[i]))
      return false;
  }
  return true;
}

static bool readEquation(Einsum *e, const char *equation) {
  intptr_t *ranks = ARENA_ARRAY(e->importer->arena, intptr_t, e->count);
  EinsumTerm result;
  StrBuf message = {0};
  for (size_t i = 0; i < e->count; ++i)
    ranks[i] = relaxTensorInfoOf(e->values[i]).rank;
  bool good = einsumParse(strRefFromC(equation), ranks, e->count, e->terms,
                          &result, &message) ||
              importError(e->importer, "attribute 'equation': %s",
                          strBufText(&message));
  strBufFree(&message);
  return good;
}

/// Equal letters have equal extents, or a literal 1; one that an operand has
/// twice has the same there.
static bool matchLetters(Einsum *e, size_t at) {
  RelaxTensorInfo info = relaxTensorInfoOf(e->values[at]);
  const EinsumTerm *term = &e->terms[at];
  MlirAttribute *dims =
      ARENA_ARRAY(e->importer->arena, MlirAttribute, info.rank);
  MlirValue given[] = {e->values[at], e->values[at]};
  for (intptr_t i = 0; i < info.rank; ++i) {
    int label = term->labels[i];
    dims[i] = info.dims[i];
    if (label >= EINSUM_LETTERS)
      continue;
    MlirAttribute *known = &e->dims[label];
    intptr_t first = einsumFind(term, label);
    if (first < i) {
      dims[i] = dims[first];
    } else if (!known->ptr ||
               (symAttributeIs(*known, 1) && !symAttributeIs(dims[i], 1))) {
      *known = dims[i];
      e->holders[label] = e->values[at];
    } else if (!symAttributeIs(dims[i], 1)) {
      dims[i] = *known;
    }
    if (relaxDimEqual(dims[i], info.dims[i]))
      continue;
    MlirAttribute *one =
        ARENA_ARRAY(e->importer->arena, MlirAttribute, info.rank);
    for (intptr_t k = 0; k < info.rank; ++k)
      one[k] = k <= i ? dims[k] : info.dims[k];
    given[0] = e->holders[label];
    given[1] = e->values[at];
    e->values[at] = composeMatchBoth(e->importer, e->values[at], info.rank, one,
                                     given[0], given[1]);
    if (!e->values[at].ptr)
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Dimensions of an ellipsis broadcast
//===----------------------------------------------------------------------===//

static intptr_t firstHidden(const EinsumTerm *term) {
  intptr_t i = 0;
  while (i < term->count && term->labels[i] < EINSUM_LETTERS)
    ++i;
  return i;
}

static intptr_t numHidden(const EinsumTerm *term) {
  intptr_t count = 0;
  for (intptr_t i = 0; i < term->count; ++i)
    count += term->labels[i] >= EINSUM_LETTERS;
  return count;
}

/// A tensor of which only the shape matters: the dimensions of the ellipsis.
static MlirValue hiddenShape(Einsum *e, size_t at) {
  GraphBuilder *g = importBuilder(e->importer);
  RelaxTensorInfo info = relaxTensorInfoOf(e->values[at]);
  return graphBroadcast(g, graphNumberLike(g, 0, e->values[at]),
                        numHidden(&e->terms[at]),
                        info.dims + firstHidden(&e->terms[at]), e->values[at]);
}

/// The operand with `hidden` as the shape of its ellipsis.
static bool widen(Einsum *e, size_t at, MlirValue hidden) {
  RelaxTensorInfo info = relaxTensorInfoOf(e->values[at]);
  RelaxTensorInfo wide = relaxTensorInfoOf(hidden);
  intptr_t first = firstHidden(&e->terms[at]);
  intptr_t old = numHidden(&e->terms[at]);
  intptr_t rank = info.rank - old + wide.rank;
  MlirAttribute *padded = ARENA_ARRAY(e->importer->arena, MlirAttribute, rank);
  MlirAttribute *dims = ARENA_ARRAY(e->importer->arena, MlirAttribute, rank);
  for (intptr_t i = 0; i < rank; ++i) {
    intptr_t inside = i - first, missing = wide.rank - old;
    bool isHidden = inside >= 0 && inside < wide.rank;
    dims[i] =
        isHidden ? wide.dims[inside] : info.dims[inside < 0 ? i : i - missing];
    padded[i] = !isHidden          ? dims[i]
                : inside < missing ? symConstAttribute(e->importer->context, 1)
                                   : info.dims[i - missing];
  }
  if (wide.rank > old)
    e->values[at] =
        graphReshape(importBuilder(e->importer), e->values[at], rank, padded);
  return e->values[at].ptr &&
         importWiden(e->importer, rank, dims, hidden, &e->values[at]);
}

/// Where types do not say to what the ellipses broadcast, the run does.
static bool alignHidden(Einsum *e) {
  size_t count = 0;
  bool open = false;
  size_t *which = ARENA_ARRAY(e->importer->arena, size_t, e->count);
  MlirValue *shapes = ARENA_ARRAY(e->importer->arena, MlirValue, e->count);
  MlirAttribute joined[EINSUM_LABELS] = {{NULL}};
  for (size_t i = 0; i < e->count; ++i) {
    RelaxTensorInfo info = relaxTensorInfoOf(e->values[i]);
    for (intptr_t d = 0; d < info.rank; ++d)
      if (e->terms[i].labels[d] >= EINSUM_LETTERS)
        open |= !relaxJoinBroadcastDim(&joined[e->terms[i].labels[d]],
                                       info.dims[d]);
    if (numHidden(&e->terms[i]))
      which[count++] = i;
  }
  if (!open)
    return true;
  for (size_t k = 0; k < count; ++k) {
    shapes[k] = hiddenShape(e, which[k]);
    if (!shapes[k].ptr)
      return false;
  }
  MlirValue before = shapes[0];
  if (!importAlignAll(e->importer, shapes, count))
    return false;
  if (mlirValueEqual(before, shapes[0]))
    return true; // literals that differ: the operation says so
  if (!importBindOpen(e->importer, "batch", &shapes[0]))
    return false;
  for (size_t k = 0; k < count; ++k)
    if (!widen(e, which[k], shapes[0]))
      return false;
  return true;
}

static bool importEinsum(Importer *importer) {
  size_t count = importer->node->n_input;
  const char *equation;
  Einsum e = {.importer = importer,
              .count = count,
              .values = ARENA_ARRAY(importer->arena, MlirValue, count),
              .terms = ARENA_ARRAY(importer->arena, EinsumTerm, count)};
  if (!importText(importer, "equation", "", &equation) || !readOperands(&e) ||
      !readEquation(&e, equation))
    return false;
  for (size_t i = 0; i < count; ++i)
    if (!matchLetters(&e, i))
      return false;
  if (!alignHidden(&e))
    return false;
  RelaxEinsumArgs args = {.numInputs = (intptr_t)count,
                          .inputs = e.values,
                          .equation = strRefFromC(equation)};
  return IMPORT_RESULT(importer, Einsum, &args);
}

const OnnxOperator onnxEinsumOperators[] = {
    {"Einsum", importEinsum, .since = 12, .types = ONNX_NUMBERS,
     .inputs = {1, SIZE_MAX}},
    {0},
};
