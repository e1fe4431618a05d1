//===- RuntimeWeightViews.c - tests of weights that are mapped ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/FilePart.h"
#include "lib/Runtime/Sha256.h"
#include "lib/Runtime/Weights.h"
#include "test/unit/RuntimeTest.h"

#include <sys/stat.h>
#include <unistd.h>

enum { LARGE = 1 << 17 }; // bytes of a weight that is mapped

static const uint8_t bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};

/// The state of a test is the path of a folder of its own.
static int setUp(void **state) {
  char *dir = malloc(64);
  makeFolder(dir);
  *state = dir;
  return 0;
}

static int tearDown(void **state) {
  removeFolder(*state);
  free(*state);
  return 0;
}

static void place(const char *dir, const char *name, const void *data,
                  size_t size) {
  char path[160];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  writeBytes(path, data, size);
}

/// LARGE bytes of f32 at `offset` of `path`.
static RelaxWeight weightAt(const char *path, uint64_t offset) {
  return (RelaxWeight){.name = strRefFromC("w"),
                       .kind = RELAX_WEIGHT_FILE,
                       .dtype = RELAX_F32,
                       .rank = 1,
                       .dims = {LARGE / 4},
                       .numBytes = LARGE,
                       .path = strRefFromC(path),
                       .offset = offset};
}

static bool readWeight(const char *dir, const RelaxWeight *weight,
                       RelaxTensor *out, RelaxError *error) {
  RelaxWeightFiles *files = relaxWeightFilesCreate();
  bool good = relaxWeightRead(files, weight, &dir, 1, out, error);
  relaxWeightFilesDestroy(files);
  return good;
}

/// `%` in the message stands for the folder.
static void expectRefused(const char *dir, const RelaxWeight *weight,
                          const char *message) {
  RelaxTensor tensor;
  RelaxError error = {0};
  char expected[400];
  const char *mark = strchr(message, '%');
  snprintf(expected, sizeof expected, "%.*s%s%s", (int)(mark - message),
           message, dir, mark + 1);
  assert_false(readWeight(dir, weight, &tensor, &error));
  expectError(&error, expected);
}

static uint8_t largeByte(size_t i) { return (uint8_t)(i * 7 + i / 251); }

/// Reads a large weight of `dtype` at `offset`, and looks at every byte.
static RelaxTensor readLarge(const char *dir, const char *path,
                             RelaxDType dtype, uint64_t offset) {
  RelaxWeight weight = weightAt(path, offset);
  RelaxTensor tensor;
  weight.dtype = dtype;
  weight.dims[0] = (int64_t)(LARGE / relaxDTypeBytes(dtype));
  assert_true(readWeight(dir, &weight, &tensor, NULL));
  const uint8_t *data = tensor.data;
  for (size_t i = 0; i < LARGE; ++i) {
    uint8_t expected = largeByte((size_t)offset + i);
    if (data[i] != (dtype == RELAX_BOOL ? expected != 0 : expected))
      fail_msg("byte %zu: %d", i, data[i]);
  }
  return tensor;
}

static void placeLarge(const char *dir, size_t size) {
  uint8_t *data = malloc(size);
  assert_non_null(data);
  for (size_t i = 0; i < size; ++i)
    data[i] = largeByte(i);
  place(dir, "large.bin", data, size);
  free(data);
}

/// A view of the file has somebody who unmaps it; a copy belongs to the tensor.
static void largeOnesAreViews(void **state) {
  const char *dir = *state;
  char path[160];
  placeLarge(dir, 2 * LARGE);
  RelaxTensor view = readLarge(dir, "large.bin", RELAX_F32, 4100);
  RelaxTensor last = readLarge(dir, "large.bin", RELAX_I8, LARGE);
  RelaxTensor odd = readLarge(dir, "large.bin", RELAX_F32, 4098);
  RelaxTensor bools = readLarge(dir, "large.bin", RELAX_BOOL, 4096);
  assert_non_null(view.storage->release);
  assert_non_null(last.storage->release);
  assert_null(odd.storage->release);
  assert_null(bools.storage->release);
  // A file of that name that comes later is another one.
  uint8_t before = *(uint8_t *)last.data;
  snprintf(path, sizeof path, "%s/large.bin", dir);
  assert_int_equal(unlink(path), 0);
  place(dir, "large.bin", bytes, sizeof bytes);
  assert_int_equal(*(uint8_t *)last.data, before);
  relaxTensorRelease(&view);
  relaxTensorRelease(&last);
  relaxTensorRelease(&odd);
  relaxTensorRelease(&bools);
}

static void viewsAreChecked(void **state) {
  const char *dir = *state;
  RelaxWeight weight = weightAt("large.bin", 0);
  placeLarge(dir, LARGE - 1);
  expectRefused(dir, &weight,
                "weight 'w': cannot read 'large.bin': in '%': expected 131072 "
                "bytes at offset 0, got a file of 131071 bytes");
  char hash[RELAX_SHA256_HEX + 1], message[400];
  const char *wrong =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  placeLarge(dir, LARGE);
  uint8_t *data = malloc(LARGE);
  for (size_t i = 0; i < LARGE; ++i)
    data[i] = largeByte(i);
  relaxSha256(data, LARGE, hash);
  free(data);
  weight.sha256 = strRefFromC(wrong);
  snprintf(message, sizeof message,
           "weight 'w': cannot read 'large.bin': in '%%': expected sha256 %s, "
           "got %s",
           wrong, hash);
  expectRefused(dir, &weight, message);
}

/// What cannot be mapped is read.
static void someFilesAreNotMapped(void **state) {
  const char *dir = *state;
  bool refused = false;
  char path[160];
  snprintf(path, sizeof path, "%s/sub", dir);
  assert_int_equal(mkdir(path, 0777), 0);
  place(dir, "w.bin", bytes, sizeof bytes);
  int file = relaxFileOpenBelow(dir, strRefFromC("w.bin"), NULL, &refused);
  assert_true(file >= 0);
  assert_null(relaxFileMap(file, 0, 9));
  assert_null(relaxFileMap(file, 0, 0));
  assert_null(relaxFileMap(file, UINT64_MAX, 2));
  RelaxStorage *storage = relaxFileMap(file, 3, 5);
  close(file);
  assert_non_null(storage);
  assert_memory_equal(storage->data, bytes + 3, 5);
  relaxFileMapForget(storage); // comes again
  assert_memory_equal(storage->data, bytes + 3, 5);
  relaxStorageRelease(storage);
  storage = relaxStorageCreate(1 << 16);
  assert_non_null(storage);
  memset(storage->data, 1, 1 << 16);
  relaxFileMapForget(storage); // would not
  assert_int_equal(*(uint8_t *)storage->data, 1);
  relaxStorageRelease(storage);
  file = relaxFileOpenBelow(dir, strRefFromC("sub"), NULL, &refused);
  assert_true(file >= 0 && !refused);
  assert_null(relaxFileMap(file, 0, 1));
  close(file);
}

/// Entries of a file are views too; one behind the other they are copies.
static void entriesAreViews(void **state) {
  const char *dir = *state;
  enum { HEADER = 152 };
  char *file = malloc(8 + HEADER + 2 * LARGE);
  assert_non_null(file);
  memset(file, 0, 8);
  file[0] = (char)HEADER;
  int length = snprintf(
      file + 8, HEADER + 1,
      "{\"k.0\":{\"dtype\":\"F32\",\"shape\":[32768],\"data_offsets\":[0,%d]},"
      "\"k.1\":{\"dtype\":\"F32\",\"shape\":[32768],\"data_offsets\":[%d,%d]}}",
      LARGE, LARGE, 2 * LARGE);
  assert_in_range(length, 1, HEADER);
  memset(file + 8 + length, ' ', (size_t)(HEADER - length));
  for (size_t i = 0; i < 2 * LARGE; ++i)
    file[8 + HEADER + i] = (char)largeByte(i);
  place(dir, "k.safetensors", file, 8 + HEADER + 2 * LARGE);
  RelaxWeight weight = weightAt("k.safetensors", 0);
  RelaxTensor tensor;
  weight.entry = strRefFromC("k.1");
  assert_true(readWeight(dir, &weight, &tensor, NULL));
  assert_non_null(tensor.storage->release);
  assert_memory_equal(tensor.data, file + 8 + HEADER + LARGE, LARGE);
  relaxTensorRelease(&tensor);
  weight.entry = strRefFromC("k.*");
  weight.rank = 2;
  weight.numBytes = 2 * LARGE;
  weight.dims[0] = 2;
  weight.dims[1] = LARGE / 4;
  assert_true(readWeight(dir, &weight, &tensor, NULL));
  assert_null(tensor.storage->release);
  assert_memory_equal(tensor.data, file + 8 + HEADER, 2 * LARGE);
  relaxTensorRelease(&tensor);
  free(file);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(largeOnesAreViews, setUp, tearDown),
      cmocka_unit_test_setup_teardown(viewsAreChecked, setUp, tearDown),
      cmocka_unit_test_setup_teardown(someFilesAreNotMapped, setUp, tearDown),
      cmocka_unit_test_setup_teardown(entriesAreViews, setUp, tearDown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
