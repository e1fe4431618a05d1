//===- FlattenTuples.c - fields in the place of tuples --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A register of the runtime holds no tuple. Where one passes a border (of a
// function, a call, a region) its fields pass instead; behind the border it is
// made again, for whoever takes it apart. What was put into a tuple is then
// what is taken out of it, and the tuples are dead.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Functions/FlattenTuples.h"
#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Signature.h"
#include "dialects/Relax/Tuple.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/Pass.h"

#include <stb/stb_ds.h>

enum { COUNT_FUNCTIONS, COUNT_OPS };

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

/// `{relax.name = "x.1"}` for field 1 of `{relax.name = "x"}`.
static MlirAttribute fieldAttributes(MlirContext context, MlirAttribute given,
                                     ptrdiff_t field) {
  MlirStringRef key = mlirStringRefCreateFromCString("relax.name");
  MlirAttribute name = mlirDictionaryAttrGetElementByName(given, key);
  if (!name.ptr || !mlirAttributeIsAString(name))
    return mlirDictionaryAttrGet(context, 0, NULL);
  StrBuf text = {0};
  strBufAppend(&text, bridgeText(name));
  strBufAppendFormat(&text, ".%ld", (long)field);
  MlirNamedAttribute entry = mlirNamedAttributeGet(
      mlirIdentifierGet(context, key),
      mlirStringAttrGet(context, mlirStringRefCreate(text.data, text.length)));
  strBufFree(&text);
  return mlirDictionaryAttrGet(context, 1, &entry);
}

/// One for every field.
static MlirAttribute flattenAttributes(MlirContext context, MlirAttribute given,
                                       const MlirType *types, intptr_t count) {
  if (!given.ptr)
    return given;
  MlirAttribute *list = NULL;
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute own = mlirArrayAttrGetElement(given, i);
    MlirType *fields = NULL;
    flattenType(types[i], &fields);
    if (!mlirTypeIsATuple(types[i]))
      arrput(list, own);
    else
      for (ptrdiff_t k = 0; k < arrlen(fields); ++k)
        arrput(list, fieldAttributes(context, own, k));
    arrfree(fields);
  }
  MlirAttribute result = mlirArrayAttrGet(context, arrlen(list), list);
  arrfree(list);
  return result;
}

/// Where argument `index` stands among the fields.
static intptr_t placeOf(const MlirType *types, intptr_t index) {
  MlirType *before = NULL;
  for (intptr_t i = 0; i < index; ++i)
    flattenType(types[i], &before);
  intptr_t place = arrlen(before);
  arrfree(before);
  return place;
}

/// `in %arg` counts arguments, which are others now.
static void moveResultPlaces(MlirContext context, MlirOperation function,
                             const MlirType *inputs) {
  MlirAttribute given = relaxFuncGetResAttrs(function);
  MlirAttribute *list = NULL;
  for (intptr_t i = 0, e = bridgeLength(given); i < e; ++i) {
    MlirAttribute own = mlirArrayAttrGetElement(given, i);
    intptr_t argument = relaxResultArgument(function, i);
    MlirNamedAttribute *entries = NULL;
    for (intptr_t k = 0, n = mlirDictionaryAttrGetNumElements(own); k < n;
         ++k) {
      MlirNamedAttribute entry = mlirDictionaryAttrGetElement(own, k);
      if (strRefEqual(strRefFromMlir(mlirIdentifierStr(entry.name)),
                      strRefFromC("relax.in")))
        entry.attribute = mlirIntegerAttrGet(
            mlirAttributeGetType(entry.attribute), placeOf(inputs, argument));
      arrput(entries, entry);
    }
    arrput(list, mlirDictionaryAttrGet(context, arrlen(entries), entries));
    arrfree(entries);
  }
  if (given.ptr)
    relaxFuncSetResAttrs(function,
                         mlirArrayAttrGet(context, arrlen(list), list));
  arrfree(list);
}

static bool flattenSignature(RelaxPassRun *run, MlirOperation function) {
  MlirContext context = run->context;
  MlirType type = relaxFuncGetFunctionType(function);
  MlirType *inputs = NULL, *results = NULL, *before[2] = {NULL, NULL};
  bool any = false;
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(type); i < e; ++i) {
    arrput(before[0], mlirFunctionTypeGetInput(type, i));
    any |= mlirTypeIsATuple(arrlast(before[0]));
    flattenType(arrlast(before[0]), &inputs);
  }
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumResults(type); i < e; ++i) {
    arrput(before[1], mlirFunctionTypeGetResult(type, i));
    any |= mlirTypeIsATuple(arrlast(before[1]));
    flattenType(arrlast(before[1]), &results);
  }
  if (any) {
    moveResultPlaces(context, function, before[0]);
    relaxFuncSetArgAttrs(
        function, flattenAttributes(context, relaxFuncGetArgAttrs(function),
                                    before[0], arrlen(before[0])));
    relaxFuncSetResAttrs(
        function, flattenAttributes(context, relaxFuncGetResAttrs(function),
                                    before[1], arrlen(before[1])));
    relaxFuncSetFunctionType(
        function, mlirFunctionTypeGet(context, arrlen(inputs), inputs,
                                      arrlen(results), results));
    ++run->counters[COUNT_FUNCTIONS];
  }
  arrfree(inputs);
  arrfree(results);
  arrfree(before[0]);
  arrfree(before[1]);
  return any;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static bool hasTuple(MlirOperation op) {
  bool any = false;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    any |= mlirTypeIsATuple(mlirValueGetType(mlirOperationGetOperand(op, i)));
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    any |= mlirTypeIsATuple(mlirValueGetType(mlirOperationGetResult(op, i)));
  return any;
}

static MlirWalkResult collect(MlirOperation op, void *userData) {
  MlirOperation **ops = userData;
  if ((relaxIsReturn(op) || relaxIsYield(op) || relaxIsCall(op) ||
       relaxIsClosure(op) || relaxIsInvoke(op) || relaxIsIf(op) ||
       relaxIsWhile(op) || relaxIsDispatch(op) || relaxIsMatch(op)) &&
      hasTuple(op))
    arrput(*ops, op);
  return MlirWalkResultAdvance;
}

static bool isOfFields(MlirOperation op) {
  return relaxIsTuple(op) || relaxIsTupleGet(op);
}

/// Fields that were put in are what is taken out; tuples that nothing uses go.
static void forwardFields(MlirOperation function) {
  MlirOperation *ops = NULL;
  bridgeCollect(function, isOfFields, &ops);
  for (ptrdiff_t i = 0; i < arrlen(ops); ++i) {
    MlirAttribute attribute;
    MlirValue field;
    if (relaxIsTupleGet(ops[i]) &&
        relaxTupleGetFold(ops[i], NULL, &attribute, &field))
      mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(ops[i], 0), field);
  }
  for (ptrdiff_t i = arrlen(ops); i-- > 0;)
    if (bridgeIsTriviallyDead(ops[i]))
      mlirOperationDestroy(ops[i]);
  arrfree(ops);
}

static void flattenFunction(RelaxPassRun *run, MlirOperation function) {
  bool changed = flattenSignature(run, function);
  if (!relaxFuncHasBody(function))
    return;
  MlirOperation *ops = NULL;
  if (changed)
    flattenArguments(bridgeBody(function));
  mlirOperationWalk(function, collect, &ops, MlirWalkPostOrder);
  run->counters[COUNT_OPS] += (uint64_t)arrlen(ops);
  for (ptrdiff_t i = 0; i < arrlen(ops); ++i) {
    // Patterns fit the value of a match and name its parts as they are.
    bool matches = relaxIsMatch(ops[i]);
    if (!matches)
      flattenOperands(ops[i]);
    for (intptr_t r = 0, e = mlirOperationGetNumRegions(ops[i]);
         !matches && r < e; ++r)
      flattenArguments(bridgeBlock(ops[i], r));
    if (!bridgeIsTerminator(ops[i]))
      flattenResults(ops[i]);
  }
  changed |= arrlen(ops) > 0;
  arrfree(ops);
  if (changed)
    forwardFields(function);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  flattenFunctionValues(run->op);
  for (MlirOperation op = {NULL};
       (op = bridgeNext(run->op, op, relaxIsFunc)).ptr;)
    flattenFunction(run, op);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxFlattenTuplesPass = {
    .name = "relax-flatten-tuples",
    .summary = "pass the fields of tuples where tuples would pass",
    .documentation =
        "Arguments and results of functions, also of those that are values, "
        "calls, branches, loops and "
        "versions that are tuples become their fields, and those of tuples in "
        "them, in order; an argument `%t` becomes `%t_0`, `%t_1`, ..., a "
        "result with `relax.name = \"y\"` becomes `y.0`, `y.1`, .... Inside, a "
        "field that is taken out is what was put in. Compiled programs have "
        "tensors only, so this comes first in their pipeline. Signatures of "
        "public functions change with the others.\n",
    .anchor = "builtin.module",
    .counters = {[COUNT_FUNCTIONS] = "signatures-changed",
                 [COUNT_OPS] = "ops-changed"},
    .traits = RELAX_PASS_CHANGES_SIGNATURES | RELAX_PASS_REQUIRED,
    .run = run,
};
