//===- Gather.c - results of one match, brought together ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What takes the place of several results stands where the last of them stood:
// what used the others before that place moves behind it.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Patterns/Replace.h"

enum { MOST_BETWEEN = 4096 };

typedef struct MovedEntry {
  const void *key; // MlirOperation::ptr
  char value;
} MovedEntry;

typedef struct Gathering {
  MovedEntry *depend; // on a root
  bool found;
} Gathering;

MatchSpan matchSpan(const Match *match) {
  MatchSpan span = {match->root, match->root};
  for (size_t i = 1; i < match->pattern->numRoots; ++i) {
    MlirOperation op = bridgeDefiner(match->values[match->pattern->roots[i]]);
    if (mlirOperationEqual(op, span.first) || mlirOperationEqual(op, span.last))
      continue;
    if (mlirOperationIsBeforeInBlock(op, span.first))
      span.first = op;
    if (mlirOperationIsBeforeInBlock(span.last, op))
      span.last = op;
  }
  return span;
}

static MlirWalkResult look(MlirOperation op, void *userData) {
  Gathering *gathering = userData;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirOperation definer = bridgeDefiner(mlirOperationGetOperand(op, i));
    if (definer.ptr && mapFind(gathering->depend, definer.ptr) >= 0)
      gathering->found = true;
  }
  return gathering->found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static bool dependsOnRoot(Gathering *gathering, MlirOperation op) {
  gathering->found = false;
  mlirOperationWalk(op, look, gathering, MlirWalkPreOrder);
  return gathering->found;
}

/// Operations between the roots that depend on one, in order; false if there
/// are too many or one is what the last root is made of.
static bool collect(Gathering *gathering, Match *match, MatchSpan span,
                    MlirOperation **moved) {
  for (size_t i = 0; i < match->pattern->numRoots; ++i) {
    MlirOperation root = bridgeDefiner(match->values[match->pattern->roots[i]]);
    hmput(gathering->depend, root.ptr, 1);
  }
  unsigned count = 0;
  for (MlirOperation op = mlirOperationGetNextInBlock(span.first);
       !mlirOperationEqual(op, span.last);
       op = mlirOperationGetNextInBlock(op)) {
    if (++count > MOST_BETWEEN)
      return matchFail(match,
                       "more than %d operations stand between the "
                       "results",
                       MOST_BETWEEN);
    bool isRoot = mapFind(gathering->depend, op.ptr) >= 0;
    if (!dependsOnRoot(gathering, op))
      continue;
    if (isRoot || !bridgeIsPure(op))
      return matchFail(match, "between the results an operation cannot move");
    hmput(gathering->depend, op.ptr, 1);
    arrput(*moved, op);
  }
  return !dependsOnRoot(gathering, span.last) ||
         matchFail(match, "one result is made of another one");
}

bool matchGather(Match *match, MatchSpan span) {
  Gathering gathering = {0};
  MlirOperation *moved = NULL;
  bool good = mlirOperationEqual(span.first, span.last) ||
              collect(&gathering, match, span, &moved);
  MlirOperation behind = span.last;
  for (ptrdiff_t i = 0; good && i < arrlen(moved); ++i) {
    mlirOperationMoveAfter(moved[i], behind);
    behind = moved[i];
  }
  arrfree(moved);
  hmfree(gathering.depend);
  return good;
}
