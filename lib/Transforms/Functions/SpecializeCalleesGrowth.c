//===- SpecializeCalleesGrowth.c - arguments that grow with each call -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A recursion in continuation-passing style gives itself a closure that keeps
// the function it was given. Each copy would make one more such closure, so
// there is no last copy; and text that has been through the pipeline would get
// more of them whenever it goes through again.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Match.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Functions/SpecializeCallees.h"

#include <stb/stb_ds.h>

typedef struct SetEntry {
  const void *key; // MlirOperation::ptr
  char value;
} SetEntry;

typedef struct Growing {
  MlirOperation caller;
  SetEntry *keeping; // stb_ds set; closures that keep what `caller` was given
  SpecialGrowth *candidates; // stb_ds
} Growing;

MlirAttribute specialCallee(MlirOperation op) {
  return relaxIsCall(op) ? relaxCallGetCallee(op) : relaxClosureGetCallee(op);
}

/// Whether the value is a closure made in sight that keeps a function which
/// is not, at any depth; `given` is true for a function that is not.
static bool isKeeping(const Growing *growing, MlirValue value, bool *given) {
  MlirOperation maker = bridgeDefiner(value);
  if (relaxIsClosure(maker))
    return mapFind(growing->keeping, (const void *)maker.ptr) >= 0;
  *given |= relaxIsFnType(mlirValueGetType(value));
  return false;
}

static MlirWalkResult addCandidates(MlirOperation op, void *userData) {
  Growing *growing = userData;
  if (!relaxIsCall(op) && !relaxIsClosure(op))
    return MlirWalkResultAdvance;
  bool keeps = false;
  intptr_t count = relaxIsCall(op) ? relaxCallGetNumInputs(op)
                                   : relaxClosureGetNumCaptured(op);
  for (intptr_t i = 0; i < count; ++i) {
    if (!isKeeping(growing, mlirOperationGetOperand(op, i), &keeps))
      continue;
    keeps = true;
    SpecialGrowth found = {relaxCalleeOf(op, specialCallee(op), NULL),
                           growing->caller, i};
    if (found.function.ptr)
      arrput(growing->candidates, found);
  }
  if (keeps && relaxIsClosure(op))
    hmput(growing->keeping, (const void *)op.ptr, 0);
  return MlirWalkResultAdvance;
}

//===----------------------------------------------------------------------===//
// Recursion
//===----------------------------------------------------------------------===//

typedef struct Reach {
  SetEntry *seen;      // stb_ds set
  MlirOperation *list; // stb_ds; the functions of `seen`
} Reach;

static MlirWalkResult reachCallee(MlirOperation op, void *userData) {
  Reach *reach = userData;
  if (!relaxIsCall(op) && !relaxIsClosure(op))
    return MlirWalkResultAdvance;
  MlirOperation callee = relaxCalleeOf(op, specialCallee(op), NULL);
  if (callee.ptr && mapFind(reach->seen, (const void *)callee.ptr) < 0) {
    hmput(reach->seen, (const void *)callee.ptr, 0);
    arrput(reach->list, callee);
  }
  return MlirWalkResultAdvance;
}

/// Whether a call of `from` may come to `to`, perhaps through a function that
/// it makes.
static bool leadsTo(MlirOperation from, MlirOperation to) {
  Reach reach = {0};
  hmput(reach.seen, (const void *)from.ptr, 0);
  arrput(reach.list, from);
  for (ptrdiff_t i = 0; i < arrlen(reach.list); ++i)
    mlirOperationWalk(reach.list[i], reachCallee, &reach, MlirWalkPreOrder);
  bool found = mapFind(reach.seen, (const void *)to.ptr) >= 0;
  hmfree(reach.seen);
  arrfree(reach.list);
  return found;
}

SpecialGrowth *specialGrowing(MlirOperation module) {
  Growing growing = {0};
  for (MlirOperation op = {NULL};
       (op = bridgeNext(module, op, relaxIsFunc)).ptr;) {
    growing.caller = op;
    mlirOperationWalk(op, addCandidates, &growing, MlirWalkPreOrder);
  }
  hmfree(growing.keeping);
  SpecialGrowth *result = NULL;
  for (ptrdiff_t i = 0; i < arrlen(growing.candidates); ++i)
    if (leadsTo(growing.candidates[i].function, growing.candidates[i].caller))
      arrput(result, growing.candidates[i]);
  arrfree(growing.candidates);
  return result;
}
