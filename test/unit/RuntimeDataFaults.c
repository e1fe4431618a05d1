//===- RuntimeDataFaults.c - tests of compact files with data, mutated ----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A program with values of data types, tuples, functions as values and places,
// some of its bytes changed and the checksum right: what is accepted runs to an
// end or an error. The same of texts of values. `RuntimeDataFaults --rounds=N`
// tries N changes.
//
//===----------------------------------------------------------------------===//

#include "test/fuzz/DataRun.h"
#include "test/fuzz/Random.h"
#include "test/unit/RuntimeSample.h"

static unsigned rounds = 2000;

/// pick(a, b) = b
static uint32_t addPick(RelaxProgram *program) {
  RelaxEmitter e = {
      program, relaxProgramAddFunction(program, strRefFromC("pick"), false)};
  relaxFunctionAddParam(program, e.function,
                        tensorType("a", RELAX_I64, 1, "[2]"));
  uint32_t b = relaxFunctionAddParam(program, e.function,
                                     tensorType("b", RELAX_I64, 1, "[2]"));
  relaxFunctionAddResult(program, e.function,
                         tensorType("", RELAX_I64, 1, "[2]"));
  relaxEmitReturn(e, 1, &b);
  return e.function;
}

static uint32_t fresh(RelaxEmitter e) {
  return relaxFunctionNewRegister(e.program, e.function);
}

/// A list of two elements; a register for each value. One in a tuple goes out.
static void addMain(RelaxProgram *program, uint32_t pick) {
  RelaxEmitter e = {
      program, relaxProgramAddFunction(program, strRefFromC("main"), true)};
  StrRef subject = strRefFromC("'relax.match' %y");
  uint32_t x = fresh(e), nil = fresh(e), one = fresh(e), two = fresh(e),
           is = fresh(e), head = fresh(e), pair = fresh(e), part = fresh(e),
           function = fresh(e), picked = fresh(e), place = fresh(e),
           read = fresh(e), again = fresh(e), both = fresh(e);
  relaxFunctionAddResult(program, e.function,
                         (RelaxValueType){.name = strRefFromC("list"),
                                          .dtype = RELAX_DATA,
                                          .rank = -1});
  uint32_t numbers[] = {relaxProgramAddConst(program, 3),
                        relaxProgramAddConst(program, 4)};
  relaxEmitIntegers(e, x, 2, numbers);
  relaxEmitConstruct(e, nil, 0, 0, NULL);
  relaxEmitConstruct(e, one, 1, 2, (uint32_t[]){x, nil});
  relaxEmitConstruct(e, two, 1, 2, (uint32_t[]){x, one});
  relaxEmitIsConstructor(e, is, two, 1);
  uint32_t arms[] = {relaxProgramAddArm(program, strRefFromC("@Nil")),
                     relaxProgramAddArm(program, strRefFromC("@Cons"))};
  uint32_t open[] = {RELAX_OPEN_TARGET, RELAX_OPEN_TARGET};
  uint32_t last = relaxEmitSwitch(e, two, subject, 2, arms, 2, open);
  relaxEmitBind(e, last - 1);
  relaxEmitBind(e, last);
  relaxEmitGetField(e, head, two, 1, 0, strRefFromC("Cons"), subject);
  relaxEmitTuple(e, pair, 2, (uint32_t[]){head, one});
  relaxEmitTupleGet(e, part, pair, 0);
  relaxEmitTuple(e, part, 1, &part);
  relaxEmitTupleGet(e, part, part, 0); // in the place of all that has it
  relaxEmitClosure(e, function, pick, 1, &head);
  relaxEmitInvoke(e, function, 1, &part, 1, &picked);
  relaxEmitRef(e, place, picked);
  relaxEmitRefWrite(e, head, place);
  relaxEmitRefRead(e, read, place);
  relaxEmitCall(e, pick, 2, (uint32_t[]){read, head}, 1, &again);
  relaxEmitConstruct(e, both, 2, 1, &pair);
  relaxEmitReturn(e, 1, &both);
}

static void encoded(StrBuf *file) {
  RelaxProgram *program = relaxProgramCreate();
  dataAddTypes(program);
  addMain(program, addPick(program));
  relaxProgramEncode(program, file);
  relaxProgramDestroy(program);
}

static void programRunsAsItIs(void **state) {
  (void)state;
  StrBuf file = {0};
  encoded(&file);
  RelaxError error = {0};
  RelaxProgram *program =
      relaxProgramDecode((StrRef){file.data, file.length}, &error);
  if (!program)
    fail_msg("%s", relaxErrorText(&error));
  RelaxMachineOptions options = {.findKernel = sampleKernel};
  RelaxMachine *machine = relaxMachineCreate(program, &options, &error);
  RelaxTensor list;
  if (!machine || !relaxMachineCall(machine, strRefFromC("main"), NULL, 0,
                                    &list, 1, &error))
    fail_msg("%s", relaxErrorText(&error));
  StrBuf text = {0};
  relaxDataPrint(program, 0, &list, &text);
  assert_string_equal(strBufText(&text),
                      "@Both((2xi64=3 4, @Cons(2xi64=3 4, @Nil)))");
  strBufFree(&text);
  relaxTensorRelease(&list);
  relaxMachineDestroy(machine);
  relaxProgramDestroy(program);
  strBufFree(&file);
}

/// One to four bytes of the body: any value, or a small one, which is more
/// often a register, a tag or a count.
static void change(Random *random, uint8_t *data, size_t size) {
  unsigned count = 1 + (unsigned)(randomNext(random) % 4);
  for (unsigned i = 0; i < count; ++i) {
    uint64_t draw = randomNext(random);
    size_t at = RELAX_PROGRAM_HEADER +
                (size_t)(draw >> 16) % (size - RELAX_PROGRAM_HEADER);
    data[at] = (uint8_t)(draw & 1 ? draw >> 1 : (draw >> 1) % 16);
  }
}

static void mutatedFilesAreErrorsOnly(void **state) {
  (void)state;
  StrBuf file = {0};
  encoded(&file);
  uint8_t *copy = malloc(file.length);
  unsigned taken = 0;
  assert_non_null(copy);
  for (unsigned seed = 0; seed < rounds; ++seed) {
    Random random = {seed};
    memcpy(copy, file.data, file.length);
    change(&random, copy, file.length);
    repairHeader(copy, file.length);
    taken += programRun(copy, file.length);
  }
  // Some are still programs, most are not: both ways are tried.
  assert_in_range(taken, rounds / 50, rounds - rounds / 10);
  free(copy);
  strBufFree(&file);
}

static void mutatedTextsAreErrorsOnly(void **state) {
  (void)state;
  static const char *const texts[] = {
      "@Both((4xi64=1 2 3 4, @Cons(2xi64=1 2, @Cons(1xi64=7, @Nil))))",
      "%0 = @Nil; %1 = @Cons(0xi64=, %0); %2 = (2xi64=1 2, %1); %3 = @Both(%2)",
      "{\"Both\": [[[1, 2], {\"Cons\": [[1], {\"Cons\": [[], \"Nil\"]}]}]]}"};
  static const char marks[] = "@(){}[]%;:,=\" \\019NBx-";
  RelaxProgram *program = relaxProgramCreate();
  dataAddTypes(program);
  for (unsigned t = 0; t < 3; ++t) {
    StrRef text = strRefFromC(texts[t]);
    char *copy = malloc(text.length);
    assert_true(dataRun(program, text, t == 2));
    for (unsigned seed = 0; seed < rounds; ++seed) {
      Random random = {seed};
      memcpy(copy, text.data, text.length);
      for (uint64_t n = 1 + randomNext(&random) % 3; n > 0; --n) {
        uint64_t draw = randomNext(&random);
        copy[(draw >> 16) % text.length] = marks[draw % (sizeof marks - 1)];
      }
      dataRun(program, (StrRef){copy, text.length - seed % 2}, t == 2);
    }
    free(copy);
  }
  relaxProgramDestroy(program);
}

int main(int argc, char **argv) {
  if (argc == 2 && strncmp(argv[1], "--rounds=", 9) == 0)
    rounds = (unsigned)strtoul(argv[1] + 9, NULL, 10);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(programRunsAsItIs),
      cmocka_unit_test(mutatedFilesAreErrorsOnly),
      cmocka_unit_test(mutatedTextsAreErrorsOnly),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
