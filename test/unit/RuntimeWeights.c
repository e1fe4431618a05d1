//===- RuntimeWeights.c - tests of weights in files -----------------------===//
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

/// A folder with w.bin (bytes 1 to 8), sub/w.bin (the same), links and a pipe.
typedef struct Fixture {
  char root[64];
  char dir[96];   // root/dir: the folder of the model
  char other[96]; // root/other
} Fixture;

static const uint8_t bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};

static void place(const char *folder, const char *name, const void *data,
                  size_t size) {
  char path[160];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  writeBytes(path, data, size);
}

static int setUp(void **state) {
  Fixture *f = calloc(1, sizeof *f);
  char path[160];
  makeFolder(f->root);
  snprintf(f->dir, sizeof f->dir, "%s/dir", f->root);
  snprintf(f->other, sizeof f->other, "%s/other", f->root);
  snprintf(path, sizeof path, "%s/sub", f->dir);
  if (mkdir(f->dir, 0777) || mkdir(f->other, 0777) || mkdir(path, 0777))
    return 1;
  place(f->dir, "w.bin", bytes, sizeof bytes);
  place(f->dir, "sub/w.bin", bytes, sizeof bytes);
  place(f->root, "secret", bytes, sizeof bytes);
  place(f->other, "only", bytes, sizeof bytes);
  snprintf(path, sizeof path, "%s/inside", f->dir);
  int failed = symlink("sub/w.bin", path);
  snprintf(path, sizeof path, "%s/outside", f->dir);
  failed |= symlink("../secret", path);
  snprintf(path, sizeof path, "%s/away", f->dir);
  failed |= symlink("..", path);
  snprintf(path, sizeof path, "%s/pipe", f->dir);
  failed |= mkfifo(path, 0666);
  *state = f;
  return failed;
}

static int tearDown(void **state) {
  Fixture *f = *state;
  removeFolder(f->root);
  free(f);
  return 0;
}

/// Two u16 at byte `offset` of `path`.
static RelaxWeight weightAt(const char *path, uint64_t offset,
                            const char *sha256) {
  return (RelaxWeight){.name = strRefFromC("w"),
                       .kind = RELAX_WEIGHT_FILE,
                       .dtype = RELAX_U16,
                       .rank = 1,
                       .dims = {2},
                       .numBytes = 4,
                       .path = strRefFromC(path),
                       .offset = offset,
                       .sha256 = strRefFromC(sha256)};
}

/// With files of its own.
static bool readWeight(const RelaxWeight *weight, const char *const *dirs,
                       size_t numDirs, RelaxTensor *out, RelaxError *error) {
  RelaxWeightFiles *files = relaxWeightFilesCreate();
  bool good = relaxWeightRead(files, weight, dirs, numDirs, out, error);
  relaxWeightFilesDestroy(files);
  return good;
}

static void expectReads(const Fixture *f, const char *path, uint64_t offset,
                        const char *sha256, const char *expected) {
  RelaxWeight weight = weightAt(path, offset, sha256);
  const char *dirs[] = {f->dir, f->other};
  RelaxTensor tensor;
  RelaxError error = {0};
  if (!readWeight(&weight, dirs, 2, &tensor, &error))
    fail_msg("%s", relaxErrorText(&error));
  expectTensor(&tensor, expected);
  relaxTensorRelease(&tensor);
}

/// `%1` and `%2` in the message stand for the two folders.
static void expectRefused(const Fixture *f, const RelaxWeight *weight,
                          const char *message) {
  const char *dirs[] = {f->dir, f->other};
  RelaxTensor tensor;
  RelaxError error = {0};
  StrBuf expected = {0};
  for (const char *at = message; *at; ++at) {
    if (*at == '%')
      strBufAppendC(&expected, *++at == '1' ? f->dir : f->other);
    else
      strBufAppend(&expected, (StrRef){at, 1});
  }
  assert_false(readWeight(weight, dirs, 2, &tensor, &error));
  expectError(&error, strBufText(&expected));
  strBufFree(&expected);
}

static void readsWhatIsThere(void **state) {
  const Fixture *f = *state;
  char hash[RELAX_SHA256_HEX + 1];
  relaxSha256(bytes + 2, 4, hash);
  expectReads(f, "w.bin", 0, "", "dense<[513, 1027]> : tensor<2xui16>");
  expectReads(f, "w.bin", 2, hash, "dense<[1027, 1541]> : tensor<2xui16>");
  expectReads(f, "sub/w.bin", 4, "", "dense<[1541, 2055]> : tensor<2xui16>");
  expectReads(f, "./sub//w.bin", 4, "", "dense<[1541, 2055]> : tensor<2xui16>");
  expectReads(f, "inside", 4, "", "dense<[1541, 2055]> : tensor<2xui16>");
  expectReads(f, "only", 4, "", "dense<[1541, 2055]> : tensor<2xui16>");
  for (char *c = hash; *c; ++c)
    if (*c >= 'a')
      *c = (char)(*c - 'a' + 'A');
  expectReads(f, "w.bin", 2, hash, "dense<[1027, 1541]> : tensor<2xui16>");
}

static void sha256IsTheStandards(void **state) {
  (void)state;
  char hex[RELAX_SHA256_HEX + 1];
  relaxSha256("abc", 3, hex); // FIPS 180-4, example 1
  assert_string_equal(
      hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  relaxSha256("", 0, hex);
  assert_string_equal(
      hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

static void pathsAreRefused(void **state) {
  const Fixture *f = *state;
  RelaxWeight weight = weightAt("/etc/passwd", 0, "");
  expectRefused(f, &weight,
                "weight 'w': weights path '/etc/passwd' is absolute");
  weight = weightAt("../secret", 0, "");
  expectRefused(f, &weight,
                "weight 'w': weights path '../secret' contains "
                "'..'");
  weight = weightAt("sub/../w.bin", 0, "");
  expectRefused(f, &weight,
                "weight 'w': weights path 'sub/../w.bin' contains "
                "'..'");
  weight = weightAt("sub/..", 0, "");
  expectRefused(f, &weight, "weight 'w': weights path 'sub/..' contains '..'");
  weight = weightAt("", 0, "");
  expectRefused(f, &weight, "weight 'w': the path of a weights file is empty");
  weight.path = (StrRef){"w.bin\0x", 7};
  expectRefused(f, &weight, "weight 'w': weights path 'w.bin' contains a NUL");
  // Names that only look like it are names.
  assert_true(relaxWeightPathIsAllowed(strRefFromC("..a/b..c/..."), NULL));
}

static void linksAreRefused(void **state) {
  const Fixture *f = *state;
  RelaxWeight weight = weightAt("outside", 0, "");
  expectRefused(f, &weight,
                "weight 'w': cannot read 'outside': in '%1': the "
                "link leads out of the folder");
  weight = weightAt("away/secret", 0, "");
  expectRefused(f, &weight,
                "weight 'w': cannot read 'away/secret': in '%1': "
                "the link leads out of the folder");
}

static void filesAreChecked(void **state) {
  const Fixture *f = *state;
  char hash[RELAX_SHA256_HEX + 1], message[400];
  RelaxWeight weight = weightAt("missing", 0, "");
  expectRefused(f, &weight,
                "weight 'w': cannot read 'missing': no such file in '%1', "
                "'%2' ('--weights-dir=' names another folder)");
  weight = weightAt("w.bin", 5, "");
  expectRefused(f, &weight,
                "weight 'w': cannot read 'w.bin': in '%1': expected "
                "4 bytes at offset 5, got a file of 8 bytes");
  weight = weightAt("w.bin", UINT64_MAX - 1, "");
  expectRefused(f, &weight,
                "weight 'w': cannot read 'w.bin': in '%1': expected "
                "4 bytes at offset 18446744073709551614, got a file "
                "of 8 bytes");
  const char *wrong =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  relaxSha256(bytes, 4, hash);
  weight = weightAt("w.bin", 0, wrong);
  snprintf(message, sizeof message,
           "weight 'w': cannot read 'w.bin': in '%%1': expected sha256 %s, got "
           "%s",
           wrong, hash);
  expectRefused(f, &weight, message);
  weight = weightAt("sub", 0, "");
  expectRefused(f, &weight,
                "weight 'w': cannot read 'sub': in '%1': not a "
                "regular file");
  weight = weightAt("pipe", 0, ""); // must not hang
  expectRefused(f, &weight,
                "weight 'w': cannot read 'pipe': in '%1': not a "
                "regular file");
  weight = weightAt("w.bin/x", 0, "");
  expectRefused(f, &weight,
                "weight 'w': cannot read 'w.bin/x': in '%1': Not a "
                "directory");
  weight = weightAt("w.bin", 0, "");
  weight.dims[0] = 3; // disagrees with numBytes
  expectRefused(f, &weight,
                "weight 'w': cannot read 'w.bin': in '%1': its type "
                "does not take 4 bytes");
}

/// What happens to a file between the check and the end of reading.
static void filesMayChange(void **state) {
  const Fixture *f = *state;
  bool refused = false;
  RelaxError error = {0};
  char data[16];
  int file = relaxFileOpenBelow(f->dir, strRefFromC("w.bin"), &error, &refused);
  assert_true(file >= 0);
  assert_true(relaxFileHolds(file, 0, 8, &error));
  assert_false(relaxFileReadAt(file, 0, data, 9, &error));
  expectError(&error, "the file became shorter while it was read");
  close(file);
  file = relaxFileOpenBelow(f->dir, strRefFromC("sub"), &error, &refused);
  assert_true(file >= 0 && !refused);
  assert_false(relaxFileReadAt(file, 0, data, 1, &error));
  expectError(&error, "cannot read: Is a directory");
  close(file);
}

/// A damaged file of the same name in an earlier folder does not hide the right
/// one.
static void laterFoldersAreTried(void **state) {
  const Fixture *f = *state;
  char hash[RELAX_SHA256_HEX + 1];
  const uint8_t damaged[8] = {9, 9, 9, 9, 9, 9, 9, 9};
  place(f->dir, "m.bin", damaged, sizeof damaged);
  place(f->other, "m.bin", bytes, sizeof bytes);
  relaxSha256(bytes, 4, hash);
  expectReads(f, "m.bin", 0, hash, "dense<[513, 1027]> : tensor<2xui16>");
  expectReads(f, "m.bin", 0, "", "dense<[2313, 2313]> : tensor<2xui16>");
  RelaxWeight weight = weightAt("m.bin", 0, "");
  RelaxTensor tensor;
  RelaxError error = {0};
  assert_false(readWeight(&weight, NULL, 0, &tensor, &error));
  expectError(&error, "weight 'w': cannot read 'm.bin': no folder to look in");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(readsWhatIsThere, setUp, tearDown),
      cmocka_unit_test(sha256IsTheStandards),
      cmocka_unit_test_setup_teardown(pathsAreRefused, setUp, tearDown),
      cmocka_unit_test_setup_teardown(linksAreRefused, setUp, tearDown),
      cmocka_unit_test_setup_teardown(filesAreChecked, setUp, tearDown),
      cmocka_unit_test_setup_teardown(filesMayChange, setUp, tearDown),
      cmocka_unit_test_setup_teardown(laterFoldersAreTried, setUp, tearDown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
