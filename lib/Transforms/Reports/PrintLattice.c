//===- PrintLattice.c - shows the order of pairs of types -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Lattice.h"
#include "dialects/Sym/Walk.h"
#include "lib/Analysis/Facts.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Pass.h"

#include <stb/stb_ds.h>

static void addName(StrRef name, void *userData) {
  StrRef **names = userData;
  arrput(*names, name);
}

/// "passes", "fails", "needs another kind", "at run time, if 'n == m'".
static void describe(const RelaxLattice *lattice, MlirType base,
                     MlirType derived, StrBuf *out) {
  static const char *const texts[] = {
      [RELAX_BASE_DISJOINT] = "never",
      [RELAX_BASE_KIND] = "not by what is known",
      [RELAX_BASE_AT_RUN_TIME] = "after a check",
      [RELAX_BASE_PASS] = "yes",
  };
  RelaxBaseCheck result = relaxBaseCheck(lattice, base, derived);
  SymFact *facts;
  size_t count;
  strBufAppendC(out, texts[result]);
  if (relaxBaseCheckCondition(lattice, base, derived, &facts, &count) &&
      count) {
    strBufAppendC(out, " of '");
    symFactsPrint(facts, count, out);
    strBufAppendC(out, "'");
  }
}

/// One argument of a function type and the next, which is called if it is a
/// function, else compared.
static void sayPair(const RelaxLattice *lattice, MlirValue first,
                    MlirValue second) {
  MlirType a = mlirValueGetType(first), b = mlirValueGetType(second);
  MlirLocation loc = mlirValueGetLocation(second);
  StrRef x = bridgeLocationName(mlirValueGetLocation(first));
  StrRef y = bridgeLocationName(loc);
  StrBuf text = {0};
  describe(lattice, a, b, &text);
  bridgeEmitRemark(loc, "'%.*s' stands for '%.*s': %s", (int)y.length, y.data,
                   (int)x.length, x.data, strBufText(&text));
  strBufFree(&text);
  bridgeEmitRemark(
      loc, "common type: %s",
      relaxTypeText(lattice->arena, relaxLeastCommonType(lattice, a, b)));
  StrRef *names = NULL;
  symWalkTypeSymbols(a, addName, &names);
  bridgeEmitRemark(
      loc, "where only the symbols of '%.*s' hold: %s", (int)x.length, x.data,
      relaxTypeText(lattice->arena,
                    relaxEraseType(lattice, NULL, names, arrlenu(names), b)));
  arrfree(names);
}

static void sayCall(const RelaxLattice *lattice, MlirValue function,
                    MlirValue argument) {
  MlirType type = mlirValueGetType(argument);
  MlirType result =
      relaxDeriveCallType(lattice, mlirValueGetType(function), 1, &type);
  bridgeEmitRemark(mlirValueGetLocation(argument), "the call gives: %s",
                   result.ptr ? relaxTypeText(lattice->arena, result)
                              : "nothing, because the argument does not fit");
}

static MlirLogicalResult run(RelaxPassRun *run) {
  MlirBlock entry = bridgeBody(run->op);
  Facts facts = {.arena = run->arena};
  factsAddOf(&facts, run->op);
  RelaxLattice lattice = {run->arena, facts.items, facts.count, false};
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i + 1 < e; i += 2) {
    MlirValue first = mlirBlockGetArgument(entry, i);
    MlirValue second = mlirBlockGetArgument(entry, i + 1);
    if (relaxIsFnType(mlirValueGetType(first)) &&
        !relaxIsFnType(mlirValueGetType(second)))
      sayCall(&lattice, first, second);
    else
      sayPair(&lattice, first, second);
  }
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxPrintLatticePass = {
    .name = "relax-print-lattice",
    .summary = "say how pairs of types are ordered",
    .documentation =
        "Remarks on the arguments of a function, two by two: whether the "
        "second may stand where the first is asked for (`yes`, `after a "
        "check` with its condition, `not by what is known`, `never`), the "
        "least type that says something of both, and what is left of the "
        "second where only the symbols of the first hold. Where the first is "
        "a function value and the second is not: the type of the call. The "
        "function's facts are used; the module is not changed.\n",
    .anchor = "relax.func",
    .traits = RELAX_PASS_REPORTS,
    .run = run,
};
