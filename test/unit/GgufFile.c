//===- GgufFile.c - tests of the reader of GGUF files ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Real files stand in $RELAX_SHARED/data; without it those tests skip.
//
//===----------------------------------------------------------------------===//

#include "test/unit/GgufTest.h"

static void checkValues(const GgufFile *file) {
  RelaxError error = {0};
  int64_t integer = 0;
  double number = 0;
  bool flag = false;
  StrRef text;
  const GgufValue *array;
  assert_true(ggufGetInteger(file, "i8", &integer, &error) && integer == -2);
  assert_true(ggufGetInteger(file, "i16", &integer, &error) && integer == -3);
  assert_true(ggufGetInteger(file, "i32", &integer, &error) && integer == -4);
  assert_true(ggufGetInteger(file, "i64", &integer, &error) && integer == -5);
  assert_true(ggufGetFloat(file, "f32", &number, &error) && number == 0.5);
  assert_true(ggufGetFloat(file, "f64", &number, &error) && number == -0.25);
  assert_true(ggufGetBool(file, "bool", &flag, &error) && flag);
  assert_true(ggufGetString(file, "text", &text, &error));
  assert_true(strRefEqual(text, strRefFromC("h\xc3\xa9")));
  assert_true(ggufGetArray(file, "texts", GGUF_STRING, &array, &error));
  assert_int_equal(array->count, 3);
  assert_true(
      strRefEqual(ggufElementString(file, array, 2), strRefFromC("bc")));
  assert_int_equal(ggufElement(file, array, 1).string.length, 0);
  assert_true(ggufGetArray(file, "nested", GGUF_ARRAY, &array, &error));
  GgufValue inner = ggufElement(file, array, 0);
  assert_int_equal(inner.elementType, GGUF_I16);
  assert_int_equal(ggufElement(file, &inner, 1).i, -1);
  assert_int_equal(ggufElement(file, array, 1).count, 0);
  assert_false(relaxErrorIsSet(&error));
}

static void checkRefusedLookups(const GgufFile *file) {
  RelaxError error = {0};
  int64_t integer = 7;
  double number;
  bool flag;
  StrRef text;
  const GgufValue *array;
  assert_false(ggufGetInteger(file, "absent", &integer, &error));
  assert_int_equal(integer, 7);
  assert_false(relaxErrorIsSet(&error));
  assert_false(ggufGetInteger(file, "bool", &integer, &error));
  expectError(&error, "key 'bool': expected an integer, got bool");
  assert_false(ggufGetInteger(file, "u64", &integer, &error));
  expectError(&error, "key 'u64': 18446744073709551615 is not below 2^63");
  assert_false(ggufGetFloat(file, "i8", &number, &error));
  expectError(&error, "key 'i8': expected a float, got i8");
  assert_false(ggufGetBool(file, "i8", &flag, &error));
  expectError(&error, "key 'i8': expected a bool, got i8");
  assert_false(ggufGetString(file, "texts", &text, &error));
  expectError(&error, "key 'texts': expected a string, got array");
  assert_false(ggufGetArray(file, "text", GGUF_STRING, &array, &error));
  expectError(&error, "key 'text': expected an array, got string");
  assert_false(ggufGetArray(file, "texts", GGUF_I32, &array, &error));
  expectError(&error, "key 'texts': expected elements of type i32, got string");
}

static void readsEveryType(void **state) {
  (void)state;
  for (uint32_t version = 2; version <= 3; ++version) {
    StrBuf bytes = sampleFile(version);
    RelaxError error = {0};
    GgufFile *file = readGguf(&bytes, &error);
    if (!file)
      fail_msg("%s", relaxErrorText(&error));
    size_t numEntries, numTensors;
    assert_int_equal(ggufVersion(file), version);
    assert_int_equal(ggufAlignment(file), 64);
    assert_true(
        strRefEqual(ggufEntries(file, &numEntries)[0].key, strRefFromC("i8")));
    assert_int_equal(numEntries, 12);
    checkValues(file);
    checkRefusedLookups(file);
    const GgufTensor *matrix = ggufTensors(file, &numTensors);
    assert_int_equal(numTensors, 3);
    assert_ptr_equal(matrix, ggufFindTensor(file, "matrix"));
    assert_string_equal(matrix->type->name, "q4_0");
    assert_int_equal(matrix->rank, 2);
    assert_int_equal(matrix->dims[0], 32);
    assert_int_equal(matrix->bytes, 2 * 18);
    assert_int_equal(matrix->offset + matrix->bytes, bytes.length);
    assert_int_equal(ggufFindTensor(file, "scalar")->bytes, 4);
    assert_int_equal(ggufFindTensor(file, "empty")->bytes, 0);
    assert_null(ggufFindTensor(file, "absent"));
    ggufDestroy(file);
    strBufFree(&bytes);
  }
}

/// The front of the file is read in pieces: this directory needs several.
static void readsLongMetadata(void **state) {
  (void)state;
  enum { COUNT = 100000 };
  StrBuf out = {0};
  putHead(&out, 3, 1, 1);
  putKey(&out, "tokens", GGUF_ARRAY), putArray(&out, GGUF_STRING, COUNT);
  for (int i = 0; i < COUNT; ++i) {
    char text[32];
    snprintf(text, sizeof text, "a token with number %d", i);
    putText(&out, text);
  }
  putTensor(&out, "x", 1, (uint64_t[]){4}, GGUF_BF16_TENSOR, 0);
  putPadding(&out, 32);
  putBytes(&out, "12345678", 8);
  assert_true(out.length > 3 << 20);
  char folder[64], path[96];
  makeFolder(folder);
  snprintf(path, sizeof path, "%s/m.gguf", folder);
  writeBytes(path, out.data, out.length);
  RelaxError error = {0};
  GgufFile *file = ggufRead(path, &error);
  if (!file)
    fail_msg("%s", relaxErrorText(&error));
  assert_true(
      strRefEqual(ggufElementString(file, ggufFind(file, "tokens"), COUNT - 1),
                  strRefFromC("a token with number 99999")));
  assert_int_equal(ggufFindTensor(file, "x")->offset, out.length - 8);
  ggufDestroy(file);
  // Cut short.
  writeBytes(path, out.data, out.length - 1);
  assert_null(ggufRead(path, &error));
  assert_non_null(strstr(relaxErrorText(&error),
                         "/m.gguf': tensor 'x': expected 8 bytes at byte "));
  relaxErrorFree(&error);
  assert_null(ggufRead(folder, &error));
  assert_non_null(strstr(relaxErrorText(&error), "': not a regular file"));
  relaxErrorFree(&error);
  assert_null(ggufRead("/nowhere/m.gguf", &error));
  expectError(&error,
              "cannot open '/nowhere/m.gguf': No such file or directory");
  removeFolder(folder);
  strBufFree(&out);
}

//===----------------------------------------------------------------------===//
// Real files
//===----------------------------------------------------------------------===//

static GgufFile *readShared(const char *relative, RelaxError *error) {
  const char *shared = getenv("RELAX_SHARED");
  char path[4096];
  if (!shared)
    skip();
  snprintf(path, sizeof path, "%s/data/%s", shared, relative);
  return ggufRead(path, error);
}

/// The bytes that a file of hexadecimal text stands for.
static StrBuf readHex(const char *relative) {
  const char *shared = getenv("RELAX_SHARED");
  char path[4096];
  StrBuf bytes = {0};
  unsigned byte;
  if (!shared)
    skip();
  snprintf(path, sizeof path, "%s/data/%s", shared, relative);
  FILE *text = fopen(path, "r");
  assert_non_null(text);
  while (fscanf(text, "%2x", &byte) == 1)
    putBytes(&bytes, &(uint8_t){(uint8_t)byte}, 1);
  fclose(text);
  return bytes;
}

static void readsEdgeFiles(void **state) {
  (void)state;
  // These repeat the key 'general.architecture', with one value.
  static const struct {
    const char *name;
    size_t numTensors;
  } files[] = {{"format-edge-files/empty.gguf", 0},
               {"format-edge-files/single.gguf", 1},
               {"format-edge-files/multiple.gguf", 3}};
  for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
    RelaxError error = {0};
    GgufFile *file = readShared(files[i].name, &error);
    if (!file)
      fail_msg("%s", relaxErrorText(&error));
    size_t numTensors;
    ggufTensors(file, &numTensors);
    assert_int_equal(numTensors, files[i].numTensors);
    ggufDestroy(file);
  }
  StrBuf quantised = readHex("format-edge-files/gguf-v3-q4-0.hex");
  RelaxError error = {0};
  GgufFile *file = readGguf(&quantised, &error);
  assert_non_null(file);
  assert_int_equal(ggufFindTensor(file, "quant.weight")->bytes, 18);
  ggufDestroy(file);
  strBufFree(&quantised);
  StrBuf unknown = readHex("format-edge-files/gguf-unknown-type.hex");
  expectRefused(&unknown, "'m.gguf': tensor 'future.weight': byte 57: type 43 "
                          "is unknown");
}

static void readsTrainedModel(void **state) {
  (void)state;
  RelaxError error = {0};
  GgufFile *file = readShared("stories260k/stories260K.gguf", &error);
  assert_non_null(file);
  int64_t heads = 0;
  size_t numTensors;
  const GgufValue *tokens;
  assert_true(
      ggufGetInteger(file, "llama.attention.head_count", &heads, &error));
  assert_int_equal(heads, 8);
  assert_true(ggufGetArray(file, "tokenizer.ggml.tokens", GGUF_STRING, &tokens,
                           &error));
  assert_int_equal(tokens->count, 512);
  const GgufTensor *tensors = ggufTensors(file, &numTensors);
  assert_int_equal(numTensors, 48);
  for (size_t i = 0; i < numTensors; ++i)
    assert_int_equal(tensors[i].type->ggmlType, GGUF_F32_TENSOR);
  const GgufTensor *embedding = ggufFindTensor(file, "token_embd.weight");
  assert_int_equal(embedding->dims[0], 64);
  assert_int_equal(embedding->dims[1], 512);
  ggufDestroy(file);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(readsEveryType),
      cmocka_unit_test(readsLongMetadata),
      cmocka_unit_test(readsEdgeFiles),
      cmocka_unit_test(readsTrainedModel),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
