//===- OnnxTensor.c - tests of the values of ONNX tensors -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "lib/Frontend/ONNX/Model/Tensor.h"
#include "test/unit/OnnxBytes.h"

/// The bytes of the last model, to look up offsets in.
static Bytes lastFile;

/// A model whose only initializer is `tensor`, which is freed.
static OnnxModel *modelOf(Bytes *tensor) {
  Bytes graph = {0};
  putText(tensor, 8, "w");
  putMessage(&graph, 5, tensor);
  Bytes bytes = modelAround(&graph);
  StrBuf error = {0};
  OnnxModel *model =
      onnxModelFromMemory(bytes.data, bytes.size, "m", NULL, &error);
  assert_string_equal(strBufText(&error), "");
  free(lastFile.data);
  lastFile = bytes;
  return model;
}

static void expectError(Bytes *tensor, const char *expected) {
  OnnxModel *model = modelOf(tensor);
  OnnxTensor out;
  StrBuf error = {0};
  assert_false(onnxTensorGet(
      model, onnxModelProto(model)->graph->initializer[0], &out, &error));
  assert_string_equal(strBufText(&error), expected);
  strBufFree(&error);
  onnxModelDestroy(model);
}

static void expectBytes(Bytes *tensor, OnnxStorage storage, const void *bytes,
                        size_t size, int64_t numElements) {
  OnnxModel *model = modelOf(tensor);
  OnnxTensor out;
  StrBuf error = {0};
  bool ok = onnxTensorGet(model, onnxModelProto(model)->graph->initializer[0],
                          &out, &error);
  assert_string_equal(strBufText(&error), "");
  assert_true(ok);
  assert_int_equal(out.storage, storage);
  if (storage == ONNX_STORAGE_RAW && size)
    assert_memory_equal(lastFile.data + out.fileOffset, bytes, size);
  assert_int_equal(out.numElements, numElements);
  assert_int_equal(out.size, size);
  if (size)
    assert_memory_equal(out.bytes, bytes, size);
  else
    assert_null(out.bytes);
  onnxTensorFree(&out);
  onnxModelDestroy(model);
}

enum { F32 = 1, U8 = 2, I8 = 3, I32 = 6, I64 = 7, STRING = 8, BOOL = 9 };
enum { F16 = 10, F64 = 11, U32 = 12, U64 = 13, C64 = 14, I4 = 22, F6 = 27 };

/// data_type and dims; end `dims` with -1.
static Bytes header(int32_t type, const int64_t *dims) {
  Bytes tensor = {0};
  putNumber(&tensor, 2, (uint64_t)type);
  for (; *dims >= 0; ++dims)
    putNumber(&tensor, 1, (uint64_t)*dims);
  return tensor;
}

#define DIMS(...) ((const int64_t[]){__VA_ARGS__ __VA_OPT__(, ) - 1})

static void putInts(Bytes *tensor, uint32_t field, const int64_t *values,
                    size_t count) {
  Bytes list = {0};
  for (size_t i = 0; i < count; ++i)
    putVarint(&list, (uint64_t)values[i]);
  putMessage(tensor, field, &list);
}

static void convertsTypedLists(void **state) {
  (void)state;
  Bytes t = header(F32, DIMS(2));
  putBytes(&t, 4, "\0\0\x80\x3f\0\0\0\xc0", 8); // in one piece: as in the file
  expectBytes(&t, ONNX_STORAGE_RAW, "\0\0\x80\x3f\0\0\0\xc0", 8, 2);
  t = header(F32, DIMS(2));
  putBytes(&t, 4, "\0\0\x80\x3f", 4), putBytes(&t, 4, "\0\0\0\xc0", 4);
  expectBytes(&t, ONNX_STORAGE_TYPED, "\0\0\x80\x3f\0\0\0\xc0", 8, 2);
  t = header(F64, DIMS());
  putBytes(&t, 10, "\1\2\3\4\5\6\7\x40", 8);
  expectBytes(&t, ONNX_STORAGE_RAW, "\1\2\3\4\5\6\7\x40", 8, 1);
  t = header(C64, DIMS(1));
  putBytes(&t, 4, "\0\0\x80\x3f\0\0\0\xc0", 8);
  expectBytes(&t, ONNX_STORAGE_RAW, "\0\0\x80\x3f\0\0\0\xc0", 8, 1);
  t = header(I64, DIMS(2, 1));
  putInts(&t, 7, (int64_t[]){-2, 258}, 2);
  expectBytes(&t, ONNX_STORAGE_TYPED,
              "\xfe\xff\xff\xff\xff\xff\xff\xff\2\1\0\0\0\0\0\0", 16, 2);
  t = header(I32, DIMS(2));
  putInts(&t, 5, (int64_t[]){-1, INT32_MAX}, 2);
  expectBytes(&t, ONNX_STORAGE_TYPED, "\xff\xff\xff\xff\xff\xff\xff\x7f", 8, 2);
  t = header(I8, DIMS(3));
  putInts(&t, 5, (int64_t[]){-128, 127, -1}, 3);
  expectBytes(&t, ONNX_STORAGE_TYPED, "\x80\x7f\xff", 3, 3);
  t = header(F16, DIMS(1));
  putInts(&t, 5, (int64_t[]){0xbc00}, 1);
  expectBytes(&t, ONNX_STORAGE_TYPED, "\0\xbc", 2, 1);
  t = header(U32, DIMS(1));
  putInts(&t, 11, (int64_t[]){0xfffffffe}, 1);
  expectBytes(&t, ONNX_STORAGE_TYPED, "\xfe\xff\xff\xff", 4, 1);
  t = header(U64, DIMS(1));
  putInts(&t, 11, (int64_t[]){-1}, 1);
  expectBytes(&t, ONNX_STORAGE_TYPED, "\xff\xff\xff\xff\xff\xff\xff\xff", 8, 1);
}

static void convertsPackedTypes(void **state) {
  (void)state;
  Bytes t = header(I4, DIMS(3)); // two bytes of two values, the last half empty
  putInts(&t, 5, (int64_t[]){-15, 0x07}, 2);
  expectBytes(&t, ONNX_STORAGE_TYPED, "\xf1\x07", 2, 3);
  // onnx.proto: byte0 = x0 | (x1 & 3) << 6; byte1 = x1 >> 2 | (x2 & 15) << 4;
  // byte2 = x2 >> 4 | x3 << 2
  t = header(F6, DIMS(5));
  putInts(&t, 5, (int64_t[]){0x21, 0x13, 0x3a, 0x05, 0x3f}, 5);
  expectBytes(&t, ONNX_STORAGE_TYPED, "\xe1\xa4\x17\x3f", 4, 5);
  t = header(F6, DIMS(1));
  putInts(&t, 5, (int64_t[]){64}, 1);
  expectError(&t, "tensor 'w': entry 0 of int32_data: 64 is no value of type "
                  "f6E2M3FN");
}

static void handlesEmptyTensors(void **state) {
  (void)state;
  Bytes t = header(F32, DIMS(0, 5));
  expectBytes(&t, ONNX_STORAGE_TYPED, NULL, 0, 0);
  t = header(F32, DIMS(INT64_MAX, INT64_MAX, 0));
  putBytes(&t, 9, "", 0);
  expectBytes(&t, ONNX_STORAGE_RAW, NULL, 0, 0);
  t = header(F32, DIMS());
  putBytes(&t, 9, "", 0);
  expectError(&t, "tensor 'w': expected 4 bytes of raw_data for f32, got 0");
}

static void refusesWhatDoesNotFit(void **state) {
  (void)state;
  Bytes t = header(F32, DIMS(2, 2));
  putBytes(&t, 9, "123456789012", 12);
  expectError(&t,
              "tensor 'w': expected 16 bytes of raw_data for 2x2xf32, got 12");
  t = header(F32, DIMS(INT64_MAX, 4));
  expectError(&t, "tensor 'w': size of 9223372036854775807x4xf32 exceeds 63 "
                  "bits");
  t = header(F64, DIMS(INT64_C(1) << 58));
  expectError(&t, "tensor 'w': size of 288230376151711744xf64 exceeds 63 bits");
  t = header(F32, DIMS());
  putNumber(&t, 1, (uint64_t)-7);
  expectError(&t, "tensor 'w': dimension 0 is -7");
  t = header(99, DIMS(1));
  expectError(&t, "tensor 'w': unknown data type 99");
  t = header(U8, DIMS(2));
  putInts(&t, 5, (int64_t[]){255, 256}, 2);
  expectError(&t, "tensor 'w': entry 1 of int32_data: 256 is no value of type "
                  "u8");
  t = header(I64, DIMS(2)); // values in the list of another type
  putInts(&t, 5, (int64_t[]){1, 2}, 2);
  expectError(&t, "tensor 'w': expected 2 entries in int64_data, got 0");
  t = header(BOOL, DIMS(2));
  putBytes(&t, 9, "\1\2", 2);
  expectError(&t, "tensor 'w': element 1: expected a bool of 0 or 1, got 2");
  t = header(U8, DIMS(1));
  putBytes(&t, 9, "\1", 1), putInts(&t, 5, (int64_t[]){1}, 1);
  expectError(&t, "tensor 'w': has both raw_data and a typed list");
  t = header(F32, DIMS(1));
  putBytes(&t, 4, "1234", 4), putBytes(&t, 10, "12345678", 8);
  expectError(&t, "tensor 'w': has values in another list beside float_data");
  t = header(STRING, DIMS(2));
  putText(&t, 6, "one");
  expectError(&t, "tensor 'w': expected 2 strings, got 1");
  t = header(U8, DIMS(1));
  putBytes(&t, 3, "", 0);
  expectError(&t, "tensor 'w': values in segments are not supported");
}

static Bytes external(const char *location, const char *offset,
                      const char *length) {
  const char *const entries[][2] = {
      {"location", location}, {"offset", offset}, {"length", length}};
  Bytes t = header(F32, DIMS(2));
  putNumber(&t, 14, 1);
  for (size_t i = 0; i < 3; ++i) {
    Bytes entry = {0};
    putText(&entry, 1, entries[i][0]);
    if (!entries[i][1])
      continue;
    putText(&entry, 2, entries[i][1]);
    putMessage(&t, 13, &entry);
  }
  return t;
}

static void findsExternalData(void **state) {
  (void)state;
  Bytes t = external("sub/w.bin", "4096", "8");
  OnnxModel *model = modelOf(&t);
  OnnxTensor out;
  StrBuf error = {0};
  assert_true(onnxTensorGet(model, onnxModelProto(model)->graph->initializer[0],
                            &out, &error));
  assert_int_equal(out.storage, ONNX_STORAGE_EXTERNAL);
  assert_string_equal(out.location, "sub/w.bin");
  assert_int_equal(out.fileOffset, 4096);
  assert_int_equal(out.size, 8);
  assert_null(out.bytes);
  onnxTensorFree(&out);
  onnxModelDestroy(model);
}

static void refusesExternalPaths(void **state) {
  (void)state;
  static const char *const paths[] = {"",     "/etc/passwd", "..",
                                      "../w", "a/../w",      "a/.."};
  for (size_t i = 0; i < sizeof paths / sizeof paths[0]; ++i) {
    Bytes t = external(paths[i], "0", "8");
    StrBuf expected = {0};
    strBufAppendFormat(&expected,
                       "tensor 'w': external data: location '%s': expected a "
                       "path inside the model's folder",
                       paths[i]);
    expectError(&t, strBufText(&expected));
    strBufFree(&expected);
  }
  Bytes t = external("..w/a..b", "-1", "8");
  expectError(&t, "tensor 'w': external data: offset '-1': expected a number "
                  "of bytes");
  t = external("w", "99999999999999999999", "8");
  expectError(&t, "tensor 'w': external data: offset '99999999999999999999': "
                  "expected a number of bytes");
  t = external("w", "0", "7");
  expectError(&t,
              "tensor 'w': expected 8 bytes of external data for 2xf32, got 7");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(convertsTypedLists),
      cmocka_unit_test(convertsPackedTypes),
      cmocka_unit_test(handlesEmptyTensors),
      cmocka_unit_test(refusesWhatDoesNotFit),
      cmocka_unit_test(findsExternalData),
      cmocka_unit_test(refusesExternalPaths),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  free(lastFile.data);
  return failed;
}
