//===- Encode.c - the host program as the runtime's program ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Program/Encode.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Signature.h"
#include "dialects/Relax/Target.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Analysis/DataTypes.h"
#include "lib/Analysis/ElementType.h"
#include "lib/Support/Map.h"
#include "lib/Target/Program/Encoder.h"
#include "lib/Target/TargetNote.h"

#include <stb/stb_ds.h>

/// The `relax.name` attribute of argument or result `index`, else `fallback`.
static StrRef nameOf(MlirAttribute attributes, intptr_t index,
                     StrRef fallback) {
  if (!attributes.ptr)
    return fallback;
  MlirAttribute name = mlirDictionaryAttrGetElementByName(
      mlirArrayAttrGetElement(attributes, index),
      mlirStringRefCreateFromCString("relax.name"));
  return name.ptr && mlirAttributeIsAString(name) ? bridgeText(name)
                                                  : fallback;
}

static StrRef numbered(Encoder *encoder, const char *word, intptr_t index) {
  return arenaFormat(encoder->arena, "%s%ld", word, (long)index);
}

/// What callers from outside have to know of a data type.
static MlirLogicalResult describeData(Encoder *encoder, MlirOperation function,
                                      bool input, MlirType type,
                                      RelaxValueType *out) {
  StrBuf reason = {0};
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  if (!vmFuncGetSymVisibility(function).ptr &&
      !dataTypeDescribe(encoder->program, function,
                        vmFuncGetFunctionType(function), input, type,
                        &out->data, &reason))
    outcome = bridgeEmitOpError(function, "'%.*s': %s", SPREAD(out->name),
                                strBufText(&reason));
  strBufFree(&reason);
  return outcome;
}

static MlirLogicalResult valueType(Encoder *encoder, MlirOperation function,
                                   bool input, MlirType type, StrRef name,
                                   RelaxValueType *out) {
  RelaxTensorInfo info;
  *out = (RelaxValueType){.name = name, .kind = RELAX_VALUE_TENSOR};
  StrBuf dims = {0};
  if (relaxContainedType(type).ptr || relaxIsAdtType(type) ||
      relaxIsFnType(type) || relaxIsRefType(type)) {
    out->dtype = relaxIsFnType(type)         ? RELAX_CLOSURE
                 : relaxIsRefType(type)      ? RELAX_REF
                 : relaxIsAdtType(type)      ? RELAX_DATA
                 : relaxIsSequenceType(type) ? RELAX_SEQUENCE
                                             : RELAX_OPTIONAL;
    out->rank = -1;
    bridgePrintType(type, &dims);
    out->dims = arenaKeep(encoder->arena, &dims);
    return relaxIsAdtType(type)
               ? describeData(encoder, function, input, type, out)
               : mlirLogicalResultSuccess();
  }
  if (!relaxTensorInfo(type, &info) ||
      !relaxElementDType(info.elementType, &out->dtype))
    return bridgeEmitOpError(function,
                             "'%.*s' has a type that the runtime does "
                             "not support",
                             SPREAD(name));
  out->rank = info.ranked ? (int32_t)info.rank : -1;
  relaxPrintShape(info, &dims);
  out->dims = arenaKeep(encoder->arena, &dims);
  return mlirLogicalResultSuccess();
}

static void setDonation(Encoder *encoder, MlirOperation function,
                        intptr_t index, RelaxValueType *out) {
  int64_t *reserve = ARENA_ARRAY(encoder->arena, int64_t, RELAX_MAX_RANK);
  out->donated = relaxArgumentIsDonated(function, index);
  out->scattered = relaxArgumentIsScattered(function, index);
  out->reserve = reserve;
  for (int32_t axis = 0; axis < out->rank; ++axis) {
    int64_t extent = relaxArgumentReserve(function, index, axis);
    if (extent < 0)
      return;
    reserve[out->numReserve++] = extent;
  }
}

static MlirLogicalResult encodeSignature(Encoder *encoder, MlirOperation op,
                                         MlirBlock entry) {
  MlirType type = vmFuncGetFunctionType(op);
  RelaxValueType value;
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i) {
    MlirValue argument = mlirBlockGetArgument(entry, i);
    StrRef name = bridgeLocationName(mlirValueGetLocation(argument));
    name = nameOf(vmFuncGetArgAttrs(op), i,
                  name.length ? name : numbered(encoder, "arg", i));
    if (mlirLogicalResultIsFailure(valueType(
            encoder, op, true, mlirValueGetType(argument), name, &value)))
      return mlirLogicalResultFailure();
    setDonation(encoder, op, i, &value);
    uint32_t reg = relaxFunctionAddParam(encoder->program,
                                         encoder->emitter.function, value);
    hmput(encoder->registers, (void *)argument.ptr, reg);
  }
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumResults(type); i < e; ++i) {
    StrRef name =
        nameOf(vmFuncGetResAttrs(op), i, numbered(encoder, "result", i));
    if (mlirLogicalResultIsFailure(valueType(encoder, op, false,
                                             mlirFunctionTypeGetResult(type, i),
                                             name, &value)))
      return mlirLogicalResultFailure();
    relaxFunctionAddResult(encoder->program, encoder->emitter.function, value);
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult encodeFunction(Encoder *encoder, MlirOperation op) {
  MlirBlock entry = bridgeBody(op);
  StrRef name = vmFuncGetSymName(op);
  encoder->emitter = (RelaxEmitter){
      encoder->program, strMapEntry(encoder->functions, name.data)->value};
  encoder->worksInPlace = encoderWorksInPlace(op);
  if (mlirLogicalResultIsFailure(encodeSignature(encoder, op, entry)))
    return mlirLogicalResultFailure();
  for (MlirOperation inner = {NULL}; bridgeAdvance(entry, &inner);)
    if (mlirLogicalResultIsFailure(encoderEmit(encoder, inner)))
      return mlirLogicalResultFailure();
  encoder->program->functions[encoder->emitter.function].isConcurrent =
      relaxFuncIsConcurrent(op);
  bool prepare = mlirOperationGetDiscardableAttributeByName(
                     op, mlirStringRefCreateFromCString("prepare"))
                     .ptr != NULL;
  if (prepare)
    relaxProgramSetPrepare(encoder->program, encoder->emitter.function);
  return mlirLogicalResultSuccess();
}

/// All functions are known before any code is emitted: calls may go forward.
static MlirLogicalResult declareFunctions(Encoder *encoder, MlirBlock body) {
  bool found = false;
  for (MlirOperation op = {NULL}; bridgeAdvance(body, &op);) {
    if (relaxIsFunc(op))
      return bridgeEmitOpError(op, "is not lowered: run 'relax-to-vm' first");
    if (!vmIsFunc(op))
      continue;
    found = true;
    StrRef name = vmFuncGetSymName(op);
    shput(encoder->functions, (char *)name.data,
          relaxProgramAddFunction(encoder->program, name,
                                  !vmFuncGetSymVisibility(op).ptr));
  }
  return found ? mlirLogicalResultSuccess()
               : bridgeEmitError(mlirOperationGetLocation(encoder->module),
                                 "the module has no function to run");
}

static bool hasTarget(MlirBlock body) {
  MlirOperation op = mlirBlockGetFirstOperation(body);
  while (op.ptr && !relaxIsMachine(op))
    op = mlirOperationGetNextInBlock(op);
  return op.ptr != NULL;
}

/// What the kernels are made for; a text without targets says nothing.
static MlirLogicalResult addTargets(Encoder *encoder, MlirBlock body) {
  StrBuf lines = {0};
  bool good = true, any = hasTarget(body);
  MlirOperation last = {NULL};
  for (MlirOperation op = {NULL}; good && any && bridgeAdvance(body, &op);) {
    RelaxTarget target;
    TargetCode code;
    if (!tirIsFunc(op))
      continue;
    good = relaxTargetOf(op, &target);
    if (!good || mlirOperationEqual(target.op, last))
      continue;
    last = target.op;
    good = targetCodeOf(&target, encoder->arena, &code);
    if (good)
      targetAppendLine(&code, &lines);
  }
  relaxProgramSetTargets(encoder->program, (StrRef){lines.data, lines.length});
  strBufFree(&lines);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

static MlirLogicalResult encodeModule(Encoder *encoder) {
  MlirBlock body = bridgeBody(encoder->module);
  if (mlirLogicalResultIsFailure(declareFunctions(encoder, body)) ||
      mlirLogicalResultIsFailure(encoderAddWeights(encoder)) ||
      mlirLogicalResultIsFailure(addTargets(encoder, body)))
    return mlirLogicalResultFailure();
  for (MlirOperation op = {NULL};
       (op = bridgeNext(encoder->module, op, vmIsFunc)).ptr;)
    if (mlirLogicalResultIsFailure(encodeFunction(encoder, op)))
      return mlirLogicalResultFailure();
  return encoder->failed ? mlirLogicalResultFailure()
                         : mlirLogicalResultSuccess();
}

RelaxProgram *relaxEncodeModule(MlirOperation module) {
  Encoder encoder = {.emit = encoderEmit,
                     .arena = arenaCreate(),
                     .program = relaxProgramCreate(),
                     .module = module};
  MlirLogicalResult outcome = encodeModule(&encoder);
  RelaxError error = {0};
  if (mlirLogicalResultIsSuccess(outcome) &&
      !relaxProgramVerify(encoder.program, &error))
    outcome = bridgeEmitError(mlirOperationGetLocation(module),
                              "host program: %s", relaxErrorText(&error));
  relaxErrorFree(&error);
  hmfree(encoder.registers);
  shfree(encoder.weights);
  shfree(encoder.kernels);
  shfree(encoder.functions);
  arenaDestroy(encoder.arena);
  if (mlirLogicalResultIsSuccess(outcome))
    return encoder.program;
  relaxProgramDestroy(encoder.program);
  return NULL;
}
