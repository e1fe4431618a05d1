//===- RuntimeNpy.c - tests of .npy files ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/File.h"
#include "lib/Runtime/Npy.h"
#include "test/unit/RuntimeTest.h"

#include <dirent.h>
#include <sys/stat.h>

/// A version 1.0 file (or 2.0) of this header text and these elements.
static StrBuf npyOf(int version, const char *header, const void *data,
                    size_t size) {
  StrBuf file = {0};
  size_t length = strlen(header);
  char prefix[12] = "\x93NUMPY";
  prefix[6] = (char)version;
  prefix[8] = (char)(length & 255);
  prefix[9] = (char)(length >> 8);
  strBufAppend(&file, (StrRef){prefix, version == 1 ? 10 : 12});
  strBufAppendC(&file, header);
  strBufAppend(&file, (StrRef){data, size});
  return file;
}

static void expectDecodes(int version, const char *header, const void *data,
                          size_t size, const char *expected) {
  StrBuf file = npyOf(version, header, data, size);
  RelaxTensor tensor;
  RelaxError error = {0};
  if (!relaxNpyDecode(file.data, file.length, &tensor, &error))
    fail_msg("%s: %s", header, relaxErrorText(&error));
  expectTensor(&tensor, expected);
  relaxTensorRelease(&tensor);
  strBufFree(&file);
}

static void readsAllLayouts(void **state) {
  (void)state;
  const float floats[] = {1, 2, 3, 4, 5, 6};
  const uint8_t big[] = {0, 0, 1, 2, 255, 255, 255, 254};
  const uint8_t bools[] = {0, 1, 7}, bytes[] = {200, 1};
  const char *matrix = "dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : "
                       "tensor<2x3xf32>";
  expectDecodes(1,
                "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n",
                floats, sizeof floats, matrix);
  expectDecodes(
      2, "{\"shape\": (2, 3), 'descr': '<f4', 'fortran_order': False}   \n",
      floats, sizeof floats, matrix);
  expectDecodes(3, "{'descr':'<f4','fortran_order':False,'shape':(2L,3L,),}",
                floats, sizeof floats, matrix);
  expectDecodes(1,
                "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }\n",
                floats, sizeof floats,
                "dense<[[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]]> : tensor<2x3xf32>");
  expectDecodes(1, "{'descr': '>i4', 'fortran_order': False, 'shape': (2,), }",
                big, sizeof big, "dense<[258, -2]> : tensor<2xi32>");
  expectDecodes(1, "{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }",
                bools, sizeof bools,
                "dense<[false, true, true]> : tensor<3xi1>");
  expectDecodes(1, "{'descr': '<u1', 'fortran_order': False, 'shape': (2,), }",
                bytes, sizeof bytes, "dense<[200, 1]> : tensor<2xui8>");
  expectDecodes(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (), }",
                floats, 4, "dense<1.0> : tensor<f32>");
  expectDecodes(1, "{'descr': '<f4', 'fortran_order': True, 'shape': (0, 3), }",
                floats, 0, "dense<> : tensor<0x3xf32>");
}

static void expectRefused(const char *header, size_t size,
                          const char *message) {
  const char zeros[64] = {0};
  StrBuf file = npyOf(1, header, zeros, size);
  RelaxTensor tensor;
  RelaxError error = {0};
  assert_false(relaxNpyDecode(file.data, file.length, &tensor, &error));
  expectError(&error, message);
  strBufFree(&file);
}

static void badHeadersAreRefused(void **state) {
  (void)state;
  expectRefused("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", 4,
                "expected the elements of a f32 tensor of shape [2], got 4 "
                "bytes");
  expectRefused("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", 12,
                "expected the elements of a f32 tensor of shape [2], got 12 "
                "bytes");
  expectRefused("{'descr': '<f4', 'fortran_order': False, 'shape': "
                "(4611686018427387904, 4), }",
                4,
                "expected the elements of a f32 tensor of shape "
                "[4611686018427387904, 4], got 4 bytes");
  expectRefused("{'descr': '<f4', 'fortran_order': False, 'shape': (-2,), }", 8,
                "expected an extent >= 0 in the header");
  expectRefused("{'descr': '<c8', 'fortran_order': False, 'shape': (2,), }", 16,
                "element type '<c8' is not supported");
  expectRefused("{'descr': '|O', 'fortran_order': False, 'shape': (2,), }", 16,
                "element type '|O' is not supported");
  expectRefused("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': "
                "(2,), }",
                8, "structured elements are not supported");
  expectRefused("{'descr': '<f4', 'shape': (2,), }", 8,
                "expected exactly 'descr', 'fortran_order' and 'shape' in the "
                "header");
  expectRefused("{'descr': '<f4', 'descr': '<f4', 'shape': (2,), }", 8,
                "unexpected key in the header");
  expectRefused("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), } x",
                8,
                "expected exactly 'descr', 'fortran_order' and 'shape' in the "
                "header");
  expectRefused("{'descr': '<f4', 'fortran_order': False, 'shape': (2 2), }", 8,
                "expected a tuple of extents in the header");
  expectRefused("nothing", 8, "expected a dictionary in the header");
  expectRefused("{descr: '<f4', }", 8, "expected a key in the header");
  expectRefused("{'fortran_order': 0, }", 8,
                "expected True or False in the header");
  expectRefused("{'fortran_order': False 'shape': (2,)}", 8,
                "expected ',' or '}' in the header");
  RelaxTensor tensor;
  RelaxError error = {0};
  assert_false(relaxNpyDecode("\x93NUMPY\x01\0\x09\0{", 11, &tensor, &error));
  expectError(&error, "the file is too short for its header");
  assert_false(relaxNpyDecode("\x93NUMPY\x02\0\x01\0\0", 11, &tensor, &error));
  expectError(&error, "the file is too short for its header");
  assert_false(relaxNpyDecode("\x93NUMPY\x09\0\0\0", 10, &tensor, &error));
  expectError(&error, "version 9.0 of .npy is not supported");
  assert_false(relaxNpyDecode("\x7f"
                              "ELF.......",
                              11, &tensor, &error));
  expectError(&error, "not an .npy file");
}

/// No prefix and no changed byte of a file makes the reader fall over.
static void damageIsAnError(void **state) {
  (void)state;
  const float floats[] = {1, 2, 3, 4, 5, 6};
  StrBuf file =
      npyOf(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n",
            floats, sizeof floats);
  for (size_t size = 0; size < file.length; ++size) {
    // Behind the copy lies ASan's red zone.
    char *part = malloc(size ? size : 1);
    RelaxTensor tensor;
    RelaxError error = {0};
    if (size)
      memcpy(part, file.data, size);
    assert_false(relaxNpyDecode(part, size, &tensor, &error));
    assert_true(relaxErrorIsSet(&error));
    relaxErrorFree(&error);
    free(part);
  }
  for (size_t i = 0; i < file.length * 256; ++i) {
    char kept = file.data[i / 256];
    RelaxTensor tensor;
    RelaxError error = {0};
    file.data[i / 256] = (char)(i % 256);
    if (relaxNpyDecode(file.data, file.length, &tensor, &error)) {
      assert_int_equal(relaxTensorSize(&tensor), 24);
      relaxTensorRelease(&tensor);
    }
    relaxErrorFree(&error);
    file.data[i / 256] = kept;
  }
  strBufFree(&file);
}

static void writesReadBack(void **state) {
  (void)state;
  char folder[64], path[96];
  makeFolder(folder);
  snprintf(path, sizeof path, "%s/x.npy", folder);
  const char *const values[] = {
      "2x3xf32=1 2 3 4 5 6", "f64=2.5",  "0x4xi16=",
      "3xi1=1 0 1",          "1xui64=9", "2xf16=0.5 inf"};
  for (size_t i = 0; i < sizeof values / sizeof *values; ++i) {
    RelaxTensor tensor = tensorOf(values[i]), back;
    RelaxError error = {0};
    assert_true(relaxNpyWrite(path, &tensor, &error));
    assert_true(relaxNpyRead(path, &back, &error));
    assert_int_equal(tensor.dtype, back.dtype);
    assert_true(relaxTensorSameShape(&tensor, &back));
    assert_memory_equal(tensor.data, back.data, relaxTensorSize(&back));
    relaxTensorRelease(&tensor);
    relaxTensorRelease(&back);
  }
  RelaxTensor brain = tensorOf("bf16=1");
  RelaxError error = {0};
  char message[160];
  assert_false(relaxNpyWrite(path, &brain, &error));
  snprintf(message, sizeof message,
           "cannot write '%s': .npy has no element type bf16", path);
  expectError(&error, message);
  relaxTensorRelease(&brain);
  removeFolder(folder);
}

static int countFiles(const char *folder) {
  DIR *dir = opendir(folder);
  int count = 0;
  assert_non_null(dir);
  while (readdir(dir))
    ++count;
  closedir(dir);
  return count - 2;
}

static void writingIsAtomic(void **state) {
  (void)state;
  char folder[64], path[96], link[96], missing[96], message[200];
  RelaxError error = {0};
  makeFolder(folder);
  snprintf(path, sizeof path, "%s/file", folder);
  snprintf(link, sizeof link, "%s/link", folder);
  snprintf(missing, sizeof missing, "%s/no/file", folder);
  StrRef text = strRefFromC("new");
  writeBytes(path, "old", 3);
  assert_int_equal(chmod(path, 0640), 0);
  assert_int_equal(symlink("file", link), 0);
  // Through a link: the file changes, the link stays, no third file remains.
  assert_true(relaxFileWrite(link, &text, 1, &error));
  StrBuf back = {0};
  struct stat status;
  assert_true(relaxFileRead(path, &back, &error));
  assert_string_equal(strBufText(&back), "new");
  assert_int_equal(lstat(link, &status), 0);
  assert_true(S_ISLNK(status.st_mode));
  assert_int_equal(stat(path, &status), 0);
  assert_int_equal(status.st_mode & 0777, 0640);
  assert_int_equal(countFiles(folder), 2);
  strBufFree(&back);
  assert_false(relaxFileWrite(missing, &text, 1, &error));
  snprintf(message, sizeof message,
           "cannot write '%s': No such file or directory", missing);
  expectError(&error, message);
  assert_false(relaxFileWrite(folder, &text, 1, &error));
  snprintf(message, sizeof message, "cannot write '%s': Is a directory",
           folder);
  expectError(&error, message);
  assert_false(relaxFileRead(missing, &back, &error));
  snprintf(message, sizeof message,
           "cannot open '%s': No such file or directory", missing);
  expectError(&error, message);
  // A device is written, not replaced.
  assert_true(relaxFileWrite("/dev/null", &text, 1, &error));
  assert_int_equal(stat("/dev/null", &status), 0);
  assert_true(S_ISCHR(status.st_mode));
  removeFolder(folder);
}

/// A full disk: /dev/full takes nothing.
static void failedWritesAreReported(void **state) {
  (void)state;
  struct stat status;
  if (stat("/dev/full", &status) != 0)
    skip();
  RelaxError error = {0};
  StrRef text = strRefFromC("text");
  assert_false(relaxFileWrite("/dev/full", &text, 1, &error));
  expectError(&error, "cannot write '/dev/full': No space left on device");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(readsAllLayouts),
      cmocka_unit_test(badHeadersAreRefused),
      cmocka_unit_test(damageIsAnError),
      cmocka_unit_test(writesReadBack),
      cmocka_unit_test(writingIsAtomic),
      cmocka_unit_test(failedWritesAreReported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
