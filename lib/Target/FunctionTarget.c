//===- FunctionTarget.c - functions say what they are made for ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// LLVM generates code for each function by its attributes, so that functions of
// one module may be for several machines of an architecture. Upstream's
// conversions carry attributes of the `llvm` dialect to the `llvm.func`, but
// only as discardable ones, which the translation does not read.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Kernel.h"

#define PREFIX "llvm."

static const char *const names[] = {"target_cpu", "tune_cpu", "target_features",
                                    "prefer_vector_width", "passthrough"};
enum { CPU, TUNE, FEATURES, WIDTH, FLAGS, NUM_NAMES };

static void set(MlirOperation function, int which, MlirAttribute value) {
  StrBuf name = {0};
  strBufAppendFormat(&name, PREFIX "%s", names[which]);
  mlirOperationSetDiscardableAttributeByName(
      function, mlirStringRefCreate(name.data, name.length), value);
  strBufFree(&name);
}

static void setText(MlirOperation function, int which, StrRef text) {
  set(function, which,
      mlirStringAttrGet(mlirOperationGetContext(function), strRefToMlir(text)));
}

/// `#llvm.target_features<["+a", "+b"]>`.
static MlirAttribute featuresOf(const TargetCode *code, MlirContext context) {
  StrBuf text = {0};
  strBufAppendC(&text, "#llvm.target_features<[\"");
  for (size_t i = 0; i < code->features.length; ++i)
    if (code->features.data[i] == ',')
      strBufAppendC(&text, "\", \"");
    else
      strBufAppend(&text, (StrRef){code->features.data + i, 1});
  strBufAppendC(&text, "\"]>");
  MlirAttribute features = mlirAttributeParseGet(
      context, mlirStringRefCreate(text.data, text.length));
  strBufFree(&text);
  return features;
}

/// Nor is a function inlined that is not optimised.
static MlirAttribute flagsOf(MlirContext context) {
  MlirAttribute flags[] = {
      mlirStringAttrGet(context, mlirStringRefCreateFromCString("noinline")),
      mlirStringAttrGet(context, mlirStringRefCreateFromCString("optnone"))};
  return mlirArrayAttrGet(context, sizeof flags / sizeof *flags, flags);
}

void targetSetTarget(MlirOperation function, const TargetCode *code,
                     bool once) {
  enum { BITS = 8 };
  StrBuf width = {0};
  const RelaxTarget *target = &code->target;
  setText(function, CPU, target->cpu);
  if (target->tune.length)
    setText(function, TUNE, target->tune);
  if (code->features.length)
    set(function, FEATURES,
        featuresOf(code, mlirOperationGetContext(function)));
  strBufAppendFormat(&width, "%ld", (long)(target->vectorBytes * BITS));
  setText(function, WIDTH, (StrRef){width.data, width.length});
  strBufFree(&width);
  if (once)
    set(function, FLAGS, flagsOf(mlirOperationGetContext(function)));
  mlirOperationSetDiscardableAttributeByName(
      function, mlirStringRefCreateFromCString(TARGET_REGISTERS),
      mlirIntegerAttrGet(mlirIndexTypeGet(mlirOperationGetContext(function)),
                         target->registers));
}

static MlirWalkResult place(MlirOperation op, void *userData) {
  (void)userData;
  if (!bridgeIsNamed(op, "llvm.func"))
    return MlirWalkResultAdvance;
  for (int i = 0; i < NUM_NAMES; ++i) {
    StrBuf text = {0};
    strBufAppendFormat(&text, PREFIX "%s", names[i]);
    MlirStringRef name = mlirStringRefCreate(text.data, text.length);
    MlirAttribute value = mlirOperationGetDiscardableAttributeByName(op, name);
    if (value.ptr) {
      mlirOperationRemoveDiscardableAttributeByName(op, name);
      mlirOperationSetInherentAttributeByName(
          op, mlirStringRefCreateFromCString(names[i]), value);
    }
    strBufFree(&text);
  }
  return MlirWalkResultSkip;
}

void targetPlaceTargets(MlirOperation module) {
  mlirOperationWalk(module, place, NULL, MlirWalkPreOrder);
}
