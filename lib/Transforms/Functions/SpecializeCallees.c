//===- SpecializeCallees.c - functions for the functions they are given ---===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A call that passes a function made in sight calls a copy, which takes what
// that function keeps in its place and makes it again: then the copy knows what
// it invokes. A function that passes its own argument on, as `map` does, meets
// the copy that is there.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Functions/SpecializeCallees.h"
#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/Closure.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Signature.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Shapes/FitCall.h"

#include <stb/stb_ds.h>

enum { COUNT_COPIES, COUNT_CALLS, COUNT_KEPT };
/// Bounds the text: a function that is given very many functions keeps the
/// general form for the rest. Copies of copies count.
enum { MAX_COPIES = 32 };

typedef struct Copy {
  MlirOperation general, function;
  MlirOperation origin; // what `general` is a copy of, or itself
  MlirOperation *known; // what `general` is given, as in Special; arena
  MlirType key;
} Copy;

typedef struct Specializing {
  RelaxPassRun *run;
  SpecialGrowth *growing; // stb_ds
  Copy *copies;           // stb_ds
  MlirOperation *work;    // stb_ds; functions to look into
} Specializing;

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

/// The relax.closure that made the value, if the function that it names needs
/// no check and no types; else null.
static MlirOperation knownClosure(MlirValue value) {
  MlirOperation maker = bridgeDefiner(value);
  if (!relaxIsClosure(maker))
    return (MlirOperation){NULL};
  MlirOperation callee =
      relaxCalleeOf(maker, relaxClosureGetCallee(maker), NULL);
  bool good = callee.ptr && !relaxFuncGetParams(callee).ptr &&
              !relaxFuncGetSymbols(callee).ptr &&
              relaxClosureIsExact(maker, callee);
  return good ? maker : (MlirOperation){NULL};
}

static bool grows(const Specializing *s, MlirOperation function, intptr_t i) {
  for (ptrdiff_t k = 0; k < arrlen(s->growing); ++k)
    if (s->growing[k].argument == i &&
        mlirOperationEqual(s->growing[k].function, function))
      return true;
  return false;
}

/// Reads what the operation passes; false if no function among it is known.
static bool read(const Specializing *s, Special *special) {
  MlirOperation op = special->op;
  bool isCall = relaxIsCall(op), any = false;
  special->numOperands =
      isCall ? relaxCallGetNumInputs(op) : relaxClosureGetNumCaptured(op);
  special->known =
      ARENA_ARRAY(special->run->arena, MlirOperation, special->numOperands + 1);
  for (intptr_t i = 0; i < special->numOperands; ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    MlirOperation closure = grows(s, special->general, i)
                                ? (MlirOperation){NULL}
                                : knownClosure(value);
    special->known[i] = closure;
    any |= closure.ptr != NULL;
    if (!closure.ptr)
      arrput(special->operands, value);
    for (intptr_t k = 0,
                  e = closure.ptr ? relaxClosureGetNumCaptured(closure) : 0;
         k < e; ++k)
      arrput(special->operands, relaxClosureGetCaptured(closure, k));
  }
  return any;
}

static bool isCandidate(MlirOperation general) {
  return relaxFuncHasBody(general) && !functionIsPublic(general) &&
         !relaxFuncGetParams(general).ptr &&
         !relaxFuncGetArgAttrs(general).ptr &&
         !relaxFuncGetSymbols(general).ptr;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

static bool sameFunctions(const Special *special, const Copy *copy) {
  for (intptr_t i = 0; i < special->numOperands; ++i) {
    MlirOperation a = special->known[i], b = copy->known[i];
    if (!a.ptr != !b.ptr ||
        (a.ptr &&
         (!mlirAttributeEqual(relaxClosureGetCallee(a),
                              relaxClosureGetCallee(b)) ||
          relaxClosureGetNumCaptured(a) != relaxClosureGetNumCaptured(b))))
      return false;
  }
  return true;
}

static MlirOperation originOf(const Specializing *s, MlirOperation function) {
  for (ptrdiff_t i = 0; i < arrlen(s->copies); ++i)
    if (mlirOperationEqual(s->copies[i].function, function))
      return s->copies[i].origin;
  return function;
}

/// The copy for what the operation passes; null if there is to be none.
static MlirOperation findCopy(Specializing *s, Special *special) {
  MlirOperation origin = originOf(s, special->general);
  int others = 0;
  if (!specialSignature(special))
    return (MlirOperation){NULL};
  for (ptrdiff_t i = 0; i < arrlen(s->copies); ++i) {
    const Copy *copy = &s->copies[i];
    if (mlirOperationEqual(copy->general, special->general) &&
        mlirTypeEqual(copy->key, special->key) && sameFunctions(special, copy))
      return copy->function;
    others += mlirOperationEqual(copy->origin, origin);
  }
  if (others >= MAX_COPIES || !passMayRewrite(s->run, special->op))
    return (MlirOperation){NULL};
  Copy copy = {special->general, specialCreate(special), origin, special->known,
               special->key};
  arrput(s->copies, copy);
  arrput(s->work, copy.function);
  ++s->run->counters[COUNT_COPIES];
  return copy.function;
}

static MlirOperation createFor(const Special *special, MlirAttribute callee) {
  MlirOperation op = special->op;
  intptr_t count = mlirOperationGetNumResults(op);
  if (relaxIsClosure(op)) {
    RelaxClosureArgs args = {
        .callee = callee,
        .numCaptured = arrlen(special->operands),
        .captured = special->operands,
        .symbols = relaxClosureGetSymbols(op),
        .resultType = mlirValueGetType(mlirOperationGetResult(op, 0))};
    return relaxClosureCreate(mlirOperationGetLocation(op), &args);
  }
  RelaxCallArgs args = {.callee = callee,
                        .numInputs = arrlen(special->operands),
                        .inputs = special->operands,
                        .symbols = relaxCallGetSymbols(op),
                        .binds = relaxCallGetBinds(op),
                        .facts = relaxCallGetFacts(op),
                        .numResultsTypes = count,
                        .resultsTypes =
                            relaxValueTypes(special->run->arena, count,
                                            mlirOperationGetResult, op)};
  return relaxCallCreate(mlirOperationGetLocation(op), &args);
}

static void redirect(Specializing *s, Special *special) {
  MlirOperation op = special->op;
  MlirOperation copy = findCopy(s, special);
  if (!copy.ptr) {
    ++s->run->counters[COUNT_KEPT];
    return;
  }
  MlirOperation other = createFor(
      special, mlirFlatSymbolRefAttrGet(
                   s->run->context, strRefToMlir(relaxFuncGetSymName(copy))));
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, other);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, i),
                                  mlirOperationGetResult(other, i));
  mlirOperationDestroy(op);
  ++s->run->counters[COUNT_CALLS];
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static MlirWalkResult collect(MlirOperation op, void *userData) {
  MlirOperation **ops = userData;
  if (relaxIsCall(op) || relaxIsClosure(op))
    arrput(*ops, op);
  return MlirWalkResultAdvance;
}

static MlirLogicalResult specializeIn(Specializing *s, MlirOperation function) {
  MlirOperation *ops = NULL;
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  mlirOperationWalk(function, collect, &ops, MlirWalkPreOrder);
  for (ptrdiff_t i = 0; mlirLogicalResultIsSuccess(outcome) && i < arrlen(ops);
       ++i) {
    Special special = {.run = s->run, .op = ops[i]};
    special.general = relaxCalleeOf(ops[i], specialCallee(ops[i]), NULL);
    if (!special.general.ptr)
      outcome = mlirLogicalResultFailure();
    else if (isCandidate(special.general) && read(s, &special))
      redirect(s, &special);
    arrfree(special.operands);
  }
  arrfree(ops);
  return outcome;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Specializing s = {.run = run, .growing = specialGrowing(run->op)};
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (MlirOperation op = {NULL};
       (op = bridgeNext(run->op, op, relaxIsFunc)).ptr;)
    arrput(s.work, op);
  for (ptrdiff_t i = 0;
       mlirLogicalResultIsSuccess(outcome) && i < arrlen(s.work); ++i)
    outcome = specializeIn(&s, s.work[i]);
  arrfree(s.growing);
  arrfree(s.copies);
  arrfree(s.work);
  return outcome;
}

const RelaxPass relaxSpecializeCalleesPass = {
    .name = "relax-specialize-callees",
    .summary = "copy functions for the functions that they are given",
    .documentation =
        "A `relax.call` (or `relax.closure`) of a private function that passes "
        "a `relax.closure` made in sight calls a copy of it: in the place of "
        "the function the copy takes the values that it keeps, and makes it "
        "from them. Calls with the same functions share a copy, a recursive "
        "one its own. `relax-known-callees` then calls what the copy invokes.\n"
        "\n"
        "It comes behind `relax-monomorphize` and `relax-lambda-lift`. Kept, "
        "and counted, are calls for which a copy would have extents that none "
        "of its arguments binds, and those behind 32 copies of a function. "
        "An argument that grows with each call of a recursion, as a "
        "continuation does, is passed as it is.\n",
    .anchor = "builtin.module",
    .counters = {[COUNT_COPIES] = "copies-made",
                 [COUNT_CALLS] = "calls-specialized",
                 [COUNT_KEPT] = "calls-kept"},
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
