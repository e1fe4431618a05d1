//===- RuntimeTensor.c - tests of dtypes, storages and tensors ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Random.h"
#include "lib/Runtime/Tensor.h"
#include "test/unit/RuntimeTest.h"

#include <math.h>

static void namesRoundTrip(void **state) {
  (void)state;
  for (int i = 0; i < RELAX_NUM_DTYPES; ++i) {
    RelaxDType dtype;
    assert_true(
        relaxDTypeParse(strRefFromC(relaxDTypeName((RelaxDType)i)), &dtype));
    assert_int_equal(dtype, i);
  }
  RelaxDType dtype;
  assert_false(relaxDTypeParse(strRefFromC("f8"), &dtype));
  assert_false(relaxDTypeParse(strRefFromC("f3"), &dtype));
  assert_false(relaxDTypeParse(strRefFromC(""), &dtype));
  assert_string_equal(relaxDTypeName(RELAX_U8), "ui8");
  assert_string_equal(relaxDTypeName(RELAX_BOOL), "i1");
}

/// Every bit pattern survives the way through float and back.
static void halfFloatsAreExact(void **state) {
  (void)state;
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    float half = relaxF16ToFloat((uint16_t)bits);
    float brain = relaxBF16ToFloat((uint16_t)bits);
    if (isnan(half))
      assert_true((bits & 0x7C00) == 0x7C00 && (bits & 0x3FF));
    else
      assert_int_equal(relaxF16FromDouble(half), bits);
    if (!isnan(brain))
      assert_int_equal(relaxBF16FromDouble(brain), bits);
  }
}

static void halfFloatsRoundToEven(void **state) {
  (void)state;
  assert_int_equal(relaxF16FromDouble(1.0), 0x3C00);
  assert_int_equal(relaxF16FromDouble(-2.0), 0xC000);
  assert_int_equal(relaxF16FromDouble(65504), 0x7BFF);
  assert_int_equal(relaxF16FromDouble(65519.99), 0x7BFF);
  assert_int_equal(relaxF16FromDouble(65520), 0x7C00);
  assert_int_equal(relaxF16FromDouble(1e300), 0x7C00);
  assert_int_equal(relaxF16FromDouble(-INFINITY), 0xFC00);
  assert_int_equal(relaxF16FromDouble(0x1p-24), 0x0001);
  assert_int_equal(relaxF16FromDouble(0x1p-25), 0x0000); // half way, to even
  assert_int_equal(relaxF16FromDouble(0x1.8p-24), 0x0002);
  assert_int_equal(relaxF16FromDouble(0x1.ffep-15), 0x0400); // becomes normal
  assert_int_equal(relaxF16FromDouble(-0.0), 0x8000);
  // 2049 lies half way between 2048 and 2050.
  assert_int_equal(relaxF16FromDouble(2049), relaxF16FromDouble(2048));
  assert_int_equal(relaxF16FromDouble(2051), relaxF16FromDouble(2052));
  // Through float this would round twice and end at 2050.
  assert_int_equal(relaxF16FromDouble(2049 + 0x1p-30),
                   relaxF16FromDouble(2050));
  assert_int_equal(relaxBF16FromDouble(1.0), 0x3F80);
  assert_int_equal(relaxBF16FromDouble(1.00390625), 0x3F80); // tie, to even
  assert_int_equal(relaxBF16FromDouble(1e39), 0x7F80);
  assert_true(isnan(relaxF16ToFloat(relaxF16FromDouble(NAN))));
  assert_true(isnan(relaxBF16ToFloat(relaxBF16FromDouble(NAN))));
}

static const RelaxDType narrow[] = {RELAX_F8E4M3FN,  RELAX_F8E4M3FNUZ,
                                    RELAX_F8E5M2,    RELAX_F8E5M2FNUZ,
                                    RELAX_F8E8M0FNU, RELAX_F4E2M1FN};

/// Every bit pattern survives the way through double and back, and between two
/// neighbours the middle goes to the even one.
static void narrowFloatsAreExact(void **state) {
  (void)state;
  for (size_t t = 0; t + 2 < sizeof narrow / sizeof *narrow; ++t)
    for (int bits = 0; bits < 256; ++bits) {
      double value = relaxNarrowToDouble(narrow[t], (uint8_t)bits);
      double next = relaxNarrowToDouble(narrow[t], (uint8_t)(bits + 1));
      if (isnan(value))
        continue;
      assert_int_equal(relaxNarrowFromDouble(narrow[t], value, false), bits);
      if (bits % 128 == 127 || isnan(next) || isinf(next) || isinf(value))
        continue;
      double middle = value / 2 + next / 2;
      assert_int_equal(relaxNarrowFromDouble(narrow[t], middle, true),
                       bits + (bits & 1));
      assert_int_equal(
          relaxNarrowFromDouble(narrow[t], nextafter(middle, value), true),
          bits);
    }
  for (int bits = 0; bits < 16; ++bits)
    assert_int_equal(relaxNarrowFromDouble(
                         RELAX_F4E2M1FN,
                         relaxNarrowToDouble(RELAX_F4E2M1FN, (uint8_t)bits),
                         false),
                     bits);
  for (int bits = 0; bits < 255; ++bits)
    for (int mode = RELAX_ROUND_UP; mode <= RELAX_ROUND_NEAREST; ++mode)
      assert_int_equal(relaxE8M0FromDouble(
                           relaxNarrowToDouble(RELAX_F8E8M0FNU, (uint8_t)bits),
                           false, (RelaxRoundMode)mode),
                       bits);
}

/// The tables of ONNX Cast: what is too large, NaN and zero.
static void narrowFloatsSaturate(void **state) {
  (void)state;
  static const struct {
    RelaxDType dtype;
    double most;
    uint8_t mostBits, infinity, nan, negativeNaN, negativeZero;
  } rows[] = {{RELAX_F8E4M3FN, 448, 0x7E, 0x7F, 0x7F, 0xFF, 0x80},
              {RELAX_F8E4M3FNUZ, 240, 0x7F, 0x80, 0x80, 0x80, 0},
              {RELAX_F8E5M2, 57344, 0x7B, 0x7C, 0x7E, 0xFE, 0x80},
              {RELAX_F8E5M2FNUZ, 57344, 0x7F, 0x80, 0x80, 0x80, 0},
              {RELAX_F4E2M1FN, 6, 7, 7, 8, 8, 8}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    RelaxDType dtype = rows[i].dtype;
    assert_true(relaxNarrowToDouble(dtype, rows[i].mostBits) == rows[i].most);
    const double large[] = {rows[i].most * 2, 1e300, INFINITY};
    for (int k = 0; k < 3; ++k) {
      assert_int_equal(relaxNarrowFromDouble(dtype, large[k], true),
                       rows[i].mostBits);
      assert_int_equal(relaxNarrowFromDouble(dtype, large[k], false),
                       rows[i].infinity);
    }
    assert_int_equal(relaxNarrowFromDouble(dtype, NAN, true), rows[i].nan);
    assert_int_equal(relaxNarrowFromDouble(dtype, -NAN, false),
                     rows[i].negativeNaN);
    assert_int_equal(relaxNarrowFromDouble(dtype, -0.0, true),
                     rows[i].negativeZero);
    assert_int_equal(relaxNarrowFromDouble(dtype, -1e-300, true),
                     rows[i].negativeZero);
  }
  assert_int_equal(relaxE8M0FromDouble(0, true, RELAX_ROUND_UP), 0);
  assert_int_equal(relaxE8M0FromDouble(0, false, RELAX_ROUND_NEAREST), 255);
  assert_int_equal(relaxE8M0FromDouble(INFINITY, true, RELAX_ROUND_UP), 254);
  assert_int_equal(relaxE8M0FromDouble(INFINITY, false, RELAX_ROUND_UP), 255);
  assert_int_equal(relaxE8M0FromDouble(-1, true, RELAX_ROUND_UP), 255);
  assert_int_equal(relaxE8M0FromDouble(NAN, true, RELAX_ROUND_UP), 255);
}

/// Elements have a byte each in memory; packed ones begin at the low bits.
static void narrowElementsPack(void **state) {
  (void)state;
  const int64_t dims[] = {5};
  RelaxTensor tensor;
  uint8_t packed[3];
  assert_true(relaxTensorCreate(RELAX_I4, 1, dims, &tensor, NULL));
  assert_int_equal(relaxTensorSize(&tensor), 5);
  assert_int_equal(relaxPackedBytes(RELAX_I4, 5), 3);
  assert_int_equal(relaxPackedBytes(RELAX_U2, 5), 2);
  assert_int_equal(relaxPackedBytes(RELAX_U2, 0), 0);
  assert_int_equal(relaxPackedBytes(RELAX_F64, 5), 40);
  for (int64_t i = 0; i < 5; ++i)
    relaxStoreInt(RELAX_I4, tensor.data, i, i - 3);
  assert_memory_equal(tensor.data, "\x0D\x0E\x0F\x00\x01", 5);
  relaxTensorPack(&tensor, packed);
  assert_memory_equal(packed, "\xED\x0F\x01", 3);
  packed[2] |= 0xF0; // padding is not looked at
  memset(tensor.data, 0xFF, 5);
  relaxTensorUnpack(packed, &tensor);
  for (int64_t i = 0; i < 5; ++i)
    assert_int_equal(relaxLoadInt(RELAX_I4, tensor.data, i), i - 3);
  tensor.dtype = RELAX_U2;
  relaxTensorUnpack("\xE4\x01", &tensor);
  assert_memory_equal(tensor.data, "\x00\x01\x02\x03\x01", 5);
  relaxTensorRelease(&tensor);
}

static void bytesAreChecked(void **state) {
  (void)state;
  const int64_t huge[] = {INT64_C(1) << 62, INT64_C(1) << 62};
  const int64_t empty[] = {INT64_C(1) << 62, INT64_C(1) << 62, 0};
  const int64_t negative[] = {0, -1};
  size_t bytes = 1;
  assert_false(relaxTensorBytes(RELAX_F32, 2, huge, &bytes));
  assert_false(relaxTensorBytes(RELAX_F32, 1, huge, &bytes));
  assert_true(relaxTensorBytes(RELAX_I8, 1, huge, &bytes));
  assert_true(bytes == (size_t)1 << 62);
  assert_true(relaxTensorBytes(RELAX_F64, 3, empty, &bytes));
  assert_int_equal(bytes, 0);
  assert_false(relaxTensorBytes(RELAX_F64, 2, negative, &bytes));
  assert_true(relaxTensorBytes(RELAX_F64, 0, NULL, &bytes));
  assert_int_equal(bytes, 8);
}

static void creationFails(void **state) {
  (void)state;
  const int64_t huge[] = {INT64_C(1) << 62, 4}, negative[] = {2, -3};
  RelaxTensor tensor;
  RelaxError error = {0};
  assert_false(relaxTensorCreate(RELAX_F32, 2, huge, &tensor, &error));
  expectError(&error, "the bytes of a f32 tensor of shape "
                      "[4611686018427387904, 4] exceed 64 bits");
  assert_false(relaxTensorCreate(RELAX_I8, 1, huge, &tensor, &error));
  expectError(&error, "out of memory: 4611686018427387904 bytes for a i8 "
                      "tensor of shape [4611686018427387904]");
  assert_false(relaxTensorCreate(RELAX_F32, 2, negative, &tensor, &error));
  expectError(&error, "expected an extent >= 0 at dimension 1, got -3");
  assert_false(relaxTensorCreate(RELAX_F32, 17, huge, &tensor, &error));
  expectError(&error, "expected a rank of at most 16, got 17");
  assert_null(relaxStorageCreate(SIZE_MAX));
}

static void emptyTensorsHaveAddresses(void **state) {
  (void)state;
  const int64_t dims[] = {0, 3};
  RelaxTensor tensor;
  assert_true(relaxTensorCreate(RELAX_F32, 2, dims, &tensor, NULL));
  assert_non_null(tensor.data);
  assert_int_equal((uintptr_t)tensor.data % RELAX_ALIGNMENT, 0);
  assert_int_equal(relaxTensorCount(&tensor), 0);
  relaxTensorRelease(&tensor);
  assert_null(tensor.storage);
  relaxTensorRelease(&tensor); // no tensor: allowed
}

static void countRelease(void *user) { ++*(int *)user; }

static void viewsShareStorage(void **state) {
  (void)state;
  float data[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  int released = 0;
  RelaxStorage *storage =
      relaxStorageWrap(data, sizeof data, countRelease, &released);
  const int64_t dims[] = {2, 2}, flat[] = {4}, wrong[] = {3}, none[] = {0};
  RelaxTensor view, reshaped, refused;
  RelaxError error = {0};
  assert_true(relaxTensorView(storage, 16, RELAX_F32, 2, dims, &view, &error));
  assert_true(relaxTensorReshape(&view, 1, flat, &reshaped, &error));
  assert_false(relaxTensorReshape(&view, 1, wrong, &refused, &error));
  expectError(&error, "cannot reshape [2, 2] to [3]");
  assert_false(
      relaxTensorView(storage, 20, RELAX_F32, 2, dims, &refused, &error));
  expectError(&error, "a view of 16 bytes at 20 does not lie in a storage of "
                      "32 bytes");
  assert_false(
      relaxTensorView(storage, 2, RELAX_F32, 1, wrong, &refused, &error));
  expectError(&error, "a view at 2 is not aligned to f32");
  assert_false(
      relaxTensorView(storage, -4, RELAX_F32, 1, wrong, &refused, &error));
  relaxErrorFree(&error);
  RelaxTensor atEnd; // an empty view may lie at the very end
  assert_true(relaxTensorView(storage, 32, RELAX_F32, 1, none, &atEnd, &error));
  relaxTensorRelease(&atEnd);
  relaxStorageRelease(storage);
  relaxTensorRelease(&view);
  assert_int_equal(released, 0);
  expectTensor(&reshaped, "dense<[4.0, 5.0, 6.0, 7.0]> : tensor<4xf32>");
  RelaxTensor copy;
  assert_true(relaxTensorClone(&reshaped, &copy, &error));
  relaxTensorRelease(&reshaped);
  assert_int_equal(released, 1);
  expectTensor(&copy, "dense<[4.0, 5.0, 6.0, 7.0]> : tensor<4xf32>");
  relaxTensorRelease(&copy);
}

static void errorsKeepTheFirst(void **state) {
  (void)state;
  RelaxError error = {0};
  assert_false(relaxErrorIsSet(&error));
  assert_false(relaxFail(&error, "expected %d, got %d", 1, 2));
  assert_false(relaxFail(&error, "later"));
  assert_false(relaxErrorContext(&error, "input '%s'", "x"));
  expectError(&error, "input 'x': expected 1, got 2");
  assert_false(relaxFail(NULL, "nobody listens"));
  char name[2000];
  memset(name, 'n', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  relaxFail(&error, "%s", name); // longer than any buffer inside
  expectError(&error, name);
}

static void randomIsSeeded(void **state) {
  (void)state;
  // First output of xoshiro256** from the state splitmix64(0), computed by
  // hand-written Python after the reference: rotl(s1 * 5, 7) * 9.
  RelaxRandom random = relaxRandomSeed(0);
  assert_true(random.state[0] == UINT64_C(0xE220A8397B1DCDAF));
  assert_true(random.state[1] == UINT64_C(0x6E789E6AA1B965F4));
  assert_true(relaxRandomNext(&random) == UINT64_C(0x99EC5F36CB75F2B4));
  for (int i = 0; i < RELAX_NUM_DTYPES; ++i) {
    const int64_t dims[] = {1000};
    RelaxTensor tensor;
    assert_true(relaxTensorCreate((RelaxDType)i, 1, dims, &tensor, NULL));
    relaxRandomFill(&random, &tensor);
    double low = 1e9, high = -1e9;
    for (int64_t k = 0; k < 1000; ++k) {
      double value = relaxDTypeIsFloat((RelaxDType)i)
                         ? relaxLoadFloat((RelaxDType)i, tensor.data, k)
                         : (double)relaxLoadInt((RelaxDType)i, tensor.data, k);
      low = fmin(low, value);
      high = fmax(high, value);
    }
    if (i == RELAX_F8E8M0FNU) {
      assert_true(low == 0.0625 && high == 8);
    } else if (relaxDTypeIsFloat((RelaxDType)i)) {
      assert_true(low >= -1 && low < -0.9);
      assert_true(high < 1 && high >= 0.5);
    } else {
      assert_true(low == 0);
      assert_true(high == (i == RELAX_BOOL || i == RELAX_I2 ? 1
                           : i == RELAX_U2                  ? 3
                           : i == RELAX_I4                  ? 7
                                                            : 9));
    }
    relaxTensorRelease(&tensor);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(namesRoundTrip),
      cmocka_unit_test(halfFloatsAreExact),
      cmocka_unit_test(halfFloatsRoundToEven),
      cmocka_unit_test(narrowFloatsAreExact),
      cmocka_unit_test(narrowFloatsSaturate),
      cmocka_unit_test(narrowElementsPack),
      cmocka_unit_test(bytesAreChecked),
      cmocka_unit_test(creationFails),
      cmocka_unit_test(emptyTensorsHaveAddresses),
      cmocka_unit_test(viewsShareStorage),
      cmocka_unit_test(errorsKeepTheFirst),
      cmocka_unit_test(randomIsSeeded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
