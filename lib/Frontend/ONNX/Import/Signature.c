//===- Signature.c - arguments, symbols and hints -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Function.gen.h"
#include "lib/Frontend/ONNX/Import/EraseDims.h"
#include "lib/Frontend/ONNX/Import/Ranks.h"
#include "lib/Frontend/ONNX/Import/Types.h"
#include "lib/Support/Map.h"

#include <inttypes.h>
#include <stb/stb_ds.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// `{relax.name = "x:0"}` where the printed name is another, else `{}`.
static MlirAttribute argumentAttributes(Importer *importer, const char *name) {
  MlirContext context = importer->context;
  MlirNamedAttribute entry = mlirNamedAttributeGet(
      mlirIdentifierGet(context, mlirStringRefCreateFromCString("relax.name")),
      mlirStringAttrGet(context, mlirStringRefCreateFromCString(name)));
  bool same = strRefEqual(importName(importer->names, name), strRefFromC(name));
  return mlirDictionaryAttrGet(context, same ? 0 : 1, &entry);
}

/// What @main is made from.
typedef struct Arguments {
  intptr_t count;
  MlirType *types;
  MlirLocation *locations;
  MlirAttribute *attributes;
  const char **names;
  MlirAttribute facts; // about their symbols, or null
} Arguments;

/// Inputs that no initializer fills. Before IR version 4 weights stood among
/// the inputs; since then such an initializer is a default that callers could
/// replace, which we do not offer.
static bool collectArguments(Importer *importer, Arguments *out) {
  const Onnx__GraphProto *graph = importer->graph;
  Arena *arena = importer->arena;
  out->types = ARENA_ARRAY(arena, MlirType, graph->n_input);
  out->locations = ARENA_ARRAY(arena, MlirLocation, graph->n_input);
  out->attributes = ARENA_ARRAY(arena, MlirAttribute, graph->n_input);
  out->names = ARENA_ARRAY(arena, const char *, graph->n_input);
  ImportSymbols *symbols = importer->symbols = importSymbolsCreate(importer);
  bool good = symbols != NULL && importCheckErased(importer);
  for (size_t i = 0; good && i < graph->n_input; ++i) {
    const char *name = onnxText(graph->input[i]->name);
    if (!*name)
      good = importError(importer, "input %zu has no name", i);
    if (!good || strMapFind(importer->values, name) >= 0)
      continue;
    for (intptr_t k = 0; good && k < out->count; ++k)
      if (strcmp(out->names[k], name) == 0)
        good = importError(importer, "'%s' is defined twice", name);
    MlirType type = {NULL};
    importEnterPart(importer, "input", name);
    if (good)
      type = importValueType(importer, &(ImportedType){name, symbols},
                             graph->input[i]->type);
    good = type.ptr != NULL;
    importLeavePart(importer);
    if (!good)
      continue;
    out->types[out->count] = type;
    out->locations[out->count] =
        importNamedLocation(importer, importName(importer->names, name));
    out->attributes[out->count] = argumentAttributes(importer, name);
    out->names[out->count++] = name;
  }
  good =
      good && importSymbolsCheck(symbols) && importFacts(symbols, &out->facts);
  return good;
}

bool importSignature(Importer *importer) {
  MlirContext context = importer->context;
  Arguments arguments = {0};
  if (!collectArguments(importer, &arguments))
    return false;
  bool named = false;
  for (intptr_t i = 0; i < arguments.count; ++i)
    named |= mlirDictionaryAttrGetNumElements(arguments.attributes[i]) != 0;
  MlirType type =
      mlirFunctionTypeGet(context, arguments.count, arguments.types, 0, NULL);
  RelaxFuncArgs args = {.sym_name = strRefFromC("main"),
                        .function_type = type,
                        .facts = arguments.facts};
  if (named)
    args.arg_attrs =
        mlirArrayAttrGet(context, arguments.count, arguments.attributes);
  importer->function = relaxFuncCreate(importer->location, &args);
  if (!importer->function.ptr)
    return false;
  mlirBlockAppendOwnedOperation(importer->moduleBody, importer->function);
  importer->body =
      mlirBlockCreate(arguments.count, arguments.types, arguments.locations);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(importer->function, 0),
                             importer->body);
  for (intptr_t i = 0; i < arguments.count; ++i) {
    ImportedValue value = {.value = mlirBlockGetArgument(importer->body, i)};
    shput(importer->values, (char *)arguments.names[i], value);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Hints
//===----------------------------------------------------------------------===//

/// Ranks and extents that the file declares and no assignment of symbols can
/// reconcile with the deduced ones. Converters write wrong ones into files that
/// other run times accept, so the operators decide.
static void checkShapeHint(Importer *importer, const char *what,
                           const char *name,
                           const Onnx__TensorShapeProto *shape,
                           RelaxTensorInfo deduced) {
  if (shape->n_dim != (size_t)deduced.rank) {
    importWarning(importer,
                  "%s '%s': the file declares rank %zu, its operators give "
                  "rank %ld, which holds",
                  what, name, shape->n_dim, (long)deduced.rank);
    return;
  }
  for (intptr_t i = 0; i < deduced.rank && !importErasesHints(importer); ++i) {
    const Onnx__TensorShapeProto__Dimension *dim = shape->dim[i];
    int64_t extent;
    if (dim->value_case ==
            ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE &&
        dim->dim_value >= 0 && symAttributeIsConst(deduced.dims[i], &extent) &&
        extent != dim->dim_value)
      importWarning(importer,
                    "%s '%s', dimension %ld: the file declares %" PRId64
                    ", its operators give %" PRId64 ", which holds",
                    what, name, (long)i, dim->dim_value, extent);
  }
}

/// What the file says of a value against what was deduced; only the kind of
/// value and its elements are an error.
static bool checkHint(Importer *importer, const char *what,
                      const Onnx__ValueInfoProto *info) {
  const char *name = onnxText(info->name);
  ptrdiff_t found = strMapFind(importer->values, name);
  if (found < 0 || !importer->values[found].value.value.ptr || !info->type ||
      info->type->value_case != ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE)
    return true;
  RelaxTensorInfo deduced;
  MlirType type = mlirValueGetType(importer->values[found].value.value);
  if (!relaxTensorInfo(type, &deduced))
    return importError(importer, "%s '%s': expected a tensor, deduced %s", what,
                       name, relaxTypeText(importer->arena, type));
  const Onnx__TypeProto__Tensor *tensor = info->type->tensor_type;
  if (tensor->has_elem_type && tensor->elem_type != 0) {
    MlirType element = importElementType(importer, tensor->elem_type);
    if (!element.ptr)
      return false;
    if (!mlirTypeEqual(element, deduced.elementType))
      return importError(importer, "%s '%s': expected elements %s, deduced %s",
                         what, name, onnxDataTypeName(tensor->elem_type),
                         relaxTypeText(importer->arena, deduced.elementType));
  }
  if (tensor->shape && deduced.ranked)
    checkShapeHint(importer, what, name, tensor->shape, deduced);
  return true;
}

static const Onnx__ValueInfoProto *findInfo(Onnx__ValueInfoProto *const *infos,
                                            size_t count, const char *name) {
  for (size_t i = 0; i < count; ++i)
    if (strcmp(onnxText(infos[i]->name), name) == 0)
      return infos[i];
  return NULL;
}

int64_t importDeclaredRank(const Importer *importer, size_t index) {
  return importDeclaredRankOf(importer, index < importer->node->n_output
                                            ? importer->node->output[index]
                                            : "");
}

int64_t importDeclaredRankOf(const Importer *importer, const char *name) {
  const Onnx__GraphProto *graph = importer->graph;
  const Onnx__ValueInfoProto *info =
      findInfo(graph->output, graph->n_output, name);
  if (!info)
    info = findInfo(graph->value_info, graph->n_value_info, name);
  return info && info->type &&
                 info->type->value_case ==
                     ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE &&
                 info->type->tensor_type->shape
             ? (int64_t)info->type->tensor_type->shape->n_dim
             : -1;
}

bool importCheckHints(Importer *importer) {
  const Onnx__GraphProto *graph = importer->graph;
  for (size_t i = 0; i < graph->n_output; ++i)
    if (!checkHint(importer, "output", graph->output[i]))
      return false;
  for (size_t i = 0; i < graph->n_value_info; ++i)
    if (!checkHint(importer, "value", graph->value_info[i]))
      return false;
  return true;
}
