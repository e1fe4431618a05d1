//===- Specialize.c - the pass relax-specialize ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A program of symbolic extents is right for all of them and best for few. Here
// it gets versions for extents that somebody expects, each scheduled like a
// program of its own (BladeDISC's speculation, Nimble's dispatch on residues).
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Versions/Specialize.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "lib/Bridge/Core/Blocks.h"

#include <stb/stb_ds.h>

enum { OPTION_ARMS, OPTION_GAIN, OPTION_CODE, OPTION_SMALL };
enum { COUNT_VERSIONS, COUNT_DROPPED, COUNT_IMPOSSIBLE };

typedef struct Specializer {
  RelaxPassRun *run;
  ModuleSymbols *symbols;
  MlirOperation program;
  int64_t versions, operations; // so far, and those in them
} Specializer;

static void addVersion(Specializer *s, const SpecializeArm *arm) {
  RelaxPassRun *run = s->run;
  MlirOperation version = specializeClone(s->program, run->arena, arm);
  if (!version.ptr) {
    ++run->counters[COUNT_IMPOSSIBLE];
    return;
  }
  specializeAttach(run, s->symbols, s->program, version, arm);
  s->operations += bridgeCount(version);
  ++s->versions;
  ++run->counters[COUNT_VERSIONS];
}

/// An arm has to pay, and code has a limit. What is a hint of nobody pays.
static bool isWorthIt(Specializer *s, const SpecializeArm *arm,
                      const SpecializeRules *rules) {
  RelaxPassRun *run = s->run;
  bool pays =
      !rules || specializeCost(s->program, run->arena, arm) <= rules->most;
  bool fits = s->versions < relaxOptionInt(run, OPTION_ARMS) &&
              s->operations + bridgeCount(s->program) <=
                  relaxOptionInt(run, OPTION_CODE);
  return pays && fits;
}

static void specialize(Specializer *s) {
  RelaxPassRun *run = s->run;
  SpecializeRules rules = {.most = 100 - relaxOptionInt(run, OPTION_GAIN),
                           .small = relaxOptionInt(run, OPTION_SMALL)};
  SpecializeArm arms[SPECIALIZE_MAX_ARMS];
  size_t count = specializeBroadcast(s->program, run->arena, arms);
  bool hinted = !count;
  if (hinted)
    count = specializeLikely(s->program, run->arena, &rules, arms);
  if (!count || !passMayRewrite(run, s->program))
    return;
  for (size_t i = 0; i < count; ++i) {
    if (isWorthIt(s, &arms[i], hinted ? &rules : NULL))
      addVersion(s, &arms[i]);
    else
      ++run->counters[COUNT_DROPPED];
  }
}

static MlirLogicalResult run(RelaxPassRun *run) {
  MlirOperation *programs = NULL;
  for (MlirOperation op = {NULL};
       (op = bridgeNext(run->op, op, tirIsFunc)).ptr;)
    if (!tirIsSettled(op))
      arrput(programs, op);
  ModuleSymbols *symbols = moduleSymbolsCreate(run->op);
  for (ptrdiff_t i = 0; i < arrlen(programs); ++i) {
    Specializer specializer = {
        .run = run, .symbols = symbols, .program = programs[i]};
    specialize(&specializer);
  }
  moduleSymbolsDestroy(symbols);
  arrfree(programs);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxSpecializePass = {
    .name = "relax-specialize",
    .summary = "make versions of programs for extents that are likely",
    .documentation =
        "A `tir.func` whose facts say `likely m == 5` or `likely m in {5, 7}` "
        "gets a version for each of these extents, a program in which they are "
        "numbers, with the extents as its guard. Rules schedule it like any "
        "other; the host program tests the guards in order and counts what it "
        "takes. A version that is not expected to save enough time is dropped, "
        "so are those above the limits of number and code, and those that the "
        "facts rule out. Programs with a schedule or versions stay as they "
        "are.",
    .anchor = "builtin.module",
    .traits = RELAX_PASS_ASKS,
    .options =
        {[OPTION_ARMS] = {"arms", RELAX_OPTION_INT,
                          "versions of a program at most", "4", NULL},
         [OPTION_GAIN] = {"gain", RELAX_OPTION_INT,
                          "percent of a program's time that a version has to "
                          "save, as far as the cost model knows",
                          "10", NULL},
         [OPTION_CODE] = {"code", RELAX_OPTION_INT,
                          "operations in all versions of a program at most",
                          "256", NULL},
         [OPTION_SMALL] = {"small", RELAX_OPTION_INT,
                           "extents from 1 to it (8 at most) count as likely "
                           "where nobody says another",
                           "0", NULL}},
    .counters = {[COUNT_VERSIONS] = "versions",
                 [COUNT_DROPPED] = "versions-dropped",
                 [COUNT_IMPOSSIBLE] = "versions-impossible"},
    .run = run,
};
