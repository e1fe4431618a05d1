//===- BatchCellsMake.c - one operation of several ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/MatMul.gen.h"
#include "dialects/Sym/SymAttributes.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Batch/BatchCells.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Which operations
//===----------------------------------------------------------------------===//

/// With a weight on the left of vectors, whose product turns around.
static bool isProduct(MlirOperation op, Product *product) {
  return productIs(op, product) &&
         (!product->left || relaxTensorInfoOf(product->value).rank == 1) &&
         relaxTensorInfoOf(product->value).rank >= 1;
}

/// Element by element, of values with the extents of the result.
static bool isMap(MlirOperation op) {
  MlirType type;
  MlirLogicalResult outcome;
  bool map = relaxElementwiseFamilyInferTypes(op, &type, &outcome), own = false;
  RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e && map; ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    RelaxTensorInfo info;
    bool shared = batchIsShared(operand);
    own |= !shared;
    map = relaxTensorInfo(mlirValueGetType(operand), &info) && info.ranked &&
          info.rank <= result.rank;
    for (intptr_t d = 0; d < result.rank && map && !shared; ++d)
      map = info.rank == result.rank &&
            mlirAttributeEqual(info.dims[d], result.dims[d]);
  }
  return map && own;
}

bool cellsTakes(MlirOperation op) {
  Product product;
  return isProduct(op, &product) || isMap(op);
}

//===----------------------------------------------------------------------===//
// Values of all lanes
//===----------------------------------------------------------------------===//

static MlirType stackedType(const Cells *cells, MlirType type, intptr_t count) {
  RelaxTensorInfo info;
  relaxTensorInfo(type, &info);
  MlirAttribute *dims =
      ARENA_ARRAY(cells->run->arena, MlirAttribute, info.rank + 1);
  dims[0] = symConstAttribute(cells->run->context, count);
  for (intptr_t d = 0; d < info.rank; ++d)
    dims[d + 1] = info.dims[d];
  return relaxTensorTypeOf(info.elementType, info.rank + 1, dims);
}

static MlirValue add(Cells *cells, MlirOperation op) {
  return bridgeInsert(cells->end, op);
}

/// The batch whose results the lanes take, in its order.
static const CellStack *stackOf(const Cells *cells, const MlirOperation *lanes,
                                intptr_t operand) {
  for (ptrdiff_t s = 0; s < arrlen(cells->stacks); ++s) {
    const CellStack *stack = &cells->stacks[s];
    bool same = arrlen(stack->lanes) == arrlen((MlirOperation *)lanes);
    for (ptrdiff_t i = 0; same && i < arrlen(stack->lanes); ++i)
      same = mlirValueEqual(mlirOperationGetOperand(lanes[i], operand),
                            mlirOperationGetResult(stack->lanes[i], 0));
    if (same)
      return stack;
  }
  return NULL;
}

/// Lanes in the order of a batch of which they take all results, if there is
/// one.
static void orderLanes(const Cells *cells, MlirOperation *lanes,
                       intptr_t operand) {
  for (ptrdiff_t s = 0; s < arrlen(cells->stacks); ++s) {
    const CellStack *stack = &cells->stacks[s];
    ptrdiff_t count = arrlen(stack->lanes), found = 0;
    if (count != arrlen(lanes))
      continue;
    MlirOperation *ordered =
        ARENA_ARRAY(cells->run->arena, MlirOperation, count);
    for (ptrdiff_t i = 0; i < count; ++i)
      for (ptrdiff_t k = 0; k < count; ++k)
        if (mlirValueEqual(mlirOperationGetOperand(lanes[k], operand),
                           mlirOperationGetResult(stack->lanes[i], 0))) {
          ordered[i] = lanes[k];
          ++found;
          break;
        }
    for (ptrdiff_t i = 0; i < count && found == count; ++i)
      lanes[i] = ordered[i];
  }
}

/// Values of lanes one behind the other, along a dimension in front.
static MlirValue gather(Cells *cells, const MlirOperation *lanes,
                        intptr_t operand) {
  const CellStack *stack = stackOf(cells, lanes, operand);
  if (stack)
    return stack->value;
  ptrdiff_t count = arrlen((MlirOperation *)lanes);
  MlirLocation loc = mlirOperationGetLocation(lanes[0]);
  MlirValue *rows = ARENA_ARRAY(cells->run->arena, MlirValue, count);
  for (ptrdiff_t i = 0; i < count; ++i) {
    MlirValue value = mlirOperationGetOperand(lanes[i], operand);
    RelaxReshapeArgs args = {
        .input = value,
        .resultType = stackedType(cells, mlirValueGetType(value), 1)};
    rows[i] = add(cells, relaxReshapeCreate(loc, &args));
  }
  cells->gathers += (uint64_t)count;
  RelaxConcatArgs args = {.numInputs = count, .inputs = rows, .axis = 0};
  return add(cells, relaxConcatCreate(loc, &args));
}

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

static MlirValue makeProduct(Cells *cells, const MlirOperation *lanes,
                             const Product *product) {
  MlirLocation loc = mlirOperationGetLocation(lanes[0]);
  MlirValue weight = mlirOperationGetOperand(lanes[0], !product->left);
  MlirValue values = gather(cells, lanes, product->left);
  if (product->left) {
    int64_t axes[] = {1, 0};
    RelaxPermuteDimsArgs args = {
        weight, mlirDenseI64ArrayGet(cells->run->context, 2, axes)};
    weight = add(cells, relaxPermuteDimsCreate(loc, &args));
  }
  RelaxMatmulArgs args = {values, weight};
  return add(cells, relaxMatmulCreate(loc, &args));
}

static MlirValue makeMap(Cells *cells, const MlirOperation *lanes) {
  MlirOperation first = lanes[0];
  StrRef name = bridgeOpName(first);
  MlirOperationState state = mlirOperationStateGet(
      strRefToMlir(name), mlirOperationGetLocation(first));
  MlirType type =
      stackedType(cells, mlirValueGetType(mlirOperationGetResult(first, 0)),
                  arrlen((MlirOperation *)lanes));
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(first); i < e; ++i) {
    MlirValue operand = mlirOperationGetOperand(first, i);
    if (!batchIsShared(operand))
      operand = gather(cells, lanes, i);
    mlirOperationStateAddOperands(&state, 1, &operand);
  }
  for (intptr_t i = 0, e = mlirOperationGetNumAttributes(first); i < e; ++i) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(first, i);
    mlirOperationStateAddAttributes(&state, 1, &attribute);
  }
  mlirOperationStateAddResults(&state, 1, &type);
  return add(cells, mlirOperationCreate(&state));
}

/// All that it reads, but what is one value for all, lies behind each other.
static bool isSliced(const Cells *cells, const MlirOperation *lanes) {
  bool sliced = true;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(lanes[0]);
       i < e && sliced; ++i)
    sliced = batchIsShared(mlirOperationGetOperand(lanes[0], i)) ||
             stackOf(cells, lanes, i);
  return sliced;
}

void cellsAdd(Cells *cells, const MlirOperation *given) {
  Product product;
  MlirOperation *lanes = NULL;
  bool several = arrlen((MlirOperation *)given) > 1;
  for (ptrdiff_t i = 0; i < arrlen((MlirOperation *)given); ++i) {
    arrput(lanes, given[i]);
    mlirOperationMoveBefore(given[i], cells->end);
  }
  bool multiplies = several && isProduct(lanes[0], &product);
  intptr_t own = 0;
  while (several && batchIsShared(mlirOperationGetOperand(lanes[0], own)))
    ++own;
  if (several)
    orderLanes(cells, lanes, own);
  if (multiplies || (several && isSliced(cells, lanes))) {
    MlirValue value = multiplies ? makeProduct(cells, lanes, &product)
                                 : makeMap(cells, lanes);
    CellStack stack = {lanes, value};
    arrput(cells->stacks, stack);
  } else {
    arrfree(lanes);
  }
}

/// Parts of the whole for those who read a lane by itself.
static void takeApart(Cells *cells, const CellStack *stack) {
  ptrdiff_t count = arrlen(stack->lanes);
  MlirOperation whole = mlirOpResultGetOwner(stack->value);
  MlirLocation loc = mlirOperationGetLocation(whole);
  int64_t *sizes = ARENA_ARRAY(cells->run->arena, int64_t, count);
  MlirType *types = ARENA_ARRAY(cells->run->arena, MlirType, count);
  MlirType type = mlirValueGetType(mlirOperationGetResult(stack->lanes[0], 0));
  bool used = false;
  for (ptrdiff_t i = 0; i < count; ++i) {
    sizes[i] = 1;
    types[i] = stackedType(cells, type, 1);
    used |= !mlirOpOperandIsNull(
        mlirValueGetFirstUse(mlirOperationGetResult(stack->lanes[i], 0)));
  }
  RelaxSplitArgs split = {
      .input = stack->value,
      .axis = 0,
      .sizes = mlirDenseI64ArrayGet(cells->run->context, count, sizes),
      .numResultsTypes = count,
      .resultsTypes = types};
  MlirOperation next = mlirOperationGetNextInBlock(whole), parts = {NULL};
  if (used)
    bridgeInsert(next, parts = relaxSplitCreate(loc, &split));
  for (ptrdiff_t i = 0; i < count; ++i) {
    MlirValue lane = mlirOperationGetResult(stack->lanes[i], 0);
    if (!mlirOpOperandIsNull(mlirValueGetFirstUse(lane))) {
      RelaxReshapeArgs args = {.input = mlirOperationGetResult(parts, i),
                               .resultType = type};
      mlirValueReplaceAllUsesOfWith(
          lane, bridgeInsert(next, relaxReshapeCreate(loc, &args)));
    }
    mlirOperationDestroy(stack->lanes[i]);
  }
}

void cellsFinish(Cells *cells) {
  while (arrlen(cells->stacks)) {
    CellStack stack = arrpop(cells->stacks);
    takeApart(cells, &stack);
    arrfree(stack.lanes);
  }
  arrfree(cells->stacks);
}
