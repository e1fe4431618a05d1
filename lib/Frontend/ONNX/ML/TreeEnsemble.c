//===- TreeEnsemble.c - the operator TreeEnsemble of ai.onnx.ml -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/ML/TreeEnsemble.h"
#include "dialects/Relax/TreeEnsemble.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <math.h>

static MlirAttribute floats(Importer *importer, const TreeList *list) {
  int64_t extent = (int64_t)list->count;
  MlirType type = mlirRankedTensorTypeGet(
      1, &extent, mlirF64TypeGet(importer->context), mlirAttributeGetNull());
  return mlirDenseElementsAttrDoubleGet(type, (intptr_t)list->count,
                                        list->values);
}

static MlirAttribute ints(Importer *importer, const TreeList *list) {
  int64_t *values = ARENA_ARRAY(importer->arena, int64_t, list->count);
  for (size_t i = 0; i < list->count; ++i)
    values[i] = (int64_t)list->values[i];
  return importIntsAttribute(importer, values, list->count);
}

/// The rows behind a branch of all nodes; null after an error.
static MlirAttribute rows(const TreeEnsemble *t, int branch) {
  int64_t *values = ARENA_ARRAY(t->importer->arena, int64_t, t->count);
  for (size_t i = 0; i < t->count; ++i) {
    values[i] = treeEnsembleFollow(t, i, branch);
    if (values[i] < 0) {
      importError(t->importer, "node %zu has a branch to no node", i);
      return mlirAttributeGetNull();
    }
  }
  return importIntsAttribute(t->importer, values, t->count);
}

/// ONNX divides the lists of the nodes that test membership by NaN.
static void splitMembers(const TreeEnsemble *t, RelaxTreeEnsembleArgs *args) {
  Importer *importer = t->importer;
  size_t lists = 0, at = 0, count = 0;
  for (size_t i = 0; i < t->count; ++i)
    lists += t->modes.values[i] == TREE_MEMBER;
  if (!lists)
    return;
  double *members = ARENA_ARRAY(importer->arena, double, t->members.count);
  int64_t *ends = ARENA_ARRAY(importer->arena, int64_t, lists);
  for (size_t k = 0; k < lists; ends[k++] = (int64_t)count, ++at)
    while (at < t->members.count && !isnan(t->members.values[at]))
      members[count++] = t->members.values[at++];
  args->members = floats(importer, &(TreeList){members, count});
  args->member_ends = importIntsAttribute(importer, ends, lists);
}

static bool importTreeEnsemble(Importer *importer) {
  static const char *const ways[] = {"mean", "sum", "min", "max"};
  TreeEnsemble t = {.importer = importer};
  RelaxTreeEnsembleArgs args = {0};
  RelaxTensorInfo info;
  if (!importRankedOperand(importer, &args.input, &info) ||
      !treeEnsembleRead(&t))
    return false;
  args.roots = ints(importer, &t.roots);
  args.features = ints(importer, &t.features);
  args.modes = ints(importer, &t.modes);
  args.splits = floats(importer, &t.splits);
  args.on_false = rows(&t, 0);
  args.on_true = args.on_false.ptr ? rows(&t, 1) : args.on_false;
  if (!args.on_true.ptr)
    return false;
  if (t.missing.count)
    args.nan_true = ints(importer, &t.missing);
  splitMembers(&t, &args);
  args.weights = floats(importer, &t.weights);
  args.targets = ints(importer, &t.targets);
  args.num_targets = t.numTargets;
  args.aggregate = strRefFromC(ways[t.aggregate]);
  return IMPORT_RESULT(importer, TreeEnsemble, &args);
}

const OnnxOperator onnxTreeEnsembleOperators[] = {
    {"TreeEnsemble", importTreeEnsemble, .since = 5, .relax = "tree_ensemble",
     .types = ONNX_F16 | ONNX_F32 | ONNX_F64},
    {0},
};
