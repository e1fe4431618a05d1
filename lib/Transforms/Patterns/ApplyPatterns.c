//===- ApplyPatterns.c - rewrites of a file, applied to a program ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Rounds over each function, forward, so that the facts before an operation
// are those that were met. At an operation only the rewrites are tried whose
// first result can be of its name, in the order of the file; what was made is
// looked at next. A round costs operations times such rewrites.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Analysis/FactsWalk.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Patterns/MatchTrace.h"
#include "lib/Transforms/Patterns/Replace.h"

#include <string.h>

enum { OPTION_FILE, OPTION_TRACE, OPTION_LIMIT };
enum { COUNT_TRIED, COUNT_APPLIED };

/// The rewrites whose first result can be of an operation of that name.
typedef struct NameEntry {
  char *key;
  size_t *value; // stb_ds: numbers of rewrites
} NameEntry;

typedef struct Apply {
  RelaxPassRun *run;
  PatternFile file;
  NameEntry *names;     // stb_ds string map, keys in the arena
  PatternTrace *traces; // or NULL
  Arena *work;          // of one search
  MlirOperation function;
  int64_t *applied; // of each rewrite, in this function
  int64_t limit;
  bool changed; // in this round
  bool failed;
} Apply;

//===----------------------------------------------------------------------===//
// Which rewrites
//===----------------------------------------------------------------------===//

static bool canBe(const Pattern *pattern, StrRef name) {
  bool can = pattern->numRootOps == 0;
  for (size_t i = 0; i < pattern->numRootOps && !can; ++i)
    can = strRefEqual(pattern->rootOps[i], name);
  return can;
}

static const size_t *rewritesFor(Apply *apply, MlirOperation op) {
  StrRef name = bridgeOpName(op);
  char key[128];
  if (name.length >= sizeof key)
    return NULL;
  memcpy(key, name.data, name.length);
  key[name.length] = '\0';
  NameEntry *entry = strMapEntry(apply->names, key);
  if (entry)
    return entry->value;
  size_t *list = NULL;
  for (size_t i = 0; i < apply->file.numRewrites; ++i)
    if (canBe(apply->file.rewrites[i].pattern, name))
      arrput(list, i);
  shput(apply->names, (char *)arenaCopyString(apply->run->arena, name).data,
        list);
  return list;
}

//===----------------------------------------------------------------------===//
// One operation
//===----------------------------------------------------------------------===//

static void reportEndless(Apply *apply, const Rewrite *rewrite) {
  StrBuf text = {0};
  StrRef function = relaxFuncGetSymName(apply->function);
  strBufAppendFormat(
      &text,
      "rewrite '@%.*s' does not seem to end: it was applied %ld times to "
      "'@%.*s'; 'limit=' allows more",
      (int)rewrite->name.length, rewrite->name.data, (long)apply->limit,
      (int)function.length, function.data);
  bridgeEmitErrorWithNote(
      mlirOperationGetLocation(rewrite->op), strBufText(&text),
      mlirOperationGetLocation(apply->function), "applied here");
  strBufFree(&text);
  apply->failed = true;
}

/// True if `rewrite` was applied; `*next` is where to go on.
static bool tryRewrite(Apply *apply, const Rewrite *rewrite, MlirOperation op,
                       const Facts *facts, MlirOperation *next) {
  Match match;
  PatternTrace *trace =
      patternTraceOf(apply->traces, &apply->file, rewrite->pattern);
  ++apply->run->counters[COUNT_TRIED];
  if (!matchFind(&match, rewrite->pattern, apply->work, facts, rewrite->facts,
                 trace, mlirOperationGetResult(op, 0)) ||
      !passMayRewrite(apply->run, op) || !patternReplace(rewrite, &match, next))
    return false;
  ++apply->run->counters[COUNT_APPLIED];
  if (trace)
    ++trace->found;
  if (++apply->applied[rewrite - apply->file.rewrites] >= apply->limit)
    reportEndless(apply, rewrite);
  return true;
}

/// Behind an error the rest of every block is left out.
static bool tryAll(MlirOperation op, const Facts *facts, MlirOperation *next,
                   void *userData) {
  Apply *apply = userData;
  const size_t *list =
      mlirOperationGetNumResults(op) > 0 ? rewritesFor(apply, op) : NULL;
  bool applied = false;
  for (ptrdiff_t i = 0; i < arrlen(list) && !applied; ++i) {
    applied =
        tryRewrite(apply, &apply->file.rewrites[list[i]], op, facts, next);
    arenaReset(apply->work);
  }
  apply->changed |= applied;
  if (apply->failed)
    next->ptr = NULL;
  return applied || apply->failed;
}

//===----------------------------------------------------------------------===//
// One function
//===----------------------------------------------------------------------===//

/// What moves over a whole program takes a number of steps that is quadratic in
/// its operations; that is more than any rewrite of many thousands takes.
static int64_t limitFor(Apply *apply, MlirOperation function) {
  enum { MOST_SQUARES = 200000, FACTOR = 4, LEAST = 1024 };
  int64_t given = relaxOptionInt(apply->run, OPTION_LIMIT);
  int64_t count = bridgeCount(function);
  int64_t squares = count < 448 ? count * count : MOST_SQUARES;
  return given > 0 ? given : LEAST + FACTOR * count + squares;
}

static bool applyTo(Apply *apply, MlirOperation function) {
  apply->function = function;
  apply->limit = limitFor(apply, function);
  apply->applied =
      ARENA_ARRAY(apply->run->arena, int64_t, apply->file.numRewrites);
  do {
    apply->changed = false;
    factsWalkFunction(function, tryAll, apply);
  } while (apply->changed && !apply->failed);
  return !apply->failed;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static bool applyAll(Apply *apply) {
  for (MlirOperation op = {NULL};
       (op = bridgeNext(apply->run->op, op, relaxIsFunc)).ptr;)
    if (!applyTo(apply, op))
      return false;
  return true;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Apply apply = {.run = run, .work = arenaCreate()};
  bool good =
      patternFileRead(&apply.file, run->op, "relax-apply-patterns",
                      relaxOptionString(run, OPTION_FILE), run->arena) &&
      patternTraceStart(run, "relax-apply-patterns",
                        relaxOptionString(run, OPTION_TRACE), &apply.file,
                        &apply.traces) &&
      applyAll(&apply);
  if (good)
    patternTraceReport(run, apply.traces, &apply.file);
  for (ptrdiff_t i = 0; i < shlen(apply.names); ++i)
    arrfree(apply.names[i].value);
  shfree(apply.names);
  arenaDestroy(apply.work);
  patternFileFree(&apply.file);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

const RelaxPass relaxApplyPatternsPass = {
    .name = "relax-apply-patterns",
    .summary = "apply the rewrites of a file",
    .documentation =
        "`relax-opt --relax-apply-patterns=FILE` reads `relax.pattern` and "
        "`relax.rewrite` (docs/patterns.md), which are typed and checked "
        "before "
        "anything is done, and applies them until none fits, at each operation "
        "in the order of the file. Conditions are facts that the prover shows "
        "where the pattern is found. `trace=NAME` says where a pattern came "
        "nearest to being found, and why it went no further. A rewrite that "
        "makes what it applies to, again and again, is an error.\n",
    .anchor = "builtin.module",
    .options = {[OPTION_FILE] = {"file", RELAX_OPTION_STRING,
                                 "patterns and rewrites, as text", NULL, NULL},
                [OPTION_TRACE] = PATTERN_TRACE_OPTION,
                [OPTION_LIMIT] =
                    {"limit", RELAX_OPTION_INT,
                     "how often one rewrite is applied to a function before it "
                     "is taken to be endless; 0: by its operations",
                     "0", NULL}},
    .counters = {[COUNT_TRIED] = "searches",
                 [COUNT_APPLIED] = "rewrites-applied"},
    .traits = RELAX_PASS_ASKS,
    .dialects = {PATTERN_DIALECTS},
    .run = run,
};
