//===- Context.h - an MLIR context for fuzzers ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A context keeps every type and attribute that was ever made in it, so it is
// thrown away after some runs. Diagnostics are counted, not printed.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_FUZZ_CONTEXT_H
#define RELAX_TEST_FUZZ_CONTEXT_H

#include "lib/Support/StringRef.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct FuzzContext {
  MlirContext context;
  unsigned runs;
  unsigned numErrors; // of this run
  unsigned numLost;   // of them, those that name no place
} FuzzContext;

/// What is being tried, for the message of a finding; NULL reads it.
static inline const char *fuzzSubject(const char *name, unsigned seed) {
  static char text[256];
  if (name)
    snprintf(text, sizeof text, " ('%s', seed %u)", name, seed);
  return text;
}

/// A finding that no sanitizer sees.
static inline void fuzzCheck(bool condition, const char *what) {
  if (condition)
    return;
  fprintf(stderr, "finding: %s%s\n", what, fuzzSubject(NULL, 0));
  abort();
}

static inline void fuzzPrint(MlirStringRef text, void *out) {
  strBufAppend(out, (StrRef){text.data, text.length});
}

static inline MlirLogicalResult fuzzCount(MlirDiagnostic diagnostic,
                                          void *user) {
  FuzzContext *fuzz = user;
  if (mlirDiagnosticGetSeverity(diagnostic) == MlirDiagnosticError) {
    ++fuzz->numErrors;
    MlirLocation at = mlirDiagnosticGetLocation(diagnostic);
    MlirLocation nowhere = mlirLocationUnknownGet(mlirLocationGetContext(at));
    fuzz->numLost += mlirLocationEqual(at, nowhere);
    StrBuf text = {0};
    mlirDiagnosticPrint(diagnostic, fuzzPrint, &text);
    fuzzCheck(text.length != 0, "an error without a text");
    if (getenv("FUZZ_VERBOSE"))
      fprintf(stderr, "%s\n", strBufText(&text));
    strBufFree(&text);
  }
  return mlirLogicalResultSuccess();
}

/// Begins a run; `dialects` (NULL-ended, or NULL) are registered.
static inline MlirContext
fuzzContextBegin(FuzzContext *fuzz,
                 MlirDialectHandle (*const *dialects)(void)) {
  enum { RUNS_PER_CONTEXT = 200 };
  fuzz->numErrors = fuzz->numLost = 0;
  if (fuzz->context.ptr && fuzz->runs++ < RUNS_PER_CONTEXT)
    return fuzz->context;
  if (fuzz->context.ptr)
    mlirContextDestroy(fuzz->context);
  fuzz->runs = 0;
  fuzz->context = mlirContextCreateWithThreading(false);
  mlirContextAttachDiagnosticHandler(fuzz->context, fuzzCount, fuzz, NULL);
  for (; dialects && *dialects; ++dialects)
    mlirDialectHandleLoadDialect((*dialects)(), fuzz->context);
  return fuzz->context;
}

static inline void fuzzContextEnd(FuzzContext *fuzz) {
  if (fuzz->context.ptr)
    mlirContextDestroy(fuzz->context);
  *fuzz = (FuzzContext){0};
}

/// The text of an operation with the names of its values.
static inline StrBuf fuzzText(MlirOperation op) {
  StrBuf text = {0};
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  mlirOpPrintingFlagsPrintNameLocAsPrefix(flags);
  mlirOperationPrintWithFlags(op, flags, fuzzPrint, &text);
  mlirOpPrintingFlagsDestroy(flags);
  return text;
}

/// Parses and verifies; a null module has at least one error, a module none.
static inline MlirModule fuzzParse(FuzzContext *fuzz, const StrBuf *text) {
  unsigned before = fuzz->numErrors;
  MlirModule module = mlirModuleCreateParse(
      fuzz->context, mlirStringRefCreate(strBufText(text), text->length));
  fuzzCheck((module.ptr != NULL) == (fuzz->numErrors == before),
            module.ptr ? "a module in spite of errors"
                       : "a failure without an error");
  return module;
}

/// What is printed parses again and prints the same.
static inline void fuzzRoundTrip(FuzzContext *fuzz, MlirModule module) {
  StrBuf first = fuzzText(mlirModuleGetOperation(module));
  MlirModule again = fuzzParse(fuzz, &first);
  if (!again.ptr)
    fprintf(stderr, "%s\n", strBufText(&first));
  fuzzCheck(again.ptr != NULL, "printed text does not parse");
  StrBuf second = fuzzText(mlirModuleGetOperation(again));
  bool same = first.length == second.length &&
              memcmp(first.data, second.data, first.length) == 0;
  if (!same)
    fprintf(stderr, "--- first\n%s\n--- second\n%s\n", strBufText(&first),
            strBufText(&second));
  fuzzCheck(same, "printing is no fixed point");
  mlirModuleDestroy(again);
  strBufFree(&first);
  strBufFree(&second);
}

#endif // RELAX_TEST_FUZZ_CONTEXT_H
