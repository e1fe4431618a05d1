//===- GgufTest.h - what the tests of GGUF files share --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Linked with --wrap=malloc, which counts what is asked for.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_UNIT_GGUFTEST_H
#define RELAX_TEST_UNIT_GGUFTEST_H

#include "test/unit/GgufBytes.h"
#include "test/unit/RuntimeTest.h"

static size_t bytesAsked;

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) {
  bytesAsked += size;
  return __real_malloc(size);
}

/// Reads from memory; the memory that is asked for stays within its bound.
static inline GgufFile *readGguf(const StrBuf *bytes, RelaxError *error) {
  bytesAsked = 0;
  GgufFile *file = ggufFromMemory(bytes->data, bytes->length, "m.gguf", error);
  assert_true(bytesAsked <= 2 * bytes->length + (64u << 20));
  return file;
}

static inline void expectRefused(StrBuf *bytes, const char *message) {
  RelaxError error = {0};
  assert_null(readGguf(bytes, &error));
  expectError(&error, message);
  strBufFree(bytes);
}

/// Every type, arrays of each kind, two tensors.
static inline StrBuf sampleFile(uint32_t version) {
  StrBuf out = {0};
  const float single = 0.5f;
  const double full = -0.25;
  putHead(&out, version, 3, 12);
  putKey(&out, "i8", GGUF_I8), putBytes(&out, "\xfe", 1);
  putKey(&out, "i16", GGUF_I16), putBytes(&out, "\xfd\xff", 2);
  putKey(&out, "i32", GGUF_I32), putU32(&out, (uint32_t)-4);
  putKey(&out, "i64", GGUF_I64), putU64(&out, (uint64_t)-5);
  putKey(&out, "u64", GGUF_U64), putU64(&out, UINT64_MAX);
  putKey(&out, "f32", GGUF_F32), putBytes(&out, &single, 4);
  putKey(&out, "f64", GGUF_F64), putBytes(&out, &full, 8);
  putKey(&out, "bool", GGUF_BOOL), putBytes(&out, "\1", 1);
  putTextKey(&out, "text", "h\xc3\xa9");
  putKey(&out, "texts", GGUF_ARRAY), putArray(&out, GGUF_STRING, 3);
  putText(&out, "a"), putText(&out, ""), putText(&out, "bc");
  putKey(&out, "nested", GGUF_ARRAY), putArray(&out, GGUF_ARRAY, 2);
  putArray(&out, GGUF_I16, 2), putBytes(&out, "\1\0\xff\xff", 4);
  putArray(&out, GGUF_BOOL, 0);
  putKey(&out, "general.alignment", GGUF_U32), putU32(&out, 64);
  putTensor(&out, "matrix", 2, (uint64_t[]){32, 2}, 2, 64);
  putTensor(&out, "scalar", 0, NULL, GGUF_F32_TENSOR, 0);
  putTensor(&out, "empty", 3, (uint64_t[]){3, 0, 1ull << 62}, GGUF_F16_TENSOR,
            1ull << 40);
  putPadding(&out, 64);
  for (int i = 0; i < 64 + 2 * 18; ++i)
    putBytes(&out, "\7", 1);
  return out;
}

#endif // RELAX_TEST_UNIT_GGUFTEST_H
