//===- TreeEnsemble.c - rules of decision trees ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/TreeEnsemble.h"
#include "dialects/Relax/Quantization.h"
#include "lib/Bridge/Core/Blocks.h"

#include <inttypes.h>

static RelaxTreeInts intsOf(Arena *arena, MlirAttribute list) {
  RelaxTreeInts ints = {NULL, 0};
  intptr_t count;
  ints.values = relaxIntegers(arena, list, &count);
  ints.count = (size_t)count;
  return ints;
}

static RelaxTreeFloats floatsOf(Arena *arena, MlirAttribute list) {
  RelaxTreeFloats floats = {NULL, 0};
  if (!list.ptr)
    return floats;
  floats.count = (size_t)mlirElementsAttrGetNumElements(list);
  double *values = ARENA_ARRAY(arena, double, floats.count);
  for (size_t i = 0; i < floats.count; ++i)
    values[i] = mlirDenseElementsAttrGetDoubleValue(list, (intptr_t)i);
  floats.values = values;
  return floats;
}

static RelaxTrees treesOf(Arena *arena, const RelaxTreeEnsembleArgs *args) {
  return (RelaxTrees){
      .roots = intsOf(arena, args->roots),
      .features = intsOf(arena, args->features),
      .modes = intsOf(arena, args->modes),
      .branches = {intsOf(arena, args->on_false), intsOf(arena, args->on_true)},
      .nanTrue = intsOf(arena, args->nan_true),
      .memberEnds = intsOf(arena, args->member_ends),
      .targets = intsOf(arena, args->targets),
      .splits = floatsOf(arena, args->splits),
      .members = floatsOf(arena, args->members),
      .weights = floatsOf(arena, args->weights),
      .numTargets = args->num_targets,
      .aggregate = args->aggregate};
}

RelaxTrees relaxTreesOf(Arena *arena, MlirOperation op) {
  RelaxTreeEnsembleArgs args = {
      .roots = relaxTreeEnsembleGetRoots(op),
      .features = relaxTreeEnsembleGetFeatures(op),
      .modes = relaxTreeEnsembleGetModes(op),
      .splits = relaxTreeEnsembleGetSplits(op),
      .on_false = relaxTreeEnsembleGetOnFalse(op),
      .on_true = relaxTreeEnsembleGetOnTrue(op),
      .nan_true = relaxTreeEnsembleGetNanTrue(op),
      .members = relaxTreeEnsembleGetMembers(op),
      .member_ends = relaxTreeEnsembleGetMemberEnds(op),
      .weights = relaxTreeEnsembleGetWeights(op),
      .targets = relaxTreeEnsembleGetTargets(op),
      .num_targets = relaxTreeEnsembleGetNumTargets(op),
      .aggregate = relaxTreeEnsembleGetAggregate(op)};
  return treesOf(arena, &args);
}

size_t relaxTreesMemberNodes(const RelaxTrees *trees) {
  size_t count = 0;
  for (size_t i = 0; i < trees->modes.count; ++i)
    count += trees->modes.values[i] == TREE_MEMBER;
  return count;
}

//===----------------------------------------------------------------------===//
// Depth
//===----------------------------------------------------------------------===//

int64_t relaxTreesDepth(Arena *arena, const RelaxTrees *trees) {
  enum { UNSEEN, OPEN = -1 }; // else the steps from here to the last leaf
  size_t nodes = trees->features.count, top = 0;
  int64_t deepest = 0;
  int64_t *state = ARENA_ARRAY(arena, int64_t, nodes);
  // The way from a root to where the walk is.
  int64_t stack[TREE_MAX_DEPTH];
  for (size_t r = 0; r < trees->roots.count; ++r) {
    stack[top++] = trees->roots.values[r];
    while (top > 0) {
      int64_t node = stack[top - 1], below = 0;
      bool waits = false;
      if (state[node] == UNSEEN)
        state[node] = OPEN;
      for (int b = 0; state[node] == OPEN && !waits && b < 2; ++b) {
        int64_t to = trees->branches[b].values[node];
        if (to >= (int64_t)nodes)
          continue;
        if (state[to] == OPEN || (state[to] == UNSEEN && top == TREE_MAX_DEPTH))
          return -1;
        waits = state[to] == UNSEEN;
        if (waits)
          stack[top++] = to;
        else if (state[to] > below)
          below = state[to];
      }
      if (waits)
        continue;
      if (state[node] == OPEN)
        state[node] = below + 1;
      --top;
    }
    int64_t depth = state[trees->roots.values[r]];
    deepest = depth > deepest ? depth : deepest;
  }
  return deepest <= TREE_MAX_DEPTH ? deepest : -1;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static bool checkCount(RelaxDims *dims, const char *what, size_t expected,
                       size_t got) {
  return got == expected ||
         (relaxDimsError(dims, "%s: expected %zu elements, got %zu", what,
                         expected, got),
          false);
}

/// As many elements, all of them in [0, limit).
static bool checkInts(RelaxDims *dims, const char *what, RelaxTreeInts list,
                      size_t count, int64_t limit) {
  if (!checkCount(dims, what, count, list.count))
    return false;
  for (size_t i = 0; i < count; ++i)
    if (list.values[i] < 0 || list.values[i] >= limit) {
      relaxDimsError(dims, "%s: expected 0 to %" PRId64 ", got %" PRId64, what,
                     limit - 1, list.values[i]);
      return false;
    }
  return true;
}

static bool checkMembers(RelaxDims *dims, const RelaxTrees *t) {
  size_t nodes = relaxTreesMemberNodes(t);
  int64_t most = (int64_t)t->members.count;
  if (!checkInts(dims, "member_ends", t->memberEnds, nodes, most + 1))
    return false;
  for (size_t i = 1; i < nodes; ++i)
    if (t->memberEnds.values[i] < t->memberEnds.values[i - 1])
      return quantRefuse(dims, "member_ends", "no smaller one behind another",
                         "one");
  return true;
}

static bool checkTrees(RelaxDims *dims, const RelaxTrees *t) {
  static const char *const ways[] = {"sum", "mean", "min", "max"};
  size_t nodes = t->features.count, leaves = t->weights.count;
  int64_t rows = (int64_t)(nodes + leaves);
  bool known = false;
  for (size_t i = 0; i < sizeof ways / sizeof *ways; ++i)
    known |= strRefIs(t->aggregate, ways[i]);
  if (!known) {
    relaxDimsError(dims,
                   "aggregate: expected sum, mean, min or max, got '%.*s'",
                   SPREAD(t->aggregate));
    return false;
  }
  if (nodes == 0 || t->roots.count == 0)
    return quantRefuse(dims, "roots", "at least one tree", "none");
  if (t->numTargets < 1 || t->numTargets > INT32_MAX)
    return quantRefuse(dims, "number of targets", "1 to 2147483647",
                       "another one");
  return checkInts(dims, "roots", t->roots, t->roots.count, (int64_t)nodes) &&
         checkInts(dims, "features", t->features, nodes, INT32_MAX) &&
         checkInts(dims, "modes", t->modes, nodes, TREE_NUM_MODES) &&
         checkCount(dims, "splits", nodes, t->splits.count) &&
         checkInts(dims, "on_false", t->branches[0], nodes, rows) &&
         checkInts(dims, "on_true", t->branches[1], nodes, rows) &&
         (t->nanTrue.count == 0 ||
          checkInts(dims, "nan_true", t->nanTrue, nodes, 2)) &&
         checkMembers(dims, t) &&
         checkInts(dims, "targets", t->targets, leaves, t->numTargets) &&
         (relaxTreesDepth(dims->arena, t) >= 0 ||
          quantRefuse(dims, "branches",
                      "trees without a circle, of a depth of at most 256",
                      "others"));
}

bool relaxTreeEnsembleInferTypes(RelaxDims *dims,
                                 const RelaxTreeEnsembleArgs *args,
                                 MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  RelaxTrees trees = treesOf(dims->arena, args);
  MlirContext context = relaxDimsContext(dims);
  bool good =
      quantCheckElement(dims, "input", input.elementType, &quantWideFloat) &&
      (!input.ranked || input.rank == 2 ||
       quantRefuse(dims, "shape of the input", "rank 2",
                   relaxShapeText(dims->arena, input))) &&
      checkTrees(dims, &trees);
  if (good) {
    MlirAttribute out[] = {input.ranked ? input.dims[0]
                                        : symUnknownAttribute(context),
                           symConstAttribute(context, trees.numTargets)};
    results[0] = relaxTensorTypeOf(input.elementType, 2, out);
  }
  return good;
}
