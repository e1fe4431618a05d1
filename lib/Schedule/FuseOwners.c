//===- FuseOwners.c - which instance a row is of --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// That depends on where instances begin and on nothing else. So it is a table
// that callers have made before they call, by a program of its own, and pass:
// kernels that get the same begins get the same table.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/BlockType.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Sym/Arguments.h"
#include "lib/Schedule/Callers.h"
#include "lib/Schedule/Fuse.h"

/// Rows behind those of the last instance have no owner: nobody asks.
static const char program[] =
    "tir.func private @owners(%A: !tir.buffer<[e], i64>, "
    "%O: !tir.buffer<[t], i64>) {\n"
    "  %none = arith.constant 0 : index\n"
    "  tir.for \"instance\" (%i) in [1 to e] {\n"
    "    %a = tir.load %A[%i - 1] : !tir.buffer<[e], i64>\n"
    "    %from = arith.index_cast %a : i64 to index\n"
    "    %z = tir.load %A[%i] : !tir.buffer<[e], i64>\n"
    "    %to = arith.index_cast %z : i64 to index\n"
    "    %begins = arith.cmpi sge, %from, %none : index\n"
    "    tir.check %begins stops else \"index out of bounds\"\n"
    "    %left = tir.extent (t - %to) : index\n"
    "    %ends = arith.cmpi sge, %left, %none : index\n"
    "    tir.check %ends stops else \"index out of bounds\"\n"
    "    %own = tir.extent (%i - 1) : index\n"
    "    %owner = arith.index_cast %own : index to i64\n"
    "    tir.for \"row\" (%r) in [%from to %to] {\n"
    "      tir.store %owner, %O[%r] : !tir.buffer<[t], i64>\n"
    "    }\n"
    "  }\n"
    "  tir.return\n"
    "}\n";

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

/// The rows of a call, which it passes or gets.
static MlirValue rowsOf(MlirOperation call, intptr_t buffer) {
  intptr_t inputs = relaxCallTirGetNumInputs(call);
  return buffer < inputs ? relaxCallTirGetInputs(call, buffer)
                         : mlirOperationGetResult(call, buffer - inputs);
}

static MlirType ownersType(MlirOperation call, intptr_t buffer) {
  const MlirAttribute *dims;
  relaxTensorTypeGetDims(
      relaxStoredTensorType(mlirValueGetType(rowsOf(call, buffer))), &dims);
  MlirContext context = mlirOperationGetContext(call);
  return relaxTensorTypeOf(mlirIntegerTypeGet(context, 64), 1, dims);
}

static MlirLogicalResult checkArgument(Scheduler *s, MlirValue buffer,
                                       const MlirOperation *users,
                                       ptrdiff_t count, bool isInput) {
  StrRef name = scheduleBufferName(buffer);
  bool good = mlirValueIsABlockArgument(buffer);
  for (ptrdiff_t i = 0; i < count && good && isInput; ++i)
    good = mlirBlockArgumentGetArgNumber(buffer) <
           relaxCallTirGetNumInputs(users[i]);
  return good ? mlirLogicalResultSuccess()
              : scheduleError(s,
                              "'%.*s': expected %s of the program, by which "
                              "callers make the table of owners",
                              SPREAD(name),
                              isInput ? "an input" : "an argument");
}

MlirLogicalResult fuseCheckCallers(Scheduler *s, MlirValue starts,
                                   MlirValue buffer) {
  const char *reason = scheduleCallersRefusal(s);
  if (reason)
    return scheduleError(s, "%s", reason);
  ptrdiff_t count;
  const MlirOperation *users = scheduleCallersOf(s->callers, s->func, &count);
  if (mlirLogicalResultIsFailure(checkArgument(s, starts, users, count, true)))
    return mlirLogicalResultFailure();
  if (mlirLogicalResultIsFailure(checkArgument(s, buffer, users, count, false)))
    return mlirLogicalResultFailure();
  StrRef name = scheduleBufferName(buffer);
  for (ptrdiff_t i = 0; i < count; ++i) {
    MlirType type = ownersType(users[i], mlirBlockArgumentGetArgNumber(buffer));
    const MlirAttribute *dims;
    relaxTensorTypeGetDims(type, &dims);
    if (symAttributeIsUnknown(dims[0]))
      return scheduleError(s,
                           "'%.*s' has '?' rows at a caller: expected an "
                           "expression ('relax-bind-extents')",
                           SPREAD(name));
  }
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Callers
//===----------------------------------------------------------------------===//

static MlirAttribute addProgram(Scheduler *s) {
  MlirModule module =
      bridgeParseModule(s->context, strRefFromC(program), "tir.fuse");
  if (!module.ptr)
    return (MlirAttribute){NULL};
  MlirOperation owners = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  mlirOperationRemoveFromParent(owners);
  mlirModuleDestroy(module);
  MlirAttribute target = tirFuncGetTarget(s->func);
  if (target.ptr)
    tirFuncSetTarget(owners, target);
  return scheduleAddProgram(s, owners);
}

/// The table that another call in this block gets; null if none does.
static MlirValue ownersAlready(MlirValue starts, MlirType type,
                               MlirAttribute callee, MlirOperation call) {
  for (MlirOpOperand use = {NULL}; bridgeAdvanceUse(starts, &use);) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (relaxIsCallTir(user) &&
        mlirAttributeEqual(relaxCallTirGetCallee(user), callee) &&
        mlirTypeEqual(bridgeResultType(user), type) &&
        mlirBlockEqual(mlirOperationGetBlock(user),
                       mlirOperationGetBlock(call)))
      return mlirOperationGetResult(user, 0);
  }
  return (MlirValue){NULL};
}

/// Before `call`: how many rows there are, as the rows say themselves, or all
/// that decides the result.
static MlirValue buildExtent(Scheduler *s, MlirOperation call, intptr_t buffer,
                             MlirType owners, MlirLocation loc) {
  intptr_t count = mlirOperationGetNumOperands(call);
  MlirValue *given = ARENA_ARRAY(s->arena, MlirValue, count);
  if (buffer < relaxCallTirGetNumInputs(call)) {
    count = 1;
    given[0] = rowsOf(call, buffer);
  } else {
    for (intptr_t i = 0; i < count; ++i)
      given[i] = mlirOperationGetOperand(call, i);
  }
  const MlirAttribute *dims;
  relaxTensorTypeGetDims(owners, &dims);
  RelaxShapeArgs args = {.numGiven = count,
                         .given = given,
                         .resultType =
                             relaxShapeTypeGet(s->context, true, 1, dims)};
  MlirOperation shape =
      relaxShapeCreate(bridgeNamedLocation(strRefFromC("rows"), loc), &args);
  return bridgeInsert(call, shape);
}

static MlirValue buildOwners(Scheduler *s, MlirOperation call,
                             MlirAttribute callee, MlirValue begins,
                             intptr_t buffer, MlirType type) {
  MlirLocation loc = bridgeUnnamed(mlirOperationGetLocation(call));
  MlirValue rows = buildExtent(s, call, buffer, type, loc);
  RelaxCallTirArgs args = {.numInputs = 1,
                           .inputs = &begins,
                           .numGiven = 1,
                           .given = &rows,
                           .callee = callee,
                           .numResultsTypes = 1,
                           .resultsTypes = &type};
  MlirOperation made = relaxCallTirCreate(
      bridgeNamedLocation(strRefFromC("owners"), loc), &args);
  return bridgeInsert(call, made);
}

/// Puts `value` in front of input `at`.
static void insertInput(Arena *arena, MlirOperation call, intptr_t at,
                        MlirValue value) {
  MlirStringRef name = mlirStringRefCreateFromCString("operandSegmentSizes");
  MlirAttribute sizes = mlirOperationGetInherentAttributeByName(call, name);
  intptr_t count = mlirOperationGetNumOperands(call);
  intptr_t segments = mlirDenseArrayGetNumElements(sizes);
  MlirValue *operands = ARENA_ARRAY(arena, MlirValue, count + 1);
  int32_t *lengths = ARENA_ARRAY(arena, int32_t, segments);
  for (intptr_t i = 0; i <= count; ++i)
    operands[i] =
        i == at ? value : mlirOperationGetOperand(call, i > at ? i - 1 : i);
  for (intptr_t k = 0; k < segments; ++k) // inputs come first
    lengths[k] = mlirDenseI32ArrayGetElement(sizes, k) + (k == 0);
  mlirOperationSetOperands(call, count + 1, operands);
  mlirOperationSetInherentAttributeByName(
      call, name,
      mlirDenseI32ArrayGet(mlirOperationGetContext(call), segments, lengths));
}

/// A table that is made behind this call is made before it instead.
static void passOwners(Scheduler *s, MlirOperation call, MlirAttribute callee,
                       intptr_t starts, intptr_t buffer, intptr_t at) {
  MlirValue begins = relaxCallTirGetInputs(call, starts);
  MlirType type = ownersType(call, buffer);
  MlirValue known = ownersAlready(begins, type, callee, call), owners = known;
  if (!known.ptr ||
      mlirOperationIsBeforeInBlock(call, mlirOpResultGetOwner(known)))
    owners = buildOwners(s, call, callee, begins, buffer, type);
  insertInput(s->arena, call, at, owners);
  if (!known.ptr || mlirValueEqual(known, owners))
    return;
  MlirOperation late = mlirOpResultGetOwner(known), rows = {NULL};
  if (relaxCallTirGetNumGiven(late) == 1)
    rows = bridgeDefiner(relaxCallTirGetGiven(late, 0));
  mlirValueReplaceAllUsesOfWith(known, owners);
  mlirOperationDestroy(late);
  if (rows.ptr && mlirOpOperandIsNull(
                      mlirValueGetFirstUse(mlirOperationGetResult(rows, 0))))
    mlirOperationDestroy(rows);
}

/// Another `tir.fuse` of the program has it already.
static bool isPassed(MlirOperation call, MlirAttribute callee, intptr_t starts,
                     intptr_t buffer, intptr_t at) {
  if (at >= relaxCallTirGetNumInputs(call))
    return false;
  MlirOperation made = bridgeDefiner(relaxCallTirGetInputs(call, at));
  return relaxIsCallTir(made) &&
         mlirAttributeEqual(relaxCallTirGetCallee(made), callee) &&
         mlirValueEqual(relaxCallTirGetInputs(made, 0),
                        relaxCallTirGetInputs(call, starts)) &&
         mlirTypeEqual(bridgeResultType(made), ownersType(call, buffer));
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

/// The argument behind that of the begins.
static MlirValue insertArgument(Scheduler *s, intptr_t at, SymExpr rows) {
  MlirContext context = s->context;
  MlirAttribute dim = symExprToAttribute(context, rows);
  MlirType type =
      tirBufferTypeGet(context, 1, &dim, mlirIntegerTypeGet(context, 64));
  MlirType old = tirFuncGetFunctionType(s->func);
  intptr_t count = mlirFunctionTypeGetNumInputs(old);
  MlirType *types = ARENA_ARRAY(s->arena, MlirType, count + 1);
  for (intptr_t i = 0; i <= count; ++i)
    types[i] =
        i == at ? type : mlirFunctionTypeGetInput(old, i > at ? i - 1 : i);
  StrRef name = scheduleUniqueName(s, strRefFromC("owner"), "");
  MlirValue made = mlirBlockInsertArgument(
      bridgeBody(s->func), at, type,
      bridgeNamedLocation(name,
                          bridgeUnnamed(mlirOperationGetLocation(s->func))));
  symInsertArgumentAttributes(s->func, at);
  tirFuncSetFunctionType(
      s->func, mlirFunctionTypeGet(context, count + 1, types, 0, NULL));
  scheduleArgumentAdded(s, at);
  return made;
}

MlirValue fuseOwners(Scheduler *s, MlirValue starts, MlirValue buffer,
                     SymExpr rows) {
  intptr_t first = mlirBlockArgumentGetArgNumber(starts);
  intptr_t of = mlirBlockArgumentGetArgNumber(buffer);
  MlirAttribute callee = addProgram(s);
  if (!callee.ptr)
    return (MlirValue){NULL};
  ptrdiff_t count;
  const MlirOperation *users = scheduleCallersOf(s->callers, s->func, &count);
  bool passed = count > 0;
  for (ptrdiff_t i = 0; i < count && passed; ++i)
    passed = isPassed(users[i], callee, first, of, first + 1);
  if (passed)
    return bridgeArgument(s->func, first + 1);
  for (ptrdiff_t i = 0; i < count; ++i)
    passOwners(s, users[i], callee, first, of, first + 1);
  return insertArgument(s, first + 1, rows);
}
