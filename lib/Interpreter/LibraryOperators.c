//===- LibraryOperators.c - library functions that are operators ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What `relax-legalize` leaves to the op library are calls with the name and
// the attributes of an operator. The operator is put together again and
// evaluated: the op library has no part in reference mode.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Interpreter/Machine/Instructions.h"
#include "lib/Runtime/Container.h"

#include <inttypes.h>
#include <string.h>

/// Expressions over registers become numbers. What a cast has in its result's
/// type is no attribute of it.
static bool attributesOf(EvalStep *step, StrRef name, MlirAttribute arguments,
                         intptr_t firstRegister, Arena *arena,
                         MlirNamedAttribute **out, intptr_t *count) {
  if (strRefEqual(name, strRefFromC("relax.cast")))
    arguments.ptr = NULL;
  *count = arguments.ptr ? mlirDictionaryAttrGetNumElements(arguments) : 0;
  *out = ARENA_ARRAY(arena, MlirNamedAttribute, *count + 1);
  for (intptr_t i = 0; i < *count; ++i) {
    (*out)[i] = mlirDictionaryAttrGetElement(arguments, i);
    int64_t value;
    if (firstRegister < 0 || !symIsExprAttr((*out)[i].attribute))
      continue;
    if (!machineEval(step, firstRegister, (*out)[i].attribute, &value))
      return false;
    (*out)[i].attribute =
        symConstAttribute(mlirOperationGetContext(step->op), value);
  }
  return true;
}

/// `relax.constant` of texts.
static bool texts(EvalStep *step, MlirAttribute arguments) {
  MlirAttribute dims = {NULL}, list = {NULL};
  if (arguments.ptr) {
    dims = mlirDictionaryAttrGetElementByName(
        arguments, mlirStringRefCreateFromCString("dims"));
    list = mlirDictionaryAttrGetElementByName(
        arguments, mlirStringRefCreateFromCString("texts"));
  }
  if (!dims.ptr || !list.ptr)
    return relaxFail(step->error, "expected 'dims' and 'texts'");
  int64_t extents[RELAX_MAX_RANK];
  intptr_t rank = mlirDenseArrayGetNumElements(dims);
  intptr_t count = mlirArrayAttrGetNumElements(list);
  StrRef *values = ARENA_ARRAY(step->arena, StrRef, count + 1);
  for (intptr_t i = 0; i < rank && i < RELAX_MAX_RANK; ++i)
    extents[i] = mlirDenseI64ArrayGetElement(dims, i);
  for (intptr_t i = 0; i < count; ++i)
    values[i] = strRefFromMlir(
        mlirStringAttrGetValue(mlirArrayAttrGetElement(list, i)));
  return relaxStringsCreate((int32_t)rank, extents, values, &step->results[0],
                            step->error);
}

/// A table of lengths is the same afterwards; sums are looked at where they are
/// evaluated.
static bool lengths(EvalStep *step, bool same) {
  const RelaxTensor *input = step->operands[0];
  const int64_t *entries = input->data;
  for (int64_t i = 0; i < input->dims[0]; ++i)
    if (entries[i] < 0)
      return relaxFail(step->error,
                       "entry %" PRId64
                       ": expected a length >= 0, got %" PRId64,
                       i, entries[i]);
  const RelaxTensor *other = same ? step->operands[1] : input;
  if (!relaxTensorSameShape(other, input) ||
      memcmp(other->data, entries, relaxTensorSize(input)) != 0)
    return relaxFail(step->error, "expected the lengths that the same table "
                                  "has in another argument");
  step->results[0] = relaxTensorShare(input);
  return true;
}

/// What holds of several tables was said in front of the pass that makes the
/// call, and is looked at there.
static bool sameLengths(EvalStep *step, intptr_t numTables) {
  if (step->numResults != numTables)
    return relaxFail(step->error,
                     "expected one 'fact' and as many results as tables");
  for (intptr_t i = 0; i < step->numResults; ++i)
    step->results[i] = relaxTensorShare(step->operands[i]);
  return true;
}

/// An operation of the operator's name. The caller destroys it.
static MlirOperation rebuild(EvalStep *step, StrRef name, intptr_t numOperands,
                             const MlirNamedAttribute *attributes,
                             intptr_t numAttributes, Arena *arena) {
  MlirOperationState state = mlirOperationStateGet(
      strRefToMlir(name), mlirOperationGetLocation(step->op));
  MlirValue *operands = ARENA_ARRAY(arena, MlirValue, numOperands + 1);
  MlirType *types = ARENA_ARRAY(arena, MlirType, step->numResults + 1);
  for (intptr_t i = 0; i < numOperands; ++i)
    operands[i] = mlirOperationGetOperand(step->op, i);
  for (intptr_t i = 0; i < step->numResults; ++i)
    types[i] = mlirValueGetType(mlirOperationGetResult(step->op, i));
  mlirOperationStateAddOperands(&state, numOperands, operands);
  mlirOperationStateAddResults(&state, step->numResults, types);
  MlirOperation op = mlirOperationCreate(&state);
  // One by one: what has another type than the operator wants is left out.
  for (intptr_t i = 0; i < numAttributes; ++i)
    mlirOperationSetAttributeByName(op, mlirIdentifierStr(attributes[i].name),
                                    attributes[i].attribute);
  return op;
}

static bool evaluateOperator(EvalStep *step, StrRef name, intptr_t numOperands,
                             MlirAttribute arguments, intptr_t firstRegister) {
  const EvalEntry *entry = evalFind(step->frame->interpreter, name);
  if (strRefEqual(name, strRefFromC("relax.lengths")))
    return lengths(step, numOperands > 1);
  if (strRefEqual(name, strRefFromC("relax.lengths_fit")))
    return lengths(step, false);
  if (strRefEqual(name, strRefFromC("relax.lengths_hold")))
    return sameLengths(step, numOperands);
  if (strRefEqual(name, strRefFromC("relax.constant")))
    return texts(step, arguments);
  if (strRefEqual(name, strRefFromC("relax.call_artefact")))
    return evalArtefact(step, arguments, firstRegister);
  if (!entry)
    return relaxFail(step->error,
                     "library function '%.*s' has no reference: expected an "
                     "operator or 'relax.sort', or use '--mode=compiled'",
                     (int)name.length, name.data);
  MlirNamedAttribute *attributes;
  intptr_t count;
  MlirOperation op = {NULL};
  bool good = attributesOf(step, name, arguments, firstRegister, step->arena,
                           &attributes, &count);
  if (good)
    op = rebuild(step, name, numOperands, attributes, count, step->arena);
  // Types of the executable level say less than an operator's rules want.
  if (good && firstRegister < 0 && !mlirOperationVerify(op))
    good = relaxFail(step->error,
                     "'%.*s' cannot be put together from a call of the library",
                     (int)name.length, name.data);
  if (good) {
    EvalStep other = *step;
    other.op = op;
    other.numOperands = numOperands;
    other.rule = entry->rule;
    good = entry->evaluate(&other);
  }
  if (op.ptr)
    mlirOperationDestroy(op);
  return good;
}

bool evalCallLibrary(EvalStep *step) {
  StrRef name = relaxCallLibraryGetFunction(step->op);
  intptr_t inputs = relaxCallLibraryGetNumInputs(step->op);
  return strRefEqual(name, strRefFromC("relax.sort"))
             ? evalSort(step, inputs)
             : evaluateOperator(step, name, inputs,
                                relaxCallLibraryGetArguments(step->op), -1);
}

/// Results have memory of their own, whatever places there are.
static bool callLibrary(EvalStep *step) {
  intptr_t inputs = vmCallLibraryGetNumInputs(step->op);
  StrRef name = vmCallLibraryGetFunction(step->op);
  if (strRefEqual(name, strRefFromC("relax.sort")))
    return evalSort(step, inputs);
  return evaluateOperator(step, name, inputs,
                          vmCallLibraryGetArguments(step->op), inputs);
}

const EvalEntry evalMachineLibrary[] = {{"vm.call_library", callLibrary, NULL},
                                        {NULL, NULL, NULL}};
