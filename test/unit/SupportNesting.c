//===- SupportNesting.c - tests of the bound on nesting -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lib/Support/Nesting.h"

/// `count` times `before`, `middle`, `count` times `after`.
static StrBuf repeat(const char *before, const char *middle, const char *after,
                     size_t count) {
  StrBuf text = {0};
  for (size_t i = 0; i < count; ++i)
    strBufAppendC(&text, before);
  strBufAppendC(&text, middle);
  for (size_t i = 0; i < count; ++i)
    strBufAppendC(&text, after);
  return text;
}

/// Expects that the text fits (`offset` SIZE_MAX) or is too deep at `offset`.
static void expect(StrBuf text, size_t offset) {
  size_t found = SIZE_MAX;
  const char *problem =
      textNestingProblem((StrRef){text.data, text.length}, &found);
  assert_int_equal(!problem, offset == SIZE_MAX);
  if (problem)
    assert_int_equal(found, offset);
  strBufFree(&text);
}

static void countsBrackets(void **state) {
  (void)state;
  const char *brackets[][2] = {{"(", ")"}, {"[", "]"}, {"{", "}"}, {"<", ">"}};
  for (int i = 0; i < 4; ++i) {
    expect(repeat(brackets[i][0], "x", brackets[i][1], TEXT_MAX_NESTING),
           SIZE_MAX);
    expect(repeat(brackets[i][0], "x", brackets[i][1], TEXT_MAX_NESTING + 1),
           TEXT_MAX_NESTING);
    expect(repeat(brackets[i][0], "", "", 100000), TEXT_MAX_NESTING);
  }
  expect(repeat("()[]{}<>", "", "", 1000), SIZE_MAX);
  expect(repeat("a<(", "", ")>", TEXT_MAX_NESTING / 2 + 1),
         3 * (TEXT_MAX_NESTING / 2) + 1);
}

static void passesOverWhatIsNoBracket(void **state) {
  (void)state;
  expect(repeat("\"(\\\"(\" ", "", "", 1000), SIZE_MAX);
  expect(repeat("// ((((\n", "", "", 1000), SIZE_MAX);
  expect(repeat("() -> ()\n", "", "", 1000), SIZE_MAX);
  expect(repeat("where (a < b, c <= d, e >= f) ", "", "", 1000), SIZE_MAX);
  expect(repeat("\"(", "", "", 1), SIZE_MAX); // a string without its end
  expect(repeat("\\", "\"\\", "", 1), SIZE_MAX);
  expect(repeat(")", "", "", 1000), SIZE_MAX); // never opened
}

static void countsMinusSigns(void **state) {
  (void)state;
  expect(repeat("-", "n", "", TEXT_MAX_NESTING), SIZE_MAX);
  expect(repeat("- ", "n", "", TEXT_MAX_NESTING + 1), 2 * TEXT_MAX_NESTING);
  expect(repeat("n - ", "n", "", 1000), SIZE_MAX);
}

static void countsTerms(void **state) {
  (void)state;
  expect(repeat("n+", "n", "", TEXT_MAX_TERMS - 1), SIZE_MAX);
  expect(repeat("n+", "n", "", TEXT_MAX_TERMS), 2 * TEXT_MAX_TERMS - 1);
  expect(repeat("(n)+\n", "n", "", 100000), 5 * TEXT_MAX_TERMS - 2);
  expect(repeat("n+n,", "n", "", 100000), SIZE_MAX);
}

static void findsBinary(void **state) {
  (void)state;
  assert_int_equal(textFindBinary((StrRef){"a\tb\r\n\xc3\xa4", 7}), 7);
  assert_int_equal(textFindBinary((StrRef){"\x08\x07pytorch", 9}), 0);
  assert_int_equal(textFindBinary((StrRef){"ab\0c", 4}), 2);
  assert_int_equal(textFindBinary((StrRef){"", 0}), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(countsBrackets),
      cmocka_unit_test(passesOverWhatIsNoBracket),
      cmocka_unit_test(countsMinusSigns),
      cmocka_unit_test(countsTerms),
      cmocka_unit_test(findsBinary),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
