//===- Ragged.c - which operations take ragged tensors --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// An operation may have ragged operands where it does the same for each index
// of dimension 0, one after the other: its result is what the operation gives
// for that instance alone, of extents `[1, len[i], 512]`. The table says which
// operations are so, and under which condition; all others refuse.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Ragged.h"
#include "dialects/Relax/Attention.gen.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Ragged.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"

#include <string.h>

typedef enum RaggedRule {
  RULE_POINTWISE, // each element by itself: any ragged dimensions
  RULE_AXES,      // along axes other than 0
  RULE_PERMUTE,   // dimension 0 stays where it is
  RULE_INSTANCE,  // nothing more than what holds of all
  RULE_TAKE,      // rows of a dense table, or of each instance
  RULE_ELEMENTS,  // along another axis than 0, indices of the same instances
  RULE_ATTENTION, // of query, key, value, and a mask of each instance
  RULE_BORDER,    // passes values on
} RaggedRule;

static const struct {
  const char *names; // between spaces
  RaggedRule rule;
} rules[] = {
    {" add subtract multiply divide maximum minimum power mod fmod bitwise_and "
     "bitwise_or bitwise_xor shift_left shift_right prelu equal less greater "
     "not_equal less_equal greater_equal negative abs exp log sqrt rsqrt "
     "reciprocal tanh erf sigmoid relu gelu gelu_tanh sign floor ceil round "
     "sin "
     "cos tan asin acos atan sinh cosh tanh asinh acosh atanh softplus "
     "softsign "
     "mish hard_swish bitwise_not is_nan is_inf leaky_relu thresholded_relu "
     "elu "
     "celu swish selu hard_sigmoid shrink bitcast cast where broadcast_to ",
     RULE_POINTWISE},
    {" softmax log_softmax layer_norm rms_norm lp_norm sum prod mean max min "
     "reduce_l1 reduce_l2 reduce_sum_square reduce_log_sum reduce_log_sum_exp "
     "arg_max arg_min hardmax mean_variance_norm top_k concat split cumsum "
     "cumprod strided_slice ",
     RULE_AXES},
    {" permute_dims ", RULE_PERMUTE},
    {" matmul reshape ragged_positions ", RULE_INSTANCE},
    {" take ", RULE_TAKE},
    {" gather_elements ", RULE_ELEMENTS},
    {" attention ", RULE_ATTENTION},
    {" return ragged_to_padded padded_to_ragged ragged_repad ragged_to_rows "
     "rows_to_ragged ",
     RULE_BORDER},
};

static bool findRule(MlirOperation op, RaggedRule *rule) {
  StrRef name = bridgeOpName(op);
  StrBuf word = {0};
  size_t dot = strlen("relax.");
  strBufAppendFormat(&word, " %.*s ", (int)(name.length - dot),
                     name.data + dot);
  bool found = false;
  for (size_t i = 0; !found && i < sizeof rules / sizeof *rules; ++i) {
    found = strstr(rules[i].names, strBufText(&word));
    *rule = rules[i].rule;
  }
  strBufFree(&word);
  return found;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static const char wayOut[] =
    "; make it dense with 'relax.ragged_to_padded' first";

static MlirLogicalResult refuse(MlirOperation op, const char *what,
                                intptr_t index, MlirType type,
                                const char *expected) {
  StrBuf text = {0};
  bridgePrintType(type, &text);
  bridgeEmitOpError(op, "%s %ld: expected %s, got %s%s", what, (long)index,
                    expected, strBufText(&text), wayOut);
  strBufFree(&text);
  return mlirLogicalResultFailure();
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// Its axes are dimensions of an instance.
static bool hasAxes(RaggedRule rule) {
  return rule == RULE_AXES || rule == RULE_PERMUTE || rule == RULE_ELEMENTS;
}

/// Some axis is one of the dimensions that say which instance it is.
static bool namesFirst(MlirOperation op, bool isPermutation) {
  intptr_t first = relaxInstanceDims(op);
  MlirAttribute axis = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("axis"));
  MlirAttribute axes = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("axes"));
  bool found = false;
  if (isPermutation) {
    for (intptr_t i = 0; i < first; ++i)
      found |= mlirDenseI64ArrayGetElement(axes, i) != i;
    return found;
  }
  if (!axis.ptr && !axes.ptr)
    return true; // all of them
  found = axis.ptr && mlirIntegerAttrGetValueInt(axis) < first;
  for (intptr_t i = 0, e = axes.ptr ? mlirDenseArrayGetNumElements(axes) : 0;
       i < e; ++i)
    found |= mlirDenseI64ArrayGetElement(axes, i) < first;
  return found;
}

/// The same indices of each instance.
static bool takesOfInstances(MlirOperation op) {
  const MlirAttribute *dims;
  MlirType indices = mlirValueGetType(mlirOperationGetOperand(op, 1));
  return !namesFirst(op, false) && !relaxTypeIsRagged(indices) &&
         symTypeDims(indices, &dims) <= 1;
}

/// The extent that tables are read over; null if no operand is ragged.
static MlirAttribute batchOf(MlirOperation op) {
  const MlirAttribute *dims;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    if (relaxTypeIsRagged(type) && symTypeDims(type, &dims))
      return dims[0];
  }
  return (MlirAttribute){NULL};
}

static bool hasInstances(MlirType type, MlirAttribute batch) {
  const MlirAttribute *dims;
  return batch.ptr && symTypeDims(type, &dims) > 0 &&
         mlirAttributeEqual(dims[0], batch);
}

/// Of an operation on pairs: an entry for each of them, or the same for all,
/// which does not reach to their dimensions.
static MlirLogicalResult verifyPairs(MlirOperation op, RaggedRule rule,
                                     intptr_t i) {
  const MlirAttribute *dims;
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
  bool takes = rule == RULE_POINTWISE || rule == RULE_AXES ||
               rule == RULE_PERMUTE || rule == RULE_ELEMENTS ||
               (rule == RULE_INSTANCE && !relaxIsRaggedPositions(op)) ||
               (rule == RULE_TAKE && namesFirst(op, false));
  bool table = rule == RULE_TAKE && i == 0;
  intptr_t rank = symTypeDims(bridgeResultType(op), &dims);
  if (takes &&
      (relaxTypeIsRagged(type) ? !table && relaxHasPairs(op, type)
                               : table || symTypeDims(type, &dims) <= rank - 2))
    return mlirLogicalResultSuccess();
  return refuse(op, "operand", i, type,
                "an operation on each pair of indices, and instances of all "
                "pairs or a tensor that is the same for all");
}

static MlirLogicalResult verifyOperand(MlirOperation op, RaggedRule rule,
                                       intptr_t i) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
  if (relaxInstanceDims(op) > 1 && rule != RULE_BORDER &&
      !relaxRaggedIsFlat(op))
    return verifyPairs(op, rule, i);
  if (rule == RULE_ELEMENTS && !hasInstances(type, batchOf(op)))
    return refuse(op, "operand", i, type,
                  "the ragged operand's extent in dimension 0");
  if (!relaxTypeIsRagged(type))
    return mlirLogicalResultSuccess();
  if (rule == RULE_TAKE && i == 0 && !takesOfInstances(op))
    return refuse(op, "operand", i, type,
                  "a dense tensor, or another axis than 0 and no more than a "
                  "vector of indices for all instances");
  return mlirLogicalResultSuccess();
}

/// A batched operand stands where the instances of the result do.
static bool operandKeepsInstances(MlirOperation op, RaggedRule rule, intptr_t i,
                                  MlirAttribute batch) {
  const MlirAttribute *dims, *results, *own;
  intptr_t rank =
      symTypeDims(mlirValueGetType(mlirOperationGetOperand(op, i)), &dims);
  intptr_t out = symTypeDims(bridgeResultType(op), &results);
  if (rank <= 0 || !mlirAttributeEqual(dims[0], batch))
    return rule != RULE_ELEMENTS;
  if (rule == RULE_POINTWISE)
    return rank == out;
  if (rule == RULE_TAKE)
    return (i == 0) != namesFirst(op, false);
  return i == 0 || rule != RULE_INSTANCE ||
         (rank == symTypeDims(mlirValueGetType(mlirOperationGetOperand(op, 0)),
                              &own) &&
          rank > 2 && mlirAttributeEqual(own[0], batch));
}

bool relaxKeepsInstances(MlirOperation op, MlirAttribute batch) {
  RaggedRule rule;
  intptr_t operands = mlirOperationGetNumOperands(op);
  if (!findRule(op, &rule))
    return false;
  bool keeps = !hasAxes(rule) || !namesFirst(op, rule == RULE_PERMUTE);
  for (intptr_t i = 0; keeps && i < operands && rule != RULE_BORDER; ++i)
    keeps = operandKeepsInstances(op, rule, i, batch);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); keeps && i < e; ++i)
    keeps =
        hasInstances(mlirValueGetType(mlirOperationGetResult(op, i)), batch);
  return keeps;
}

/// Every result has the instances, one behind the other.
static MlirLogicalResult verifyResults(MlirOperation op) {
  MlirAttribute batch = batchOf(op);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, i));
    const MlirAttribute *dims;
    intptr_t rank = symTypeDims(type, &dims);
    if (!batch.ptr)
      return refuse(op, "result", i, type,
                    "a dense tensor, as the operands are");
    for (intptr_t d = 0; d < rank; ++d)
      if (symAttributeIsUnknown(dims[d]))
        return refuse(op, "result", i, type, "extents that are known");
    if (relaxInstanceDims(op) > 1 && !relaxHasPairs(op, type))
      return refuse(op, "result", i, type, "instances of all pairs");
    if (rank == 0 || !mlirAttributeEqual(dims[0], batch))
      return refuse(op, "result", i, type,
                    "the ragged operand's extent in dimension 0");
  }
  return mlirLogicalResultSuccess();
}

bool relaxRaggedHasRule(MlirOperation op) {
  RaggedRule rule;
  return findRule(op, &rule);
}

bool relaxRaggedIsPointwise(MlirOperation op) {
  RaggedRule rule;
  return findRule(op, &rule) && rule == RULE_POINTWISE;
}

bool relaxRaggedGoesAlong(MlirOperation op) {
  RaggedRule rule;
  return findRule(op, &rule) && rule == RULE_AXES;
}

bool relaxRaggedIsFlat(MlirOperation op) {
  RaggedRule rule;
  const MlirAttribute *dims;
  if (!findRule(op, &rule) || rule != RULE_POINTWISE)
    return false;
  MlirType result = bridgeResultType(op);
  intptr_t behind = symTypeDims(result, &dims) - relaxNumRaggedDims(result);
  bool flat = relaxTypeIsRagged(result) &&
              relaxPadsAlike(op, relaxNumRaggedDims(result));
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); flat && i < e;
       ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    flat = relaxTypeIsRagged(type) ? symTypesHaveSameDims(type, result)
                                   : symTypeDims(type, &dims) <= behind;
  }
  return flat;
}

static MlirLogicalResult refuseAll(MlirOperation op) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    if (relaxTypeIsRagged(type))
      return refuse(op, "operand", i, type, "no ragged extents");
  }
  return refuse(op, "result", 0, bridgeResultType(op), "no ragged extents");
}

/// The fourth operand, and the last, is a mask of each instance.
static bool hasOwnMask(MlirOperation op) {
  MlirValue mask = relaxAttentionGetMask(op);
  return mlirOperationGetNumOperands(op) == 4 && mask.ptr &&
         relaxTypeIsRagged(mlirValueGetType(mask));
}

MlirLogicalResult relaxVerifyRagged(MlirOperation op) {
  RaggedRule rule;
  if (!relaxHasRagged(op))
    return mlirLogicalResultSuccess();
  if (!findRule(op, &rule))
    return refuseAll(op);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    if (mlirLogicalResultIsFailure(verifyOperand(op, rule, i)))
      return mlirLogicalResultFailure();
  if (rule == RULE_BORDER)
    return mlirLogicalResultSuccess();
  if (hasAxes(rule) && namesFirst(op, rule == RULE_PERMUTE))
    return bridgeEmitOpError(op,
                             "moves or goes along dimension %s, whose index "
                             "other extents depend on%s",
                             relaxInstanceDims(op) > 1 ? "0 or 1" : "0",
                             wayOut);
  if (rule == RULE_ATTENTION && mlirOperationGetNumOperands(op) > 3 &&
      !hasOwnMask(op))
    return bridgeEmitOpError(op,
                             "operand 3: expected query, key, value and a "
                             "ragged mask only, where they are ragged%s",
                             wayOut);
  if (rule == RULE_TAKE && !namesFirst(op, false) && !takesOfInstances(op))
    return bridgeEmitOpError(op, "expected axis 0 for ragged indices%s",
                             wayOut);
  return verifyResults(op);
}
