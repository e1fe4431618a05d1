//===- Branch.c - branches that go on with what follows them --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Ops/Branch.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>
#include <string.h>

ImportBranch *branchAround(const Importer *importer, size_t level) {
  ImportBranch *branch = importer->branch;
  while (level-- && branch)
    branch = branch->outer;
  return branch;
}

const Onnx__GraphProto *branchGraph(const Importer *importer, size_t level) {
  return level ? branchAround(importer, level - 1)->graph : importer->graph;
}

//===----------------------------------------------------------------------===//
// In and out of a branch
//===----------------------------------------------------------------------===//

/// The importer as it was before a branch.
typedef struct Around {
  Importer importer;
  size_t numValues;
} Around;

static Around enter(Importer *importer, BranchArm *arm) {
  Around around = {*importer, shlenu(importer->values)};
  importer->graph = branchGraph(&around.importer, arm->at.level);
  importer->branch = branchAround(&around.importer, arm->at.level);
  importer->body = arm->block;
  for (ptrdiff_t i = 0; i < arrlen(arm->values); ++i)
    shputs(importer->values, arm->values[i]);
  for (ptrdiff_t i = 0; i < arrlen(arm->cached); ++i)
    strMapEntry(importer->values, arm->cached[i].key)->value.value =
        arm->cached[i].value.value;
  return around;
}

/// Names that came belong to the branch, and so do tensors from around it that
/// were built in it.
static void leave(Importer *importer, BranchArm *arm, const Around *around) {
  arrsetlen(arm->values, 0);
  arrsetlen(arm->cached, 0);
  for (size_t i = around->numValues; i < shlenu(importer->values); ++i)
    arrput(arm->values, importer->values[i]);
  for (size_t i = shlenu(importer->values); i-- > around->numValues;)
    strMapRemove(importer->values, importer->values[i].key);
  for (size_t i = 0; i < around->numValues; ++i) {
    ImportEntry *entry = &importer->values[i];
    if (!entry->value.tensor || !entry->value.value.ptr ||
        !mlirValueIsAOpResult(entry->value.value) ||
        !mlirBlockEqual(
            mlirOperationGetBlock(mlirOpResultGetOwner(entry->value.value)),
            arm->block))
      continue;
    arrput(arm->cached, *entry);
    entry->value.value = (MlirValue){NULL};
  }
  importRestore(importer, &around->importer);
}

//===----------------------------------------------------------------------===//
// A branch
//===----------------------------------------------------------------------===//

/// Outputs of the If `node`, by name.
static bool takeOutputs(Importer *importer, const Onnx__NodeProto *node,
                        const MlirValue *values, BranchArm *arm) {
  for (size_t i = 0; i < node->n_output; ++i) {
    ImportEntry entry = {node->output[i], {.value = values[i]}};
    if (!*entry.key)
      continue;
    if (strMapFind(importer->values, entry.key) >= 0)
      return importError(importer, "'%s' is defined twice", entry.key);
    arrput(arm->values, entry);
  }
  return true;
}

bool branchImport(Importer *importer, const Onnx__GraphProto *graph,
                  MlirBlock block, BranchArm *arm) {
  ImportBranch branch = {.outer = importer->branch,
                         .graph = importer->graph,
                         .node = importer->node,
                         .index = importer->index};
  size_t numOutputs = importer->node->n_output;
  MlirValue *values = ARENA_ARRAY(importer->arena, MlirValue, numOutputs + 1);
  *arm = (BranchArm){.block = block, .at = {0, importer->index + 1}};
  bool good = importBranch(importer, &branch, graph, block, values, numOutputs);
  if (branch.left) {
    arm->at = branch.at;
    arm->values = branch.values;
    return good;
  }
  return good && takeOutputs(importer, importer->node, values, arm);
}

void branchFree(BranchArm *arm) {
  arrfree(arm->values);
  arrfree(arm->cached);
}

/// The outputs of the level's graph are those of the If whose branch it is.
static bool goUp(Importer *importer, BranchArm *arm) {
  const ImportBranch *branch = branchAround(importer, arm->at.level);
  const Onnx__GraphProto *graph = branchGraph(importer, arm->at.level);
  MlirValue *outputs =
      ARENA_ARRAY(importer->arena, MlirValue, graph->n_output + 1);
  Around around = enter(importer, arm);
  bool good = importOutputs(importer, outputs);
  leave(importer, arm, &around);
  arrsetlen(arm->values, 0);
  arm->at = (BranchPlace){arm->at.level + 1, branch->index + 1};
  return good && takeOutputs(importer, branch->node, outputs, arm);
}

bool branchStep(Importer *importer, BranchArm *arm) {
  const Onnx__GraphProto *graph = branchGraph(importer, arm->at.level);
  if (arm->at.next >= graph->n_node)
    return goUp(importer, arm);
  if (++importer->copies > BRANCH_MAX_COPIES)
    return false;
  Around around = enter(importer, arm);
  importer->next = arm->at.next + 1;
  bool good = importer->importNode(importer, arm->at.next);
  arm->at.next = importer->next;
  leave(importer, arm, &around);
  return good;
}

bool branchImportBefore(Importer *importer, size_t *index) {
  const Importer before = *importer;
  importer->next = *index + 1;
  bool good = importer->importNode(importer, *index);
  *index = importer->next;
  importRestore(importer, &before);
  return good;
}

bool branchValue(Importer *importer, BranchArm *arm, const char *name,
                 MlirValue *value) {
  bool good = true;
  *value = (MlirValue){NULL};
  Around around = enter(importer, arm);
  ImportEntry *entry = strMapEntry(importer->values, name);
  if (entry && !entry->value.value.ptr)
    good = importTensor(importer, name, &entry->value);
  if (entry && good)
    *value = entry->value.value;
  leave(importer, arm, &around);
  return good;
}

void branchAdopt(Importer *importer, BranchPlace at, ImportEntry *values) {
  if (at.level == 0) {
    for (ptrdiff_t i = 0; i < arrlen(values); ++i)
      shputs(importer->values, values[i]);
    importer->next = at.next;
    arrfree(values);
    return;
  }
  // The rest of this graph is behind us, and the If around it takes over.
  ImportBranch *branch = importer->branch;
  branch->left = true;
  branch->at = (BranchPlace){at.level - 1, at.next};
  branch->values = values;
  importer->next = importer->graph->n_node;
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

bool branchNodeUses(const Onnx__NodeProto *node, const char *name) {
  for (size_t i = 0; i < node->n_input; ++i)
    if (strcmp(node->input[i], name) == 0)
      return true;
  for (size_t a = 0; a < node->n_attribute; ++a)
    if (node->attribute[a]->g && branchIsUsed(node->attribute[a]->g, 0, name))
      return true;
  return false;
}

bool branchIsUsed(const Onnx__GraphProto *graph, size_t first,
                  const char *name) {
  for (size_t i = 0; i < graph->n_output; ++i)
    if (strcmp(onnxText(graph->output[i]->name), name) == 0)
      return true;
  for (size_t i = first; i < graph->n_node; ++i)
    if (branchNodeUses(graph->node[i], name))
      return true;
  return false;
}
