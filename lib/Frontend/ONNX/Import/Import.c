//===- Import.c - ONNX models into the relax dialect ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Frontend/ONNX/Import/ElementTypes.h"
#include "lib/Frontend/ONNX/Import/Functions.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Import/Subgraph.h"
#include "lib/Frontend/ONNX/Import/Symbols.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

static bool importNodeAt(Importer *importer, size_t index) {
  const Onnx__NodeProto *node = importer->graph->node[index];
  importEnterNode(importer, node, index);
  importer->index = index;
  if (node->n_output == 0)
    return importError(importer, "expected at least 1 output, got none");
  const OnnxOperator *row = onnxFindOperator(node, importer->opset);
  bool alone = importer->opset < row->alone;
  if (!importCheckElements(importer) ||
      !importOperandCount(importer, alone ? 1 : onnxLeastInputs(row),
                          alone ? 1 : onnxMostInputs(row)) ||
      !(row->import ? row->import : importByRow)(importer) ||
      !importCheckAttributes(importer))
    return false;
  // Where nodes behind it came along it need not have its own outputs.
  bool whole = importer->next == index + 1 && !importHasLeft(importer);
  for (size_t i = 0; i < node->n_output && whole; ++i)
    if (*node->output[i] && strMapFind(importer->values, node->output[i]) < 0)
      return importError(importer, "output %zu ('%s') is not supported", i,
                         node->output[i]);
  return true;
}

/// Symbols that operations bind stand for extents that callers cannot name.
static bool isArgumentSymbol(MlirBlock body, SymExpr dim, size_t symbol) {
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(body); i < e; ++i) {
    RelaxTensorInfo info = {0};
    StrRef name;
    relaxTensorInfo(mlirValueGetType(mlirBlockGetArgument(body, i)), &info);
    for (intptr_t d = 0; d < info.rank; ++d)
      if (symAttributeIsSymbol(info.dims[d], &name) &&
          strRefEqual(name, dim.symbols[symbol]))
        return true;
  }
  return false;
}

/// The type that the signature says of a returned value.
static MlirType resultType(Importer *importer, MlirType type) {
  RelaxTensorInfo info;
  MlirType held = relaxContainedType(type);
  if (held.ptr)
    return relaxContainerOf(type, resultType(importer, held));
  if (!relaxTensorInfo(type, &info) || !info.ranked)
    return type;
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i) {
    SymExpr dim = symExprOf(importer->arena, info.dims[i]);
    dims[i] = info.dims[i];
    for (size_t s = 0; s < dim.numSymbols; ++s)
      if (!isArgumentSymbol(importer->body, dim, s))
        dims[i] = symUnknownAttribute(importer->context);
  }
  return relaxTensorTypeOf(info.elementType, info.rank, dims);
}

/// The names of the results, which have no value names of their own.
static MlirAttribute resultAttributes(Importer *importer) {
  MlirContext context = importer->context;
  size_t count = importer->graph->n_output;
  MlirAttribute *list = ARENA_ARRAY(importer->arena, MlirAttribute, count);
  for (size_t i = 0; i < count; ++i) {
    const char *name = onnxText(importer->graph->output[i]->name);
    MlirNamedAttribute entry = mlirNamedAttributeGet(
        mlirIdentifierGet(context,
                          mlirStringRefCreateFromCString("relax.name")),
        mlirStringAttrGet(context, mlirStringRefCreateFromCString(name)));
    list[i] = mlirDictionaryAttrGet(context, 1, &entry);
  }
  return mlirArrayAttrGet(context, (intptr_t)count, list);
}

static bool importReturn(Importer *importer) {
  intptr_t count = (intptr_t)importer->graph->n_output;
  MlirValue *values = ARENA_ARRAY(importer->arena, MlirValue, count);
  MlirType *types = ARENA_ARRAY(importer->arena, MlirType, count);
  if (!importOutputs(importer, values))
    return false;
  for (intptr_t i = 0; i < count; ++i)
    types[i] = resultType(importer, mlirValueGetType(values[i]));
  RelaxReturnArgs args = {.numValues = count, .values = values};
  MlirOperation op = relaxReturnCreate(importer->location, &args);
  if (!op.ptr)
    return false;
  mlirBlockAppendOwnedOperation(importer->body, op);
  MlirType old = relaxFuncGetFunctionType(importer->function);
  intptr_t numInputs = mlirFunctionTypeGetNumInputs(old);
  MlirType *inputs = ARENA_ARRAY(importer->arena, MlirType, numInputs);
  for (intptr_t i = 0; i < numInputs; ++i)
    inputs[i] = mlirFunctionTypeGetInput(old, i);
  relaxFuncSetFunctionType(
      importer->function,
      mlirFunctionTypeGet(importer->context, numInputs, inputs, count, types));
  if (count)
    relaxFuncSetResAttrs(importer->function, resultAttributes(importer));
  return true;
}

static bool importGraph(Importer *importer) {
  if (!importSignature(importer))
    return false;
  if (!importNodes(importer))
    return false;
  importLeavePart(importer);
  return importReturn(importer) && importCheckHints(importer);
}

//===----------------------------------------------------------------------===//
// Entry
//===----------------------------------------------------------------------===//

static OnnxModel *readModel(MlirContext context, const char *path) {
  StrBuf message = {0}, subject = {0};
  OnnxModel *model = onnxModelRead(path, NULL, &message);
  if (!model) {
    // The location says the path already.
    strBufAppendFormat(&subject, "'%s': ", path);
    const char *text = strBufText(&message);
    if (strncmp(text, strBufText(&subject), subject.length) == 0)
      text += subject.length;
    bridgeEmitError(importFileLocation(context, path), "%s", text);
  }
  strBufFree(&subject);
  strBufFree(&message);
  return model;
}

static const char *baseName(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

MlirModule onnxImportModel(MlirContext context, const OnnxModel *model,
                           const OnnxImportOptions *options) {
  MlirModule module = {NULL};
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__relax__(), context);
  Importer importer = {.context = context,
                       .options = options,
                       .model = model,
                       .graph = onnxModelProto(model)->graph,
                       .arena = arenaCreate(),
                       .importNode = importNodeAt,
                       .weightsFile = baseName(options->path)};
  importLeavePart(&importer);
  importer.modelOpset = onnxModelOpset(model, "");
  if (importCheckOpset(&importer, importer.modelOpset) &&
      importExpandFunctions(&importer) && importCheckOpsets(&importer) &&
      importCheckOperators(&importer)) {
    importer.names = importNamesCreate(importer.graph, importer.arena);
    module = mlirModuleCreateEmpty(importer.location);
    importer.moduleBody = mlirModuleGetBody(module);
    if (!importInitializers(&importer) || !importGraph(&importer) ||
        !mlirOperationVerify(mlirModuleGetOperation(module))) {
      mlirModuleDestroy(module);
      module.ptr = NULL;
    }
  }
  importSymbolsDestroy(importer.symbols);
  importNamesDestroy(importer.names);
  shfree(importer.values);
  hmfree(importer.weights);
  hmfree(importer.opsets);
  shfree(importer.weightNames);
  arenaDestroy(importer.arena);
  return module;
}

MlirModule onnxImport(MlirContext context, const OnnxImportOptions *options) {
  OnnxModel *model = readModel(context, options->path);
  MlirModule module = {NULL};
  if (model)
    module = onnxImportModel(context, model, options);
  onnxModelDestroy(model);
  return module;
}
