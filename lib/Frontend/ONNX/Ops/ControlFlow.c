//===- ControlFlow.c - ONNX If --------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Extents in which the branches differ become symbols that the operation binds;
// where ranks differ, both go on with what follows (Branch.h).
// Where constants and extents decide the condition only that branch is there,
// and what follows it knows its types.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Lattice.h"
#include "dialects/Relax/Layout.gen.h"
#include "lib/Frontend/ONNX/Import/KnownValues.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Import/Ranks.h"
#include "lib/Frontend/ONNX/Ops/Branch.h"

#include <stb/stb_ds.h>
#include <string.h>

/// A condition of one element as a scalar, whatever its rank.
static bool importCondition(Importer *importer, size_t index,
                            MlirValue *value) {
  RelaxTensorInfo info;
  if (!importRankedOperandAt(importer, index, value, &info))
    return false;
  MlirAttribute one = symConstAttribute(importer->context, 1);
  for (intptr_t i = 0; i < info.rank; ++i) {
    int64_t extent;
    if (symAttributeIsConst(info.dims[i], &extent) && extent != 1)
      return importOperandError(importer, index, *value,
                                "expected one element");
    if (!importEqualDim(importer, value, i, one, *value))
      return false;
  }
  RelaxReshapeArgs scalar = {.input = *value,
                             .resultType =
                                 relaxTensorTypeOf(info.elementType, 0, NULL)};
  return info.rank == 0 ||
         IMPORT_HELPER(importer, "if", Reshape, &scalar, value);
}

/// The type of either branch: dimensions that are not the same in both are
/// symbols, which are added to `binds`.
static MlirType joinedType(Importer *importer, MlirType a, MlirType b,
                           MlirAttribute *binds, intptr_t *count) {
  RelaxLattice lattice = {.arena = importer->arena, .byNormalForm = true};
  MlirType type = relaxLeastCommonType(&lattice, a, b);
  RelaxTensorInfo info;
  if (!relaxTensorInfo(type, &info) || !info.ranked)
    return type;
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i) {
    MlirAttribute one;
    dims[i] = info.dims[i];
    if (!symAttributeIsUnknown(dims[i]))
      continue;
    dims[i] = importBoundSymbol(importer, &one);
    binds[(*count)++] = mlirArrayAttrGetElement(one, 0);
  }
  return relaxTensorTypeOf(info.elementType, info.rank, dims);
}

/// What an If has in both branches when they meet.
typedef struct Meeting {
  const char **names;
  MlirValue *values[2];
  size_t count;
  ImportEntry *shared; // stb_ds array: constants, which need no result
} Meeting;

static MlirOperation buildIf(Importer *importer, MlirValue condition,
                             const Meeting *meeting) {
  MlirType *types = ARENA_ARRAY(importer->arena, MlirType, meeting->count + 1);
  MlirAttribute *binds = ARENA_ARRAY(importer->arena, MlirAttribute,
                                     meeting->count * IMPORT_MAX_RANK + 1);
  intptr_t numBinds = 0;
  for (size_t i = 0; i < meeting->count; ++i)
    types[i] =
        joinedType(importer, mlirValueGetType(meeting->values[0][i]),
                   mlirValueGetType(meeting->values[1][i]), binds, &numBinds);
  RelaxIfArgs args = {
      .condition = condition,
      .numResultsTypes = (intptr_t)meeting->count,
      .resultsTypes = types,
      .binds = numBinds ? mlirArrayAttrGet(importer->context, numBinds, binds)
                        : mlirAttributeGetNull()};
  StrRef name = {"", 0};
  if (meeting->count)
    name = importName(importer->names, meeting->names[0]);
  return relaxIfCreate(importNamedLocation(importer, name), &args);
}

static const char *const branches[] = {"then_branch", "else_branch"};

/// The taken branch alone, in place of the node.
static bool importTaken(Importer *importer, const char *name) {
  const Onnx__GraphProto *graph;
  BranchArm arm = {0};
  bool good = importGraphAttribute(importer, branches[0], &graph) &&
              importGraphAttribute(importer, branches[1], &graph) &&
              importGraphAttribute(importer, name, &graph) &&
              branchImport(importer, graph, importer->body, &arm);
  if (good)
    branchAdopt(importer, arm.at, arm.values);
  else
    arrfree(arm.values);
  arrfree(arm.cached);
  return good;
}

//===----------------------------------------------------------------------===//
// Where branches meet
//===----------------------------------------------------------------------===//

/// What nothing uses from there on stays behind: looking for what is needed is
/// a walk over all that follows, for each name.
static void dropUnused(const Onnx__GraphProto *graph, size_t first,
                       BranchArm *arm) {
  ptrdiff_t kept = 0;
  for (ptrdiff_t i = 0; i < arrlen(arm->values); ++i)
    if (branchIsUsed(graph, first, arm->values[i].key))
      arm->values[kept++] = arm->values[i];
  arrsetlen(arm->values, kept);
}

static const ImportEntry *entryOf(const BranchArm *arm, const char *name) {
  for (ptrdiff_t i = 0; i < arrlen(arm->values); ++i)
    if (strcmp(arm->values[i].key, name) == 0)
      return &arm->values[i];
  return NULL;
}

/// Which of the two is behind; -1: they are at one place.
static int armBehind(const BranchArm *arms) {
  BranchPlace a = arms[0].at, b = arms[1].at;
  if (a.level == b.level && a.next == b.next)
    return -1;
  return a.level < b.level || (a.level == b.level && a.next < b.next) ? 0 : 1;
}

/// Later nodes may take the one for the other.
static bool agree(MlirType a, MlirType b) {
  RelaxTensorInfo x, y;
  MlirType inA = relaxContainedType(a), inB = relaxContainedType(b);
  if (inA.ptr && inB.ptr)
    return agree(inA, inB);
  return !relaxTensorInfo(a, &x) || !relaxTensorInfo(b, &y) || !x.ranked ||
         !y.ranked || x.rank == y.rank;
}

/// The file says which rank an output has, and operations check it.
static bool isDeclared(const Importer *importer, const char *name) {
  for (size_t i = 0; i < importer->node->n_output; ++i)
    if (strcmp(importer->node->output[i], name) == 0)
      return importDeclaredRank(importer, i) >= 0;
  return false;
}

/// What is needed behind the place where both are.
static bool gather(Importer *importer, BranchArm *arms, Meeting *meeting) {
  BranchPlace at = arms[0].at;
  const Onnx__GraphProto *graph = branchGraph(importer, at.level);
  // An If that ends here has all its outputs, used or not.
  bool own = at.level == 0 && at.next == importer->index + 1;
  for (int b = 0; b < 2 && !own; ++b)
    dropUnused(graph, at.next, &arms[b]);
  size_t most = (size_t)arrlen(arms[0].values) + 1;
  *meeting =
      (Meeting){.names = ARENA_ARRAY(importer->arena, const char *, most),
                .values = {ARENA_ARRAY(importer->arena, MlirValue, most),
                           ARENA_ARRAY(importer->arena, MlirValue, most)}};
  for (size_t i = 0; i + 1 < most; ++i) {
    const ImportEntry *one = &arms[0].values[i];
    const char *name = one->key;
    const ImportEntry *other = entryOf(&arms[1], name);
    if (!other)
      continue;
    if (one->value.tensor && one->value.tensor == other->value.tensor) {
      ImportEntry constant = *one;
      constant.value.value = (MlirValue){NULL};
      arrput(meeting->shared, constant);
      continue;
    }
    for (int b = 0; b < 2; ++b)
      if (!branchValue(importer, &arms[b], name,
                       &meeting->values[b][meeting->count]))
        return false;
    meeting->names[meeting->count++] = name;
  }
  return true;
}

/// Both are at one place, and go on as one from there: ranks are those of both,
/// or there is nothing behind.
static bool mayMeet(const Importer *importer, const BranchArm *arms,
                    const Meeting *meeting) {
  BranchPlace at = arms[0].at;
  bool good = true;
  for (size_t i = 0; i < meeting->count && good; ++i)
    good = agree(mlirValueGetType(meeting->values[0][i]),
                 mlirValueGetType(meeting->values[1][i])) ||
           (at.level == 0 && !importer->branch &&
            isDeclared(importer, meeting->names[i]));
  return good || (at.next >= branchGraph(importer, at.level)->n_node &&
                  !branchAround(importer, at.level));
}

/// A node that uses nothing of the branches is imported once, before them.
static bool isApart(const Importer *importer, const BranchArm *arms) {
  BranchPlace at = arms[0].at;
  if (at.level || at.next >= importer->graph->n_node ||
      strcmp(importer->graph->node[at.next]->op_type, "If") == 0)
    return false;
  for (int b = 0; b < 2; ++b)
    for (ptrdiff_t i = 0; i < arrlen(arms[b].values); ++i)
      if (branchNodeUses(importer->graph->node[at.next], arms[b].values[i].key))
        return false;
  return true;
}

typedef enum Walk {
  WALK_MET,
  WALK_FAILED, // after an error
  WALK_STUCK,  // a branch cannot go on
} Walk;

/// Takes the branches along until they meet; else `*stuck` is the one that
/// cannot, for the reason in `why`.
static Walk goOn(Importer *importer, BranchArm *arms, Meeting *meeting,
                 int *stuck, StrBuf *why) {
  for (;;) {
    int behind = armBehind(arms);
    if (behind < 0) {
      arrfree(meeting->shared);
      if (!gather(importer, arms, meeting))
        return WALK_FAILED;
      if (mayMeet(importer, arms, meeting))
        return WALK_MET;
    }
    if (behind < 0 && isApart(importer, arms)) {
      if (!branchImportBefore(importer, &arms[0].at.next))
        return WALK_FAILED;
      arms[1].at.next = arms[0].at.next;
      continue;
    }
    *stuck = behind < 0 ? 0 : behind;
    if (!branchTry(importer, &arms[*stuck], why))
      return WALK_STUCK;
  }
}

/// The operation, in front of what follows.
static bool finishIf(Importer *importer, MlirValue condition, BranchArm *arms,
                     Meeting *meeting) {
  MlirOperation op = {NULL};
  if (importYield(importer, arms[0].block, meeting->values[0],
                  meeting->count) &&
      importYield(importer, arms[1].block, meeting->values[1], meeting->count))
    op = buildIf(importer, condition, meeting);
  if (!op.ptr)
    return false;
  for (int b = 0; b < 2; ++b) {
    mlirRegionAppendOwnedBlock(mlirOperationGetRegion(op, b), arms[b].block);
    arms[b].block = (MlirBlock){NULL};
  }
  mlirBlockAppendOwnedOperation(importer->body, op);
  ImportEntry *entries = meeting->shared;
  meeting->shared = NULL;
  for (size_t i = 0; i < meeting->count; ++i) {
    ImportEntry entry = {(char *)meeting->names[i],
                         {.value = mlirOperationGetResult(op, (intptr_t)i)}};
    arrput(entries, entry);
  }
  branchAdopt(importer, arms[0].at, entries);
  return true;
}

static bool importIf(Importer *importer) {
  MlirValue condition;
  bool holds, good = importCondition(importer, 0, &condition);
  if (!good)
    return false;
  if (importKnownCondition(importer, condition, &holds))
    return importTaken(importer, branches[holds ? 0 : 1]);
  BranchArm arms[2] = {{.block = mlirBlockCreate(0, NULL, NULL)},
                       {.block = mlirBlockCreate(0, NULL, NULL)}};
  Meeting meeting = {0};
  StrBuf why = {0};
  int stuck = -1;
  BranchMark mark = branchMark(importer);
  for (int b = 0; good && b < 2; ++b) {
    const Onnx__GraphProto *graph;
    good = importGraphAttribute(importer, branches[b], &graph) &&
           branchImport(importer, graph, arms[b].block, &arms[b]);
  }
  Walk walk = good ? goOn(importer, arms, &meeting, &stuck, &why) : WALK_FAILED;
  if (walk == WALK_MET)
    walk =
        finishIf(importer, condition, arms, &meeting) ? WALK_MET : WALK_FAILED;
  arrfree(meeting.shared);
  for (int b = 0; b < 2; ++b) {
    if (arms[b].block.ptr)
      mlirBlockDestroy(arms[b].block);
    branchFree(&arms[b]);
  }
  if (walk == WALK_STUCK)
    branchRollBack(importer, mark);
  if (importer->copies > BRANCH_MAX_COPIES)
    importError(importer,
                "what follows would be copied more than %d times: the ranks of "
                "branches differ; '--onnx-facts=' about extents may decide "
                "which of them there is",
                BRANCH_MAX_COPIES);
  else if (walk == WALK_STUCK &&
           branchRequire(importer, condition, stuck == 1, strBufText(&why)) &&
           importTaken(importer, branches[!stuck]))
    walk = WALK_MET;
  strBufFree(&why);
  return walk == WALK_MET;
}

const OnnxOperator onnxControlFlowOperators[] = {
    {"If", importIf, .types = ONNX_BOOL},
    {0},
};
