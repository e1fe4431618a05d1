//===- Writer.h - inside of the back end that writes C --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A region is lowered to calls of loop programs as for a machine, without
// schedules; each `tir.func` becomes a static function, the graph the one that
// is called. What cannot be written is a reason to refuse the region.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_BACKENDS_C_WRITER_H
#define RELAX_CONVERSION_BACKENDS_C_WRITER_H

#include "dialects/Sym/SymAttributes.h"
#include "lib/Bridge/Core/Blocks.h"

/// Of one function.
typedef struct CWriter {
  Arena *arena;
  const char *function; // that the graph becomes
  StrBuf *out;
  StrBuf *why; // filled by the first thing that cannot be written
  int indent;
  struct {
    const void *key; // MlirValue::ptr
    const char *value;
  } *names;        // stb_ds map: the C expression of a value
  StrRef *symbols; // in order of definition
  size_t numSymbols;
  unsigned numValues;
} CWriter;

/// A text in the arena.
const char *cText(CWriter *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/// A line with its indentation.
void cLine(CWriter *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/// Notes the reason; always false.
bool cRefuse(CWriter *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// The C type of a number; NULL after a refusal.
const char *cType(CWriter *w, MlirType type);
const char *cName(CWriter *w, MlirValue value);
void cSetName(CWriter *w, MlirValue value, const char *name);
/// A new variable for a value.
const char *cNewName(CWriter *w, MlirValue value);

/// An expression over symbols (Expr.c).
const char *cExpr(CWriter *w, MlirAttribute expr);
/// "s0_n" of the symbol; NULL after a refusal.
const char *cSymbol(CWriter *w, StrRef name);
/// The number of elements of extents; "1" of none.
const char *cCount(CWriter *w, intptr_t rank, const MlirAttribute *dims);

/// The value of an operation of `arith` or `math` (Arith.c); false after a
/// refusal.
bool cWriteArith(CWriter *w, MlirOperation op);
/// A `tir.func` as a static function (Kernel.c).
bool cWriteKernel(CWriter *w, MlirOperation kernel, const char *name);

/// The functions of a module whose graph is lowered (Function.c); `constants`:
/// arguments of the graph from that number on are constants.
bool cWriteModule(Arena *arena, MlirOperation module, intptr_t constants,
                  const char *function, StrBuf *out, StrBuf *why);

#endif // RELAX_CONVERSION_BACKENDS_C_WRITER_H
