//===- Function.c - the function of a region in C -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Every value of the graph is a pointer: an input, a constant, a result, or
// memory that lives until the function returns.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Interfaces.h"
#include "dialects/Relax/Relax.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "lib/Analysis/CallSymbols.h"
#include "lib/Conversion/Backends/C/Writer.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stb/stb_ds.h>
#include <string.h>

typedef struct Graph {
  CWriter *w;
  MlirOperation function, ret;
  intptr_t constants; // from this argument on
  int temporaries;
} Graph;

static const char *bytesOf(Graph *graph, MlirType type) {
  RelaxTensorInfo info;
  relaxTensorInfo(type, &info);
  const char *element = cType(graph->w, info.elementType);
  return cText(graph->w, "sizeof(%s) * (size_t)(%s)",
               element ? element : "char",
               cCount(graph->w, info.rank, info.dims));
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static bool nameArguments(Graph *graph) {
  CWriter *w = graph->w;
  MlirBlock body = bridgeBody(graph->function);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(body); i < e; ++i) {
    MlirValue argument = mlirBlockGetArgument(body, i);
    RelaxTensorInfo info = relaxTensorInfoOf(argument);
    const char *type = cType(w, info.elementType);
    if (!type)
      return false;
    bool constant = i >= graph->constants;
    cSetName(w, argument,
             cText(w, "((%s *)%s[%ld])", type,
                   constant ? "constants" : "inputs",
                   (long)(constant ? i - graph->constants : i)));
  }
  return true;
}

/// Bare dimensions bind symbols, the first of each.
static void bindSymbols(Graph *graph) {
  CWriter *w = graph->w;
  MlirBlock body = bridgeBody(graph->function);
  StrRef *names = NULL;
  int64_t (*places)[2] = NULL;
  for (intptr_t i = 0; i < graph->constants; ++i) {
    RelaxTensorInfo info = relaxTensorInfoOf(mlirBlockGetArgument(body, i));
    for (intptr_t d = 0; d < info.rank; ++d) {
      StrRef name;
      bool isNew = symAttributeIsSymbol(info.dims[d], &name);
      for (ptrdiff_t k = 0; isNew && k < arrlen(names); ++k)
        isNew = !strRefEqual(names[k], name);
      if (!isNew)
        continue;
      arrput(names, name);
      arrsetlen(places, arrlenu(names));
      arrlast(places)[0] = i;
      arrlast(places)[1] = d;
    }
  }
  w->symbols = ARENA_ARRAY(w->arena, StrRef, arrlen(names));
  w->numSymbols = arrlenu(names);
  for (ptrdiff_t k = 0; k < arrlen(names); ++k)
    w->symbols[k] = names[k];
  for (ptrdiff_t k = 0; k < arrlen(names); ++k) {
    const char *symbol = cSymbol(w, names[k]);
    cLine(w, "const int64_t %s = dims[%d][%d];", symbol, (int)places[k][0],
          (int)places[k][1]);
    cLine(w, "(void)%s;", symbol);
  }
  arrfree(names);
  arrfree(places);
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

/// The result of the region that the value is; -1 if it is none.
static intptr_t outputOf(const Graph *graph, MlirValue value) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(graph->ret); i < e; ++i)
    if (mlirValueEqual(mlirOperationGetOperand(graph->ret, i), value))
      return i;
  return -1;
}

/// Memory for what a program writes.
static bool placeResult(Graph *graph, MlirValue value) {
  CWriter *w = graph->w;
  const char *type = cType(w, relaxTensorInfoOf(value).elementType);
  intptr_t output = outputOf(graph, value);
  if (!type)
    return false;
  if (output >= 0) {
    cSetName(w, value, cText(w, "((%s *)outputs[%ld])", type, (long)output));
    return true;
  }
  int number = graph->temporaries++;
  cSetName(w, value, cText(w, "((%s *)t[%d])", type, number));
  cLine(w, "t[%d] = malloc(1 + %s);", number,
        bytesOf(graph, mlirValueGetType(value)));
  cLine(w, "if (!t[%d])", number);
  cLine(w, "  goto end;");
  return true;
}

static MlirOperation calleeOf(MlirOperation call) {
  return bridgeFollow(call, relaxCallTirGetCallee(call));
}

/// By the place in the module: files of several regions can be one file.
static const char *kernelName(CWriter *w, MlirOperation kernel) {
  int number = 0;
  for (MlirOperation op =
           mlirBlockGetFirstOperation(mlirOperationGetBlock(kernel));
       !mlirOperationEqual(op, kernel); op = mlirOperationGetNextInBlock(op))
    number += tirIsFunc(op);
  return cText(w, "%s_%d", w->function, number);
}

static bool writeCall(Graph *graph, MlirOperation op) {
  CWriter *w = graph->w;
  MlirOperation kernel = calleeOf(op);
  intptr_t inputs = relaxCallTirGetNumInputs(op);
  intptr_t results = mlirOperationGetNumResults(op);
  MlirType *types = ARENA_ARRAY(w->arena, MlirType, inputs + results);
  StrBuf arguments = {0};
  bool good = true;
  for (intptr_t i = 0; i < inputs; ++i)
    types[i] = mlirValueGetType(relaxCallTirGetInputs(op, i));
  for (intptr_t i = 0; good && i < results; ++i) {
    types[inputs + i] = mlirValueGetType(mlirOperationGetResult(op, i));
    good = placeResult(graph, mlirOperationGetResult(op, i));
  }
  for (intptr_t i = 0; good && i < inputs + results; ++i)
    strBufAppendFormat(&arguments, "%s%s", i ? ", " : "",
                       cName(w, i < inputs
                                    ? relaxCallTirGetInputs(op, i)
                                    : mlirOperationGetResult(op, i - inputs)));
  StrRef *symbols;
  size_t count = tirFuncSymbols(kernel, w->arena, &symbols);
  for (size_t i = 0; good && i < count; ++i) {
    MlirAttribute value = callSymbol(op, kernel, kernel, types, symbols[i]);
    good = value.ptr ? true : cRefuse(w, "an extent of a program is not known");
    if (good)
      strBufAppendFormat(&arguments, ", %s", cExpr(w, value));
  }
  cLine(w, "status = %s(%s);", kernelName(w, kernel), strBufText(&arguments));
  cLine(w, "if (status != RELAX_REGION_OK)");
  cLine(w, "  goto end;");
  cLine(w, "status = RELAX_REGION_OUT_OF_MEMORY;");
  strBufFree(&arguments);
  return good;
}

/// A constant that stands in the text: its elements.
static bool writeConstant(Graph *graph, MlirOperation op) {
  CWriter *w = graph->w;
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirAttribute value = relaxConstantGetValue(op);
  RelaxTensorInfo info = relaxTensorInfoOf(result);
  const char *type = cType(w, info.elementType);
  if (!type)
    return false;
  intptr_t count = mlirElementsAttrGetNumElements(value);
  bool splat = mlirDenseElementsAttrIsSplat(value);
  bool bits = strcmp(type, "uint8_t") == 0;
  bool isFloat = mlirTypeIsAFloat(info.elementType);
  StrBuf text = {0};
  for (intptr_t i = 0; i < count; ++i) {
    intptr_t at = splat ? 0 : i;
    strBufAppendC(&text, i ? ", " : "");
    if (isFloat)
      strBufAppendFormat(
          &text, "%a",
          mlirTypeIsAF32(info.elementType)
              ? (double)mlirDenseElementsAttrGetFloatValue(value, at)
              : mlirDenseElementsAttrGetDoubleValue(value, at));
    else
      strBufAppendFormat(
          &text, "%lld",
          bits ? (long long)mlirDenseElementsAttrGetBoolValue(value, at)
               : (long long)mlirDenseElementsAttrGetInt64Value(value, at));
  }
  const char *name = cText(w, "c%d", (int)w->numValues++);
  cLine(w, "static %s %s[] = {%s};", type, name,
        count ? strBufText(&text) : "0");
  cSetName(w, result, name);
  strBufFree(&text);
  return true;
}

static bool writeOp(Graph *graph, MlirOperation op) {
  CWriter *w = graph->w;
  if (relaxIsCallTir(op))
    return writeCall(graph, op);
  if (relaxIsConstant(op))
    return writeConstant(graph, op);
  if (relaxIsView(op) && !relaxIsMatchCast(op)) {
    cSetName(w, mlirOperationGetResult(op, 0),
             cName(w, mlirOperationGetOperand(op, 0)));
    return true;
  }
  // There for the symbols of others.
  if (relaxMovesNoNumber(op) && bridgeIsPure(op))
    return true;
  StrRef name = bridgeOpName(op);
  return cRefuse(w, "'%.*s' is no loop program", SPREAD(name));
}

/// What no program has written into its place.
static void copyResults(Graph *graph) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(graph->ret); i < e;
       ++i) {
    MlirValue value = mlirOperationGetOperand(graph->ret, i);
    MlirOperation op = bridgeDefiner(value);
    if (relaxIsCallTir(op) && outputOf(graph, value) == i)
      continue;
    cLine(graph->w, "memcpy(outputs[%ld], %s, %s);", (long)i,
          cName(graph->w, value), bytesOf(graph, mlirValueGetType(value)));
  }
}

static bool writeBody(Graph *graph) {
  CWriter *w = graph->w;
  for (MlirOperation op =
           mlirBlockGetFirstOperation(bridgeBody(graph->function));
       !mlirOperationEqual(op, graph->ret);
       op = mlirOperationGetNextInBlock(op))
    if (!writeOp(graph, op) || w->why->length)
      return false;
  copyResults(graph);
  cLine(w, "status = RELAX_REGION_OK;");
  return !w->why->length;
}

/// The number of temporaries is known behind the body.
static bool writeFunction(Graph *graph, const char *name) {
  CWriter *w = graph->w;
  StrBuf body = {0}, *out = w->out;
  w->out = &body;
  w->indent = 1;
  bool good = nameArguments(graph);
  if (good)
    bindSymbols(graph);
  good = good && writeBody(graph);
  w->out = out;
  w->indent = 0;
  cLine(w, "int32_t %s(", name);
  cLine(w, "    const void *const *inputs, const int64_t *const *dims,");
  cLine(w, "    const void *const *constants, void *const *outputs) {");
  w->indent = 1;
  cLine(w, "int32_t status = RELAX_REGION_OUT_OF_MEMORY;");
  cLine(w, "void *t[%d] = {0};", graph->temporaries + 1);
  cLine(w, "(void)inputs, (void)dims, (void)constants, (void)outputs;");
  strBufAppend(w->out, (StrRef){strBufText(&body), body.length});
  cLine(w, "goto end;"); // also where nothing else needs the label
  strBufAppendC(w->out, "end:\n");
  cLine(w, "for (int i = 0; i < %d; ++i)", graph->temporaries);
  cLine(w, "  free(t[i]);");
  cLine(w, "return status;");
  w->indent = 0;
  cLine(w, "}");
  strBufFree(&body);
  return good;
}

bool cWriteModule(Arena *arena, MlirOperation module, intptr_t constants,
                  const char *function, StrBuf *out, StrBuf *why) {
  CWriter w = {.arena = arena, .function = function, .out = out, .why = why};
  Graph graph = {.w = &w, .constants = constants};
  bool good = true;
  strBufAppendFormat(out, "// %s\n#include \"RegionC.h\"\n\n", function);
  for (MlirOperation op = {NULL};
       good && bridgeAdvance(bridgeBody(module), &op);) {
    if (tirIsFunc(op))
      good = cWriteKernel(&w, op, kernelName(&w, op));
    if (relaxIsFunc(op))
      graph.function = op;
  }
  if (good) {
    graph.ret = mlirBlockGetTerminator(bridgeBody(graph.function));
    good = writeFunction(&graph, function);
  }
  hmfree(w.names);
  return good;
}
