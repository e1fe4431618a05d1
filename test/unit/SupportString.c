//===- SupportString.c - tests of strings and of stb_ds -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/Map.h"
#include "lib/Support/StringRef.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <stb/stb_ds.h>

static StrRef ref(const char *text) { return strRefFromC(text); }

static void testCompare(void **state) {
  (void)state;
  StrRef null = {NULL, 0};
  assert_true(strRefEqual(null, ref("")));
  assert_true(strRefEqual(ref("abc"), (StrRef){"abcd", 3}));
  assert_false(strRefEqual(ref("abc"), ref("abd")));
  assert_false(strRefEqual(ref("abc"), ref("ab")));
  assert_true(strRefCompare(ref("ab"), ref("abc")) < 0);
  assert_true(strRefCompare(ref("abc"), ref("ab")) > 0);
  assert_true(strRefCompare(ref("b"), ref("abc")) > 0);
  assert_int_equal(strRefCompare(null, ref("")), 0);
  assert_true(strRefStartsWith(ref("math.exp"), "math."));
  assert_true(strRefStartsWith(null, ""));
  assert_false(strRefStartsWith(ref("math"), "math."));
  assert_false(strRefStartsWith((StrRef){"math.exp", 4}, "math."));
  assert_true(strRefCompare(null, ref("a")) < 0);
  // Bytes are unsigned.
  assert_true(strRefCompare(ref("\xff"), ref("a")) > 0);
  assert_false(strRefEqual((StrRef){"a\0b", 3}, (StrRef){"a\0c", 3}));
}

static void testAppend(void **state) {
  (void)state;
  StrBuf buf = {0};
  assert_string_equal(strBufText(&buf), "");
  strBufAppendC(&buf, "");
  strBufAppend(&buf, (StrRef){"nothing of this", 0});
  assert_string_equal(strBufText(&buf), "");
  strBufAppend(&buf, (StrRef){"dimension", 3});
  strBufAppendFormat(&buf, " %d%s", 42, "!");
  assert_string_equal(strBufText(&buf), "dim 42!");
  assert_int_equal(buf.length, 7);
  strBufFree(&buf);
  assert_string_equal(strBufText(&buf), "");
  strBufFree(&buf);
}

static void testGrowth(void **state) {
  (void)state;
  StrBuf buf = {0};
  for (int i = 0; i < 10000; ++i)
    strBufAppendFormat(&buf, "%04d", i);
  assert_int_equal(buf.length, 40000);
  assert_int_equal(strlen(strBufText(&buf)), 40000);
  assert_memory_equal(buf.data + 4 * 1234, "1234", 4);
  char *large = malloc(100001);
  memset(large, 'x', 100000);
  large[100000] = '\0';
  strBufAppendFormat(&buf, "%s", large);
  assert_int_equal(buf.length, 140000);
  free(large);
  strBufFree(&buf);
}

static void testContainers(void **state) {
  (void)state;
  int *values = NULL;
  for (int i = 0; i < 100; ++i)
    arrput(values, i);
  assert_int_equal(arrlen(values), 100);
  arrfree(values);
}

static void testMap(void **state) {
  (void)state;
  struct {
    int64_t key;
    int value;
  } *map = NULL;
  assert_int_equal(mapFind(map, 81), -1);
  assert_null(mapEntry(map, 81));
  mapRemove(map, 81);
  assert_null(map); // a look-up makes none
  for (int i = 0; i < 100; ++i)
    hmput(map, i * i, i);
  assert_int_equal(mapEntry(map, 81)->value, 9);
  assert_int_equal(map[mapFind(map, 81)].value, 9);
  assert_int_equal(mapFind(map, 80), -1);
  hmfree(map);
}

static void testStrMap(void **state) {
  (void)state;
  const struct Number {
    const char *key;
    int value;
  } *seen = NULL;
  assert_int_equal(strMapFind(seen, "two"), -1);
  struct Number *map = NULL;
  shput(map, "one", 1);
  shput(map, "two", 2);
  seen = map;
  char wanted[] = "two"; // the text counts, not the pointer
  assert_int_equal(strMapEntry(seen, wanted)->value, 2);
  assert_null(strMapEntry(seen, "three"));
  strMapRemove(map, "two");
  assert_int_equal(strMapFind(map, "two"), -1);
  assert_int_equal(strMapFind(map, "one"), 0);
  shfree(map);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testCompare), cmocka_unit_test(testAppend),
      cmocka_unit_test(testGrowth),  cmocka_unit_test(testContainers),
      cmocka_unit_test(testMap),     cmocka_unit_test(testStrMap),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
