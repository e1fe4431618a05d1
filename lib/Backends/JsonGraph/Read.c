//===- Read.c - a region as a graph in JSON, read -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The text may have been edited by hand: every number is looked at before it is
// used.
//
//===----------------------------------------------------------------------===//

#include "lib/Backends/JsonGraph/JsonGraph.h"

#include <cjson/cJSON.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 1 << 16 };

bool jsonGraphFail(RelaxBackendMessage *message, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message->text, sizeof message->text, format, arguments);
  va_end(arguments);
  return false;
}

//===----------------------------------------------------------------------===//
// Numbers and lists
//===----------------------------------------------------------------------===//

static bool readNumber(const cJSON *object, const char *key, double least,
                       double most, double *out, RelaxBackendMessage *message) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
  if (!cJSON_IsNumber(item) ||
      !(item->valuedouble >= least && item->valuedouble <= most))
    return jsonGraphFail(message,
                         "'%s': expected a number from %g to %g in the graph",
                         key, least, most);
  *out = item->valuedouble;
  return true;
}

static bool readInt(const cJSON *object, const char *key, int64_t least,
                    int64_t most, int64_t *out, RelaxBackendMessage *message) {
  double value;
  if (!readNumber(object, key, (double)least, (double)most, &value, message))
    return false;
  *out = (int64_t)value;
  return true;
}

/// `count` -1: any, at most `most`, which is left in `*found`.
static bool readList(const cJSON *object, const char *key, int64_t least,
                     int64_t largest, int count, int most, int64_t *out,
                     int *found, RelaxBackendMessage *message) {
  const cJSON *list = cJSON_GetObjectItemCaseSensitive(object, key), *item;
  int size = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : -1, i = 0;
  if (size < 0 || (count >= 0 ? size != count : size > most))
    return jsonGraphFail(message, "'%s': expected a list of %s%d numbers", key,
                         count >= 0 ? "" : "at most ",
                         count >= 0 ? count : most);
  cJSON_ArrayForEach(item, list) {
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= (double)least &&
                                   item->valuedouble <= (double)largest))
      return jsonGraphFail(message, "'%s': expected numbers from %lld to %lld",
                           key, (long long)least, (long long)largest);
    out[i++] = (int64_t)item->valuedouble;
  }
  if (found)
    *found = size;
  return true;
}

static int findName(const char *const *names, int count, const cJSON *item) {
  for (int i = 0; i < count && cJSON_IsString(item); ++i)
    if (strcmp(names[i], item->valuestring) == 0)
      return i;
  return -1;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

static const char *const functionNames[NUM_JSON_GRAPH_FUNCTIONS] = {
#define JSON_GRAPH_UNARY(id, name, value) [JSON_GRAPH_##id] = name,
#define JSON_GRAPH_BINARY(id, name, value) [JSON_GRAPH_##id] = name,
#include "lib/Backends/JsonGraph/Functions.def"
};

static const bool isBinary[NUM_JSON_GRAPH_FUNCTIONS] = {
#define JSON_GRAPH_BINARY(id, name, value) [JSON_GRAPH_##id] = true,
#include "lib/Backends/JsonGraph/Functions.def"
};

static const struct {
  const char *name;
  int least, most; // operands
} ops[NUM_JSON_GRAPH_OPS] = {
    [JSON_GRAPH_MATMUL] = {"matmul", 2, 2},
    [JSON_GRAPH_CONV] = {"conv", 2, 2},
    [JSON_GRAPH_SOFTMAX] = {"softmax", 1, 1},
    [JSON_GRAPH_LAYER_NORM] = {"layer_norm", 2, 3},
    [JSON_GRAPH_MAP] = {"map", 1, 1},
};

static bool readPost(const cJSON *object, int known, JsonGraphNode *node,
                     RelaxBackendMessage *message) {
  const cJSON *list = cJSON_GetObjectItemCaseSensitive(object, "post"), *item;
  if (list &&
      (!cJSON_IsArray(list) || cJSON_GetArraySize(list) > JSON_GRAPH_MAX_POST))
    return jsonGraphFail(message, "'post': expected a list of at most %d",
                         JSON_GRAPH_MAX_POST);
  cJSON_ArrayForEach(item, list) {
    JsonGraphPost *post = &node->post[node->numPost++];
    int function = findName(functionNames, NUM_JSON_GRAPH_FUNCTIONS,
                            cJSON_GetObjectItemCaseSensitive(item, "f"));
    int64_t other = -1;
    if (function < 0)
      return jsonGraphFail(message, "'f': expected the name of a function");
    if (isBinary[function] &&
        !readInt(item, "in", 0, known - 1, &other, message))
      return false;
    *post = (JsonGraphPost){(JsonGraphFunction)function, (int)other};
  }
  return true;
}

static bool readConv(const cJSON *object, JsonGraphNode *node,
                     RelaxBackendMessage *message) {
  enum { MOST = 1 << 20 };
  return readList(object, "strides", 1, MOST, -1, JSON_GRAPH_MAX_SPATIAL,
                  node->strides, &node->numSpatial, message) &&
         readList(object, "dilations", 1, MOST, node->numSpatial, 0,
                  node->dilations, NULL, message) &&
         readList(object, "pads", 0, MOST, 2 * node->numSpatial, 0, node->pads,
                  NULL, message) &&
         readInt(object, "groups", 1, MOST, &node->groups, message);
}

static bool readNode(const cJSON *object, int known, JsonGraphNode *node,
                     RelaxBackendMessage *message) {
  const cJSON *name = cJSON_GetObjectItemCaseSensitive(object, "op");
  int64_t inputs[3];
  int op = 0;
  while (
      op < NUM_JSON_GRAPH_OPS &&
      !(cJSON_IsString(name) && strcmp(name->valuestring, ops[op].name) == 0))
    ++op;
  if (op == NUM_JSON_GRAPH_OPS)
    return jsonGraphFail(message, "'op': expected the name of an operation");
  node->op = (JsonGraphOp)op;
  if (!readList(object, "in", 0, known - 1, -1, ops[op].most, inputs,
                &node->numInputs, message))
    return false;
  if (node->numInputs < ops[op].least)
    return jsonGraphFail(message, "'%s': expected %d operands, got %d",
                         ops[op].name, ops[op].least, node->numInputs);
  for (int i = 0; i < node->numInputs; ++i)
    node->inputs[i] = (int)inputs[i];
  node->transposed =
      cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, "transposed"));
  bool axis = op == JSON_GRAPH_SOFTMAX || op == JSON_GRAPH_LAYER_NORM;
  return (op != JSON_GRAPH_CONV || readConv(object, node, message)) &&
         (!axis || readInt(object, "axis", 0, JSON_GRAPH_MAX_RANK - 1,
                           &node->axis, message)) &&
         (op != JSON_GRAPH_LAYER_NORM ||
          readNumber(object, "epsilon", 0, 1, &node->epsilon, message)) &&
         readPost(object, known, node, message);
}

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

static bool readNodes(const cJSON *root, JsonGraph *graph,
                      RelaxBackendMessage *message) {
  const cJSON *list = cJSON_GetObjectItemCaseSensitive(root, "nodes"), *item;
  int count = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : -1;
  if (count < 0 || count > MOST_VALUES)
    return jsonGraphFail(message, "'nodes': expected a list of at most %d",
                         MOST_VALUES);
  graph->nodes = calloc((size_t)count + 1, sizeof *graph->nodes);
  if (!graph->nodes)
    return jsonGraphFail(message, "out of memory");
  cJSON_ArrayForEach(item, list) {
    JsonGraphNode *node = &graph->nodes[graph->numNodes];
    if (!readNode(item, jsonGraphValues(graph), node, message))
      return false;
    ++graph->numNodes;
  }
  return true;
}

static bool readResults(const cJSON *root, JsonGraph *graph,
                        RelaxBackendMessage *message) {
  enum { MOST_RESULTS = 64 };
  int64_t results[MOST_RESULTS];
  if (!readList(root, "results", graph->numInputs + graph->numConstants,
                jsonGraphValues(graph) - 1, -1, MOST_RESULTS, results,
                &graph->numResults, message))
    return false;
  graph->results = calloc(MOST_RESULTS, sizeof *graph->results);
  if (!graph->results)
    return jsonGraphFail(message, "out of memory");
  for (int i = 0; i < graph->numResults; ++i)
    graph->results[i] = (int)results[i];
  return true;
}

bool jsonGraphRead(const RelaxBackendArtefact *artefact, JsonGraph *graph,
                   RelaxBackendMessage *message) {
  cJSON *root = cJSON_ParseWithLength(artefact->text, artefact->bytes);
  int64_t inputs, constants;
  *graph = (JsonGraph){0};
  bool good = cJSON_IsObject(root) ||
              jsonGraphFail(message, "expected a graph in JSON");
  good = good && readInt(root, "inputs", 0, MOST_VALUES, &inputs, message) &&
         readInt(root, "constants", 0, MOST_VALUES, &constants, message);
  if (good && constants != (int64_t)artefact->numConstants)
    good = jsonGraphFail(message, "expected %lld constants, got %zu",
                         (long long)constants, artefact->numConstants);
  if (good) {
    graph->numInputs = (int)inputs;
    graph->numConstants = (int)constants;
  }
  good = good && readNodes(root, graph, message) &&
         readResults(root, graph, message);
  cJSON_Delete(root);
  if (!good)
    jsonGraphFree(graph);
  return good;
}

void jsonGraphFree(JsonGraph *graph) {
  free(graph->nodes);
  free(graph->results);
  *graph = (JsonGraph){0};
}
