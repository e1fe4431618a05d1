//===- TreeEnsemble.c - the operator TreeEnsemble of ai.onnx.ml -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// All trees stand in tables with a row per node: interior ones, then leaves,
// which follow themselves. Where each sample is in each tree, [n, trees], moves
// on by gathers, as often as the deepest tree is deep.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/TreeEnsemble.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Gather.gen.h"
#include "lib/Frontend/ONNX/ComposeLayout.h"
#include "lib/Frontend/ONNX/Operators.h"

#include <float.h>
#include <math.h>

typedef struct Trees {
  Importer *importer;
  TreeEnsemble model;
  MlirValue x;
  MlirType element;
  /// A row per node; those of membership are null if no node tests it.
  MlirValue features, modes, splits, missing, branches[2], memberRows, members;
} Trees;

/// A constant vector, of i64 or of the input's type.
static MlirValue numbers(Trees *t, const double *values, size_t count,
                         bool whole) {
  Importer *i = t->importer;
  int64_t extent = (int64_t)count;
  MlirType type = mlirRankedTensorTypeGet(
      1, &extent, mlirF64TypeGet(i->context), mlirAttributeGetNull());
  RelaxConstantArgs args = {
      .value = mlirDenseElementsAttrDoubleGet(type, (intptr_t)count, values)};
  MlirValue constant;
  return importInsert(
             i, relaxConstantCreate(importHelperLocation(i, "table"), &args),
             &constant)
             ? composeCast(i, constant, whole ? composeI64(i) : t->element)
             : (MlirValue){NULL};
}

/// A table of an interior node's values; leaves have `other`.
static MlirValue table(Trees *t, const double *values, double other,
                       bool whole) {
  size_t rows = t->model.count + t->model.weights.count;
  double *all = ARENA_ARRAY(t->importer->arena, double, rows);
  for (size_t i = 0; i < rows; ++i)
    all[i] = i < t->model.count ? values[i] : other;
  return numbers(t, all, rows, whole);
}

static MlirValue branches(Trees *t, int branch) {
  size_t rows = t->model.count + t->model.weights.count;
  double *all = ARENA_ARRAY(t->importer->arena, double, rows);
  for (size_t i = 0; i < rows; ++i) {
    int64_t row =
        i < t->model.count ? treeEnsembleFollow(&t->model, i, branch) : -1;
    all[i] = row < 0 ? (double)i : (double)row;
  }
  return numbers(t, all, rows, true);
}

/// The lists of all nodes that test membership, one row each, as [rows, most],
/// filled up with NaN; `which` gets the row of every node.
static MlirValue memberTable(Trees *t, double *which) {
  Importer *i = t->importer;
  size_t lists = 0, most = 1, length = 0, at = 0;
  for (size_t k = 0; k < t->model.count; ++k)
    if (t->model.modes.values[k] == TREE_MEMBER)
      which[k] = (double)lists++;
  for (size_t k = 0; k < t->model.members.count; ++k) {
    length = isnan(t->model.members.values[k]) ? 0 : length + 1;
    most = length > most ? length : most;
  }
  double *rows = ARENA_ARRAY(i->arena, double, lists *most);
  for (size_t row = 0; row < lists; ++row) {
    for (size_t k = 0; k < most; ++k)
      rows[row * most + k] = NAN;
    for (size_t k = 0;
         at < t->model.members.count && !isnan(t->model.members.values[at]);
         ++k)
      rows[row * most + k] = t->model.members.values[at++];
    ++at;
  }
  MlirAttribute dims[] = {symConstAttribute(i->context, (int64_t)lists),
                          symConstAttribute(i->context, (int64_t)most)};
  return composeReshape(i, numbers(t, rows, lists * most, false), 2, dims);
}

static void buildTables(Trees *t) {
  const TreeEnsemble *m = &t->model;
  bool tests = false;
  t->features = table(t, m->features.values, 0, true);
  t->modes = table(t, m->modes.values, -1, true);
  t->splits = table(t, m->splits.values, 0, false);
  if (m->missing.count)
    t->missing = table(t, m->missing.values, 0, true);
  for (int branch = 0; branch < 2; ++branch)
    t->branches[branch] = branches(t, branch);
  for (size_t i = 0; i < m->count; ++i)
    tests |= m->modes.values[i] == TREE_MEMBER;
  if (!tests)
    return;
  double *which = ARENA_ARRAY(t->importer->arena, double, m->count);
  t->members = memberTable(t, which);
  t->memberRows = table(t, which, 0, true);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// x is in the list of its node.
static MlirValue isMember(Trees *t, MlirValue x, MlirValue state) {
  Importer *i = t->importer;
  static const int64_t dims[] = {0, 1, -1};
  MlirValue row = composeTake(i, t->memberRows, state, 0);
  MlirValue members = composeTake(i, t->members, row, 0);
  MlirValue same = composeCast(
      i, composeEqual(i, members, composeDims(i, x, dims, 3)), composeI64(i));
  MlirValue any =
      composeMax(i, same, composeAxes(i, 2, 3), mlirAttributeGetNull());
  return composeEqual(i, any, composeNumber(i, 1, any));
}

static MlirValue compare(Trees *t, int mode, MlirValue x, MlirValue split,
                         MlirValue state) {
  Importer *i = t->importer;
  MlirValue equal = composeEqual(i, x, split);
  switch (mode) {
  case TREE_LT:
    return composeLess(i, x, split);
  case TREE_LEQ:
    return composeWhere(i, equal, equal, composeLess(i, x, split));
  case TREE_GT:
    return composeLess(i, split, x);
  case TREE_GTE:
    return composeWhere(i, equal, equal, composeLess(i, split, x));
  case TREE_EQ:
    return equal;
  case TREE_NEQ:
    return composeBitwiseNot(i, equal);
  default:
    return isMember(t, x, state);
  }
}

/// Which branch is taken, by the modes that nodes have.
static MlirValue decide(Trees *t, MlirValue x, MlirValue state) {
  Importer *i = t->importer;
  MlirValue split = composeTake(i, t->splits, state, 0);
  MlirValue mode = composeTake(i, t->modes, state, 0);
  MlirValue taken = {NULL};
  for (int k = 0; k < TREE_NUM_MODES; ++k) {
    bool used = false;
    for (size_t n = 0; n < t->model.count; ++n)
      used |= t->model.modes.values[n] == k;
    if (!used)
      continue;
    MlirValue own = compare(t, k, x, split, state);
    MlirValue is = composeEqual(i, mode, composeNumber(i, k, mode));
    taken = taken.ptr ? composeWhere(i, is, own, taken) : own;
    if (!taken.ptr)
      return taken;
  }
  if (!t->model.missing.count)
    return taken;
  MlirValue tracks = composeTake(i, t->missing, state, 0);
  // A NaN takes the true branch where the node says so, else as compared.
  tracks = composeEqual(i, tracks, composeNumber(i, 1, tracks));
  return composeWhere(i, composeEqual(i, x, x), taken,
                      composeWhere(i, tracks, tracks, taken));
}

static MlirValue step(Trees *t, MlirValue state) {
  Importer *i = t->importer;
  RelaxGatherElementsArgs args = {.input = t->x,
                                  .indices =
                                      composeTake(i, t->features, state, 0),
                                  .axis = mlirIntegerAttrGet(composeI64(i), 1)};
  MlirValue x;
  if (!args.indices.ptr ||
      !importInsert(
          i,
          relaxGatherElementsCreate(importHelperLocation(i, "feature"), &args),
          &x))
    return (MlirValue){NULL};
  return composeWhere(i, decide(t, x, state),
                      composeTake(i, t->branches[1], state, 0),
                      composeTake(i, t->branches[0], state, 0));
}

/// The weights of the leaves, put together for each target: [n, targets].
static MlirValue aggregate(Trees *t, MlirValue state) {
  Importer *i = t->importer;
  static const int64_t dims[] = {0, 1, -1};
  MlirValue leaf = composePlus(i, state, -(double)t->model.count);
  MlirValue weight = composeTake(
      i, numbers(t, t->model.weights.values, t->model.weights.count, false),
      leaf, 0);
  MlirValue target = composeTake(
      i, numbers(t, t->model.targets.values, t->model.targets.count, true),
      leaf, 0);
  double *all = ARENA_ARRAY(i->arena, double, t->model.numTargets);
  for (int64_t k = 0; k < t->model.numTargets; ++k)
    all[k] = (double)k;
  MlirValue is =
      composeEqual(i, composeDims(i, target, dims, 3),
                   numbers(t, all, (size_t)t->model.numTargets, true));
  double largest = mlirTypeIsAF64(t->element)   ? DBL_MAX
                   : mlirTypeIsAF16(t->element) ? 65504
                                                : (double)FLT_MAX;
  bool negates = t->model.aggregate == TREE_MIN,
       sums = t->model.aggregate <= TREE_SUM;
  weight = composeDims(i, weight, dims, 3);
  if (negates)
    weight = composeTimes(i, weight, -1);
  MlirValue rest = composeNumber(i, sums ? 0 : -largest, weight);
  MlirValue chosen = composeWhere(i, is, weight, rest), y;
  MlirAttribute axis = composeAxes(i, 1, 2), drop = mlirAttributeGetNull();
  if (sums) {
    y = composeSum(i, chosen, axis, drop);
    return t->model.aggregate == TREE_SUM
               ? y
               : composeTimes(i, y, 1.0 / (double)t->model.roots.count);
  }
  y = composeMax(i, chosen, axis, drop);
  return negates ? composeTimes(i, y, -1) : y;
}

static bool importTreeEnsemble(Importer *importer) {
  Trees t = {.importer = importer, .model = {.importer = importer}};
  RelaxTensorInfo info;
  if (!importOperandCount(importer, 1, 1) ||
      !importRankedOperand(importer, &t.x, &info) ||
      !treeEnsembleRead(&t.model))
    return false;
  t.element = info.elementType;
  if (info.rank != 2 || !mlirTypeIsAFloat(t.element))
    return importOperandError(importer, 0, t.x,
                              "expected rank 2 and float elements");
  int64_t depth = treeEnsembleDepth(&t.model);
  if (depth < 0)
    return false;
  buildTables(&t);
  MlirAttribute trees =
      symConstAttribute(importer->context, (int64_t)t.model.roots.count);
  MlirAttribute dims[] = {info.dims[0], trees};
  MlirValue state = composeBroadcast(
      importer, numbers(&t, t.model.roots.values, t.model.roots.count, true), 2,
      dims, t.x);
  for (int64_t i = 0; state.ptr && i < depth; ++i)
    state = step(&t, state);
  return composeResult(importer, aggregate(&t, state));
}

const OnnxOperator onnxTreeEnsembleOperators[] = {
    {"TreeEnsemble", importTreeEnsemble, 5,
     "take, gather_elements, where, sum"},
    {NULL, NULL, 0, NULL},
};
