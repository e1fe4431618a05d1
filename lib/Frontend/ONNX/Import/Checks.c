//===- Checks.c - what is checked before anything is built ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Model/GraphWalk.h"

#include <inttypes.h>
#include <stb/stb_ds.h>
#include <string.h>

/// Operators without a row, each once, in the order of the graph.
typedef struct Unknown {
  const char *domain, *name;
  StrBuf nodes;
} Unknown;

static void addUnknown(Unknown **list, const Onnx__NodeProto *node,
                       size_t index) {
  const char *domain = onnxText(node->domain), *name = onnxText(node->op_type);
  Unknown *found = NULL;
  for (size_t i = 0; i < arrlenu(*list) && !found; ++i)
    if (strcmp((*list)[i].domain, domain) == 0 &&
        strcmp((*list)[i].name, name) == 0)
      found = &(*list)[i];
  if (!found) {
    Unknown fresh = {domain, name, {0}};
    arrput(*list, fresh);
    found = &arrlast(*list);
  }
  if (found->nodes.length)
    strBufAppendC(&found->nodes, ", ");
  if (*onnxText(node->name))
    strBufAppendFormat(&found->nodes, "'%s'", node->name);
  else
    strBufAppendFormat(&found->nodes, "%zu", index);
}

typedef struct OperatorCheck {
  const Importer *importer;
  Unknown *unknown; // stb_ds array
} OperatorCheck;

static void checkOperator(const Onnx__NodeProto *node, size_t index,
                          void *userData) {
  OperatorCheck *check = userData;
  if (!onnxFindOperator(node, importNodeOpset(check->importer, node)))
    addUnknown(&check->unknown, node, index);
}

/// What to do about an operator whose values programs do not have; "" for
/// others.
static const char *wayOut(const Unknown *unknown) {
  static const struct {
    const char *name, *way;
  } maps[] = {
      {"CastMap", ": takes maps, which programs do not have; give a tensor "
                  "with an element for each key"},
      {"DictVectorizer", ": takes maps, which programs do not have; give a "
                         "tensor with an element for each key"},
      {"ZipMap", ": makes maps, which programs do not have; take the scores "
                 "themselves, in scikit-learn's converter by zipmap=False"}};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; ++i)
    if (strcmp(unknown->domain, "ai.onnx.ml") == 0 &&
        strcmp(unknown->name, maps[i].name) == 0)
      return maps[i].way;
  return "";
}

bool importCheckOperators(Importer *importer) {
  OperatorCheck check = {importer, NULL};
  onnxWalkNodes(importer->graph, checkOperator, &check);
  Unknown *unknown = check.unknown;
  size_t count = arrlenu(unknown);
  StrBuf text = {0};
  strBufAppendFormat(
      &text, "%zu unknown operator%s (operator set %" PRId64 "):", count,
      count == 1 ? "" : "s", importer->modelOpset);
  for (size_t i = 0; i < count; ++i) {
    strBufAppendFormat(&text, "%s '%s%s%s' (node %s%s)", i ? "," : "",
                       unknown[i].domain, *unknown[i].domain ? "." : "",
                       unknown[i].name, strBufText(&unknown[i].nodes),
                       wayOut(&unknown[i]));
    strBufFree(&unknown[i].nodes);
  }
  if (count)
    importErrorText(importer, text.data);
  strBufFree(&text);
  arrfree(unknown);
  return count == 0;
}

bool importCheckOpset(Importer *importer, int64_t opset) {
  return opset == 0 || (opset >= ONNX_MIN_OPSET && opset <= ONNX_MAX_OPSET) ||
         importError(importer,
                     "operator set version: expected %d to %d, got %" PRId64,
                     ONNX_MIN_OPSET, ONNX_MAX_OPSET, opset);
}

typedef struct OpsetCheck {
  const Importer *importer;
  bool missing;
} OpsetCheck;

static void findWithoutOpset(const Onnx__NodeProto *node, size_t index,
                             void *userData) {
  (void)index;
  OpsetCheck *check = userData;
  check->missing |=
      onnxIsOwnDomain(node) && importNodeOpset(check->importer, node) == 0;
}

bool importCheckOpsets(Importer *importer) {
  OpsetCheck check = {importer, false};
  onnxWalkNodes(importer->graph, findWithoutOpset, &check);
  return !check.missing ||
         importError(importer, "the model does not import the operator set ''");
}
