//===- Details.c - attributes of single operations ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "dialects/TIR/Indexed.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Interpreter/Programs/Translate.h"

#include <string.h>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <stb/stb_ds.h>
#pragma clang diagnostic pop

//===----------------------------------------------------------------------===//
// Index expressions
//===----------------------------------------------------------------------===//

static int32_t sourceOf(ProgTranslator *t, StrRef symbol,
                        const MlirValue *indices) {
  intptr_t k = tirIteratorOf(symbol);
  if (k >= 0)
    return (int32_t)progSlot(t, indices[k]);
  for (size_t i = 0; i < t->program->numSymbols; ++i)
    if (strRefEqual(t->program->symbols[i], symbol))
      return -1 - (int32_t)i;
  return -1; // the verifier has looked for it
}

ProgExprs progTranslateExprs(ProgTranslator *t, const MlirAttribute *exprs,
                             intptr_t count, const MlirValue *indices) {
  ProgExprs list = {ARENA_ARRAY(t->arena, ProgExpr, count + 1), count};
  for (intptr_t i = 0; i < count; ++i) {
    ProgExpr *out = &list.exprs[i];
    StrRef name;
    out->expr = symExprOf(t->arena, exprs[i]);
    out->isConstant = symExprIsConst(out->expr, &out->constant);
    out->isBare = symExprIsSymbol(out->expr, &name);
    int32_t *sources = ARENA_ARRAY(t->arena, int32_t, out->expr.numSymbols + 1);
    for (size_t k = 0; k < out->expr.numSymbols; ++k)
      sources[k] = sourceOf(t, out->expr.symbols[k], indices);
    out->sources = sources;
  }
  return list;
}

/// One list per attribute; lists of lists are lists of their own.
static void addLists(ProgTranslator *t, ProgNode *node, MlirAttribute attribute,
                     const MlirValue *indices) {
  bool isArray = mlirAttributeIsAArray(attribute);
  intptr_t count = isArray ? mlirArrayAttrGetNumElements(attribute) : 1;
  if (isArray && count &&
      mlirAttributeIsAArray(mlirArrayAttrGetElement(attribute, 0))) {
    for (intptr_t i = 0; i < count; ++i)
      addLists(t, node, mlirArrayAttrGetElement(attribute, i), indices);
    return;
  }
  MlirAttribute *exprs = ARENA_ARRAY(t->arena, MlirAttribute, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    exprs[i] = isArray ? mlirArrayAttrGetElement(attribute, i) : attribute;
  ProgExprs *lists = ARENA_ARRAY(t->arena, ProgExprs, node->numLists + 1);
  if (node->numLists)
    memcpy(lists, node->lists, (size_t)node->numLists * sizeof *lists);
  lists[node->numLists++] = progTranslateExprs(t, exprs, count, indices);
  node->lists = lists;
}

//===----------------------------------------------------------------------===//
// Constants and monoids
//===----------------------------------------------------------------------===//

ProgCell progCellOf(MlirAttribute value) {
  if (mlirAttributeIsAFloat(value))
    return (ProgCell){.f = mlirFloatAttrGetValueDouble(value)};
  if (mlirAttributeIsABool(value))
    return (ProgCell){.i = mlirBoolAttrGetValue(value)};
  return (ProgCell){.i = mlirIntegerAttrGetValueInt(value)};
}

/// An attribute that is a number, or elements of a vector.
static bool translateConstant(ProgTranslator *t, ProgNode *node) {
  MlirAttribute value = bridgeInherent(node->op, "value");
  ProgCell *cells = ARENA_ARRAY(t->arena, ProgCell, node->lanes);
  bool dense = mlirAttributeIsADenseElements(value);
  node->data = cells;
  if (!dense) {
    cells[0] = progCellOf(value);
    return true;
  }
  const char *data = mlirDenseElementsAttrGetRawData(value);
  bool splat = mlirDenseElementsAttrIsSplat(value);
  for (int64_t i = 0; i < node->lanes; ++i) {
    int64_t place = splat ? 0 : i;
    if (node->dtype == RELAX_BOOL)
      cells[i].i = splat ? mlirDenseElementsAttrGetBoolSplatValue(value)
                         : mlirDenseElementsAttrGetBoolValue(value, i);
    else if (relaxDTypeIsFloat(node->dtype))
      cells[i].f = relaxLoadFloat(node->dtype, data, place);
    else
      cells[i].i = relaxLoadInt(node->dtype, data, place);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Computes
//===----------------------------------------------------------------------===//

/// The reductions of a compute, those of inner computes aside.
static void collectReductions(ProgBlock *block, const ProgNode ***found) {
  for (intptr_t i = 0; i < block->numNodes; ++i) {
    ProgNode *node = &block->nodes[i];
    if (tirIsReduce(node->op))
      arrput(*found, node);
    for (intptr_t k = 0; !tirIsCompute(node->op) && k < node->numBlocks; ++k)
      collectReductions(&node->blocks[k], found);
  }
}

static void need(MlirOperation **needed, MlirValue value, MlirBlock body) {
  if (mlirValueIsABlockArgument(value))
    return;
  MlirOperation op = mlirOpResultGetOwner(value);
  if (!mlirBlockEqual(mlirOperationGetBlock(op), body))
    return;
  for (ptrdiff_t i = 0; i < arrlen(*needed); ++i)
    if (mlirOperationEqual((*needed)[i], op))
      return;
  arrput(*needed, op);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    need(needed, mlirOperationGetOperand(op, i), body);
}

/// What the places of the reductions are computed by has to run before they
/// are initialised.
static void translateCompute(ProgTranslator *t, ProgNode *node) {
  const ProgNode **reductions = NULL;
  MlirOperation *needed = NULL;
  ProgBlock *body = &node->blocks[0];
  MlirBlock block = bridgeBody(node->op);
  node->choice = tirComputeGetUpdate(node->op);
  collectReductions(body, &reductions);
  node->numReductions = arrlen(reductions);
  node->reductions =
      ARENA_ARRAY(t->arena, const ProgNode *, node->numReductions + 1);
  for (intptr_t i = 0; i < node->numReductions; ++i) {
    node->reductions[i] = reductions[i];
    for (intptr_t k = 0, e = tirReduceGetNumIndices(reductions[i]->op); k < e;
         ++k)
      need(&needed, tirReduceGetIndices(reductions[i]->op, k), block);
  }
  node->places = ARENA_ARRAY(t->arena, const ProgNode *, body->numNodes + 1);
  for (intptr_t i = 0; i < body->numNodes; ++i)
    for (ptrdiff_t k = 0; k < arrlen(needed); ++k)
      if (mlirOperationEqual(needed[k], body->nodes[i].op))
        node->places[node->numPlaces++] = &body->nodes[i];
  arrfree(reductions);
  arrfree(needed);
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

/// `#vector.kind<add>`, in the order of upstream's enumeration.
static int64_t reductionKind(MlirOperation op) {
  static const char *const kinds[] = {
      "<add>",   "<mul>",      "<minui>",   "<minsi>", "<minnumf>",
      "<maxui>", "<maxsi>",    "<maxnumf>", "<and>",   "<or>",
      "<xor>",   "<maximumf>", "<minimumf>"};
  StrBuf text = {0};
  bridgePrintAttribute(bridgeInherent(op, "kind"), &text);
  int64_t kind = 0, count = sizeof(kinds) / sizeof(*kinds);
  while (kind < count && !strstr(strBufText(&text), kinds[kind]))
    ++kind;
  strBufFree(&text);
  return kind;
}

bool progTranslateDetails(ProgTranslator *t, ProgNode *node) {
  const SymIndexed *indexed = tirIndexedOf(node->op);
  StrRef name = bridgeOpName(node->op);
  intptr_t count;
  MlirValue *indices = tirIndexValues(node->op, t->arena, &count);
  if (indexed)
    for (const SymExprAttribute *a = indexed->exprs; a->get; ++a)
      addLists(t, node, a->get(node->op), indices);
  if (strRefEqual(name, strRefFromC("arith.constant")))
    return translateConstant(t, node);
  if (tirIsCompute(node->op))
    translateCompute(t, node);
  else if (tirIsLoad(node->op))
    node->choice = tirLoadGetPad(node->op).ptr != NULL;
  else if (bridgeInherent(node->op, "predicate").ptr)
    node->choice =
        mlirIntegerAttrGetValueInt(bridgeInherent(node->op, "predicate"));
  else if (strRefEqual(name, strRefFromC("vector.reduction")))
    node->choice = reductionKind(node->op);
  else if (strRefEqual(name, strRefFromC("vector.constant_mask")))
    node->choice = mlirDenseI64ArrayGetElement(
        bridgeInherent(node->op, "mask_dim_sizes"), 0);
  return true;
}
