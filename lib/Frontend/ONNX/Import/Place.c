//===- Place.c - where the importer is, and its errors --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/Importer.h"
#include "lib/Support/Map.h"

#include <stdarg.h>
#include <stdio.h>

/// Without control characters: names come from the file, and a terminal would
/// obey them.
static const char *printable(char *text) {
  for (char *c = text; *c; ++c)
    if ((unsigned char)*c < 0x20 || *c == 0x7f)
      *c = '?';
  return text;
}

void importErrorText(Importer *importer, char *text) {
  bridgeEmitError(importer->location, "%s", printable(text));
}

static void say(const Importer *importer, bool isError, const char *format,
                va_list args) {
  char text[2048];
  vsnprintf(text, sizeof text, format, args);
  if (isError)
    bridgeEmitError(importer->location, "%s", printable(text));
  else
    bridgeEmitWarning(importer->location, "%s", printable(text));
}

void importWarning(Importer *importer, const char *format, ...) {
  va_list args;
  va_start(args, format);
  say(importer, false, format, args);
  va_end(args);
}

bool importError(Importer *importer, const char *format, ...) {
  va_list args;
  va_start(args, format);
  say(importer, true, format, args);
  va_end(args);
  return false;
}

MlirLocation importFileLocation(MlirContext context, const char *path) {
  return mlirLocationNameGet(context, mlirStringRefCreateFromCString(path),
                             mlirLocationUnknownGet(context));
}

int64_t importNodeOpset(const Importer *importer, const Onnx__NodeProto *node) {
  const ImportedOpset *opset = mapEntry(importer->opsets, node);
  return opset ? opset->value : importer->modelOpset;
}

/// `model.onnx: node 'Gemm_3' (Gemm)`; the number where the node has no name.
void importEnterNode(Importer *importer, const Onnx__NodeProto *node,
                     size_t index) {
  const char *name = onnxText(node->name), *path = importer->options->path;
  Arena *arena = importer->arena;
  StrRef text = *name ? arenaFormat(arena, "%s: node '%s' (%s)", path, name,
                                    onnxText(node->op_type))
                      : arenaFormat(arena, "%s: node %zu (%s)", path, index,
                                    onnxText(node->op_type));
  importer->node = node;
  importer->opset = importNodeOpset(importer, node);
  importer->usedAttributes =
      ARENA_ARRAY(importer->arena, bool, node->n_attribute);
  importer->location = importFileLocation(importer->context, text.data);
}

void importEnterPart(Importer *importer, const char *what, const char *name) {
  StrRef text = arenaFormat(importer->arena, "%s: %s '%s'",
                            importer->options->path, what, name);
  importer->location = importFileLocation(importer->context, text.data);
}

void importLeavePart(Importer *importer) {
  importer->node = NULL;
  importer->location =
      importFileLocation(importer->context, importer->options->path);
}

MlirLocation importNamedLocation(Importer *importer, StrRef name) {
  return mlirLocationNameGet(importer->context, strRefToMlir(name),
                             importer->location);
}

MlirLocation importResultLocation(Importer *importer, size_t index) {
  const Onnx__NodeProto *node = importer->node;
  const char *name = index < node->n_output ? node->output[index] : "";
  return importNamedLocation(importer, *name ? importName(importer->names, name)
                                             : strRefFromC("unused"));
}

MlirLocation importHelperLocation(Importer *importer, const char *suffix) {
  const Onnx__NodeProto *node = importer->node;
  StrRef base = strRefFromC("v");
  if (node->n_output && *node->output[0])
    base = importName(importer->names, node->output[0]);
  return importNamedLocation(importer,
                             arenaFormat(importer->arena, "%.*s_%s",
                                         (int)base.length, base.data, suffix));
}

bool importInsert(Importer *importer, MlirOperation op, MlirValue *result) {
  if (!op.ptr)
    return false;
  mlirBlockAppendOwnedOperation(importer->body, op);
  *result = mlirOperationGetResult(op, 0);
  return true;
}

bool importAppend(MlirBlock block, MlirOperation op) {
  if (op.ptr)
    mlirBlockAppendOwnedOperation(block, op);
  return op.ptr;
}

bool importUndefined(Importer *importer, size_t index) {
  return importError(importer, "input %zu ('%s') is defined by no node before",
                     index, importer->node->input[index]);
}
