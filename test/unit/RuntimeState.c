//===- RuntimeState.c - tests of state that grows or changes in place -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "test/unit/RuntimeSample.h"

/// A public function f(a, b, c) whose results are `numResults` registers from
/// the first free one on.
typedef struct Fixture {
  RelaxEmitter e;
  uint32_t free;
  RelaxMachine *machine;
} Fixture;

static Fixture begin(bool donated, uint32_t numResults) {
  Fixture f = {.e = {relaxProgramCreate(), 0}};
  relaxProgramAddFunction(f.e.program, strRefFromC("f"), true);
  const char *names[] = {"a", "b", "c"};
  for (int i = 0; i < 3; ++i) {
    RelaxValueType type = tensorType(names[i], RELAX_F32, -1, "*");
    type.donated = donated && i == 0;
    relaxFunctionAddParam(f.e.program, 0, type);
  }
  for (uint32_t i = 0; i < numResults; ++i)
    relaxFunctionAddResult(f.e.program, 0, tensorType("r", RELAX_F32, -1, "*"));
  f.free = 3;
  for (uint32_t i = 0; i < 8; ++i)
    relaxFunctionNewRegister(f.e.program, 0);
  return f;
}

static void finish(Fixture *f, uint32_t numResults, const uint32_t *results) {
  RelaxMachineOptions options = {.poison = true};
  RelaxError error = {0};
  relaxEmitReturn(f->e, numResults, results);
  f->machine = relaxMachineCreate(f->e.program, &options, &error);
  if (!f->machine)
    fail_msg("%s", relaxErrorText(&error));
}

static void end(Fixture *f) {
  relaxMachineDestroy(f->machine);
  relaxProgramDestroy(f->e.program);
}

static uint32_t number(Fixture *f, int64_t value) {
  return relaxProgramAddConst(f->e.program, value);
}

/// f on these tensors, which are taken, fails like this.
static void expectFails(Fixture *f, RelaxTensor inputs[3],
                        const char *message) {
  RelaxError error = {0};
  RelaxTensor output;
  assert_false(relaxMachineCall(f->machine, strRefFromC("f"), inputs, 3,
                                &output, 1, &error));
  expectError(&error, message);
  for (int i = 0; i < 3; ++i)
    relaxTensorRelease(&inputs[i]);
}

/// f on texts; the result.
static RelaxTensor call(Fixture *f, RelaxTensor a, const char *b,
                        const char *c) {
  RelaxTensor inputs[] = {a, tensorOf(b), tensorOf(c)}, output;
  RelaxError error = {0};
  if (!relaxMachineCallDonating(f->machine, strRefFromC("f"), inputs, 3,
                                &output, 1, &error))
    fail_msg("%s", relaxErrorText(&error));
  for (int i = 0; i < 3; ++i)
    relaxTensorRelease(&inputs[i]);
  return output;
}

static uint64_t copied(const Fixture *f) {
  return relaxMachineLastCounters(f->machine)->bytesCopied;
}

static void storageIsReserved(void **state) {
  (void)state;
  RelaxTensor tensor = tensorOf("2xf32=1 2");
  RelaxError error = {0};
  void *data = tensor.data;
  assert_true(relaxTensorReserve(&tensor, 8, &error));
  assert_ptr_equal(tensor.data, data); // it has that
  assert_true(relaxTensorReserve(&tensor, 100, &error));
  assert_int_equal(tensor.storage->bytes, 100);
  assert_int_equal(tensor.storage->used, 8);
  expectTensor(&tensor, "dense<[1.0, 2.0]> : tensor<2xf32>");
  assert_false(relaxTensorReserve(&tensor, (size_t)1 << 62, &error));
  expectError(&error, "out of memory: 4611686018427387904 bytes are reserved");
  expectTensor(&tensor, "dense<[1.0, 2.0]> : tensor<2xf32>");
  relaxTensorRelease(&tensor);
  tensor = tensorOf("0x3xf32=");
  assert_true(relaxTensorReserve(&tensor, 12, &error));
  assert_int_equal(tensor.storage->used, 0);
  relaxTensorRelease(&tensor);
}

static void growsByDoubling(void **state) {
  (void)state;
  Fixture f = begin(true, 1);
  relaxEmitAppend(f.e, 3, 0, 1, 0, true, number(&f, 3));
  uint32_t result = 3;
  finish(&f, 1, &result);
  RelaxTensor a = tensorOf("0x2xf32=");
  const uint64_t bytes[] = {8, 8, 8, 24 + 8, 8, 8, 8, 8, 64 + 8};
  const size_t capacities[] = {24, 24, 24, 64, 64, 64, 64, 64, 144};
  for (int i = 0; i < 9; ++i) {
    a = call(&f, a, "1x2xf32=5 6", "f32=0");
    assert_int_equal(copied(&f), bytes[i]);
    assert_int_equal(a.storage->bytes, capacities[i]);
    assert_int_equal(a.storage->used, 8 * (i + 1));
    assert_int_equal(a.storage->refs, 1);
  }
  expectTensor(&a, "dense<[[5.0, 6.0], [5.0, 6.0], [5.0, 6.0], [5.0, 6.0], "
                   "[5.0, 6.0], [5.0, 6.0], [5.0, 6.0], [5.0, 6.0], [5.0, "
                   "6.0]]> : tensor<9x2xf32>");
  relaxTensorRelease(&a);
  end(&f);
}

/// Who keeps the shorter tensor keeps its elements; of two that go on from it
/// the second gets a copy.
static void sharesWhatIsThere(void **state) {
  (void)state;
  Fixture f = begin(true, 1);
  relaxEmitAppend(f.e, 3, 0, 1, 0, true, number(&f, 8));
  uint32_t result = 3;
  finish(&f, 1, &result);
  RelaxTensor a = call(&f, tensorOf("1xf32=1"), "1xf32=2", "f32=0");
  RelaxTensor b = call(&f, relaxTensorShare(&a), "1xf32=3", "f32=0");
  assert_ptr_equal(a.data, b.data);
  RelaxTensor c = call(&f, relaxTensorShare(&a), "1xf32=4", "f32=0");
  assert_ptr_not_equal(a.data, c.data);
  expectTensor(&a, "dense<[1.0, 2.0]> : tensor<2xf32>");
  expectTensor(&b, "dense<[1.0, 2.0, 3.0]> : tensor<3xf32>");
  expectTensor(&c, "dense<[1.0, 2.0, 4.0]> : tensor<3xf32>");
  relaxTensorRelease(&a);
  relaxTensorRelease(&b);
  relaxTensorRelease(&c);
  end(&f);
}

/// Elements are written only where nobody else sees them.
static void updatesWhatIsItsOwn(void **state) {
  (void)state;
  Fixture f = begin(true, 1);
  relaxEmitUpdate(f.e, 3, 0, 1, 2, 0, true);
  uint32_t result = 3;
  finish(&f, 1, &result);
  RelaxTensor a = tensorOf("3xf32=1 2 3");
  void *data = a.data;
  a = call(&f, a, "1xf32=9", "i64=1");
  assert_ptr_equal(a.data, data);
  assert_int_equal(copied(&f), 4);
  RelaxTensor b = call(&f, relaxTensorShare(&a), "2xf32=7 8", "i64=1");
  assert_int_equal(copied(&f), 20);
  expectTensor(&a, "dense<[1.0, 9.0, 3.0]> : tensor<3xf32>");
  expectTensor(&b, "dense<[1.0, 7.0, 8.0]> : tensor<3xf32>");
  // The whole, and nothing of nothing.
  b = call(&f, b, "3xf32=4 5 6", "i64=0");
  expectTensor(&b, "dense<[4.0, 5.0, 6.0]> : tensor<3xf32>");
  b = call(&f, b, "0xf32=", "i64=3");
  expectTensor(&b, "dense<[4.0, 5.0, 6.0]> : tensor<3xf32>");
  relaxTensorRelease(&a);
  relaxTensorRelease(&b);
  end(&f);
}

/// A caller that does not donate keeps what it has.
static void borrowsWithoutDonation(void **state) {
  (void)state;
  Fixture f = begin(true, 1);
  relaxEmitUpdate(f.e, 3, 0, 1, 2, 0, true);
  uint32_t result = 3;
  finish(&f, 1, &result);
  RelaxTensor inputs[] = {tensorOf("2xf32=1 2"), tensorOf("1xf32=9"),
                          tensorOf("i64=0")};
  RelaxTensor output;
  RelaxError error = {0};
  assert_true(relaxMachineCall(f.machine, strRefFromC("f"), inputs, 3, &output,
                               1, &error));
  expectTensor(&inputs[0], "dense<[1.0, 2.0]> : tensor<2xf32>");
  expectTensor(&output, "dense<[9.0, 2.0]> : tensor<2xf32>");
  relaxTensorRelease(&output);
  // Donated inputs are gone after a failure too.
  relaxTensorRelease(&inputs[2]);
  inputs[2] = tensorOf("i64=2");
  assert_false(relaxMachineCallDonating(f.machine, strRefFromC("f"), inputs, 3,
                                        &output, 1, &error));
  expectError(&error, "function 'f': 'relax.update_slice': rows from 2 on: "
                      "expected at most 2 in all, got 1");
  assert_null(inputs[0].storage);
  assert_int_equal(inputs[1].storage->refs, 1);
  relaxTensorRelease(&inputs[1]);
  relaxTensorRelease(&inputs[2]);
  end(&f);
}

/// Along an inner dimension, and with dimensions without extent.
static void appendsInside(void **state) {
  (void)state;
  Fixture f = begin(true, 1);
  relaxEmitAppend(f.e, 3, 0, 1, 1, true, number(&f, 0));
  uint32_t result = 3;
  finish(&f, 1, &result);
  RelaxTensor a = call(&f, tensorOf("2x2xf32=1 2 3 4"), "2x1xf32=8 9", "f32=0");
  expectTensor(&a, "dense<[[1.0, 2.0, 8.0], [3.0, 4.0, 9.0]]> : "
                   "tensor<2x3xf32>");
  relaxTensorRelease(&a);
  a = call(&f, tensorOf("0x2xf32="), "0x1xf32=", "f32=0");
  expectTensor(&a, "dense<> : tensor<0x3xf32>");
  relaxTensorRelease(&a);
  a = call(&f, tensorOf("2x0xf32="), "2x1xf32=8 9", "f32=0");
  expectTensor(&a, "dense<[[8.0], [9.0]]> : tensor<2x1xf32>");
  relaxTensorRelease(&a);
  end(&f);
}

static void nothing(void *user) { (void)user; }

/// A tensor of very many bytes that nobody may look at.
static RelaxTensor huge(int64_t extent) {
  static char byte;
  RelaxTensor tensor = {.dtype = RELAX_I8, .rank = 1, .data = &byte};
  tensor.dims[0] = extent;
  tensor.storage = relaxStorageWrap(&byte, (size_t)extent, nothing, NULL);
  return tensor;
}

static void refusesWhatDoesNotFit(void **state) {
  (void)state;
  Fixture f = begin(false, 1);
  relaxEmitAppend(f.e, 3, 0, 1, 0, true, number(&f, 0));
  uint32_t result = 3;
  finish(&f, 1, &result);
  RelaxTensor types[] = {tensorOf("1xf32=1"), tensorOf("1xf64=1"),
                         tensorOf("f32=0")};
  expectFails(&f, types,
              "function 'f' is malformed at word 0: rows have "
              "another type than their state");
  RelaxTensor shapes[] = {tensorOf("1x2xf32=1 2"), tensorOf("1x1xf32=1"),
                          tensorOf("f32=0")};
  expectFails(&f, shapes,
              "function 'f': the shape of the rows differs from that of their "
              "state outside of axis 0");
  RelaxTensor many[] = {huge(INT64_C(1) << 50), tensorOf("1xi8=1"),
                        tensorOf("f32=0")};
  expectFails(&f, many,
              "out of memory: 1125899906842625 bytes for state in function "
              "'f'");
  RelaxTensor wide[] = {tensorOf("9223372036854775807x0xf32="),
                        tensorOf("1x0xf32="), tensorOf("f32=0")};
  expectFails(&f, wide,
              "function 'f' is malformed at word 0: the appended state exceeds "
              "64 bits");
  end(&f);
  f = begin(false, 1);
  relaxEmitUpdate(f.e, 3, 0, 1, 2, 0, true);
  finish(&f, 1, &result);
  RelaxTensor position[] = {tensorOf("1xf32=1"), tensorOf("1xf32=1"),
                            tensorOf("f32=0")};
  expectFails(&f, position,
              "function 'f' is malformed at word 0: a position is no single "
              "i64");
  end(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(storageIsReserved),
      cmocka_unit_test(growsByDoubling),
      cmocka_unit_test(sharesWhatIsThere),
      cmocka_unit_test(updatesWhatIsItsOwn),
      cmocka_unit_test(borrowsWithoutDonation),
      cmocka_unit_test(appendsInside),
      cmocka_unit_test(refusesWhatDoesNotFit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
