//===- ElementTypes.c - element types that operators take -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What the specification allows of any version, as far as interpreter and
// kernels have it. The importer refuses other types, so that the list of
// operators says what it does.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/ElementTypes.h"
#include "dialects/Relax/Dims.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Model/GraphWalk.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/// As types of MLIR print.
static const char *const typeNames[ONNX_NUM_TYPES] = {
    "f16",    "bf16",          "f32",       "f64",
    "i8",     "i16",           "i32",       "i64",
    "ui8",    "ui16",          "ui32",      "ui64",
    "i1",     "!relax.string", "f8E4M3FN",  "f8E4M3FNUZ",
    "f8E5M2", "f8E5M2FNUZ",    "f8E8M0FNU", "f4E2M1FN",
    "i4",     "ui4",           "i2",        "ui2"};

/// What the text says for several types at once.
static const struct {
  const char *name;
  unsigned types;
} kinds[] = {
    {"every type", ONNX_EVERY},
    {"numbers", ONNX_NUMBERS},
    {"floats", ONNX_FLOATS},
    {"signed integers", ONNX_SIGNED},
    {"unsigned integers", ONNX_UNSIGNED},
    {"bool", ONNX_BOOL},
    {"strings", ONNX_STRING},
    {"8-bit floats", ONNX_FLOATS8},
    {"4-bit integers", ONNX_INTS4},
    {"2-bit integers", ONNX_INTS2},
};

static void appendName(const char *name, StrBuf *out, size_t begin) {
  strBufAppendFormat(out, "%s%s", out->length > begin ? ", " : "", name);
}

void onnxElementsText(unsigned types, StrBuf *out) {
  size_t begin = out->length;
  for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); ++i) {
    if ((types & kinds[i].types) != kinds[i].types)
      continue;
    appendName(kinds[i].name, out, begin);
    types &= ~kinds[i].types;
  }
  for (int i = 0; i < ONNX_NUM_TYPES; ++i)
    if (types & 1u << i)
      appendName(typeNames[i], out, begin);
}

bool importCheckElements(Importer *importer) {
  const Onnx__NodeProto *node = importer->node;
  RelaxTensorInfo info;
  // What is not built yet is a constant, which the operator may only read.
  const ImportEntry *entry = importHasOperand(importer, 0)
                                 ? strMapEntry(importer->values, node->input[0])
                                 : NULL;
  MlirValue value = entry ? entry->value.value : (MlirValue){NULL};
  if (!value.ptr || !relaxTensorInfo(mlirValueGetType(value), &info))
    return true;
  unsigned types = onnxFindOperator(node, importer->opset)->types;
  const char *element = relaxTypeText(importer->arena, info.elementType);
  bool good = !types || relaxElementIsUnknown(info.elementType);
  for (int i = 0; !good && i < ONNX_NUM_TYPES; ++i)
    good = (types & 1u << i) && strcmp(typeNames[i], element) == 0;
  if (!good) {
    StrBuf known = {0};
    onnxElementsText(types, &known);
    importOperandError(importer, 0, value, "expected elements of %s",
                       strBufText(&known));
    strBufFree(&known);
  }
  return good;
}
