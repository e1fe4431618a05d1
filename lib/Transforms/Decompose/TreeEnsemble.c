//===- TreeEnsemble.c - decision trees ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// All trees stand in tables with an element per row: interior nodes, then
// leaves, which follow themselves. Where each sample is in each tree, [samples,
// trees], moves on by gathers, as often as the deepest tree is deep.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/TreeEnsemble.h"
#include "dialects/Relax/Gather.gen.h"
#include "lib/Transforms/Decompose/Decompose.h"

#include <math.h>

static const MlirValue none = {NULL};
static const int64_t behind[] = {0, 1, -1}; // [samples, trees, 1]

typedef struct Trees {
  GraphBuilder *g;
  RelaxTrees model;
  size_t nodes, rows;
  MlirValue x;
  MlirType element, i64;
  /// A row per node; those of membership are null if no node tests it.
  MlirValue features, modes, splits, nanTrue, branches[2], memberRows, members;
} Trees;

/// A table of an interior node's values; leaves have `other`.
static MlirValue table(Trees *t, RelaxTreeInts list, int64_t other) {
  int64_t *all = ARENA_ARRAY(t->g->arena, int64_t, t->rows);
  for (size_t i = 0; i < t->rows; ++i)
    all[i] = i < t->nodes ? list.values[i] : other;
  return graphIntegers(t->g, all, t->rows);
}

static MlirValue branchTable(Trees *t, int branch) {
  int64_t *all = ARENA_ARRAY(t->g->arena, int64_t, t->rows);
  for (size_t i = 0; i < t->rows; ++i)
    all[i] = i < t->nodes ? t->model.branches[branch].values[i] : (int64_t)i;
  return graphIntegers(t->g, all, t->rows);
}

static MlirValue splitTable(Trees *t) {
  double *all = ARENA_ARRAY(t->g->arena, double, t->rows);
  for (size_t i = 0; i < t->nodes; ++i)
    all[i] = t->model.splits.values[i];
  return graphNumbers(t->g, all, t->rows, t->element);
}

/// The lists of all nodes that test membership, one row each, as [lists, most],
/// filled up with NaN; `which` gets the row of every node.
static MlirValue memberTable(Trees *t, size_t lists, int64_t *which) {
  GraphBuilder *g = t->g;
  RelaxTreeInts ends = t->model.memberEnds;
  int64_t most = 1, begin = 0;
  for (size_t i = 0, next = 0; i < t->nodes; ++i)
    if (t->model.modes.values[i] == TREE_MEMBER)
      which[i] = (int64_t)next++;
  for (size_t k = 0; k < lists; begin = ends.values[k++])
    most = ends.values[k] - begin > most ? ends.values[k] - begin : most;
  size_t total = lists * (size_t)most;
  double *all = ARENA_ARRAY(g->arena, double, total);
  begin = 0;
  for (size_t k = 0; k < lists; begin = ends.values[k++])
    for (int64_t i = 0; i < most; ++i)
      all[k * (size_t)most + (size_t)i] =
          begin + i < ends.values[k] ? t->model.members.values[begin + i] : NAN;
  MlirAttribute dims[] = {graphLiteral(g, (int64_t)lists),
                          graphLiteral(g, most)};
  return graphReshape(g, graphNumbers(g, all, total, t->element), 2, dims);
}

static void buildTables(Trees *t) {
  t->features = table(t, t->model.features, 0);
  t->modes = table(t, t->model.modes, -1);
  t->splits = splitTable(t);
  if (t->model.nanTrue.count)
    t->nanTrue = table(t, t->model.nanTrue, 0);
  for (int branch = 0; branch < 2; ++branch)
    t->branches[branch] = branchTable(t, branch);
  size_t lists = relaxTreesMemberNodes(&t->model);
  if (!lists)
    return;
  int64_t *which = ARENA_ARRAY(t->g->arena, int64_t, t->nodes);
  t->members = memberTable(t, lists, which);
  t->memberRows = table(t, (RelaxTreeInts){which, t->nodes}, 0);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// x is in the list of its node.
static MlirValue isMember(Trees *t, MlirValue x, MlirValue state) {
  GraphBuilder *g = t->g;
  MlirValue row = graphTake(g, t->memberRows, state, 0);
  MlirValue members = graphTake(g, t->members, row, 0);
  MlirValue same =
      graphCast(g, graphEqual(g, members, graphView(g, x, 3, behind)), t->i64);
  MlirValue any = graphMaxAway(g, same, graphAxis(g, 2));
  return graphEqual(g, any, graphInteger(g, 1, t->i64));
}

static MlirValue compare(Trees *t, int mode, MlirValue x, MlirValue split,
                         MlirValue state) {
  GraphBuilder *g = t->g;
  switch (mode) {
  case TREE_LT:
    return graphLess(g, x, split);
  case TREE_LEQ:
    return graphLessEqual(g, x, split);
  case TREE_GT:
    return graphLess(g, split, x);
  case TREE_GTE:
    return graphLessEqual(g, split, x);
  case TREE_EQ:
    return graphEqual(g, x, split);
  case TREE_NEQ:
    return graphBitwiseNot(g, graphEqual(g, x, split));
  default:
    return isMember(t, x, state);
  }
}

/// Which branch is taken, by the modes that nodes have.
static MlirValue decide(Trees *t, MlirValue x, MlirValue state) {
  GraphBuilder *g = t->g;
  MlirValue split = graphTake(g, t->splits, state, 0);
  MlirValue mode = graphTake(g, t->modes, state, 0);
  MlirValue taken = none;
  for (int k = 0; k < TREE_NUM_MODES; ++k) {
    bool used = false;
    for (size_t i = 0; i < t->nodes; ++i)
      used |= t->model.modes.values[i] == k;
    if (!used)
      continue;
    MlirValue own = compare(t, k, x, split, state);
    MlirValue is = graphEqual(g, mode, graphInteger(g, k, t->i64));
    taken = taken.ptr ? graphWhere(g, is, own, taken) : own;
  }
  if (!t->nanTrue.ptr)
    return taken;
  MlirValue tracks = graphEqual(g, graphTake(g, t->nanTrue, state, 0),
                                graphInteger(g, 1, t->i64));
  // A NaN takes the true branch where the node says so, else as compared.
  return graphWhere(g, graphEqual(g, x, x), taken,
                    graphWhere(g, tracks, tracks, taken));
}

static MlirValue step(Trees *t, MlirValue state) {
  GraphBuilder *g = t->g;
  RelaxGatherElementsArgs args = {
      .input = t->x, .indices = graphTake(g, t->features, state, 0), .axis = 1};
  if (!args.indices.ptr)
    return none;
  MlirValue x = graphInsert(
      g, relaxGatherElementsCreate(graphPlace(g, "feature"), &args));
  return graphWhere(g, decide(t, x, state),
                    graphTake(g, t->branches[1], state, 0),
                    graphTake(g, t->branches[0], state, 0));
}

/// The weights of the leaves, put together for each target: [samples, targets].
static MlirValue aggregate(Trees *t, MlirValue state) {
  GraphBuilder *g = t->g;
  StrRef way = t->model.aggregate;
  bool least = strRefEqual(way, strRefFromC("min"));
  bool sums = !least && !strRefEqual(way, strRefFromC("max"));
  MlirValue leaf = graphPlus(g, state, -(double)t->nodes);
  MlirValue weight = graphTake(g,
                               graphNumbers(g, t->model.weights.values,
                                            t->model.weights.count, t->element),
                               leaf, 0);
  MlirValue target = graphTake(
      g, graphIntegers(g, t->model.targets.values, t->model.targets.count),
      leaf, 0);
  int64_t *all = ARENA_ARRAY(g->arena, int64_t, t->model.numTargets);
  for (int64_t k = 0; k < t->model.numTargets; ++k)
    all[k] = k;
  MlirValue is = graphEqual(g, graphView(g, target, 3, behind),
                            graphIntegers(g, all, (size_t)t->model.numTargets));
  weight = graphView(g, weight, 3, behind);
  if (least)
    weight = graphTimes(g, weight, -1);
  MlirValue rest =
      graphNumber(g, sums ? 0 : -relaxLargestFinite(t->element), t->element);
  MlirValue chosen = graphWhere(g, is, weight, rest), y;
  if (!sums) {
    y = graphMaxAway(g, chosen, graphAxis(g, 1));
    return least ? graphTimes(g, y, -1) : y;
  }
  y = graphSumAway(g, chosen, graphAxis(g, 1));
  return strRefEqual(way, strRefFromC("mean"))
             ? graphTimes(g, y, 1.0 / (double)t->model.roots.count)
             : y;
}

static void treeEnsemble(GraphBuilder *g, MlirOperation op,
                         MlirValue *results) {
  Trees t = {.g = g,
             .model = relaxTreesOf(g->arena, op),
             .x = relaxTreeEnsembleGetInput(op),
             .i64 = mlirIntegerTypeGet(g->context, 64)};
  RelaxTensorInfo info = relaxTensorInfoOf(t.x);
  t.element = info.elementType;
  t.nodes = t.model.features.count;
  t.rows = t.nodes + t.model.weights.count;
  int64_t depth = relaxTreesDepth(g->arena, &t.model);
  buildTables(&t);
  MlirAttribute dims[] = {info.dims[0],
                          graphLiteral(g, (int64_t)t.model.roots.count)};
  MlirValue state = graphBroadcast(
      g, graphIntegers(g, t.model.roots.values, t.model.roots.count), 2, dims,
      t.x);
  for (int64_t i = 0; state.ptr && i < depth; ++i)
    state = step(&t, state);
  results[0] = aggregate(&t, state);
}

const DecomposeRule decomposeTreeEnsemble[] = {
    {"relax.tree_ensemble", treeEnsemble}, {NULL, NULL}};
