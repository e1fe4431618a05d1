//===- Functions.c - calls of a model's own functions ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/Functions.h"
#include "lib/Frontend/ONNX/Import/FunctionNames.h"
#include "lib/Frontend/ONNX/Import/FunctionTable.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Model/GraphWalk.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>
#include <string.h>

typedef struct NameEntry {
  char *key;   // as the function writes it, borrowed
  char *value; // in the graph
} NameEntry;

/// One call, while its nodes are made.
typedef struct Call {
  const struct Call *outer; // around it, or NULL
  const OnnxFunction *function;
  const Onnx__NodeProto *node; // with the names and attributes of the graph
  NameEntry *names;            // a stb_ds string map
  size_t depth;
} Call;

typedef struct Expander {
  Importer *importer;
  Arena *arena;
  OnnxFunctionTable *table;
  FunctionNames names;
  size_t size; // what calls became: nodes, operands, results, attributes
} Expander;

/// The lists of the graph that is made.
typedef struct Body {
  Onnx__NodeProto **nodes;       // stb_ds array
  Onnx__ValueInfoProto **values; // stb_ds array
} Body;

static void *copyArray(Expander *x, const void *data, size_t count,
                       size_t elementSize) {
  return count ? arenaCopy(x->arena, data, count * elementSize)
               : arenaAlloc(x->arena, 0);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// What a name of a function's body is called in the graph; in the model's own
/// graph (`call` is NULL) itself.
static char *renamed(Expander *x, Call *call, char *name) {
  if (!call || !*name)
    return name;
  ptrdiff_t found = strMapFind(call->names, name);
  if (found >= 0)
    return call->names[found].value;
  char *fresh = functionNameFresh(&x->names, call->node->name, name);
  shput(call->names, name, fresh);
  return fresh;
}

static void renameAll(Expander *x, Call *call, size_t count, char ***list) {
  *list = copyArray(x, *list, count, sizeof(char *));
  for (size_t i = 0; i < count; ++i)
    (*list)[i] = renamed(x, call, (*list)[i]);
}

static Onnx__ValueInfoProto *renamedInfo(Expander *x, Call *call,
                                         const Onnx__ValueInfoProto *info) {
  Onnx__ValueInfoProto *copy = arenaCopy(x->arena, info, sizeof *info);
  copy->name = renamed(x, call, (char *)onnxText(info->name));
  return copy;
}

static void renameInfos(Expander *x, Call *call, size_t count,
                        Onnx__ValueInfoProto ***list) {
  *list = copyArray(x, *list, count, sizeof(**list));
  for (size_t i = 0; i < count; ++i)
    (*list)[i] = renamedInfo(x, call, (*list)[i]);
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// Calls count, too: functions without nodes may call each other.
static bool spend(Expander *x, const Onnx__NodeProto *node) {
  x->size += 1 + node->n_input + node->n_output + node->n_attribute;
  return x->size <= FUNCTION_MAX_SIZE ||
         importError(x->importer,
                     "the functions of the model expand to more than %d nodes "
                     "and values",
                     FUNCTION_MAX_SIZE);
}

static bool addNode(Expander *x, Body *body, Call *call,
                    Onnx__NodeProto *node) {
  Importer *importer = x->importer;
  arrput(body->nodes, node);
  if (!call)
    return true;
  int64_t opset = call->function->opset;
  if (!spend(x, node))
    return false;
  if (opset == 0 && onnxIsOwnDomain(node))
    return importError(importer,
                       "function '%s' does not import the operator set ''",
                       call->function->name);
  if (opset != importer->modelOpset)
    hmput(importer->opsets, node, opset);
  return true;
}

/// A node of an operator of ONNX with one result.
static Onnx__NodeProto *makeNode(Expander *x, const Call *call, char *operator,
                                 char *output) {
  Onnx__NodeProto *node = ARENA_NEW(x->arena, Onnx__NodeProto);
  onnx__node_proto__init(node);
  node->op_type = operator;
  node->name = functionNameJoin(&x->names, call->node->name, operator);
  node->n_output = 1;
  node->output = copyArray(x, &output, 1, sizeof output);
  return node;
}

/// A tensor of a function's inner graph under its new name. (A copy of the
/// tensor would not be found in the file.)
static bool addConstant(Expander *x, Body *body, Call *call,
                        Onnx__TensorProto *tensor) {
  char *name = renamed(x, call, (char *)onnxText(tensor->name));
  Onnx__NodeProto *node = makeNode(x, call, "Constant", name);
  Onnx__AttributeProto *value = ARENA_NEW(x->arena, Onnx__AttributeProto);
  onnx__attribute_proto__init(value);
  value->name = "value";
  value->has_type = true;
  value->type = ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__TENSOR;
  value->t = tensor;
  node->n_attribute = 1;
  node->attribute = copyArray(x, &value, 1, sizeof value);
  return addNode(x, body, call, node);
}

static bool expandNode(Expander *x, Body *body, Call *call, size_t index,
                       const Onnx__NodeProto *node);

/// A graph inside of a node, or the model's own.
static Onnx__GraphProto *expandGraph(Expander *x, Call *call,
                                     const Onnx__GraphProto *graph) {
  Onnx__GraphProto *copy = arenaCopy(x->arena, graph, sizeof *graph);
  Body body = {0};
  bool good = true;
  for (size_t i = 0; call && good && i < graph->n_initializer; ++i)
    good = addConstant(x, &body, call, graph->initializer[i]);
  if (call)
    copy->n_initializer = 0;
  for (size_t i = 0; good && i < graph->n_node; ++i)
    good = expandNode(x, &body, call, i, graph->node[i]);
  for (size_t i = 0; i < graph->n_value_info; ++i)
    arrput(body.values, renamedInfo(x, call, graph->value_info[i]));
  renameInfos(x, call, graph->n_input, &copy->input);
  renameInfos(x, call, graph->n_output, &copy->output);
  copy->n_node = arrlenu(body.nodes);
  copy->node = copyArray(x, body.nodes, copy->n_node, sizeof *copy->node);
  copy->n_value_info = arrlenu(body.values);
  copy->value_info =
      copyArray(x, body.values, copy->n_value_info, sizeof *copy->value_info);
  arrfree(body.nodes);
  arrfree(body.values);
  return good ? copy : NULL;
}

/// The attribute of the call that one of the body refers to, or the function's
/// default; NULL: neither gives it. False after an error.
static bool referredAttribute(Expander *x, Call *call, const char *name,
                              const Onnx__AttributeProto **attribute) {
  const Onnx__NodeProto *node = call->node;
  if (!functionHasAttribute(call->function, name, attribute))
    return importError(x->importer, "function '%s' has no attribute '%s'",
                       call->function->name, name);
  for (size_t i = 0; i < node->n_attribute; ++i)
    if (strcmp(onnxText(node->attribute[i]->name), name) == 0)
      *attribute = node->attribute[i];
  return true;
}

static bool expandAttributes(Expander *x, Call *call, Onnx__NodeProto *node) {
  size_t count = 0;
  node->attribute =
      copyArray(x, node->attribute, node->n_attribute, sizeof *node->attribute);
  for (size_t i = 0; i < node->n_attribute; ++i) {
    const Onnx__AttributeProto *value = node->attribute[i];
    const char *name = onnxText(value->ref_attr_name);
    bool inGraph = true; // the value has the names of the graph already
    if (call && *name) {
      if (!referredAttribute(x, call, name, &value))
        return false;
      if (!value) // then the node does without it, too
        continue;
      const Onnx__AttributeProto *absent;
      functionHasAttribute(call->function, name, &absent);
      inGraph = value != absent;
    } else {
      inGraph = false;
    }
    Onnx__AttributeProto *copy = arenaCopy(x->arena, value, sizeof *value);
    copy->name = node->attribute[i]->name;
    if (copy->g && !inGraph && !(copy->g = expandGraph(x, call, copy->g)))
      return false;
    node->attribute[count++] = copy;
  }
  node->n_attribute = count;
  return true;
}

/// `Block_3/Relu_0`: the name of a node, with those of the calls around it.
static char *nodeName(Expander *x, const Call *call, size_t index,
                      const Onnx__NodeProto *node) {
  const char *own = onnxText(node->name);
  if (!*own)
    own = arenaFormat(x->arena, "%s_%zu", onnxText(node->op_type), index).data;
  return call ? functionNameJoin(&x->names, call->node->name, own)
              : (char *)own;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static bool checkCall(Expander *x, const Call *call) {
  Importer *importer = x->importer;
  const Onnx__NodeProto *node = call->node;
  const Onnx__FunctionProto *proto = call->function->proto;
  const char *name = call->function->name;
  for (const Call *outer = call->outer; outer; outer = outer->outer)
    if (outer->function == call->function)
      return importError(importer, "function '%s' calls itself%s%s%s", name,
                         outer == call->outer ? "" : " in function '",
                         outer == call->outer ? ""
                                              : call->outer->function->name,
                         outer == call->outer ? "" : "'");
  if (call->depth > FUNCTION_MAX_DEPTH)
    return importError(importer,
                       "expected calls of functions at most %d deep, got more",
                       FUNCTION_MAX_DEPTH);
  if (node->n_input > proto->n_input)
    return importError(importer,
                       "function '%s': expected at most %zu inputs, "
                       "got %zu",
                       name, proto->n_input, node->n_input);
  if (node->n_output > proto->n_output)
    return importError(importer,
                       "function '%s': expected at most %zu outputs, "
                       "got %zu",
                       name, proto->n_output, node->n_output);
  for (size_t i = 0; i < node->n_attribute; ++i) {
    const Onnx__AttributeProto *absent;
    const char *attribute = onnxText(node->attribute[i]->name);
    if (!functionHasAttribute(call->function, attribute, &absent))
      return importError(importer, "unknown attribute '%s'", attribute);
  }
  return true;
}

/// The function's inputs and outputs are values of the call. An output that is
/// an input, too, needs a node.
static void bindValues(Expander *x, Body *body, Call *call) {
  const Onnx__FunctionProto *proto = call->function->proto;
  const Onnx__NodeProto *node = call->node;
  for (size_t i = 0; i < proto->n_input; ++i)
    shput(call->names, proto->input[i],
          i < node->n_input ? node->input[i] : "");
  for (size_t i = 0; i < node->n_output; ++i) {
    ptrdiff_t found = strMapFind(call->names, proto->output[i]);
    if (!*node->output[i])
      continue;
    if (found < 0) {
      shput(call->names, proto->output[i], node->output[i]);
      continue;
    }
    Onnx__NodeProto *same = makeNode(x, call, "Identity", node->output[i]);
    same->n_input = 1;
    same->input = copyArray(x, &call->names[found].value, 1, sizeof(char *));
    arrput(body->nodes, same);
    hmput(x->importer->opsets, same, ONNX_MAX_OPSET);
  }
}

static bool expandCall(Expander *x, Body *body, Call *outer,
                       OnnxFunction *function, const Onnx__NodeProto *node) {
  Call call = {outer, function, node, NULL, outer ? outer->depth + 1 : 1};
  const Onnx__FunctionProto *proto = function->proto;
  bool good = spend(x, node) && checkCall(x, &call) &&
              functionCheck(x->importer, function);
  if (good)
    bindValues(x, body, &call);
  for (size_t i = 0; good && i < proto->n_node; ++i)
    good = expandNode(x, body, &call, i, proto->node[i]);
  for (size_t i = 0; good && i < proto->n_value_info; ++i)
    arrput(body->values, renamedInfo(x, &call, proto->value_info[i]));
  shfree(call.names);
  return good;
}

static bool expandNode(Expander *x, Body *body, Call *call, size_t index,
                       const Onnx__NodeProto *node) {
  Onnx__NodeProto *copy = arenaCopy(x->arena, node, sizeof *node);
  OnnxFunction *function = functionTableFind(x->table, node);
  copy->name = nodeName(x, call, index, node); // its number may change
  renameAll(x, call, copy->n_input, &copy->input);
  renameAll(x, call, copy->n_output, &copy->output);
  importEnterNode(x->importer, copy, index);
  if (!expandAttributes(x, call, copy))
    return false;
  importEnterNode(x->importer, copy, index);
  return function ? expandCall(x, body, call, function, copy)
                  : addNode(x, body, call, copy);
}

bool importExpandFunctions(Importer *importer) {
  if (onnxModelProto(importer->model)->n_functions == 0)
    return true;
  Expander x = {.importer = importer,
                .arena = importer->arena,
                .names = {importer->arena, NULL},
                .table = functionTableCreate(importer)};
  if (!x.table)
    return false;
  onnxWalkNames(importer->graph, functionNameUse, &x.names);
  const Onnx__GraphProto *graph = expandGraph(&x, NULL, importer->graph);
  functionTableDestroy(x.table);
  functionNamesFree(&x.names);
  if (graph)
    importer->graph = graph;
  importLeavePart(importer);
  return graph != NULL;
}
