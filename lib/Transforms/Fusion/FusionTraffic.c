//===- FusionTraffic.c - the bytes that calls move ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FusionTraffic.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Interfaces.h"
#include "dialects/Relax/Relax.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Analysis/PatternKindAccess.h"
#include "lib/Analysis/TensorSize.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Patterns/Match.h"

typedef struct TrafficCall {
  const void *key; // of the operation
  intptr_t value;  // its number
} TrafficCall;

typedef struct TrafficParts {
  FusionTraffic *traffic;
  TrafficCall *numbers; // stb_ds map
  MlirOperation *calls; // stb_ds array, in the order of the text
  intptr_t *parts;      // stb_ds array: a call of the same part, or itself
} TrafficParts;

enum { IS_PRODUCT = -1 };

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

static MlirOperation calleeOf(const FusionTraffic *traffic,
                              MlirOperation call) {
  MlirOperation callee = moduleSymbolsFind(
      traffic->symbols, bridgeRefName(relaxCallTirGetCallee(call)));
  bool isProgram = tirIsFunc(callee) && bridgeBody(callee).ptr;
  return isProgram ? callee : (MlirOperation){NULL};
}

/// The operand of the call that the program reads as this buffer, or null.
static MlirValue operandOf(MlirOperation call, MlirValue buffer) {
  MlirValue argument = tirViewedArgument(buffer);
  if (!mlirValueIsABlockArgument(argument))
    return (MlirValue){NULL};
  intptr_t number = mlirBlockArgumentGetArgNumber(argument);
  return number < relaxCallTirGetNumInputs(call)
             ? relaxCallTirGetInputs(call, number)
             : (MlirValue){NULL};
}

typedef struct ProductSearch {
  MlirOperation call;
  bool found;
} ProductSearch;

static MlirWalkResult findProduct(MlirOperation op, void *userData) {
  ProductSearch *search = userData;
  if (!tirIsCompute(op))
    return MlirWalkResultAdvance;
  bool sums = false, multiplies = false, weighs = false;
  for (MlirOperation inner = mlirBlockGetFirstOperation(bridgeBody(op));
       inner.ptr; inner = mlirOperationGetNextInBlock(inner)) {
    StrRef name = bridgeOpName(inner);
    sums |= tirIsReduce(inner);
    multiplies |= strRefEqual(name, strRefFromC("arith.mulf")) ||
                  strRefEqual(name, strRefFromC("arith.muli"));
    MlirValue operand = tirIsLoad(inner)
                            ? operandOf(search->call, tirLoadGetBuffer(inner))
                            : (MlirValue){NULL};
    weighs |= operand.ptr && matchIsWeight(operand);
  }
  search->found |= sums && multiplies && weighs;
  return search->found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// Does the program sum up products with weights?
static bool isProduct(const FusionTraffic *traffic, MlirOperation call) {
  MlirOperation callee = calleeOf(traffic, call);
  ProductSearch search = {.call = call};
  if (callee.ptr)
    mlirOperationWalk(callee, findProduct, &search, MlirWalkPreOrder);
  return search.found;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// Does a compute read the operand, and where data says alone?
static bool takesRows(const FusionTraffic *traffic, MlirOperation call,
                      MlirValue operand) {
  MlirOperation callee = calleeOf(traffic, call);
  bool takes = false;
  if (!callee.ptr || mlirOperationGetNumResults(call) != 1)
    return false;
  for (MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(callee));
       op.ptr; op = mlirOperationGetNextInBlock(op)) {
    TirComputeAccesses compute;
    if (!tirIsCompute(op) ||
        !tirComputeAccessesOfData(op, traffic->arena, &compute))
      continue;
    for (intptr_t i = 0; i < compute.numLoads; ++i) {
      MlirValue read = operandOf(call, compute.loads[i].buffer);
      if (!read.ptr || !mlirValueEqual(read, operand))
        continue;
      if (!compute.loads[i].data || compute.reduces)
        return false;
      takes = true;
    }
  }
  return takes;
}

static SymExpr bytesOfDims(FusionTraffic *traffic, MlirType element,
                           const RelaxTensorInfo *info) {
  Facts facts = {.arena = traffic->arena};
  SymExpr *dims = ARENA_ARRAY(traffic->arena, SymExpr, info->rank);
  for (intptr_t d = 0; d < info->rank; ++d)
    dims[d] = symExprOf(traffic->arena, info->dims[d]);
  TensorSize size;
  return tensorSizeOfDims(&facts, element, dims, info->rank, &size) ==
                 TENSOR_SIZE_OK
             ? size.bytes
             : symExprUnknown(traffic->arena);
}

static MlirWalkResult findTables(MlirOperation op, void *userData) {
  FusionTraffic *traffic = userData;
  for (intptr_t i = 0; relaxIsCallTir(op) && i < relaxCallTirGetNumInputs(op);
       ++i) {
    MlirValue table = relaxCallTirGetInputs(op, i);
    MlirOperation definer = bridgeDefiner(table);
    if (relaxIsCallTir(definer) || !takesRows(traffic, op, table))
      continue;
    RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
    SymExpr bytes =
        bytesOfDims(traffic, relaxTensorInfoOf(table).elementType, &info);
    ptrdiff_t known = mapFind(traffic->taken, (const void *)table.ptr);
    if (known >= 0 && !symExprEqual(traffic->taken[known].value, bytes))
      bytes = symExprUnknown(traffic->arena); // the whole table
    hmput(traffic->taken, table.ptr, bytes);
  }
  return MlirWalkResultAdvance;
}

void fusionTrafficTables(FusionTraffic *traffic, MlirOperation function) {
  mlirOperationWalk(function, findTables, traffic, MlirWalkPreOrder);
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

static void add(FusionTraffic *traffic, SymExpr *sum, MlirValue value) {
  ptrdiff_t taken = mapFind(traffic->taken, (const void *)value.ptr);
  SymExpr bytes =
      taken >= 0 ? traffic->taken[taken].value : symExprUnknown(traffic->arena);
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  if (symExprIsUnknown(bytes))
    bytes = bytesOfDims(traffic, info.elementType, &info);
  if (symExprAdd(traffic->arena, *sum, bytes, sum) != SYM_OK)
    *sum = symExprUnknown(traffic->arena);
}

/// The number of a call; -1 of anything else.
static intptr_t numberOf(const TrafficParts *parts, MlirOperation op) {
  const TrafficCall *found = mapEntry(parts->numbers, (const void *)op.ptr);
  return found ? found->value : -1;
}

static intptr_t rootOf(const TrafficParts *parts, intptr_t call) {
  while (parts->parts[call] >= 0 && parts->parts[call] != call)
    call = parts->parts[call];
  return parts->parts[call] == IS_PRODUCT ? IS_PRODUCT : call;
}

/// The part whose kernel computes the value, perhaps of another shape.
static intptr_t partOf(const TrafficParts *parts, MlirValue value) {
  MlirOperation op = bridgeDefiner(value);
  while (op.ptr && relaxIsView(op) && mlirOperationGetNumOperands(op) > 0)
    op = bridgeDefiner(mlirOperationGetOperand(op, 0));
  intptr_t call = op.ptr ? numberOf(parts, op) : -1;
  return call >= 0 ? rootOf(parts, call) : IS_PRODUCT;
}

static MlirWalkResult readCall(MlirOperation op, void *userData) {
  TrafficParts *parts = userData;
  FusionTraffic *traffic = parts->traffic;
  if (!relaxIsCallTir(op))
    return MlirWalkResultAdvance;
  intptr_t number = arrlen(parts->calls);
  bool product = isProduct(traffic, op);
  hmput(parts->numbers, op.ptr, number);
  arrput(parts->calls, op);
  arrput(parts->parts, product ? IS_PRODUCT : number);
  ++traffic->kernels;
  traffic->products += product;
  SymExpr *sum = product ? &traffic->productBytes : &traffic->restBytes;
  for (intptr_t i = 0, e = relaxCallTirGetNumInputs(op); i < e; ++i) {
    add(traffic, sum, relaxCallTirGetInputs(op, i));
    intptr_t from = partOf(parts, relaxCallTirGetInputs(op, i));
    if (!product && from >= 0)
      parts->parts[from] = rootOf(parts, number);
  }
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    add(traffic, sum, mlirOperationGetResult(op, i));
  return MlirWalkResultAdvance;
}

/// The part of the user of a value, or one that is none.
static intptr_t partOfUser(const TrafficParts *parts, MlirOperation user) {
  intptr_t call = numberOf(parts, user);
  return call >= 0 ? rootOf(parts, call) : IS_PRODUCT;
}

/// Is this the operand by which the part first reads the value?
static bool isFirstRead(const TrafficParts *parts, intptr_t call, intptr_t i) {
  MlirOperation op = parts->calls[call];
  MlirValue value = relaxCallTirGetInputs(op, i);
  for (intptr_t k = 0; k < i; ++k)
    if (mlirValueEqual(relaxCallTirGetInputs(op, k), value))
      return false;
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    intptr_t user = numberOf(parts, mlirOpOperandGetOwner(use));
    if (user >= 0 && user < call && rootOf(parts, user) == rootOf(parts, call))
      return false;
  }
  return true;
}

/// Views of a value of the part stay in it.
static bool leavesPart(const TrafficParts *parts, MlirValue value,
                       intptr_t part) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (relaxIsView(user) && mlirOperationGetNumResults(user) == 1
            ? leavesPart(parts, mlirOperationGetResult(user, 0), part)
            : partOfUser(parts, user) != part)
      return true;
  }
  return false;
}

static void countOnce(const TrafficParts *parts, intptr_t call) {
  FusionTraffic *traffic = parts->traffic;
  MlirOperation op = parts->calls[call];
  intptr_t part = rootOf(parts, call);
  for (intptr_t i = 0, e = relaxCallTirGetNumInputs(op); i < e; ++i)
    if (partOf(parts, relaxCallTirGetInputs(op, i)) != part &&
        isFirstRead(parts, call, i))
      add(traffic, &traffic->once, relaxCallTirGetInputs(op, i));
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    if (leavesPart(parts, mlirOperationGetResult(op, i), part))
      add(traffic, &traffic->once, mlirOperationGetResult(op, i));
}

void fusionTrafficCount(FusionTraffic *traffic, MlirOperation function) {
  SymExpr none = symExprConst(traffic->arena, 0);
  traffic->kernels = traffic->products = 0;
  traffic->productBytes = traffic->restBytes = traffic->once = none;
  TrafficParts parts = {.traffic = traffic};
  mlirOperationWalk(function, readCall, &parts, MlirWalkPreOrder);
  for (intptr_t call = 0; call < arrlen(parts.calls); ++call)
    if (parts.parts[call] != IS_PRODUCT)
      countOnce(&parts, call);
  if (symExprAdd(traffic->arena, traffic->productBytes, traffic->restBytes,
                 &traffic->bytes) != SYM_OK)
    traffic->bytes = symExprUnknown(traffic->arena);
  hmfree(parts.numbers);
  arrfree(parts.calls);
  arrfree(parts.parts);
}

void fusionTrafficFree(FusionTraffic *traffic) { hmfree(traffic->taken); }
