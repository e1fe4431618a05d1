//===- Einsum.c - rules of sums of products by an equation ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Broadcast.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Einsum.gen.h"
#include "dialects/Relax/EinsumEquation.h"

static bool differ(RelaxDims *dims, int label, MlirAttribute a,
                   MlirAttribute b) {
  StrBuf name = {0}, x = {0}, y = {0};
  symPrintAttribute(a, &x);
  symPrintAttribute(b, &y);
  if (label < EINSUM_LETTERS)
    strBufAppendFormat(&name, "letter '%c'",
                       label < 26 ? 'A' + label : 'a' + label - 26);
  else
    strBufAppendFormat(&name, "dimension %d of '...' from its end",
                       label - EINSUM_LETTERS);
  bool failed =
      relaxDimsError(dims,
                     "%s: expected one extent, got %s and %s; if they are "
                     "equal, say so with 'relax.match_cast'",
                     strBufText(&name), strBufText(&x), strBufText(&y));
  strBufFree(&name);
  strBufFree(&x);
  strBufFree(&y);
  return failed;
}

/// Joins the extents of an operand's labels into those of all operands. Where
/// it has a label twice, even a 1 has to be the same.
static bool joinLabels(RelaxDims *dims, const EinsumTerm *term,
                       RelaxTensorInfo info, MlirAttribute *extents) {
  for (intptr_t i = 0; i < term->count; ++i) {
    int label = term->labels[i];
    MlirAttribute own = info.dims[i], before = extents[label];
    MlirAttribute first = info.dims[einsumFind(term, label)];
    if (!symAttributeIsUnknown(own) && !symAttributeIsUnknown(first) &&
        !relaxDimEqual(first, own))
      return differ(dims, label, first, own);
    if (!relaxJoinBroadcastDim(&extents[label], own))
      return differ(dims, label, before, own);
  }
  return true;
}

static bool inferRanked(RelaxDims *dims, const RelaxEinsumArgs *args,
                        MlirType element, MlirType *type) {
  EinsumTerm *terms = ARENA_ARRAY(dims->arena, EinsumTerm, args->numInputs);
  intptr_t *ranks = ARENA_ARRAY(dims->arena, intptr_t, args->numInputs);
  MlirAttribute extents[EINSUM_LABELS] = {{NULL}};
  MlirAttribute out[EINSUM_MAX_RANK];
  EinsumTerm result;
  StrBuf message = {0};
  for (intptr_t i = 0; i < args->numInputs; ++i)
    ranks[i] = relaxTensorInfoOf(args->inputs[i]).rank;
  bool good = einsumParse(args->equation, ranks, (size_t)args->numInputs, terms,
                          &result, &message);
  if (!good)
    relaxDimsError(dims, "equation: %s", strBufText(&message));
  strBufFree(&message);
  if (!good)
    return false;
  for (intptr_t i = 0; i < args->numInputs; ++i)
    if (!joinLabels(dims, &terms[i], relaxTensorInfoOf(args->inputs[i]),
                    extents))
      return false;
  for (intptr_t i = 0; i < result.count; ++i)
    out[i] = extents[result.labels[i]];
  *type = relaxTensorTypeOf(element, result.count, out);
  return true;
}

bool relaxEinsumInferTypes(RelaxDims *dims, const RelaxEinsumArgs *args,
                           MlirType *result) {
  if (args->numInputs == 0)
    return relaxDimsError(dims, "expected at least one operand");
  RelaxTensorInfo first = relaxTensorInfoOf(args->inputs[0]);
  bool ranked = true;
  for (intptr_t i = 0; i < args->numInputs; ++i) {
    RelaxTensorInfo own = relaxTensorInfoOf(args->inputs[i]);
    if (!relaxSameElements(dims, first, own))
      return false;
    ranked &= own.ranked;
  }
  if (mlirTypeIsAInteger(first.elementType) &&
      mlirIntegerTypeGetWidth(first.elementType) == 1)
    return relaxDimsError(dims, "expected numbers, got '%s'",
                          relaxTypeText(dims->arena, first.elementType));
  *result = relaxUnrankedTensorType(first.elementType);
  return !ranked || inferRanked(dims, args, first.elementType, result);
}
