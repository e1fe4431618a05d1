//===- Entry.c - functions as callers from outside see them ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A tuple is its fields there, as in a compiled program.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Ragged.h"
#include "dialects/Relax/Relax.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Analysis/DataTypes.h"
#include "lib/Interpreter/Module.h"
#include "lib/Runtime/DataType.h"

#include <stdlib.h>

static bool isPrepare(MlirOperation function) {
  return mlirOperationGetDiscardableAttributeByName(
             function, mlirStringRefCreateFromCString("prepare"))
             .ptr != NULL;
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

/// A parameter or result; false if the runtime has no such value. `dims` keeps
/// the text of the shape and belongs to the caller.
static bool valueType(MlirType type, StrRef name, StrBuf *dims,
                      RelaxValueType *out) {
  RelaxTensorInfo info;
  *out = (RelaxValueType){.name = name, .kind = RELAX_VALUE_TENSOR};
  if (relaxIsLengthsType(type)) {
    RelaxTable table = relaxLengthsTable(type);
    out->dtype = RELAX_I64;
    out->rank = 1;
    relaxPrintDims(table.domain, table.rank, dims);
    out->dims = (StrRef){strBufText(dims), dims->length};
    return true;
  }
  if (relaxTensorInfo(relaxPackedType(type), &info)) {
    out->rank = info.ranked ? (int32_t)info.rank : -1;
    relaxPrintShape(info, dims);
    out->dims = (StrRef){strBufText(dims), dims->length};
    return info.rank <= RELAX_MAX_RANK &&
           relaxElementDType(info.elementType, &out->dtype);
  }
  if (relaxContainedType(type).ptr) {
    out->dtype = relaxIsSequenceType(type) ? RELAX_SEQUENCE : RELAX_OPTIONAL;
    out->rank = -1;
    bridgePrintType(type, dims);
    out->dims = (StrRef){strBufText(dims), dims->length};
    return true;
  }
  if (relaxIsAdtType(type)) {
    out->dtype = RELAX_DATA;
    out->rank = -1;
    bridgePrintType(type, dims);
    out->dims = (StrRef){strBufText(dims), dims->length};
    return true;
  }
  if (!relaxIsShapeType(type))
    return false;
  const MlirAttribute *extents;
  intptr_t count = relaxShapeTypeGetDims(type, &extents);
  if (relaxShapeTypeGetRanked(type))
    strBufAppendFormat(dims, "[%ld]", (long)count);
  else
    strBufAppendC(dims, "[?]");
  out->dtype = RELAX_I64;
  out->rank = 1;
  out->dims = (StrRef){strBufText(dims), dims->length};
  return true;
}

/// A function whose signature is written down, field by field.
typedef struct SignatureWriter {
  RelaxProgram *program;
  MlirOperation function;
  uint32_t index;
  bool input;
  intptr_t value; // argument or result
  int32_t field;  // of a tuple; -1: it is none
  uint32_t next;  // among all fields of all values
  StrBuf reason;  // why a value cannot come in or go out
} SignatureWriter;

/// As compiled programs have it: `x`, `x_1` or `x.1` for a field, `arg0` and
/// `result0` where the text gives no name.
static void appendName(const SignatureWriter *writer, StrBuf *out) {
  EvalHead head = evalHeadOf(writer->function);
  MlirAttribute all = writer->input ? head.argAttrs : head.resAttrs;
  StrRef name = evalNameAttribute(all, writer->value);
  const char *joint = name.length ? "." : "_";
  if (!name.length && writer->input)
    name = evalArgumentName(writer->function, writer->value);
  if (!name.length)
    strBufAppendFormat(out, "%s%u", writer->input ? "arg" : "result",
                       writer->next);
  strBufAppend(out, name);
  if (name.length && writer->field >= 0)
    strBufAppendFormat(out, "%s%d", joint, (int)writer->field);
}

static bool addValue(SignatureWriter *writer, MlirType type) {
  if (mlirTypeIsATuple(type)) {
    bool outermost = writer->field < 0, good = true;
    if (outermost)
      writer->field = 0;
    for (intptr_t i = 0; good && i < mlirTupleTypeGetNumTypes(type); ++i)
      good = addValue(writer, mlirTupleTypeGetType(type, i));
    if (outermost)
      writer->field = -1;
    return good;
  }
  StrBuf dims = {0}, name = {0};
  RelaxValueType value;
  appendName(writer, &name);
  bool good =
      valueType(type, (StrRef){strBufText(&name), name.length}, &dims, &value);
  if (good && relaxIsAdtType(type) && evalHeadOf(writer->function).isPublic)
    good = dataTypeDescribe(writer->program, writer->function,
                            evalHeadOf(writer->function).type, writer->input,
                            type, &value.data, &writer->reason);
  if (good && writer->input)
    relaxFunctionAddParam(writer->program, writer->index, value);
  else if (good)
    relaxFunctionAddResult(writer->program, writer->index, value);
  strBufFree(&dims);
  strBufFree(&name);
  writer->field += writer->field >= 0;
  ++writer->next;
  return good;
}

bool evalAddSignature(RelaxInterpreter *interpreter, MlirOperation op,
                      RelaxError *error) {
  EvalHead head = evalHeadOf(op);
  StrRef name = head.name;
  // Weights are prepared where they are needed, not by callers.
  bool isEntry = head.isPublic && !(head.isMachine && isPrepare(op));
  RelaxProgram *program = interpreter->signatures;
  MlirType type = head.type;
  intptr_t inputs = mlirFunctionTypeGetNumInputs(type);
  intptr_t results = mlirFunctionTypeGetNumResults(type);
  SignatureWriter writer = {.program = program,
                            .function = op,
                            .index =
                                relaxProgramAddFunction(program, name, isEntry),
                            .field = -1};
  interpreter->functions[writer.index] = op;
  for (intptr_t i = 0; i < inputs + results; ++i) {
    writer.input = i < inputs;
    writer.value = writer.input ? i : i - inputs;
    if (i == inputs)
      writer.next = 0;
    MlirType value = writer.input
                         ? mlirFunctionTypeGetInput(type, i)
                         : mlirFunctionTypeGetResult(type, writer.value);
    // Nobody calls a private function from outside.
    if (addValue(&writer, value) || !isEntry)
      continue;
    relaxFail(error, "'@%.*s', %s %ld: %s", (int)name.length, name.data,
              writer.input ? "argument" : "result", (long)writer.value,
              writer.reason.length
                  ? strBufText(&writer.reason)
                  : "reference mode knows tensors, sequences, optionals, data "
                    "types and shapes only");
    strBufFree(&writer.reason);
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The next value of `type` out of fields, with a reference of its own.
static bool gather(MlirType type, const RelaxTensor **fields, RelaxTensor *out,
                   RelaxError *error) {
  if (!mlirTypeIsATuple(type)) {
    const RelaxTensor *field = (*fields)++;
    *out = field->storage ? relaxTensorShare(field) : *field;
    return true;
  }
  intptr_t count = mlirTupleTypeGetNumTypes(type), done = 0;
  RelaxTensor *values = calloc((size_t)count + 1, sizeof *values);
  bool good = values || relaxFail(error, "out of memory");
  for (; good && done < count; ++done)
    good =
        gather(mlirTupleTypeGetType(type, done), fields, &values[done], error);
  good = good && evalTupleCreate(values, count, out, error);
  for (intptr_t i = 0; i < done; ++i)
    relaxTensorRelease(&values[i]);
  free(values);
  return good;
}

/// A value of `type` as fields, with references of their own.
static void scatter(MlirType type, const RelaxTensor *value,
                    RelaxTensor **fields) {
  if (!mlirTypeIsATuple(type)) {
    *(*fields)++ = relaxTensorShare(value);
    return;
  }
  for (intptr_t i = 0, e = mlirTupleTypeGetNumTypes(type); i < e; ++i)
    scatter(mlirTupleTypeGetType(type, i), evalTupleField(value, i), fields);
}

bool evalCallFields(RelaxInterpreter *interpreter, MlirOperation function,
                    const RelaxTensor *inputs, RelaxTensor *outputs,
                    RelaxError *error) {
  MlirType type = evalHeadOf(function).type;
  intptr_t numInputs = mlirFunctionTypeGetNumInputs(type), given = 0;
  intptr_t numResults = mlirFunctionTypeGetNumResults(type);
  size_t count = (size_t)(numInputs + numResults) + 1;
  RelaxTensor *values = calloc(count, sizeof *values);
  const RelaxTensor **arguments = calloc(count, sizeof *arguments);
  bool good = (values && arguments) || relaxFail(error, "out of memory");
  for (; good && given < numInputs; ++given) {
    arguments[given] = &values[given];
    good = gather(mlirFunctionTypeGetInput(type, given), &inputs,
                  &values[given], error);
  }
  RelaxTensor *results = values + numInputs;
  good = good && evalCall(interpreter, function, arguments, numInputs, results,
                          numResults, NULL, 0, error);
  for (intptr_t i = 0; good && i < numResults; ++i)
    scatter(mlirFunctionTypeGetResult(type, i), &results[i], &outputs);
  for (size_t i = 0; values && i < count; ++i)
    relaxTensorRelease(&values[i]);
  free(values);
  free(arguments);
  return good;
}
