//===- Expr.c - names, types and extents in C -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/Backends/C/Writer.h"
#include "lib/Runtime/Tensor.h"
#include "lib/Support/Map.h"
#include "mlir-c/BuiltinTypes.h"

#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdarg.h>

const char *cText(CWriter *w, const char *format, ...) {
  StrBuf text = {0};
  va_list arguments;
  va_start(arguments, format);
  strBufAppendFormatV(&text, format, arguments);
  va_end(arguments);
  return arenaKeep(w->arena, &text).data;
}

void cLine(CWriter *w, const char *format, ...) {
  for (int i = 0; i < w->indent; ++i)
    strBufAppendC(w->out, "  ");
  va_list arguments;
  va_start(arguments, format);
  strBufAppendFormatV(w->out, format, arguments);
  va_end(arguments);
  strBufAppendC(w->out, "\n");
}

bool cRefuse(CWriter *w, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  if (!w->why->length)
    strBufAppendFormatV(w->why, format, arguments);
  va_end(arguments);
  return false;
}

const char *cType(CWriter *w, MlirType type) {
  if (mlirTypeIsAF32(type))
    return "float";
  if (mlirTypeIsAF64(type))
    return "double";
  if (mlirTypeIsAIndex(type))
    return "int64_t";
  unsigned width = mlirTypeIsAInteger(type) ? mlirIntegerTypeGetWidth(type) : 0;
  if (width == 1)
    return "uint8_t";
  if (width == 8 || width == 16 || width == 32 || width == 64)
    return cText(w, "int%u_t", width);
  StrBuf text = {0};
  bridgePrintType(type, &text);
  cRefuse(w, "C has no element type '%s'", strBufText(&text));
  strBufFree(&text);
  return NULL;
}

void cSetName(CWriter *w, MlirValue value, const char *name) {
  hmput(w->names, value.ptr, name);
}

const char *cNewName(CWriter *w, MlirValue value) {
  const char *name = cText(w, "v%u", w->numValues++);
  cSetName(w, value, name);
  return name;
}

const char *cName(CWriter *w, MlirValue value) {
  ptrdiff_t found = mapFind(w->names, (const void *)value.ptr);
  if (found >= 0)
    return w->names[found].value;
  cRefuse(w, "a value is used that is none of a loop program");
  return "0";
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

const char *cSymbol(CWriter *w, StrRef name) {
  // Not by its name: what passes make does not depend on names of symbols.
  for (size_t i = 0; i < w->numSymbols; ++i)
    if (strRefEqual(w->symbols[i], name))
      return cText(w, "n%zu", i);
  cRefuse(w, "the symbol '%.*s' is the extent of no argument", SPREAD(name));
  return "0";
}

/// Walks the flat code of lib/Sym/Sym.h.
typedef struct ExprWriter {
  CWriter *w;
  const int64_t *at;
  const StrRef *symbols;
} ExprWriter;

static const char *polynomial(ExprWriter *e);

static const char *atom(ExprWriter *e) {
  int64_t kind = *e->at++;
  if (kind == SYM_ATOM_SYMBOL)
    return cSymbol(e->w, e->symbols[*e->at++]);
  if (kind >= SYM_ATOM_UNKNOWN) {
    cRefuse(e->w, "an extent is not known");
    return "0";
  }
  static const char *const functions[] = {[SYM_ATOM_FLOORDIV] = "floordiv",
                                          [SYM_ATOM_CEILDIV] = "ceildiv",
                                          [SYM_ATOM_MOD] = "mod",
                                          [SYM_ATOM_MIN] = "min",
                                          [SYM_ATOM_MAX] = "max"};
  const char *lhs = polynomial(e), *rhs = polynomial(e);
  return cText(e->w, "region_%s(%s, %s)", functions[kind], lhs, rhs);
}

static const char *polynomial(ExprWriter *e) {
  int64_t terms = *e->at++;
  const char *sum = NULL;
  for (int64_t i = 0; i < terms && !e->w->why->length; ++i) {
    int64_t coefficient = *e->at++, factors = *e->at++;
    const char *product = NULL;
    if (coefficient != 1 || factors == 0)
      product = cText(e->w, "INT64_C(%" PRId64 ")", coefficient);
    for (int64_t f = 0; f < factors && !e->w->why->length; ++f) {
      const char *factor = atom(e);
      product = product ? cText(e->w, "%s * %s", product, factor) : factor;
    }
    sum = sum ? cText(e->w, "%s + %s", sum, product) : product;
  }
  return sum ? sum : "0";
}

const char *cExpr(CWriter *w, MlirAttribute attribute) {
  SymExpr expr = symExprOf(w->arena, attribute);
  ExprWriter e = {w, expr.code, expr.symbols};
  return polynomial(&e);
}

const char *cCount(CWriter *w, intptr_t rank, const MlirAttribute *dims) {
  const char *count = NULL;
  for (intptr_t i = 0; i < rank; ++i) {
    const char *extent = cExpr(w, dims[i]);
    count =
        count ? cText(w, "%s * (%s)", count, extent) : cText(w, "(%s)", extent);
  }
  return count ? count : "1";
}
