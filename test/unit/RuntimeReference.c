//===- RuntimeReference.c - tests of places that hold a value -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/Pool.h"
#include "lib/Runtime/Reference.h"
#include "test/unit/RuntimeTest.h"

static RelaxTensor data(RelaxTensor *fields, int64_t count) {
  RelaxTensor value;
  RelaxError error = {0};
  assert_true(relaxDataCreate(0, count, fields, &value, &error));
  return value;
}

static RelaxTensor place(RelaxPlaces **places, RelaxTensor value) {
  RelaxTensor reference;
  RelaxError error = {0};
  assert_true(relaxPlaceCreate(places, value, &reference, &error));
  return reference;
}

/// What holds itself is there until the call ends, and then no byte is left.
static void circles(void **state) {
  (void)state;
  RelaxPlaces *places = NULL;
  int64_t before = relaxPoolLive();
  for (int i = 0; i < 100; ++i) {
    RelaxTensor first = place(&places, data(NULL, 0));
    RelaxTensor fields[] = {relaxTensorShare(&first)};
    RelaxTensor second = place(&places, data(fields, 1));
    fields[0] = second; // its last reference outside
    relaxPlaceWrite(&first, data(fields, 1));
    relaxTensorRelease(&first);
  }
  assert_true(relaxPoolLive() > before);
  relaxPlacesEnd(&places);
  assert_null(places);
  assert_int_equal(relaxPoolLive(), before);
}

/// Without circles a place goes with its last reference, however long a chain
/// hangs on it, and the list knows those that are left.
static void chains(void **state) {
  (void)state;
  RelaxPlaces *places = NULL;
  int64_t before = relaxPoolLive();
  RelaxTensor kept = place(&places, data(NULL, 0));
  int64_t one = relaxPoolLive();
  RelaxTensor head = place(&places, data(NULL, 0));
  for (int i = 0; i < 1000000; ++i) {
    RelaxTensor fields[] = {head};
    head = place(&places, data(fields, 1));
  }
  relaxTensorRelease(&head);
  assert_int_equal(relaxPoolLive(), one);
  RelaxTensor read = relaxTensorShare(relaxPlaceRead(&kept));
  relaxPlacesEnd(&places);
  assert_int_equal(read.dtype, RELAX_DATA); // who has read it keeps it
  relaxTensorRelease(&read);
  relaxTensorRelease(&kept);
  assert_int_equal(relaxPoolLive(), before);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(circles),
                                     cmocka_unit_test(chains)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
