//===- RuntimeLibrary.c - calls of the op library by instructions ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/ProgramFile.h"
#include "test/unit/RuntimeSample.h"

/// `f(x: i32 [n], k: i64 [1])` calls `function`; its results are f's.
typedef struct Sample {
  RelaxEmitter e;
  uint32_t x, k, n, results[2];
  uint32_t words[32], numWords;
} Sample;

static Sample sampleCreate(void) {
  RelaxProgram *program = relaxProgramCreate();
  uint32_t f = relaxProgramAddFunction(program, strRefFromC("f"), true);
  Sample s = {.e = {program, f}};
  s.x = relaxFunctionAddParam(program, f, tensorType("x", RELAX_I32, 1, "[n]"));
  s.k = relaxFunctionAddParam(program, f, tensorType("k", RELAX_I64, 1, "[1]"));
  relaxFunctionAddResult(program, f, tensorType("v", RELAX_I32, 1, "[k]"));
  relaxFunctionAddResult(program, f, tensorType("i", RELAX_I64, 1, "[k]"));
  s.n = relaxFunctionNewRegister(program, f);
  s.results[0] = relaxFunctionNewRegister(program, f);
  s.results[1] = relaxFunctionNewRegister(program, f);
  relaxEmitDim(s.e, s.n, s.x, 0, strRefFromC("input 'x'"));
  return s;
}

static void addWord(Sample *s, uint32_t word) {
  s->words[s->numWords++] = word;
}

/// `name = value`, a value of one item.
static void addAttribute(Sample *s, const char *name, RelaxAttributeKind kind,
                         uint64_t value) {
  addWord(s, relaxProgramAddString(s->e.program, strRefFromC(name)));
  addWord(s, kind);
  addWord(s, 1);
  addWord(s, (uint32_t)value);
  if (kind == RELAX_ATTRIBUTE_INTS || kind == RELAX_ATTRIBUTE_FLOATS)
    addWord(s, (uint32_t)(value >> 32));
}

/// `placed` has the bits of results for which there is a place each.
static void emitCall(Sample *s, const char *function, uint32_t placed,
                     uint32_t numPlaces, const uint32_t *places) {
  uint32_t arguments[] = {s->x, s->k};
  relaxEmitCallLibrary(s->e, strRefFromC("here"), strRefFromC(function),
                       s->numWords, s->words, 2, arguments, placed, numPlaces,
                       places, 2, s->results);
  relaxEmitReturn(s->e, 2, s->results);
}

/// Runs f on 3 1 2 through the compact file.
static bool run(Sample *s, int64_t k, RelaxTensor *outputs,
                RelaxCounters *counters, RelaxError *error) {
  StrBuf file = {0};
  relaxProgramEncode(s->e.program, &file);
  relaxProgramDestroy(s->e.program);
  RelaxProgram *program =
      relaxProgramDecode((StrRef){file.data, file.length}, error);
  strBufFree(&file);
  assert_non_null(program);
  RelaxMachineOptions options = {0};
  RelaxMachine *machine = relaxMachineCreate(program, &options, error);
  assert_non_null(machine);
  RelaxTensor inputs[2] = {0};
  assert_true(
      relaxTensorCreate(RELAX_I32, 1, (int64_t[]){3}, &inputs[0], error));
  for (int i = 0; i < 3; ++i)
    relaxStoreInt(RELAX_I32, inputs[0].data, i, (int64_t[]){3, 1, 2}[i]);
  assert_true(
      relaxTensorCreate(RELAX_I64, 1, (int64_t[]){1}, &inputs[1], error));
  relaxStoreInt(RELAX_I64, inputs[1].data, 0, k);
  bool good =
      relaxMachineCall(machine, strRefFromC("f"), inputs, 2, outputs, 2, error);
  if (counters)
    *counters = *relaxMachineLastCounters(machine);
  relaxTensorRelease(&inputs[0]);
  relaxTensorRelease(&inputs[1]);
  relaxMachineDestroy(machine);
  relaxProgramDestroy(program);
  return good;
}

static void attributesReachTheFunction(void **state) {
  (void)state;
  Sample s = sampleCreate();
  // An axis that is an expression over registers: n - 3.
  uint32_t axis = exprOfN(s.e.program, "n - 3", s.n);
  addAttribute(&s, "axis", RELAX_ATTRIBUTE_EXTENTS, axis);
  addAttribute(&s, "smallest", RELAX_ATTRIBUTE_INTS, 1);
  emitCall(&s, "relax.top_k", 0, 0, NULL);
  StrBuf text = {0};
  relaxProgramPrint(s.e.program, &text);
  assert_non_null(strstr(strBufText(&text),
                         "call_library 'here', 'relax.top_k', {axis = n - 3, "
                         "smallest = 1}, [%0, %1], 0, [], [%3, %4]"));
  strBufFree(&text);
  RelaxTensor outputs[2];
  RelaxError error = {0};
  RelaxCounters counters;
  assert_true(run(&s, 2, outputs, &counters, &error));
  assert_int_equal(relaxLoadInt(RELAX_I32, outputs[0].data, 0), 1);
  assert_int_equal(relaxLoadInt(RELAX_I32, outputs[0].data, 1), 2);
  assert_int_equal(relaxLoadInt(RELAX_I64, outputs[1].data, 0), 1);
  assert_int_equal(counters.libraryCalls, 1);
  assert_int_equal(counters.resultAllocations, 2);
  assert_int_equal(counters.resultBytes, 2 * 4 + 2 * 8);
  relaxTensorRelease(&outputs[0]);
  relaxTensorRelease(&outputs[1]);
}

/// A place of `bytes` bytes for result 1.
static void emitPlaced(Sample *s, int64_t bytes) {
  RelaxProgram *program = s->e.program;
  uint32_t storage = relaxFunctionNewRegister(program, s->e.function);
  uint32_t place = relaxFunctionNewRegister(program, s->e.function);
  uint32_t size = relaxProgramAddConst(program, bytes);
  relaxEmitStorage(s->e, storage, relaxProgramAddConst(program, 128));
  relaxEmitView(s->e, place, storage, relaxProgramAddConst(program, 64),
                RELAX_U8, 1, &size);
  emitCall(s, "relax.top_k", 2, 1, &place);
}

static void resultsAreFrontsOfPlaces(void **state) {
  (void)state;
  Sample s = sampleCreate();
  emitPlaced(&s, 24);
  RelaxTensor outputs[2];
  RelaxError error = {0};
  RelaxCounters counters;
  assert_true(run(&s, 2, outputs, &counters, &error));
  assert_int_equal(outputs[1].dims[0], 2);
  assert_int_equal((char *)outputs[1].data - (char *)outputs[1].storage->data,
                   64);
  assert_int_equal(relaxLoadInt(RELAX_I64, outputs[1].data, 1), 2);
  assert_int_equal(counters.resultAllocations, 1); // result 0
  relaxTensorRelease(&outputs[0]);
  relaxTensorRelease(&outputs[1]);
  s = sampleCreate();
  emitPlaced(&s, 8);
  assert_false(run(&s, 2, outputs, NULL, &error));
  expectError(&error, "here: result 1: needs more than the 8 bytes that the "
                      "bound of its extents allows");
}

static void expectFailure(Sample *s, const char *message) {
  RelaxTensor outputs[2];
  RelaxError error = {0};
  assert_false(run(s, 1, outputs, NULL, &error));
  expectError(&error, message);
}

static void errorsNameTheSubject(void **state) {
  (void)state;
  Sample s = sampleCreate();
  addAttribute(&s, "axis", RELAX_ATTRIBUTE_INTS, (uint64_t)-2);
  emitCall(&s, "relax.top_k", 0, 0, NULL);
  expectFailure(&s, "here: axis -2 is out of range for rank 1");
  s = sampleCreate();
  emitCall(&s, "relax.unique", 0, 0, NULL);
  expectFailure(&s, "here: expected 1 input and 1 to 4 results, got 2 and 2");
  s = sampleCreate();
  s.k = s.n;
  emitCall(&s, "relax.top_k", 0, 0, NULL);
  expectFailure(&s, "here: operand 1: expected a tensor");
  s = sampleCreate();
  s.k = s.x; // three elements
  emitCall(&s, "relax.top_k", 0, 0, NULL);
  expectFailure(&s, "here: operand 1: expected one integer element, got 3 of "
                    "i32");
  s = sampleCreate();
  s.k = s.results[0]; // nothing yet
  emitCall(&s, "relax.top_k", 0, 0, NULL);
  expectFailure(&s, "here: function 'f' is malformed at word 5: a register "
                    "holds no value");
}

static void expectInvalid(Sample *s) {
  RelaxError error = {0};
  assert_false(relaxProgramVerify(s->e.program, &error));
  expectError(&error, "function 'f': operands of 'call_library' at word 5 are "
                      "malformed");
  relaxProgramDestroy(s->e.program);
}

static void verifierFindsMistakes(void **state) {
  (void)state;
  Sample s = sampleCreate();
  addAttribute(&s, "axis", RELAX_ATTRIBUTE_EXTENTS, 7); // no such expression
  emitCall(&s, "relax.top_k", 0, 0, NULL);
  expectInvalid(&s);
  s = sampleCreate();
  addAttribute(&s, "axis", RELAX_ATTRIBUTE_STRINGS, 999);
  emitCall(&s, "relax.top_k", 0, 0, NULL);
  expectInvalid(&s);
  s = sampleCreate();
  addAttribute(&s, "axis", RELAX_ATTRIBUTE_INTS, 1);
  s.words[2] = 1000; // more items than words
  emitCall(&s, "relax.top_k", 0, 0, NULL);
  expectInvalid(&s);
  s = sampleCreate();
  addAttribute(&s, "axis", (RelaxAttributeKind)9, 1);
  emitCall(&s, "relax.top_k", 0, 0, NULL);
  expectInvalid(&s);
  s = sampleCreate();
  emitCall(&s, "relax.top_k", 1, 0, NULL); // a bit without a place
  expectInvalid(&s);
  s = sampleCreate();
  emitCall(&s, "relax.top_k", 4, 1, &s.x); // no result 2
  expectInvalid(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(attributesReachTheFunction),
      cmocka_unit_test(resultsAreFrontsOfPlaces),
      cmocka_unit_test(errorsNameTheSubject),
      cmocka_unit_test(verifierFindsMistakes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
