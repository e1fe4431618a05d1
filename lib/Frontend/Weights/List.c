//===- List.c - the tensors of a file as a table --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Model/Tensor.h"
#include "lib/Frontend/Weights/Open.h"
#include "lib/Frontend/Weights/Weights.h"
#include "lib/Runtime/StringText.h"

#include <ctype.h>
#include <inttypes.h>
#include <stb/stb_ds.h>
#include <string.h>

/// One line; the texts are owned.
typedef struct Row {
  StrBuf name, type;
  uint64_t offset, bytes;
} Row;

static void appendName(StrRef name, StrBuf *out) {
  bool bare = true;
  for (size_t i = 0; bare && i < name.length; ++i)
    bare = isalnum((unsigned char)name.data[i]) ||
           (name.data[i] && strchr("_.-/:", name.data[i]));
  if (bare)
    strBufAppend(out, name);
  else
    relaxStringPrint(name, out);
}

static void appendType(int32_t rank, const int64_t *dims, const char *element,
                       StrBuf *out) {
  strBufAppendC(out, "!relax.tensor<");
  relaxDimsPrint(rank, dims, out);
  strBufAppendFormat(out, ", %s>", element);
}

/// Two columns of texts, aligned, then the numbers; frees the rows.
static void printRows(Row *rows, StrBuf *out) {
  enum { WIDEST = 64 };
  int widths[2] = {0};
  for (ptrdiff_t i = 0; i < arrlen(rows); ++i) {
    const size_t lengths[] = {rows[i].name.length, rows[i].type.length};
    for (int k = 0; k < 2; ++k)
      if (lengths[k] > (size_t)widths[k])
        widths[k] = lengths[k] < WIDEST ? (int)lengths[k] : WIDEST;
  }
  for (ptrdiff_t i = 0; i < arrlen(rows); ++i) {
    Row *row = &rows[i];
    strBufAppendFormat(out, "%-*s  %-*s  ", widths[0], strBufText(&row->name),
                       widths[1], strBufText(&row->type));
    if (row->offset == RELAX_WEIGHT_NOWHERE)
      strBufAppendC(out, "-");
    else
      strBufAppendFormat(out, "%" PRIu64, row->offset);
    strBufAppendFormat(out, "  %" PRIu64 "\n", row->bytes);
    strBufFree(&row->name);
    strBufFree(&row->type);
  }
  arrfree(rows);
}

static bool listEntries(const char *path, Row **rows, RelaxError *error) {
  RelaxWeightFile *file = weightsOpen(path, error);
  if (!file)
    return false;
  for (size_t i = 0; i < relaxWeightFileCount(file); ++i) {
    const RelaxWeightEntry *entry = relaxWeightFileEntry(file, i);
    Row row = {.offset = entry->offset, .bytes = entry->numBytes};
    appendName(entry->name, &row.name);
    StrBuf element = {0};
    if (entry->known)
      strBufAppendC(&element, relaxDTypeName(entry->dtype));
    else
      relaxStringPrint(entry->type, &element);
    appendType(entry->rank, entry->dims, strBufText(&element), &row.type);
    strBufFree(&element);
    arrput(*rows, row);
  }
  relaxWeightFileClose(file);
  return true;
}

static bool addInitializer(const OnnxModel *model,
                           const Onnx__TensorProto *proto, Row **rows,
                           StrBuf *error) {
  OnnxTensor tensor;
  if (!onnxTensorGet(model, proto, &tensor, error))
    return false;
  bool inFile = tensor.storage == ONNX_STORAGE_RAW ||
                tensor.storage == ONNX_STORAGE_EXTERNAL;
  Row row = {.offset = inFile ? tensor.fileOffset : RELAX_WEIGHT_NOWHERE,
             .bytes = tensor.size};
  appendName(strRefFromC(tensor.name), &row.name);
  RelaxDType dtype;
  bool known = onnxDataTypeDType(tensor.dataType, &dtype);
  appendType((int32_t)tensor.numDims, tensor.dims,
             known ? relaxDTypeName(dtype) : onnxDataTypeName(tensor.dataType),
             &row.type);
  if (tensor.storage == ONNX_STORAGE_EXTERNAL) {
    strBufAppendC(&row.type, " in ");
    relaxStringPrint(strRefFromC(tensor.location), &row.type);
  }
  arrput(*rows, row);
  onnxTensorFree(&tensor);
  return true;
}

static bool listModel(const char *path, Row **rows, RelaxError *error) {
  StrBuf message = {0};
  OnnxModel *model = onnxModelRead(path, NULL, &message);
  bool good = model != NULL;
  if (good) {
    const Onnx__GraphProto *graph = onnxModelProto(model)->graph;
    for (size_t i = 0; good && i < graph->n_initializer; ++i)
      good = addInitializer(model, graph->initializer[i], rows, &message);
    onnxModelDestroy(model);
    if (!good)
      relaxFail(error, "'%s': %s", path, strBufText(&message));
  } else {
    relaxFail(error, "%s", strBufText(&message));
  }
  strBufFree(&message);
  return good;
}

bool weightsList(const char *path, StrBuf *out, RelaxError *error) {
  static const char suffix[] = ".onnx";
  size_t length = strlen(path), end = strlen(suffix);
  bool model = length >= end && strcmp(path + length - end, suffix) == 0;
  Row *rows = NULL;
  bool good =
      model ? listModel(path, &rows, error) : listEntries(path, &rows, error);
  StrBuf unused = {0};
  printRows(rows, good ? out : &unused);
  strBufFree(&unused);
  return good;
}
