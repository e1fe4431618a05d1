//===- RuntimeTest.h - what the tests of lib/Runtime share ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_UNIT_RUNTIMETEST_H
#define RELAX_TEST_UNIT_RUNTIMETEST_H

#include "lib/Runtime/ValueText.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/// A tensor from its text, which must be right.
static inline RelaxTensor tensorOf(const char *text) {
  RelaxError error = {0};
  RelaxTensor tensor;
  if (!relaxValueParse(strRefFromC(text), &tensor, &error))
    fail_msg("'%s': %s", text, relaxErrorText(&error));
  return tensor;
}

/// The tensor prints as `expected`.
static inline void expectTensor(const RelaxTensor *tensor,
                                const char *expected) {
  StrBuf text = {0};
  relaxValuePrint(tensor, -1, &text);
  assert_string_equal(strBufText(&text), expected);
  strBufFree(&text);
}

/// The message is `expected`; frees it.
static inline void expectError(RelaxError *error, const char *expected) {
  assert_string_equal(relaxErrorText(error), expected);
  relaxErrorFree(error);
}

/// A fresh folder; its path ends where `path` ends.
static inline void makeFolder(char path[64]) {
  const char *base = getenv("TMPDIR");
  snprintf(path, 64, "%s/relax-unit-XXXXXX",
           base && strlen(base) < 40 ? base : "/tmp");
  if (!mkdtemp(path))
    fail_msg("cannot create a folder");
}

/// Removes a folder of this test's files; never anything else.
static inline void removeFolder(const char *path) {
  char command[128];
  assert_non_null(strstr(path, "/relax-unit-"));
  snprintf(command, sizeof command, "rm -rf '%s'", path);
  assert_int_equal(system(command), 0);
}

static inline void writeBytes(const char *path, const void *data, size_t size) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(data, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

#endif // RELAX_TEST_UNIT_RUNTIMETEST_H
