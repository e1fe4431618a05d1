//===- FlattenTuplesBorder.c - fields pass where tuples passed ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Tuple.gen.h"
#include "lib/Bridge/Core/ResultNames.h"
#include "lib/Transforms/Functions/FlattenTuples.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Types and values
//===----------------------------------------------------------------------===//

void flattenType(MlirType type, MlirType **out) {
  if (!mlirTypeIsATuple(type)) {
    arrput(*out, type);
    return;
  }
  for (intptr_t i = 0, e = mlirTupleTypeGetNumTypes(type); i < e; ++i)
    flattenType(mlirTupleTypeGetType(type, i), out);
}

/// The same for a value; fields are taken out before `before`.
static void flattenValue(MlirValue value, MlirOperation before,
                         MlirValue **out) {
  MlirType type = mlirValueGetType(value);
  if (!mlirTypeIsATuple(type)) {
    arrput(*out, value);
    return;
  }
  MlirLocation loc = mlirOperationGetLocation(before);
  for (intptr_t i = 0, e = mlirTupleTypeGetNumTypes(type); i < e; ++i) {
    RelaxTupleGetArgs args = {value, i};
    MlirOperation get = relaxTupleGetCreate(loc, &args);
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(before), before,
                                        get);
    flattenValue(mlirOperationGetResult(get, 0), before, out);
  }
}

/// A value of `type` out of `values`, of which `*next` is the next; tuples are
/// made before `before`.
static MlirValue rebuild(MlirType type, const MlirValue *values, size_t *next,
                         MlirBlock block, MlirOperation before,
                         MlirLocation loc) {
  if (!mlirTypeIsATuple(type))
    return values[(*next)++];
  MlirValue *fields = NULL;
  for (intptr_t i = 0, e = mlirTupleTypeGetNumTypes(type); i < e; ++i)
    arrput(fields, rebuild(mlirTupleTypeGetType(type, i), values, next, block,
                           before, loc));
  RelaxTupleArgs args = {arrlen(fields), fields};
  MlirOperation tuple = relaxTupleCreate(loc, &args);
  mlirBlockInsertOwnedOperationBefore(block, before, tuple);
  arrfree(fields);
  return mlirOperationGetResult(tuple, 0);
}

//===----------------------------------------------------------------------===//
// Borders
//===----------------------------------------------------------------------===//

void flattenArguments(MlirBlock block) {
  MlirOperation first = mlirBlockGetFirstOperation(block);
  for (intptr_t i = mlirBlockGetNumArguments(block); i-- > 0;) {
    MlirValue argument = mlirBlockGetArgument(block, i);
    MlirType type = mlirValueGetType(argument);
    if (!mlirTypeIsATuple(type))
      continue;
    MlirLocation loc = mlirValueGetLocation(argument);
    StrRef name = bridgeLocationName(loc);
    MlirType *types = NULL;
    MlirValue *values = NULL;
    flattenType(type, &types);
    for (ptrdiff_t k = 0; k < arrlen(types); ++k) {
      StrBuf text = {0};
      strBufAppend(&text, name);
      strBufAppendFormat(&text, "_%ld", (long)k);
      MlirLocation named =
          name.length
              ? bridgeNamedLocation((StrRef){text.data, text.length}, loc)
              : loc;
      arrput(values,
             mlirBlockInsertArgument(block, i + 1 + k, types[k], named));
      strBufFree(&text);
    }
    size_t next = 0;
    mlirValueReplaceAllUsesOfWith(
        argument, rebuild(type, values, &next, block, first, loc));
    mlirBlockEraseArgument(block, (unsigned)i);
    arrfree(types);
    arrfree(values);
  }
}

void flattenOperands(MlirOperation op) {
  MlirValue *values = NULL;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    flattenValue(mlirOperationGetOperand(op, i), op, &values);
  mlirOperationSetOperands(op, arrlen(values), values);
  arrfree(values);
}

/// The operation with other results, its regions moved.
static MlirOperation withResults(MlirOperation op, MlirLocation loc,
                                 const MlirType *types, intptr_t count) {
  StrRef name = bridgeOpName(op);
  MlirOperationState state = mlirOperationStateGet(strRefToMlir(name), loc);
  MlirValue *operands = NULL;
  MlirNamedAttribute *attributes = NULL;
  MlirRegion *regions = NULL;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    arrput(operands, mlirOperationGetOperand(op, i));
  for (intptr_t i = 0, e = mlirOperationGetNumAttributes(op); i < e; ++i)
    arrput(attributes, mlirOperationGetAttribute(op, i));
  for (intptr_t i = 0, e = mlirOperationGetNumRegions(op); i < e; ++i) {
    MlirRegion region = mlirRegionCreate();
    mlirRegionTakeBody(region, mlirOperationGetRegion(op, i));
    arrput(regions, region);
  }
  mlirOperationStateAddOperands(&state, arrlen(operands), operands);
  mlirOperationStateAddAttributes(&state, arrlen(attributes), attributes);
  mlirOperationStateAddResults(&state, count, types);
  mlirOperationStateAddOwnedRegions(&state, arrlen(regions), regions);
  MlirOperation made = mlirOperationCreate(&state);
  arrfree(operands);
  arrfree(attributes);
  arrfree(regions);
  return made;
}

/// Types of the fields of all results, and names for them: `%t_0`, `%t_1` of
/// `%t`.
static MlirLocation flattenNames(MlirOperation op, MlirType **types) {
  StrBuf *texts = NULL;
  StrRef *names = NULL;
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, i));
    StrRef name = bridgeResultName(op, i);
    ptrdiff_t first = arrlen(*types);
    flattenType(type, types);
    for (ptrdiff_t k = first; k < arrlen(*types); ++k) {
      StrBuf text = {0};
      strBufAppend(&text, name);
      if (name.length && mlirTypeIsATuple(type))
        strBufAppendFormat(&text, "_%ld", (long)(k - first));
      arrput(texts, text);
    }
  }
  for (ptrdiff_t k = 0; k < arrlen(texts); ++k) {
    StrRef name = {strBufText(&texts[k]), texts[k].length};
    arrput(names, name);
  }
  MlirLocation loc =
      bridgeWithResultNames(mlirOperationGetLocation(op), arrlen(names), names);
  for (ptrdiff_t k = 0; k < arrlen(texts); ++k)
    strBufFree(&texts[k]);
  arrfree(texts);
  arrfree(names);
  return loc;
}

void flattenResults(MlirOperation op) {
  MlirType *types = NULL;
  MlirLocation loc = flattenNames(op, &types);
  MlirBlock block = mlirOperationGetBlock(op);
  MlirOperation made = withResults(op, loc, types, arrlen(types));
  mlirBlockInsertOwnedOperationBefore(block, op, made);
  MlirValue *values = NULL;
  for (ptrdiff_t i = 0; i < arrlen(types); ++i)
    arrput(values, mlirOperationGetResult(made, i));
  size_t next = 0;
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    mlirValueReplaceAllUsesOfWith(
        result, rebuild(mlirValueGetType(result), values, &next, block, op,
                        mlirOperationGetLocation(op)));
  }
  mlirOperationDestroy(op);
  arrfree(types);
  arrfree(values);
}
