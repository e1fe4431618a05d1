//===- Check.c - run-time checks of kernels -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A kernel with `tir.check` has a flag on its stack, which it returns
// (lib/Runtime/KernelABI.h). Threads of a parallel loop share the flag and only
// ever store to it, atomically: no barrier, and a branch that is not taken
// where the check holds. Which check it was is a number in the code, what it
// says a text of the object.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Check.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Runtime/KernelABI.h"
#include "lib/Target/Kernel.h"
#include "mlir-c/Dialect/LLVM.h"

#include <string.h>

enum { MONOTONIC = 2, STATUS_BYTES = 4 }; // LLVM::AtomicOrdering

static void buildStore(OpBuilder *b, MlirValue pointer, int64_t code) {
  MlirContext context = opBuilderContext(b);
  MlirType i64 = targetI64Type(context);
  MlirValue operands[] = {
      buildConstant(b, mlirIntegerAttrGet(targetStatusType(context), code)),
      pointer};
  OpAttribute attributes[] = {
      {"ordering", mlirIntegerAttrGet(i64, MONOTONIC)},
      {"alignment", mlirIntegerAttrGet(i64, STATUS_BYTES)}};
  OpSpec spec = {.name = "llvm.store",
                 .operands = operands,
                 .numOperands = 2,
                 .attributes = attributes,
                 .numAttributes = 2};
  buildOp(b, &spec);
}

/// The first code stays; of several threads, that of one.
static void buildFirst(OpBuilder *b, MlirValue status, int64_t code) {
  MlirType type = targetStatusType(opBuilderContext(b));
  MlirValue ok = buildConstant(b, mlirIntegerAttrGet(type, RELAX_KERNEL_OK));
  MlirValue known = targetBuildElementLoad(b, status, 0, type);
  MlirOperation branch =
      buildIf(b, buildCompare(b, CMPI_EQ, known, ok), NULL, 0);
  OpBuilder inside = opBuilderAtEnd(bridgeBody(branch), b->location);
  buildStore(&inside, status, code);
  buildYield(&inside, NULL, 0);
}

MlirValue targetBuildStatus(MlirBlock entry) {
  OpBuilder b = opBuilderBefore(mlirBlockGetFirstOperation(entry));
  MlirContext context = opBuilderContext(&b);
  MlirType pointer = targetPointerType(context);
  MlirValue one = targetBuildI64(&b, 1);
  OpAttribute type = {"elem_type", mlirTypeAttrGet(targetStatusType(context))};
  OpSpec spec = {.name = "llvm.alloca",
                 .operands = &one,
                 .numOperands = 1,
                 .results = &pointer,
                 .numResults = 1,
                 .attributes = &type,
                 .numAttributes = 1};
  MlirValue status = mlirOperationGetResult(buildOp(&b, &spec), 0);
  buildStore(&b, status, RELAX_KERNEL_OK);
  return status;
}

/// `index 0 of 'X': expected ...` where that is known, else the argument and
/// its axis; behind it the place in the text.
static void printCheck(MlirOperation check, MlirBlock arguments, StrBuf *out) {
  MlirLocation location = mlirOperationGetLocation(check);
  StrRef said = bridgeLocationName(location);
  MlirAttribute argument = tirCheckGetArgument(check);
  StrBuf place = {0};
  if (said.length) {
    strBufAppend(out, said);
  } else if (argument.ptr) {
    int64_t number = mlirIntegerAttrGetValueInt(argument);
    strBufAppendFormat(out, "axis %ld of buffer %ld",
                       (long)mlirIntegerAttrGetValueInt(tirCheckGetAxis(check)),
                       (long)number);
    if (number >= 0 && number < mlirBlockGetNumArguments(arguments))
      said = bridgeLocationName(
          mlirValueGetLocation(mlirBlockGetArgument(arguments, number)));
    if (said.length)
      strBufAppendFormat(out, " ('%.*s')", SPREAD(said));
  }
  if (bridgePrintPlace(location, &place))
    strBufAppendFormat(out, "%sat %s", out->length ? ", " : "",
                       strBufText(&place));
  strBufFree(&place);
}

/// The number of a text, from 1 on; 0 for none.
static int32_t numberOf(const StrBuf *text, StrBuf *texts) {
  enum { MOST = INT32_MAX >> RELAX_KERNEL_TEXT_SHIFT };
  int32_t number = 1;
  if (text->length == 0)
    return 0;
  for (size_t at = 0; at < texts->length; ++number) {
    const char *one = texts->data + at;
    if (strcmp(one, text->data) == 0)
      return number;
    at += strlen(one) + 1;
  }
  if (number > MOST)
    return 0;
  strBufAppend(texts, (StrRef){text->data, text->length + 1});
  return number;
}

void targetConvertCheck(MlirOperation check, MlirValue status,
                        MlirBlock arguments, StrBuf *texts) {
  OpBuilder b = opBuilderBefore(check);
  StrBuf text = {0};
  printCheck(check, arguments, &text);
  int32_t code = tirCheckCode(tirCheckGetReason(check));
  code |= numberOf(&text, texts) << RELAX_KERNEL_TEXT_SHIFT;
  strBufFree(&text);
  MlirType i1 = mlirIntegerTypeGet(opBuilderContext(&b), 1);
  MlirValue yes = buildConstant(&b, mlirIntegerAttrGet(i1, 1));
  MlirValue failed =
      buildBinary(&b, "arith.xori", tirCheckGetCondition(check), yes);
  MlirOperation branch = buildIf(&b, failed, NULL, 0);
  OpBuilder inside = opBuilderAtEnd(bridgeBody(branch), b.location);
  buildFirst(&inside, status, code);
  buildYield(&inside, NULL, 0);
  mlirOperationDestroy(check);
}
