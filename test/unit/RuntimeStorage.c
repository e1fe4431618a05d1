//===- RuntimeStorage.c - unit tests of memory that serves again ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "lib/Runtime/Storage.h"

#include <stdint.h>
#include <string.h>

/// What is large serves again, but not for much less.
static void pooledMemoryServesAgain(void **state) {
  (void)state;
  enum { LARGE = 1 << 20 };
  RelaxStoragePool *pool = relaxStoragePoolCreate();
  RelaxStorage *first = relaxStorageCreateIn(pool, LARGE);
  void *data = first->data;
  RelaxStorage *beside = relaxStorageCreateIn(pool, LARGE);
  assert_ptr_not_equal(beside->data, data);
  relaxStorageRelease(first);
  RelaxStorage *little = relaxStorageCreateIn(pool, LARGE / 4);
  RelaxStorage *again = relaxStorageCreateIn(pool, LARGE - 1000);
#if !__has_feature(address_sanitizer)
  assert_ptr_not_equal(little->data, data);
  assert_ptr_equal(again->data, data);
#endif
  assert_int_equal(again->bytes, LARGE - 1000);
  assert_int_equal((uintptr_t)again->data % RELAX_ALIGNMENT, 0);
  relaxStorageRelease(little);
  relaxStorageRelease(again);
  relaxStoragePoolClose(pool); // before the last of its blocks
  memset(beside->data, 1, LARGE);
  relaxStorageRelease(beside);
}

static void poolsHoldWhatFits(void **state) {
  (void)state;
  enum { MANY = 20, LARGE = 1 << 18 };
  RelaxStoragePool *pool = relaxStoragePoolCreate();
  RelaxStorage *storages[MANY];
  for (int i = 0; i < MANY; ++i)
    storages[i] = relaxStorageCreateIn(pool, LARGE);
  for (int i = 0; i < MANY; ++i)
    relaxStorageRelease(storages[i]);
  assert_null(relaxStorageCreateIn(pool, SIZE_MAX));
  RelaxStorage *empty = relaxStorageCreateIn(pool, 0);
  assert_non_null(empty->data);
  relaxStorageRelease(empty);
  relaxStoragePoolClose(pool);
  relaxStoragePoolClose(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pooledMemoryServesAgain),
      cmocka_unit_test(poolsHoldWhatFits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
