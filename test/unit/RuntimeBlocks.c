//===- RuntimeBlocks.c - tests of block-quantised elements ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Against values of the Python package gguf, which utils/quant-vectors.py
// wrote to test/models/quantised.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/BlockDecode.h"
#include "lib/Runtime/File.h"
#include "lib/Runtime/Sha256.h"
#include "lib/Runtime/WeightFile/WeightFile.h"
#include "test/unit/RuntimeTest.h"

#include <fcntl.h>
#include <inttypes.h>

static void pathOf(const char *name, char *path, size_t size) {
  const char *folder = getenv("RELAX_TEST");
  snprintf(path, size, "%s/models/quantised/%s", folder ? folder : "test",
           name);
}

static void knowsEveryFormat(void **state) {
  (void)state;
  for (int i = 0; i < NUM_BLOCK_FORMATS; ++i) {
    const BlockFormat *format = blockFormatAt(i);
    assert_ptr_equal(blockFormatByName(strRefFromC(format->name)), format);
    assert_ptr_equal(blockFormatByGgml(format->ggmlType), format);
  }
  assert_null(blockFormatByName(strRefFromC("q4_")));
  assert_null(blockFormatByName(strRefFromC("q4_K")));
  assert_null(blockFormatByGgml(0));
  assert_null(blockFormatByGgml(4));
  assert_null(blockFormatByGgml(UINT32_MAX));
}

/// The bytes of an entry, to be freed.
static void *entryOf(const RelaxWeightFile *file, const BlockFormat *format,
                     const char *what, int64_t *rows, int64_t columns) {
  char name[32];
  snprintf(name, sizeof name, "%s.%s", format->name, what);
  const RelaxWeightEntry *entry =
      relaxWeightFileFind(file, strRefFromC(name), NULL);
  assert_non_null(entry);
  assert_int_equal(entry->rank, 2);
  assert_int_equal(entry->dims[1], columns);
  *rows = entry->dims[0];
  void *data = malloc(entry->numBytes);
  assert_true(relaxWeightFileRead(file, entry, data, NULL));
  return data;
}

static uint32_t bitsOf(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return value != value ? UINT32_C(0x7FC00000) : bits;
}

/// Scales of all kinds, value by value.
static void decodesSpecialScales(void **state) {
  (void)state;
  char path[512];
  pathOf("blocks.npz", path, sizeof path);
  RelaxWeightFile *file = relaxWeightFileOpen(open(path, O_RDONLY), NULL);
  assert_non_null(file);
  for (int i = 0; i < NUM_BLOCK_FORMATS; ++i) {
    const BlockFormat *format = blockFormatAt(i);
    int64_t count, rows;
    void *blocks = entryOf(file, format, "blocks", &count, format->bytes);
    float *expected = entryOf(file, format, "values", &rows, format->elements);
    assert_int_equal(count, rows);
    assert_true(count > 8);
    float *values = malloc((size_t)(count * format->elements) * sizeof(float));
    relaxDecodeBlocks(format, blocks, count, values);
    for (int64_t k = 0; k < count * format->elements; ++k)
      if (bitsOf(values[k]) != bitsOf(expected[k]))
        fail_msg("%s: block %" PRId64 ", element %" PRId64
                 ": expected %a, got %a",
                 format->name, k / format->elements, k % format->elements,
                 (double)expected[k], (double)values[k]);
    free(values);
    free(expected);
    free(blocks);
  }
  relaxWeightFileClose(file);
}

/// Bytes of SplitMix64 with seed 0.
static void fillRandom(uint8_t *bytes, size_t size) {
  uint64_t state = 0;
  for (size_t i = 0; i < size; i += 8) {
    uint64_t word = state += UINT64_C(0x9E3779B97F4A7C15);
    word = (word ^ word >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ word >> 27) * UINT64_C(0x94D049BB133111EB);
    word ^= word >> 31;
    memcpy(bytes + i, &word, size - i < 8 ? size - i : 8);
  }
}

/// Many blocks, by their hash; blocks may lie at odd addresses.
static void decodesManyBlocks(void **state) {
  (void)state;
  char path[512], name[16], expected[80], hex[RELAX_SHA256_HEX + 1];
  StrBuf text = {0};
  pathOf("digests.txt", path, sizeof path);
  assert_true(relaxFileRead(path, &text, NULL));
  int64_t count;
  int read, seen = 0;
  for (char *line = text.data; sscanf(line, "%15s %" SCNd64 " %79s\n%n", name,
                                      &count, expected, &read) == 3;
       line += read, ++seen) {
    const BlockFormat *format = blockFormatByName(strRefFromC(name));
    assert_non_null(format);
    size_t bytes = (size_t)(count * format->bytes),
           elements = (size_t)(count * format->elements);
    uint8_t *blocks = malloc(bytes + 1);
    fillRandom(blocks + 1, bytes);
    float *values = malloc(elements * sizeof *values);
    relaxDecodeBlocks(format, blocks + 1, count, values);
    for (size_t k = 0; k < elements; ++k) {
      uint32_t bits = bitsOf(values[k]);
      memcpy(&values[k], &bits, sizeof bits);
    }
    relaxSha256(values, elements * sizeof *values, hex);
    if (strcmp(hex, expected) != 0)
      fail_msg("%s: expected %s, got %s", name, expected, hex);
    free(values);
    free(blocks);
  }
  assert_int_equal(seen, NUM_BLOCK_FORMATS);
  strBufFree(&text);
}

/// Tensors of them.
static void blocksAreWhole(void **state) {
  (void)state;
  const int64_t whole[] = {3, 64}, half[] = {3, 48}, none[] = {64, 0};
  size_t bytes = 1;
  RelaxTensor tensor;
  RelaxError error = {0};
  assert_true(relaxTensorBytes(RELAX_Q8_0, 2, whole, &bytes));
  assert_int_equal(bytes, 3 * 2 * 34);
  assert_int_equal(relaxPackedBytes(RELAX_Q8_0, 3 * 64), bytes);
  assert_true(relaxTensorBytes(RELAX_Q6_K, 2, none, &bytes));
  assert_int_equal(bytes, 0);
  assert_false(relaxTensorBytes(RELAX_Q8_0, 0, NULL, &bytes));
  assert_true(relaxTensorCreate(RELAX_Q8_0, 2, whole, &tensor, &error));
  assert_int_equal(relaxTensorCount(&tensor), 3 * 64);
  assert_int_equal(relaxTensorSize(&tensor), 3 * 2 * 34);
  relaxTensorRelease(&tensor);
  assert_false(relaxTensorCreate(RELAX_Q8_0, 2, half, &tensor, &error));
  expectError(&error, "a !relax.quant<q8_0> tensor has whole blocks of 32 "
                      "elements: expected such a last extent, got shape "
                      "[3, 48]");
  for (int i = 0; i < NUM_BLOCK_FORMATS; ++i) {
    RelaxDType dtype = relaxDTypeOfBlock(blockFormatAt(i)), parsed;
    assert_true(relaxDTypeBlock(dtype) == blockFormatAt(i));
    assert_true(relaxDTypeParse(strRefFromC(relaxDTypeName(dtype)), &parsed));
    assert_int_equal(parsed, dtype);
    assert_true(relaxDTypeIsStored(dtype) && !relaxDTypeIsNumber(dtype));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(knowsEveryFormat),
      cmocka_unit_test(decodesSpecialScales),
      cmocka_unit_test(decodesManyBlocks),
      cmocka_unit_test(blocksAreWhole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
