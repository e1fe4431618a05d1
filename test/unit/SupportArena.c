//===- SupportArena.c - tests of arenas -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/Arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int setUp(void **state) {
  *state = arenaCreate();
  return 0;
}

static int tearDown(void **state) {
  arenaDestroy(*state);
  return 0;
}

/// Sizes around the block sizes, each filled with its own byte; nothing may
/// overlap.
static void fillAndCheck(Arena *arena) {
  static const size_t sizes[] = {1,    16,   17,      4080,    4096,
                                 4097, 3,    1 << 20, 5 << 20, 31,
                                 0,    8191, 65536,   1,       (1 << 20) - 16};
  enum { COUNT = sizeof(sizes) / sizeof(sizes[0]) };
  unsigned char *data[COUNT];
  for (size_t i = 0; i < COUNT; ++i) {
    data[i] = arenaAlloc(arena, sizes[i]);
    assert_non_null(data[i]);
    assert_int_equal((uintptr_t)data[i] % 16, 0);
    memset(data[i], (int)i + 1, sizes[i]);
  }
  for (size_t i = 0; i < COUNT; ++i)
    for (size_t j = 0; j < sizes[i]; ++j)
      if (data[i][j] != i + 1)
        fail_msg("allocation %zu was overwritten at %zu", i, j);
}

static void testAlloc(void **state) { fillAndCheck(*state); }

static void testReset(void **state) {
  arenaReset(*state); // still empty
  for (int round = 0; round < 3; ++round) {
    fillAndCheck(*state);
    arenaReset(*state);
  }
}

static void testEmptyAllocationsDiffer(void **state) {
  assert_ptr_not_equal(arenaAlloc(*state, 0), arenaAlloc(*state, 0));
}

static void testCalloc(void **state) {
  // Memory that is used again must be zeroed again.
  memset(arenaAlloc(*state, 1000), 0xff, 1000);
  arenaReset(*state);
  const int64_t *values = ARENA_ARRAY(*state, int64_t, 125);
  for (int i = 0; i < 125; ++i)
    assert_int_equal(values[i], 0);
}

static void testCopies(void **state) {
  StrRef text = {"kernel and more", 6};
  StrRef copy = arenaCopyString(*state, text);
  assert_ptr_not_equal(copy.data, text.data);
  assert_int_equal(copy.length, 6);
  assert_string_equal(copy.data, "kernel");
  StrRef nothing = arenaCopyString(*state, (StrRef){NULL, 0});
  assert_string_equal(nothing.data, "");
  int values[] = {1, 2, 3};
  int *copied = arenaCopy(*state, values, sizeof(values));
  assert_memory_equal(copied, values, sizeof(values));
  assert_non_null(arenaCopy(*state, NULL, 0));
}

static void testDestroyNothing(void **state) {
  (void)state;
  arenaDestroy(NULL);
}

static void testGrow(void **state) {
  (void)state;
  Arena *arena = arenaCreate();
  int64_t *values = NULL;
  size_t capacity = 0;
  for (size_t i = 0; i < 1000; ++i) {
    values = arenaGrow(arena, values, i, &capacity, sizeof *values);
    assert_true(capacity > i);
    assert_int_equal(values[i], 0); // new room is zeroed
    values[i] = (int64_t)i + 1;
  }
  for (size_t i = 0; i < 1000; ++i)
    assert_int_equal(values[i], i + 1);
  arenaDestroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(testAlloc, setUp, tearDown),
      cmocka_unit_test_setup_teardown(testReset, setUp, tearDown),
      cmocka_unit_test_setup_teardown(testEmptyAllocationsDiffer, setUp,
                                      tearDown),
      cmocka_unit_test_setup_teardown(testCalloc, setUp, tearDown),
      cmocka_unit_test_setup_teardown(testCopies, setUp, tearDown),
      cmocka_unit_test(testDestroyNothing),
      cmocka_unit_test(testGrow),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
