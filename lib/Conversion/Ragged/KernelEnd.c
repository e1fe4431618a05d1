//===- KernelEnd.c - the text of a program, and its call ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Ragged.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Conversion/Ragged/Kernel.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

static void appendBuffers(const KernelBuffer *buffers, const char *letter,
                          bool first, StrBuf *out) {
  for (ptrdiff_t i = 0; i < arrlen(buffers); ++i)
    strBufAppendFormat(out, "%s%%%s%d: %.*s", i || !first ? ", " : "", letter,
                       (int)i, SPREAD(buffers[i].text));
}

/// Symbols that neither a buffer's extent nor the batch binds.
static void appendSymbols(Kernel *kernel, StrBuf *out) {
  ptrdiff_t kept = 0;
  for (ptrdiff_t i = 0; i < arrlen(kernel->symbols); ++i)
    if (!strRefEqual(kernel->symbols[i], kernel->batchName))
      kernel->symbols[kept++] = kernel->symbols[i];
  if (kernel->symbols)
    arrsetlen(kernel->symbols, kept);
  for (ptrdiff_t i = 0; i < kept; ++i)
    strBufAppendFormat(out, "%s%.*s", i ? ", " : " symbols (",
                       SPREAD(kernel->symbols[i]));
  strBufAppendC(out, kept ? ")" : "");
}

static void programText(Kernel *kernel, StrRef name, StrBuf *out) {
  StrRef b = kernel->batchName;
  strBufAppendFormat(out, "tir.func private @%.*s(", SPREAD(name));
  for (ptrdiff_t i = 0; i < arrlen(kernel->lengths); ++i)
    strBufAppendFormat(out, "%s%%L%d: !tir.buffer<[%.*s], i64>", i ? ", " : "",
                       (int)i, SPREAD(b));
  for (ptrdiff_t i = 0; i < arrlen(kernel->starts); ++i)
    strBufAppendFormat(out, ", %%A%d: !tir.buffer<[%.*s + 1], i64>", (int)i,
                       SPREAD(b));
  appendBuffers(kernel->inputs, "X", false, out);
  appendBuffers(kernel->outputs, "Y", false, out);
  strBufAppendC(out, ")");
  appendSymbols(kernel, out);
  strBufAppendC(out, " {\n");
  kernelAppendRows(kernel, out);
  strBufAppend(out, kernel->before);
  strBufAppendFormat(out, "%s  tir.for \"i\" (%%i) in [%.*s] parallel {\n",
                     kernel->around ? kernel->around : "", SPREAD(b));
  kernelAppendLoads(kernel, out);
  strBufAppendFormat(out, "%s  }\n%s  tir.return\n}\n",
                     strBufText(&kernel->body), kernel->around ? "  }\n" : "");
}

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

static MlirAttribute symbolArguments(Kernel *kernel) {
  Pack *pack = kernel->pack;
  ptrdiff_t count = arrlen(kernel->symbols);
  if (!count)
    return (MlirAttribute){NULL};
  MlirNamedAttribute *entries =
      ARENA_ARRAY(pack->arena, MlirNamedAttribute, count);
  for (ptrdiff_t i = 0; i < count; ++i)
    entries[i] = mlirNamedAttributeGet(
        mlirIdentifierGet(pack->context, strRefToMlir(kernel->symbols[i])),
        symSymbolAttribute(pack->context, kernel->symbols[i]));
  return mlirDictionaryAttrGet(pack->context, count, entries);
}

/// What the operation was given for symbols, as shapes.
static void giveOwn(Kernel *kernel, MlirLocation loc, MlirValue **given) {
  MlirOperation op = kernel->op;
  if (!relaxIsRaggedToPadded(op))
    return;
  for (intptr_t i = 0, e = relaxRaggedToPaddedGetNumGiven(op); i < e; ++i) {
    MlirValue value = relaxRaggedToPaddedGetGiven(op, i);
    RelaxShapeOfArgs args = {.input = value};
    if (relaxIsTensorType(mlirValueGetType(value))) {
      MlirOperation shape = relaxShapeOfCreate(loc, &args);
      bridgeInsert(op, shape);
      value = mlirOperationGetResult(shape, 0);
    }
    if (relaxIsShapeType(mlirValueGetType(value)))
      arrput(*given, value);
  }
}

/// The entries of a table, or what a sum of that text is of.
static MlirValue lengthsOf(Pack *pack, StrRef name) {
  const PackTable *table = packTable(pack, name);
  if (table)
    return table->value;
  ptrdiff_t s = 0;
  while (!strRefEqual(pack->sums[s].text, name))
    ++s;
  return pack->sums[s].sizes;
}

static void call(Kernel *kernel, StrRef name, MlirValue *results) {
  Pack *pack = kernel->pack;
  MlirLocation loc = mlirOperationGetLocation(kernel->op);
  MlirValue *inputs = NULL, *given = NULL;
  MlirType *types = NULL;
  for (ptrdiff_t i = 0; i < arrlen(kernel->lengths); ++i)
    arrput(inputs, lengthsOf(pack, kernel->lengths[i]));
  for (ptrdiff_t i = 0; i < arrlen(kernel->starts); ++i)
    for (ptrdiff_t s = 0; s < arrlen(pack->sums); ++s)
      if (strRefEqual(pack->sums[s].text, kernel->starts[i].sum))
        arrput(inputs, pack->sums[s].starts);
  for (ptrdiff_t i = 0; i < arrlen(kernel->inputs); ++i)
    arrput(inputs, kernel->inputs[i].value);
  for (ptrdiff_t i = 0; i < arrlen(kernel->outputs); ++i)
    arrput(types, packType(pack, kernel->outputs[i].type));
  for (ptrdiff_t s = 0; s < arrlen(pack->sums); ++s)
    for (ptrdiff_t i = 0, found = 0; i < arrlen(types) && !found; ++i)
      if ((found = symTypeHasSymbol(types[i], pack->sums[s].symbol)))
        arrput(given, pack->sums[s].shape);
  giveOwn(kernel, loc, &given);
  RelaxCallTirArgs args = {
      .numInputs = arrlen(inputs),
      .inputs = inputs,
      .numGiven = arrlen(given),
      .given = given,
      .callee = mlirFlatSymbolRefAttrGet(pack->context, strRefToMlir(name)),
      .symbols = symbolArguments(kernel),
      .numResultsTypes = arrlen(types),
      .resultsTypes = types};
  MlirOperation made = relaxCallTirCreate(loc, &args);
  bridgeInsert(kernel->op, made);
  for (ptrdiff_t i = 0; i < arrlen(kernel->outputs); ++i)
    results[i] = mlirOperationGetResult(made, i);
  arrfree(inputs);
  arrfree(given);
  arrfree(types);
}

static void freeKernel(Kernel *kernel) {
  strBufFree(&kernel->body);
  strBufFree(&kernel->head);
  arrfree(kernel->inputs);
  arrfree(kernel->outputs);
  arrfree(kernel->lengths);
  arrfree(kernel->starts);
  arrfree(kernel->symbols);
  arrfree(kernel->extents);
}

/// The program, put before or now; its name, empty after an error.
static StrRef putProgram(Kernel *kernel) {
  StrBuf text = {0};
  strBufAppendC(&text, strBufText(&kernel->head));
  programText(kernel, strRefFromC("kernel"), &text);
  StrRef name =
      packNameOfText(kernel->pack, (StrRef){strBufText(&text), text.length},
                     kernelText(kernel, "ragged_%s", kernel->name).data);
  text.length = 0;
  strBufAppendC(&text, strBufText(&kernel->head));
  programText(kernel, name, &text);
  bool good = packPrograms(kernel->pack, strBufText(&text));
  strBufFree(&text);
  return good ? packProgramName(kernel->pack, name) : (StrRef){NULL, 0};
}

bool kernelEnd(Kernel *kernel, MlirValue *results) {
  StrRef name = putProgram(kernel);
  if (name.length)
    call(kernel, name, results);
  freeKernel(kernel);
  return name.length > 0;
}
