//===- RuntimeProgram.c - tests of the compact file -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/ProgramFile.h"
#include "test/unit/RuntimeSample.h"

static RelaxProgram *decoded(const StrBuf *file) {
  RelaxError error = {0};
  RelaxProgram *program =
      relaxProgramDecode((StrRef){file->data, file->length}, &error);
  if (!program)
    fail_msg("%s", relaxErrorText(&error));
  return program;
}

static void roundTrips(void **state) {
  (void)state;
  RelaxProgram *program = sampleProgram();
  RelaxWeight weight = {.name = strRefFromC("fc1"),
                        .kind = RELAX_WEIGHT_FILE,
                        .dtype = RELAX_BF16,
                        .rank = 2,
                        .dims = {768, 3072},
                        .path = strRefFromC("sub/model.onnx"),
                        .offset = UINT64_C(1) << 40,
                        .sha256 = strRefFromC("00ff")};
  relaxProgramAddWeight(program, &weight);
  weight.offset = 0;
  weight.entry = strRefFromC("layer.weight");
  relaxProgramAddWeight(program, &weight);
  StrBuf file = {0}, again = {0}, listing = {0}, listingAgain = {0};
  relaxProgramEncode(program, &file);
  relaxProgramPrint(program, &listing);
  relaxProgramDestroy(program);
  assert_true(relaxProgramLooksEncoded((StrRef){file.data, file.length}));
  program = decoded(&file);
  relaxProgramEncode(program, &again);
  relaxProgramPrint(program, &listingAgain);
  assert_int_equal(file.length, again.length);
  assert_memory_equal(file.data, again.data, file.length);
  assert_string_equal(strBufText(&listing), strBufText(&listingAgain));
  assert_int_equal(program->weights[2].offset, UINT64_C(1) << 40);
  assert_int_equal(program->weights[2].numBytes, 768 * 3072 * 2);
  assert_int_equal(program->weights[2].entry.length, 0);
  assert_string_equal(program->weights[3].entry.data, "layer.weight");
  assert_non_null(strstr(strBufText(&listing), "from 'sub/model.onnx' entry "
                                               "'layer.weight' sha256 '00ff'"));
  relaxProgramDestroy(program);
  strBufFree(&file);
  strBufFree(&again);
  strBufFree(&listing);
  strBufFree(&listingAgain);
}

static void printsAListing(void **state) {
  (void)state;
  RelaxProgram *program = sampleProgram();
  StrBuf text = {0};
  relaxProgramPrint(program, &text);
  const char *const lines[] = {
      "kernel 'add' buffers 3 symbols 1\n",
      "weight inline 'b': f32 [4]\n",
      "weight prepared 'bp': f32 [4]\n",
      "prepare function 'prepare' () -> () registers 2\n",
      "concurrent function 'helper' (y: f32 [2 * n], n: extent) -> (z: f32 [n, "
      "2]) "
      "registers 4\n",
      "public function 'main' (x: f32 [n, 4], y: f32 [2 * n]) -> (s: f32 [n], "
      "z: f32 [n, 2]) registers 8\n    0  check_tensor %0, f32, 2, 'input "
      "'x''\n",
      "check_dim %1, 0, 2 * n, 'input 'y''\n",
      "view %5, %3, 64, f32, [n, 4]\n",
      "kernel 'add', [%0, %4, %5], [n]\n",
      "branch_fact 'even', [n mod 2 == 0], @",
      "branch_fact 'odd', [], @",
      "call 'helper', [%1, %2], [%7]\n",
      "return [%6, %7]\n",
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; ++i)
    if (!strstr(strBufText(&text), lines[i]))
      fail_msg("'%s' is not in:\n%s", lines[i], strBufText(&text));
  strBufFree(&text);
  relaxProgramDestroy(program);
}

/// A decoded program computes what the built one does.
static void decodedRuns(void **state) {
  (void)state;
  RelaxProgram *built = sampleProgram();
  StrBuf file = {0};
  relaxProgramEncode(built, &file);
  relaxProgramDestroy(built);
  RelaxProgram *program = decoded(&file);
  strBufFree(&file); // nothing points into it
  RelaxMachineOptions options = {.findKernel = sampleKernel};
  RelaxError error = {0};
  RelaxMachine *machine = relaxMachineCreate(program, &options, &error);
  assert_non_null(machine);
  RelaxTensor inputs[] = {tensorOf("3x4xf32=1"), tensorOf("6xf32=2")};
  RelaxTensor outputs[2];
  assert_true(relaxMachineCall(machine, strRefFromC("main"), inputs, 2, outputs,
                               2, &error));
  expectTensor(&outputs[0], "dense<[24.0, 24.0, 24.0]> : tensor<3xf32>");
  for (int i = 0; i < 2; ++i) {
    relaxTensorRelease(&inputs[i]);
    relaxTensorRelease(&outputs[i]);
  }
  relaxMachineDestroy(machine);
  relaxProgramDestroy(program);
}

static void expectUndecodable(const char *bytes, size_t size,
                              const char *message) {
  RelaxError error = {0};
  char *copy = malloc(size ? size : 1); // ASan's red zone behind it
  if (size)
    memcpy(copy, bytes, size);
  assert_null(relaxProgramDecode((StrRef){copy, size}, &error));
  if (message)
    assert_string_equal(relaxErrorText(&error), message);
  assert_true(relaxErrorIsSet(&error));
  relaxErrorFree(&error);
  free(copy);
}

static void putChecksum(StrBuf *file) {
  uint64_t sum = relaxProgramChecksum(file->data + RELAX_PROGRAM_HEADER,
                                      file->length - RELAX_PROGRAM_HEADER);
  uint64_t size = file->length - RELAX_PROGRAM_HEADER;
  for (int i = 0; i < 8; ++i) {
    file->data[16 + i] = (char)(size >> 8 * i);
    file->data[24 + i] = (char)(sum >> 8 * i);
  }
}

static void truncationIsAnError(void **state) {
  (void)state;
  RelaxProgram *program = sampleProgram();
  StrBuf file = {0};
  relaxProgramEncode(program, &file);
  relaxProgramDestroy(program);
  size_t whole = file.length;
  for (size_t size = 0; size < whole; ++size)
    expectUndecodable(file.data, size, NULL);
  // With a header that is right for the shorter body, too.
  for (size_t size = whole; size-- > RELAX_PROGRAM_HEADER;) {
    file.length = size;
    putChecksum(&file);
    expectUndecodable(file.data, size, NULL);
  }
  strBufFree(&file);
}

static void damageIsSeen(void **state) {
  (void)state;
  RelaxProgram *program = sampleProgram();
  StrBuf file = {0};
  relaxProgramEncode(program, &file);
  relaxProgramDestroy(program);
  for (size_t i = 0; i < file.length; ++i)
    for (int bit = 0; bit < 8; ++bit) {
      file.data[i] = (char)(file.data[i] ^ 1 << bit);
      expectUndecodable(file.data, file.length, NULL);
      file.data[i] = (char)(file.data[i] ^ 1 << bit);
    }
  file.data[40] ^= 1;
  expectUndecodable(file.data, file.length,
                    "the program file is damaged (its checksum differs)");
  file.data[8] = 1;
  expectUndecodable(file.data, file.length,
                    "expected version 14 of the program file, got 1");
  expectUndecodable("relax.func", 10, "not a compact program file");
  expectUndecodable("", 0, "not a compact program file");
  strBufFree(&file);
}

/// A file of this body.
static void expectBadBody(const char *body, size_t size, const char *message) {
  StrBuf file = {0};
  strBufAppend(&file, (StrRef){RELAX_PROGRAM_MAGIC, 8});
  const char version[8] = {RELAX_PROGRAM_VERSION};
  strBufAppend(&file, (StrRef){version, 8});
  strBufAppend(&file, (StrRef){"0123456789abcdef", 16});
  strBufAppend(&file, (StrRef){body, size});
  putChecksum(&file);
  expectUndecodable(file.data, file.length, message);
  strBufFree(&file);
}

static void sectionsAreChecked(void **state) {
  (void)state;
  // Empty sections: a kind, one byte, no entries; functions say no prepare, and
  // data types come behind their symbols.
  const char body[] = "\1\1\0\2\1\0\3\1\0\4\1\0\5\1\0\6\1\0"
                      "\7\6\xFF\xFF\xFF\xFF\x0F\0\10\1\0\11\2\0\0";
  size_t size = sizeof body - 1;
  StrBuf file = {0};
  RelaxProgram *program = relaxProgramCreate();
  relaxProgramEncode(program, &file);
  relaxProgramDestroy(program);
  assert_int_equal(file.length, RELAX_PROGRAM_HEADER + size);
  assert_memory_equal(file.data + RELAX_PROGRAM_HEADER, body, size);
  relaxProgramDestroy(decoded(&file));
  expectUndecodable(file.data, 20, "the program file is truncated");
  expectUndecodable(file.data, file.length - 2,
                    "expected 33 bytes in the program file, got 31");
  strBufFree(&file);
  expectBadBody(body, size + 1,
                "the program file is invalid: unexpected bytes behind the last "
                "section");
  expectBadBody(body + 3, size - 3,
                "the program file is invalid: expected section 'strings'");
  expectBadBody(body, 6,
                "the program file is invalid: expected section 'facts'");
  expectBadBody("\1\1\7", 3,
                "the program file is invalid: section 'strings' is malformed");
  expectBadBody("\1\3\1\1\0", 5, // a NUL in a name
                "the program file is invalid: section 'strings' is malformed");
  expectBadBody("\1\5\2\1x\1x", 7, // one string twice
                "the program file is invalid: section 'strings' is malformed");
  // One data type twice.
  const char twice[] = "\1\1\0\2\1\0\3\1\0\4\1\0\5\1\0\6\1\0"
                       "\7\6\xFF\xFF\xFF\xFF\x0F\0\10\1\0\11\7\2\1x\0\1x\0";
  expectBadBody(
      twice, sizeof twice - 1,
      "the program file is invalid: section 'data types' is malformed");
}

static int32_t kernelNothing(void *const *buffers, const int64_t *symbols) {
  (void)buffers;
  (void)symbols;
  return RELAX_KERNEL_OK;
}

static RelaxKernel anyKernel(void *user, const char *name) {
  (void)user;
  (void)name;
  return kernelNothing;
}

/// Runs all entries of a program that may be anything; only errors are allowed.
static void runAnything(const RelaxProgram *program) {
  RelaxMachineOptions options = {
      .findKernel = anyKernel, .maxInstructions = 1000, .verifyFacts = true};
  RelaxError error = {0};
  RelaxMachine *machine = relaxMachineCreate(program, &options, &error);
  RelaxTensor x = tensorOf("2x4xf32=0"), y = tensorOf("4xf32=0");
  for (uint32_t i = 0; machine && i < program->numFunctions; ++i) {
    const RelaxFunction *f = &program->functions[i];
    RelaxTensor inputs[] = {x, y, x, y}, outputs[4];
    if (f->isPublic && f->numParams <= 4 && f->numResults <= 4 &&
        relaxMachineCall(machine, f->name, inputs, f->numParams, outputs,
                         f->numResults, &error))
      for (uint32_t r = 0; r < f->numResults; ++r)
        relaxTensorRelease(&outputs[r]);
  }
  relaxTensorRelease(&x);
  relaxTensorRelease(&y);
  relaxMachineDestroy(machine);
  relaxErrorFree(&error);
}

/// Every byte changed behind a right checksum: an error, or a program that runs
/// without harm.
static void malformedNeverCrashes(void **state) {
  (void)state;
  static const uint8_t changes[] = {1, 2, 4, 8, 16, 32, 64, 128, 255, 127};
  RelaxProgram *program = sampleProgram();
  StrBuf file = {0};
  relaxProgramEncode(program, &file);
  relaxProgramDestroy(program);
  int refused = 0, accepted = 0;
  for (size_t i = RELAX_PROGRAM_HEADER; i < file.length; ++i)
    for (size_t c = 0; c < sizeof changes; ++c) {
      file.data[i] = (char)(file.data[i] ^ changes[c]);
      putChecksum(&file);
      RelaxError error = {0};
      program = relaxProgramDecode((StrRef){file.data, file.length}, &error);
      if (program)
        runAnything(program);
      assert_true(relaxErrorIsSet(&error) == !program);
      *(program ? &accepted : &refused) += 1;
      relaxErrorFree(&error);
      relaxProgramDestroy(program);
      file.data[i] = (char)(file.data[i] ^ changes[c]);
    }
  assert_true(refused > 1000);
  assert_true(accepted > 1000); // names, constants: the runs above matter
  strBufFree(&file);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(roundTrips),
      cmocka_unit_test(printsAListing),
      cmocka_unit_test(decodedRuns),
      cmocka_unit_test(truncationIsAnError),
      cmocka_unit_test(damageIsSeen),
      cmocka_unit_test(sectionsAreChecked),
      cmocka_unit_test(malformedNeverCrashes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
