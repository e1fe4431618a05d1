//===- TreeEnsembleModel.c - attributes of decision trees -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/TreeEnsemble.h"
#include "lib/Frontend/ONNX/ML/TreeEnsemble.h"

#include <inttypes.h>

static bool readInts(TreeEnsemble *t, const char *name, TreeList *list) {
  const int64_t *values;
  bool given;
  if (!importInts(t->importer, name, &values, &list->count, &given))
    return false;
  list->values = ARENA_ARRAY(t->importer->arena, double, list->count);
  for (size_t i = 0; i < list->count; ++i)
    list->values[i] = (double)values[i];
  return true;
}

static bool readTensor(TreeEnsemble *t, const char *name, TreeList *list) {
  Importer *importer = t->importer;
  const Onnx__AttributeProto *given;
  OnnxTensor tensor;
  RelaxDType dtype;
  StrBuf message = {0};
  if (!IMPORT_ATTRIBUTE(importer, name, TENSOR, &given))
    return false;
  if (!given)
    return true;
  if (!onnxTensorGet(importer->model, given->t, &tensor, &message)) {
    importError(importer, "%s", strBufText(&message));
    strBufFree(&message);
    return false;
  }
  bool good = tensor.storage != ONNX_STORAGE_EXTERNAL &&
              tensor.storage != ONNX_STORAGE_STRINGS &&
              onnxDataTypeDType(tensor.dataType, &dtype);
  list->count = good ? (size_t)tensor.numElements : 0;
  list->values = ARENA_ARRAY(importer->arena, double, list->count);
  for (size_t i = 0; i < list->count; ++i)
    list->values[i] =
        relaxDTypeIsFloat(dtype)
            ? relaxLoadFloat(dtype, tensor.bytes, (int64_t)i)
            : (double)relaxLoadInt(dtype, tensor.bytes, (int64_t)i);
  onnxTensorFree(&tensor);
  return good ||
         importError(importer, "attribute '%s': expected numbers", name);
}

/// Every element is a whole number in [0, limit).
static bool inRange(TreeEnsemble *t, const char *name, const TreeList *list,
                    size_t count, size_t limit) {
  if (list->count != count)
    return importError(t->importer,
                       "attribute '%s': expected %zu values, got %zu", name,
                       count, list->count);
  for (size_t i = 0; i < count; ++i)
    if (!(list->values[i] >= 0 && list->values[i] < (double)limit))
      return importError(t->importer,
                         "attribute '%s': expected 0 to %zu, got %g", name,
                         limit - 1, list->values[i]);
  return true;
}

static bool readAttributes(TreeEnsemble *t) {
  TreeList hitrates;
  int64_t transform;
  return readInts(t, "tree_roots", &t->roots) &&
         readInts(t, "nodes_featureids", &t->features) &&
         readTensor(t, "nodes_modes", &t->modes) &&
         readTensor(t, "nodes_splits", &t->splits) &&
         readTensor(t, "nodes_hitrates", &hitrates) &&
         readInts(t, "nodes_missing_value_tracks_true", &t->missing) &&
         readInts(t, "nodes_falsenodeids", &t->next[0]) &&
         readInts(t, "nodes_truenodeids", &t->next[1]) &&
         readInts(t, "nodes_falseleafs", &t->leafs[0]) &&
         readInts(t, "nodes_trueleafs", &t->leafs[1]) &&
         readTensor(t, "leaf_weights", &t->weights) &&
         readInts(t, "leaf_targetids", &t->targets) &&
         readTensor(t, "membership_values", &t->members) &&
         importInt(t->importer, "n_targets", 1, &t->numTargets) &&
         importInt(t->importer, "aggregate_function", TREE_AGGREGATE_SUM,
                   &t->aggregate) &&
         importInt(t->importer, "post_transform", 0, &transform) &&
         (transform == 0 ||
          importError(t->importer,
                      "attribute 'post_transform': expected 0 (none), got "
                      "%" PRId64 ": apply it behind the node",
                      transform));
}

static bool checkAttributes(TreeEnsemble *t) {
  t->count = t->features.count;
  if (t->aggregate < TREE_AGGREGATE_AVERAGE ||
      t->aggregate > TREE_AGGREGATE_MAX)
    return importError(t->importer,
                       "attribute 'aggregate_function': expected 0 to 3, got "
                       "%" PRId64,
                       t->aggregate);
  if (t->numTargets < 1 || t->numTargets > INT32_MAX)
    return importError(t->importer,
                       "attribute 'n_targets': expected 1 to %d, got %" PRId64,
                       INT32_MAX, t->numTargets);
  if (t->count == 0 || t->roots.count == 0)
    return importError(t->importer, "expected at least one tree");
  if (t->splits.count != t->count)
    return importError(t->importer,
                       "attribute '%s': expected %zu values, got %zu",
                       "nodes_splits", t->count, t->splits.count);
  size_t leafs = t->weights.count, nodes = t->count;
  if (!inRange(t, "tree_roots", &t->roots, t->roots.count, nodes) ||
      !inRange(t, "nodes_featureids", &t->features, nodes, INT32_MAX) ||
      !inRange(t, "nodes_modes", &t->modes, nodes, TREE_NUM_MODES) ||
      !inRange(t, "nodes_falseleafs", &t->leafs[0], nodes, 2) ||
      !inRange(t, "nodes_trueleafs", &t->leafs[1], nodes, 2) ||
      !inRange(t, "leaf_targetids", &t->targets, leafs,
               (size_t)t->numTargets) ||
      (t->missing.count &&
       !inRange(t, "nodes_missing_value_tracks_true", &t->missing, nodes, 2)))
    return false;
  size_t most = nodes > leafs ? nodes : leafs;
  return inRange(t, "nodes_falsenodeids", &t->next[0], nodes, most) &&
         inRange(t, "nodes_truenodeids", &t->next[1], nodes, most);
}

bool treeEnsembleRead(TreeEnsemble *t) {
  return readAttributes(t) && checkAttributes(t);
}

int64_t treeEnsembleFollow(const TreeEnsemble *t, size_t node, int branch) {
  size_t to = (size_t)t->next[branch].values[node];
  bool leaf = t->leafs[branch].values[node] != 0;
  if (to >= (leaf ? t->weights.count : t->count))
    return -1;
  return (int64_t)(leaf ? t->count + to : to);
}
