//===- GgufFaults.c - GGUF files that are broken --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "test/unit/GgufTest.h"

static void refusesHeads(void **state) {
  (void)state;
  StrBuf out = {0};
  expectRefused(&out, "'m.gguf': byte 0: not a GGUF file");
  strBufAppendC(&out, "GGML and more");
  expectRefused(&out, "'m.gguf': byte 0: not a GGUF file");
  strBufAppendC(&out, "GGUF");
  expectRefused(&out, "'m.gguf': byte 4: the version: expected 4 bytes, got "
                      "the end of the file after 0");
  strBufAppendC(&out, "GGUF");
  putU32(&out, 2);
  expectRefused(&out, "'m.gguf': byte 8: the count of tensors: expected 8 "
                      "bytes, got the end of the file after 0");
  strBufAppendC(&out, "GGUF");
  putU32(&out, 2);
  putU64(&out, 0);
  putU32(&out, 0);
  expectRefused(&out, "'m.gguf': byte 16: the count of keys: expected 8 "
                      "bytes, got the end of the file after 4");
  putHead(&out, 1, 0, 0);
  expectRefused(&out, "'m.gguf': byte 4: expected version 2 or 3, got 1");
  putHead(&out, 0x03000000, 0, 0);
  expectRefused(&out, "'m.gguf': byte 4: big-endian files are not supported");
  putHead(&out, 3, 0, 1ull << 60);
  expectRefused(&out, "'m.gguf': byte 16: expected at most 65536 keys, got "
                      "1152921504606846976");
  putHead(&out, 3, 65537, 0);
  expectRefused(&out, "'m.gguf': byte 8: expected at most 65536 tensors, got "
                      "65537");
}

/// One key `k` whose value is to be refused follows.
static StrBuf keyOf(uint32_t type) {
  StrBuf out = {0};
  putHead(&out, 3, 0, 1);
  putKey(&out, "k", type);
  return out;
}

static void refusesValues(void **state) {
  (void)state;
  StrBuf out = keyOf(13);
  expectRefused(&out, "'m.gguf': key 'k': byte 33: the type of a value: "
                      "expected a number below 13, got 13");
  out = keyOf(GGUF_BOOL), putBytes(&out, "\2", 1);
  expectRefused(&out, "'m.gguf': key 'k': byte 37: a bool: expected 0 or 1, "
                      "got 2");
  out = keyOf(GGUF_STRING), putU64(&out, 1ull << 60);
  expectRefused(&out, "'m.gguf': key 'k': byte 45: a string: expected "
                      "1152921504606846976 bytes, got the end of the file "
                      "after 0");
  out = keyOf(GGUF_ARRAY), putArray(&out, GGUF_F64, 1ull << 61);
  expectRefused(&out, "'m.gguf': key 'k': byte 37: an array of "
                      "2305843009213693952 elements is larger than any file");
  out = keyOf(GGUF_ARRAY), putArray(&out, GGUF_STRING, 1ull << 60);
  expectRefused(&out, "'m.gguf': key 'k': byte 49: the elements of an array: "
                      "expected 9223372036854775808 bytes, got the end of the "
                      "file after 0");
  out = keyOf(GGUF_ARRAY);
  for (int i = 0; i <= GGUF_MAX_DEPTH; ++i)
    putArray(&out, GGUF_ARRAY, 1);
  expectRefused(&out, "'m.gguf': key 'k': byte 85: expected arrays at most 4 "
                      "deep");
  out = keyOf(GGUF_ARRAY), putArray(&out, GGUF_ARRAY, 65536);
  for (int i = 0; i < 65536; ++i)
    putArray(&out, GGUF_I8, 0);
  expectRefused(&out, "'m.gguf': key 'k': byte 786469: expected at most 65536 "
                      "keys and arrays in arrays");
  putHead(&out, 3, 0, 2);
  putTextKey(&out, "k", "a"), putTextKey(&out, "k", "b");
  expectRefused(&out, "'m.gguf': byte 46: key 'k' has another value at byte "
                      "24");
  putHead(&out, 3, 0, 1);
  putKey(&out, "general.alignment", GGUF_U32), putU32(&out, 48);
  expectRefused(&out, "'m.gguf': key 'general.alignment': expected a power of "
                      "two, got 48");
}

/// A file with this one tensor, then some of its bytes.
static StrBuf tensorOfType(uint32_t rank, const uint64_t *dims, uint32_t type,
                           uint64_t offset) {
  StrBuf out = {0};
  putHead(&out, 3, 1, 0);
  putTensor(&out, "t", rank, dims, type, offset);
  putPadding(&out, 32);
  putBytes(&out, "123456789abcdefg", 16);
  return out;
}

static void refusesTensors(void **state) {
  (void)state;
  StrBuf out = tensorOfType(1, (uint64_t[]){4}, 4, 0);
  expectRefused(&out, "'m.gguf': tensor 't': byte 45: type 4 is unknown");
  out = tensorOfType(1, (uint64_t[]){33}, 2, 0);
  expectRefused(&out, "'m.gguf': tensor 't': byte 33: rows of 33 elements: "
                      "expected a multiple of 32, the block of q4_0");
  out = tensorOfType(2, (uint64_t[]){32, 8}, 12, 0);
  expectRefused(&out, "'m.gguf': tensor 't': byte 33: rows of 32 elements: "
                      "expected a multiple of 256, the block of q4_k");
  out = tensorOfType(1, (uint64_t[]){1ull << 60}, 14, 0);
  expectRefused(&out, "'m.gguf': tensor 't': expected 945755921747804160 "
                      "bytes at byte 64, got a file of 80 bytes");
  out = tensorOfType(2, (uint64_t[]){1ull << 62, 1ull << 10}, 8, 0);
  expectRefused(&out, "'m.gguf': tensor 't': byte 33: expected fewer than 2^64 "
                      "bytes");
  out = tensorOfType(5, (uint64_t[]){1, 1, 1, 1, 1}, GGUF_F32_TENSOR, 0);
  expectRefused(&out, "'m.gguf': tensor 't': byte 33: expected a rank of at "
                      "most 4, got 5");
  out = tensorOfType(1, (uint64_t[]){1ull << 63}, GGUF_F32_TENSOR, 0);
  expectRefused(&out, "'m.gguf': tensor 't': byte 37: extent "
                      "9223372036854775808 is not below 2^63");
  out =
      tensorOfType(2, (uint64_t[]){1ull << 40, 1ull << 40}, GGUF_F32_TENSOR, 0);
  expectRefused(&out, "'m.gguf': tensor 't': byte 33: expected fewer than 2^64 "
                      "bytes");
  out =
      tensorOfType(2, (uint64_t[]){1ull << 30, 1ull << 30}, GGUF_F32_TENSOR, 0);
  expectRefused(&out, "'m.gguf': tensor 't': expected 4611686018427387904 "
                      "bytes at byte 96, got a file of 112 bytes");
  out = tensorOfType(1, (uint64_t[]){4}, GGUF_F32_TENSOR, 8);
  expectRefused(&out, "'m.gguf': tensor 't': byte 49: offset 8 is no multiple "
                      "of the alignment, 32");
  putHead(&out, 3, 2, 0);
  putTensor(&out, "b", 1, (uint64_t[]){4}, GGUF_F32_TENSOR, 32);
  putTensor(&out, "a", 1, (uint64_t[]){9}, GGUF_F32_TENSOR, 0);
  putPadding(&out, 32);
  for (int i = 0; i < 48; ++i)
    putBytes(&out, "1", 1);
  expectRefused(&out, "'m.gguf': byte 128: tensors 'a' and 'b' overlap");
  putHead(&out, 3, 2, 0);
  putTensor(&out, "a", 1, (uint64_t[]){0}, GGUF_F32_TENSOR, 0);
  putTensor(&out, "a", 1, (uint64_t[]){0}, GGUF_F32_TENSOR, 0);
  expectRefused(&out, "'m.gguf': two tensors are named 'a'");
  putHead(&out, 3, 1, 0);
  putTensor(&out, "", 0, NULL, GGUF_F32_TENSOR, 0);
  expectRefused(&out, "'m.gguf': byte 24: expected a tensor's name of 1 to "
                      "1024 bytes without NUL");
  putHead(&out, 3, 1, 1);
  putKey(&out, "general.alignment", GGUF_U64), putU64(&out, 1ull << 62);
  putTensor(&out, "t", 1, (uint64_t[]){4}, GGUF_F32_TENSOR, 1ull << 62);
  expectRefused(&out, "'m.gguf': tensor 't': expected 16 bytes at byte "
                      "9223372036854775808, got a file of 94 bytes");
}

/// Every length that the sample can be cut to, and bytes that change: an error
/// or a file, whose values may be looked at.
static void survivesMutations(void **state) {
  (void)state;
  StrBuf bytes = sampleFile(3);
  uint64_t seed = 1;
  size_t refused = 0;
  for (int round = 0; round < 20000; ++round) {
    RelaxError error = {0};
    StrBuf copy = {0};
    putBytes(&copy, bytes.data, bytes.length);
    if (round < (int)bytes.length)
      copy.length = (size_t)round;
    else
      for (uint64_t edits = 1 + (unsigned)round % 3; edits > 0; --edits) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        copy.data[(seed >> 33) % copy.length] = (char)(seed >> 20);
      }
    // A copy of the right size, so that a sanitizer sees reads behind it.
    char *exact = __real_malloc(copy.length + 1);
    memcpy(exact, copy.data, copy.length);
    StrBuf view = {.data = exact, .length = copy.length};
    GgufFile *file = readGguf(&view, &error);
    assert_true(file || relaxErrorIsSet(&error));
    assert_true(!file || round >= (int)bytes.length);
    refused += !file;
    ggufDestroy(file);
    relaxErrorFree(&error);
    strBufFree(&copy);
    free(exact);
  }
  assert_true(refused > bytes.length - 64 && refused < 20000);
  strBufFree(&bytes);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(refusesHeads),
      cmocka_unit_test(refusesValues),
      cmocka_unit_test(refusesTensors),
      cmocka_unit_test(survivesMutations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
