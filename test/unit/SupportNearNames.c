//===- SupportNearNames.c - tests of names that are alike -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/NearNames.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static size_t distanceOf(const char *a, const char *b) {
  size_t d = textDistance(strRefFromC(a), strRefFromC(b));
  assert_int_equal(d, textDistance(strRefFromC(b), strRefFromC(a)));
  return d;
}

static void distances(void **state) {
  (void)state;
  assert_int_equal(distanceOf("", ""), 0);
  assert_int_equal(distanceOf("", "abc"), 3);
  assert_int_equal(distanceOf("kitten", "sitting"), 3);
  assert_int_equal(distanceOf("dec_w_ih", "dec_w_hi"), 1); // swapped
  assert_int_equal(distanceOf("abcd", "badc"), 2);
  assert_int_equal(distanceOf("ca", "abc"), 3); // each place once
  char text[200];
  memset(text, 'a', sizeof text);
  text[129] = '\0';
  assert_int_equal(distanceOf(text, "a"), 129); // too long to be looked at
  text[128] = '\0';
  assert_int_equal(distanceOf(text, "a"), 127);
}

/// The names that are like `wanted`, with blanks between them.
static void expectNear(const char *wanted, size_t most, const char *expected) {
  static const char *const texts[] = {"",        "w",       "fc_w",    "fc_b",
                                      "enc_emb", "dec_emb", "dec_w_ih"};
  enum { COUNT = sizeof texts / sizeof *texts };
  StrRef names[COUNT];
  size_t found[8];
  StrBuf got = {0};
  for (size_t i = 0; i < COUNT; ++i)
    names[i] = strRefFromC(texts[i]);
  size_t count = nearNames(strRefFromC(wanted), names, COUNT, found, most);
  assert_true(count <= most);
  for (size_t i = 0; i < count; ++i)
    strBufAppendFormat(&got, "%s%s", i ? " " : "", texts[found[i]]);
  assert_string_equal(strBufText(&got), expected);
  strBufFree(&got);
}

static void names(void **state) {
  (void)state;
  expectNear("fcb", 3, "fc_b fc_w");
  expectNear("fcb", 1, "fc_b");
  expectNear("dec_emb", 3, "dec_emb enc_emb");
  expectNear("emb", 8, "enc_emb dec_emb"); // a part of them
  expectNear("model.dec_w_ih", 2, "dec_w_ih");
  expectNear("decoder", 3, "");
  expectNear("", 3, "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(distances),
      cmocka_unit_test(names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
