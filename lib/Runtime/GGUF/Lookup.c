//===- Lookup.c - questions about a GGUF file -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/GGUF/Reader.h"

#include <assert.h>
#include <inttypes.h>

uint32_t ggufVersion(const GgufFile *file) { return file->version; }

uint64_t ggufAlignment(const GgufFile *file) { return file->alignment; }

const GgufEntry *ggufEntries(const GgufFile *file, size_t *count) {
  *count = file->numEntries;
  return file->entries;
}

const GgufTensor *ggufTensors(const GgufFile *file, size_t *count) {
  *count = file->numTensors;
  return file->tensors;
}

const GgufValue *ggufFind(const GgufFile *file, const char *key) {
  StrRef wanted = strRefFromC(key);
  size_t low = 0, high = file->numByName;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = strRefCompare(file->entriesByName[middle]->key, wanted);
    if (order == 0)
      return &file->entriesByName[middle]->value;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

const GgufTensor *ggufFindTensor(const GgufFile *file, const char *name) {
  StrRef wanted = strRefFromC(name);
  size_t low = 0, high = file->numTensors;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = strRefCompare(file->tensorsByName[middle]->name, wanted);
    if (order == 0)
      return file->tensorsByName[middle];
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

/// "u8", "string", "array": how messages name a type.
static const char *ggufTypeName(GgufType type) {
  static const char *const names[GGUF_NUM_TYPES] = {
      [GGUF_U8] = "u8",         [GGUF_I8] = "i8",       [GGUF_U16] = "u16",
      [GGUF_I16] = "i16",       [GGUF_U32] = "u32",     [GGUF_I32] = "i32",
      [GGUF_F32] = "f32",       [GGUF_BOOL] = "bool",   [GGUF_U64] = "u64",
      [GGUF_STRING] = "string", [GGUF_ARRAY] = "array", [GGUF_I64] = "i64",
      [GGUF_F64] = "f64",
  };
  assert((unsigned)type < GGUF_NUM_TYPES);
  return names[type];
}

static bool hasOtherType(const char *key, const char *expected,
                         const GgufValue *value, RelaxError *error) {
  return relaxFail(error, "key '%s': expected %s, got %s", key, expected,
                   ggufTypeName(value->type));
}

bool ggufGetInteger(const GgufFile *file, const char *key, int64_t *out,
                    RelaxError *error) {
  const GgufValue *value = ggufFind(file, key);
  if (!value)
    return false;
  switch (value->type) {
  case GGUF_I8:
  case GGUF_I16:
  case GGUF_I32:
  case GGUF_I64:
    *out = value->i;
    return true;
  case GGUF_U8:
  case GGUF_U16:
  case GGUF_U32:
  case GGUF_U64:
    if (value->u > INT64_MAX)
      return relaxFail(error, "key '%s': %" PRIu64 " is not below 2^63", key,
                       value->u);
    *out = (int64_t)value->u;
    return true;
  default:
    return hasOtherType(key, "an integer", value, error);
  }
}

bool ggufGetFloat(const GgufFile *file, const char *key, double *out,
                  RelaxError *error) {
  const GgufValue *value = ggufFind(file, key);
  if (!value)
    return false;
  if (value->type != GGUF_F32 && value->type != GGUF_F64)
    return hasOtherType(key, "a float", value, error);
  *out = value->f;
  return true;
}

bool ggufGetBool(const GgufFile *file, const char *key, bool *out,
                 RelaxError *error) {
  const GgufValue *value = ggufFind(file, key);
  if (!value)
    return false;
  if (value->type != GGUF_BOOL)
    return hasOtherType(key, "a bool", value, error);
  *out = value->u != 0;
  return true;
}

bool ggufGetString(const GgufFile *file, const char *key, StrRef *out,
                   RelaxError *error) {
  const GgufValue *value = ggufFind(file, key);
  if (!value)
    return false;
  if (value->type != GGUF_STRING)
    return hasOtherType(key, "a string", value, error);
  *out = value->string;
  return true;
}

bool ggufGetArray(const GgufFile *file, const char *key, GgufType elementType,
                  const GgufValue **out, RelaxError *error) {
  const GgufValue *value = ggufFind(file, key);
  if (!value)
    return false;
  if (value->type != GGUF_ARRAY)
    return hasOtherType(key, "an array", value, error);
  if (value->elementType != elementType)
    return relaxFail(error, "key '%s': expected elements of type %s, got %s",
                     key, ggufTypeName(elementType),
                     ggufTypeName(value->elementType));
  *out = value;
  return true;
}
