//===- Write.c - the weights of a module in a file of their own -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/Safetensors/Write.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "lib/Analysis/WeightDescription.h"
#include "lib/Runtime/File.h"
#include "lib/Runtime/WeightFile/Safetensors.h"
#include "lib/Runtime/Weights.h"

#include <cjson/cJSON.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

typedef struct Entry {
  MlirOperation op;
  RelaxWeight weight;
  RelaxTensor data;
  uint64_t begin; // behind the header
} Entry;

static bool readEntry(RelaxWeightFiles *files, MlirOperation op,
                      const char *dir, Entry *entry, RelaxError *error) {
  RelaxWeight *weight = &entry->weight;
  *entry = (Entry){.op = op};
  RelaxWeightProblem problem = relaxWeightDescribe(op, weight);
  weight->kind = RELAX_WEIGHT_FILE;
  if (problem != RELAX_WEIGHT_FINE) {
    StrBuf text = {0};
    bridgePrintType(relaxWeightGetType(op), &text);
    relaxFail(error,
              "weight '%.*s': expected a type whose size is known, got %s",
              (int)weight->name.length, weight->name.data, strBufText(&text));
    strBufFree(&text);
    return false;
  }
  if (!safetensorsTypeName(weight->dtype))
    return relaxFail(error,
                     "weight '%.*s': safetensors has no elements %s: expected "
                     "a module whose weights lie in another file",
                     (int)weight->name.length, weight->name.data,
                     relaxDTypeName(weight->dtype));
  return relaxWeightRead(files, weight, &dir, 1, &entry->data, error);
}

/// Bytes in the file.
static size_t sizeOf(const Entry *entry) {
  return relaxPackedBytes(entry->data.dtype, relaxTensorCount(&entry->data));
}

static uint64_t alignUp(uint64_t value) {
  return (value + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/// The JSON header; data offsets follow from the order. Freed by the caller.
static char *makeHeader(Entry *entries) {
  cJSON *root = cJSON_CreateObject();
  uint64_t offset = 0;
  for (ptrdiff_t i = 0; i < arrlen(entries); ++i) {
    Entry *entry = &entries[i];
    StrBuf name = {0};
    strBufAppend(&name, entry->weight.name);
    cJSON *item = cJSON_AddObjectToObject(root, strBufText(&name));
    strBufFree(&name);
    cJSON_AddStringToObject(item, "dtype",
                            safetensorsTypeName(entry->weight.dtype));
    cJSON *shape = cJSON_AddArrayToObject(item, "shape");
    for (int32_t d = 0; d < entry->weight.rank; ++d)
      cJSON_AddItemToArray(shape,
                           cJSON_CreateNumber((double)entry->weight.dims[d]));
    entry->begin = offset;
    cJSON *range = cJSON_AddArrayToObject(item, "data_offsets");
    cJSON_AddItemToArray(range, cJSON_CreateNumber((double)offset));
    offset += sizeOf(entry);
    cJSON_AddItemToArray(range, cJSON_CreateNumber((double)offset));
  }
  char *text = cJSON_PrintUnformatted(root);
  cJSON_Delete(root);
  return text;
}

static void pointToFile(const Entry *entry, const char *path,
                        uint64_t dataBegin) {
  MlirContext context = mlirOperationGetContext(entry->op);
  const char *slash = strrchr(path, '/');
  relaxWeightSetPath(entry->op,
                     mlirStringAttrGet(context, mlirStringRefCreateFromCString(
                                                    slash ? slash + 1 : path)));
  if (relaxWeightGetEntry(entry->op).ptr)
    relaxWeightSetEntry(
        entry->op,
        mlirStringAttrGet(context,
                          strRefToMlir(relaxWeightGetSymName(entry->op))));
  else
    relaxWeightSetOffset(
        entry->op, mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64),
                                      (int64_t)(dataBegin + entry->begin)));
}

/// The bytes for the file, over those of the tensor, which nobody reads again.
static const char *packInPlace(Entry *entry) {
  if (relaxDTypeBits(entry->data.dtype) < 8) {
    uint8_t *packed = calloc(sizeOf(entry) + 1, 1);
    relaxTensorPack(&entry->data, packed);
    memcpy(entry->data.data, packed, sizeOf(entry));
    free(packed);
  }
  return entry->data.data;
}

/// The format wants the data without gaps; the header is padded with blanks so
/// that they start aligned.
static bool writeFile(Entry *entries, const char *path, RelaxFiles *files,
                      RelaxError *error) {
  char *header = makeHeader(entries);
  StrBuf head = {0};
  uint64_t size = alignUp(8 + strlen(header)) - 8;
  for (int byte = 0; byte < 8; ++byte) {
    char c = (char)(size >> (8 * byte));
    strBufAppend(&head, (StrRef){&c, 1});
  }
  strBufAppendC(&head, header);
  while (head.length < 8 + size)
    strBufAppendC(&head, " ");
  free(header);
  StrRef *pieces = NULL;
  arrput(pieces, ((StrRef){head.data, head.length}));
  for (ptrdiff_t i = 0; i < arrlen(entries); ++i)
    arrput(pieces, ((StrRef){packInPlace(&entries[i]), sizeOf(&entries[i])}));
  bool good = relaxFilesAdd(files, path, pieces, (size_t)arrlen(pieces), error);
  for (ptrdiff_t i = 0; good && i < arrlen(entries); ++i)
    pointToFile(&entries[i], path, 8 + size);
  arrfree(pieces);
  strBufFree(&head);
  return good;
}

bool safetensorsWriteWeights(MlirModule module, const char *dir,
                             const char *path, RelaxFiles *files,
                             RelaxError *error) {
  RelaxWeightFiles *sources = relaxWeightFilesCreate();
  Entry *entries = NULL;
  bool good = true;
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
       good && op.ptr; op = mlirOperationGetNextInBlock(op)) {
    Entry entry;
    if (!relaxIsWeight(op) || !relaxWeightGetPath(op).ptr)
      continue;
    good = readEntry(sources, op, dir, &entry, error);
    if (good)
      arrput(entries, entry);
  }
  relaxWeightFilesDestroy(sources);
  good = good && writeFile(entries, path, files, error);
  for (ptrdiff_t i = 0; i < arrlen(entries); ++i)
    relaxTensorRelease(&entries[i].data);
  arrfree(entries);
  return good;
}
