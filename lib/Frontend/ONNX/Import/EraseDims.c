//===- EraseDims.c - literal extents that become symbols ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/EraseDims.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is(const Importer *importer, const char *text) {
  const char *option = importer->options->eraseDims;
  return option && strcmp(option, text) == 0;
}

static bool erasesAll(const Importer *importer) {
  return is(importer, "all") || is(importer, "inputs");
}

bool importErasesHints(const Importer *importer) { return is(importer, "all"); }

/// One `NAME:DIM`; names may have colons. False if it is none.
static bool readEntry(StrRef text, StrRef *name, size_t *dim) {
  size_t colon = text.length;
  while (colon > 0 && text.data[colon - 1] != ':')
    --colon;
  if (colon < 2 || colon == text.length)
    return false;
  char *end;
  errno = 0;
  unsigned long value = strtoul(text.data + colon, &end, 10);
  *name = (StrRef){text.data, colon - 1};
  *dim = value;
  return text.data[colon] >= '0' && text.data[colon] <= '9' &&
         end == text.data + text.length && errno == 0;
}

/// The part of a list up to the next comma; `*rest` becomes what is behind.
static StrRef nextEntry(const char **rest) {
  StrRef entry = {*rest, strcspn(*rest, ",")};
  *rest += entry.length + ((*rest)[entry.length] == ',');
  return entry;
}

bool importErasesDim(const Importer *importer, const char *name, size_t dim) {
  const char *rest = importer->options->eraseDims;
  if (erasesAll(importer))
    return true;
  while (rest && *rest) {
    StrRef found;
    size_t at;
    if (readEntry(nextEntry(&rest), &found, &at) && at == dim &&
        strRefEqual(found, strRefFromC(name)))
      return true;
  }
  return false;
}

/// Rank of a graph input; -1 if it is none or has no shape.
static int64_t rankOf(const Importer *importer, StrRef name) {
  for (size_t i = 0; i < importer->graph->n_input; ++i) {
    const Onnx__ValueInfoProto *input = importer->graph->input[i];
    const Onnx__TypeProto *type = input->type;
    if (!strRefEqual(name, strRefFromC(onnxText(input->name))) || !type ||
        type->value_case != ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE)
      continue;
    const Onnx__TensorShapeProto *shape = type->tensor_type->shape;
    return shape ? (int64_t)shape->n_dim : -1;
  }
  return -1;
}

bool importCheckErased(Importer *importer) {
  const char *rest = importer->options->eraseDims;
  if (erasesAll(importer))
    return true;
  while (rest && *rest) {
    StrRef entry = nextEntry(&rest), name;
    size_t dim;
    if (!readEntry(entry, &name, &dim))
      return importError(importer,
                         "erased dimensions: expected 'all', 'inputs' or "
                         "'name:dimension', got '%.*s'",
                         (int)entry.length, entry.data);
    int64_t rank = rankOf(importer, name);
    if (rank < 0 || dim >= (size_t)rank)
      return importError(importer,
                         "erased dimensions: no input has a dimension '%.*s'",
                         (int)entry.length, entry.data);
  }
  return true;
}
