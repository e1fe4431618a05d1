//===- Values.c - operands and results of an ONNX node --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "lib/Frontend/ONNX/Import/Importer.h"
#include "lib/Frontend/ONNX/Import/KnownValues.h"
#include "lib/Support/Map.h"

#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdarg.h>
#include <stdio.h>

bool importHasOperand(const Importer *importer, size_t index) {
  return index < importer->node->n_input && *importer->node->input[index];
}

bool importOperandError(Importer *importer, size_t index, MlirValue value,
                        const char *format, ...) {
  char text[256];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return importError(importer, "input %zu ('%s'): %s, got %s", index,
                     importer->node->input[index], text,
                     relaxTypeText(importer->arena, mlirValueGetType(value)));
}

bool importIsConstant(const Importer *importer, size_t index) {
  if (!importHasOperand(importer, index))
    return false;
  const ImportEntry *entry =
      strMapEntry(importer->values, importer->node->input[index]);
  if (!entry)
    return false;
  const ImportedValue *value = &entry->value;
  size_t count;
  return value->tensor || value->inlineElements.ptr ||
         importKnownInts(importer, value->value, &count);
}

bool importOperandCount(Importer *importer, size_t low, size_t high) {
  size_t count = importer->node->n_input;
  if (count < low)
    return importError(importer, "expected at least %zu inputs, got %zu", low,
                       count);
  if (count > high)
    return importError(importer, "expected at most %zu inputs, got %zu", high,
                       count);
  for (size_t i = 0; i < low; ++i)
    if (!importHasOperand(importer, i))
      return importError(importer, "input %zu is missing", i);
  return true;
}

bool importOperand(Importer *importer, size_t index, MlirValue *value) {
  return importAnyOperand(importer, index, value) &&
         (relaxIsTensorType(mlirValueGetType(*value)) ||
          importOperandError(importer, index, *value, "expected a tensor"));
}

bool importOptionalOperand(Importer *importer, size_t index, MlirValue *value) {
  *value = (MlirValue){NULL};
  return !importHasOperand(importer, index) ||
         importOperand(importer, index, value);
}

bool importAnyOperand(Importer *importer, size_t index, MlirValue *value) {
  if (!importHasOperand(importer, index))
    return importError(importer, "input %zu is missing", index);
  const char *name = importer->node->input[index];
  ptrdiff_t found = strMapFind(importer->values, name);
  if (found < 0)
    return importUndefined(importer, index);
  ImportedValue *known = &importer->values[found].value;
  if (!known->value.ptr && !importTensor(importer, name, known))
    return false;
  *value = known->value;
  return true;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

bool importDefine(Importer *importer, size_t index, ImportedValue value) {
  const Onnx__NodeProto *node = importer->node;
  // An output may be left out at the end or by an empty name.
  if (index >= node->n_output || !*node->output[index])
    return true;
  if (strMapFind(importer->values, node->output[index]) >= 0)
    return importError(importer, "'%s' is defined twice", node->output[index]);
  shput(importer->values, node->output[index], value);
  return true;
}

bool importResultValue(Importer *importer, size_t index, MlirValue value) {
  return importNameLarge(importer, &value) &&
         importDefine(importer, index, (ImportedValue){.value = value});
}

bool importResult(Importer *importer, size_t index, MlirOperation op) {
  MlirValue value;
  return importInsert(importer, op, &value) &&
         importResultValue(importer, index, value);
}

bool importResults(Importer *importer, MlirOperation op) {
  MlirValue first;
  if (!importInsert(importer, op, &first))
    return false;
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    if (!importResultValue(importer, (size_t)i, mlirOperationGetResult(op, i)))
      return false;
  return true;
}

bool importOutputs(Importer *importer, MlirValue *outputs) {
  const Onnx__GraphProto *graph = importer->graph;
  for (size_t i = 0; i < graph->n_output; ++i) {
    const char *name = onnxText(graph->output[i]->name);
    ptrdiff_t found = strMapFind(importer->values, name);
    if (found < 0)
      return importError(importer, "output '%s' is not defined", name);
    ImportedValue *value = &importer->values[found].value;
    if (!value->value.ptr && !importTensor(importer, name, value))
      return false;
    outputs[i] = value->value;
  }
  return true;
}
