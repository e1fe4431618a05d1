//===- FunctionTable.c - the functions that a model defines ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/FunctionTable.h"

#include "lib/Support/Map.h"

#include <inttypes.h>
#include <stb/stb_ds.h>
#include <string.h>

typedef struct FunctionEntry {
  char *key; // see keyOf, in the arena
  OnnxFunction value;
} FunctionEntry;

struct OnnxFunctionTable {
  Arena *arena;
  FunctionEntry *entries; // a stb_ds string map
};

static const char *domainOf(const char *domain) {
  return strcmp(onnxText(domain), "ai.onnx") == 0 ? "" : onnxText(domain);
}

/// Lengths in front, so that parts cannot run into each other.
static char *keyOf(Arena *arena, const char *domain, const char *name,
                   const char *overload) {
  domain = domainOf(domain), name = onnxText(name);
  return (char *)arenaFormat(arena, "%zu %zu %s%s%s", strlen(domain),
                             strlen(name), domain, name, onnxText(overload))
      .data;
}

/// `local.Block`, `local.Block:f16`.
static const char *fullName(Arena *arena, const Onnx__FunctionProto *proto) {
  const char *domain = domainOf(proto->domain);
  const char *overload = onnxText(proto->overload);
  return arenaFormat(arena, "%s%s%s%s%s", domain, *domain ? "." : "",
                     onnxText(proto->name), *overload ? ":" : "", overload)
      .data;
}

static int64_t opsetOf(const Onnx__FunctionProto *proto) {
  for (size_t i = 0; i < proto->n_opset_import; ++i)
    if (!*domainOf(proto->opset_import[i]->domain))
      return proto->opset_import[i]->version;
  return 0;
}

OnnxFunctionTable *functionTableCreate(Importer *importer) {
  const Onnx__ModelProto *model = onnxModelProto(importer->model);
  OnnxFunctionTable *table = ARENA_NEW(importer->arena, OnnxFunctionTable);
  table->arena = importer->arena;
  for (size_t i = 0; i < model->n_functions; ++i) {
    const Onnx__FunctionProto *proto = model->functions[i];
    char *key =
        keyOf(table->arena, proto->domain, proto->name, proto->overload);
    OnnxFunction function = {proto, fullName(table->arena, proto),
                             opsetOf(proto), false};
    if (strMapFind(table->entries, key) >= 0) {
      importError(importer, "function '%s' is defined twice", function.name);
      functionTableDestroy(table);
      return NULL;
    }
    shput(table->entries, key, function);
  }
  return table;
}

void functionTableDestroy(OnnxFunctionTable *table) {
  if (table)
    shfree(table->entries);
}

OnnxFunction *functionTableFind(OnnxFunctionTable *table,
                                const Onnx__NodeProto *node) {
  char *key = keyOf(table->arena, node->domain, node->op_type, node->overload);
  FunctionEntry *entry = strMapEntry(table->entries, key);
  return entry ? &entry->value : NULL;
}

bool functionHasAttribute(const OnnxFunction *function, const char *name,
                          const Onnx__AttributeProto **absent) {
  const Onnx__FunctionProto *proto = function->proto;
  *absent = NULL;
  for (size_t i = 0; i < proto->n_attribute_proto && !*absent; ++i)
    if (strcmp(onnxText(proto->attribute_proto[i]->name), name) == 0)
      *absent = proto->attribute_proto[i];
  for (size_t i = 0; i < proto->n_attribute && !*absent; ++i)
    if (strcmp(proto->attribute[i], name) == 0)
      return true;
  return *absent != NULL;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

typedef struct NameEntry {
  char *key; // borrowed
  bool value;
} NameEntry;

static bool checkOnce(Importer *importer, const char *what, char *const *list,
                      size_t count, NameEntry **names) {
  for (size_t i = 0; i < count; ++i) {
    if (strMapFind(*names, list[i]) >= 0)
      return importError(importer, "%s '%s' occurs twice", what, list[i]);
    shput(*names, list[i], true);
  }
  return true;
}

static bool checkAttributes(Importer *importer,
                            const Onnx__FunctionProto *proto) {
  NameEntry *names = NULL;
  bool good = checkOnce(importer, "attribute", proto->attribute,
                        proto->n_attribute, &names);
  for (size_t i = 0; good && i < proto->n_attribute_proto; ++i) {
    char *name = (char *)onnxText(proto->attribute_proto[i]->name);
    good = checkOnce(importer, "attribute", &name, 1, &names);
  }
  shfree(names);
  return good;
}

/// Only an empty name may be there already.
static bool checkDefinition(Importer *importer, char *name, NameEntry **names) {
  if (*name && strMapFind(*names, name) >= 0)
    return importError(importer, "'%s' is defined twice", name);
  shput(*names, name, true);
  return true;
}

static bool checkValues(Importer *importer, const Onnx__FunctionProto *proto) {
  NameEntry *names = NULL, *outputs = NULL;
  bool good =
      checkOnce(importer, "input", proto->input, proto->n_input, &names) &&
      checkOnce(importer, "output", proto->output, proto->n_output, &outputs);
  for (size_t i = 0; i < proto->n_node; ++i)
    for (size_t k = 0; good && k < proto->node[i]->n_output; ++k)
      good = checkDefinition(importer, proto->node[i]->output[k], &names);
  for (size_t i = 0; good && i < proto->n_output; ++i)
    if (!*proto->output[i] || strMapFind(names, proto->output[i]) < 0)
      good =
          importError(importer, "output '%s' is not defined", proto->output[i]);
  shfree(names);
  shfree(outputs);
  return good;
}

bool functionCheck(Importer *importer, OnnxFunction *function) {
  if (function->checked)
    return true;
  importEnterPart(importer, "function", function->name);
  function->checked = checkAttributes(importer, function->proto) &&
                      checkValues(importer, function->proto) &&
                      importCheckOpset(importer, function->opset);
  return function->checked;
}
