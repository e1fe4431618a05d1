//===- RuntimeFaults.c - tests of programs that go wrong while they run ---===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "test/unit/RuntimeSample.h"

/// A public function f(x: f32 [n]) without code; x is register 0, n register 1.
typedef struct Fixture {
  RelaxEmitter e;
  uint32_t x, n;
} Fixture;

static Fixture begin(void) {
  RelaxProgram *program = relaxProgramCreate();
  Fixture f = {
      .e = {program, relaxProgramAddFunction(program, strRefFromC("f"), true)}};
  f.x = relaxFunctionAddParam(program, f.e.function,
                              tensorType("x", RELAX_F32, 1, "[n]"));
  f.n = relaxFunctionNewRegister(program, f.e.function);
  relaxEmitDim(f.e, f.n, f.x, 0, strRefFromC("input 'x'"));
  return f;
}

static uint32_t newRegister(Fixture *f) {
  return relaxFunctionNewRegister(f->e.program, f->e.function);
}

/// Adds the end, runs f on three elements and expects the message.
static void expectFails(Fixture *f, const char *message) {
  RelaxMachineOptions options = {.findKernel = sampleKernel,
                                 .maxInstructions = 100000,
                                 .maxMemory = 1 << 24};
  RelaxError error = {0};
  relaxEmitReturn(f->e, 0, NULL);
  RelaxMachine *machine = relaxMachineCreate(f->e.program, &options, &error);
  if (!machine)
    fail_msg("%s", relaxErrorText(&error));
  RelaxTensor x = tensorOf("3xf32=1 2 3");
  assert_false(
      relaxMachineCall(machine, strRefFromC("f"), &x, 1, NULL, 0, &error));
  expectError(&error, message);
  assert_int_equal(x.storage->refs, 1); // frames are unwound
  relaxTensorRelease(&x);
  relaxMachineDestroy(machine);
  relaxProgramDestroy(f->e.program);
}

static void memoryRunsOut(void **state) {
  (void)state;
  Fixture f = begin();
  relaxEmitStorage(f.e, newRegister(&f),
                   relaxProgramAddConst(f.e.program, INT64_C(1) << 62));
  expectFails(&f, "out of memory: 4611686018427387904 bytes for the arena of "
                  "function 'f'");
  f = begin();
  uint32_t dim = relaxProgramAddConst(f.e.program, INT64_C(1) << 62);
  relaxEmitAlloc(f.e, newRegister(&f), RELAX_I8, 1, &dim);
  expectFails(&f, "function 'f': out of memory: 4611686018427387904 bytes for "
                  "a i8 tensor of shape [4611686018427387904]");
  f = begin();
  dim = relaxProgramAddConst(f.e.program, INT64_C(1) << 62);
  relaxEmitAlloc(f.e, newRegister(&f), RELAX_F32, 1, &dim);
  expectFails(&f, "function 'f': the bytes of a f32 tensor of shape "
                  "[4611686018427387904] exceed 64 bits");
}

static void arithmeticIsExact(void **state) {
  (void)state;
  Fixture f = begin();
  relaxEmitStorage(f.e, newRegister(&f),
                   exprOfN(f.e.program, "4611686018427387904 * n", f.n));
  StrBuf message = {0};
  strBufAppendFormat(&message,
                     "cannot evaluate 4611686018427387904 * n (n "
                     "= 3 from input 'x', dimension 0): %s",
                     symStatusText(SYM_OVERFLOW));
  expectFails(&f, strBufText(&message));
  strBufFree(&message);
  f = begin();
  relaxEmitEval(f.e, newRegister(&f), exprOfN(f.e.program, "n - 5", f.n));
  expectFails(&f, "expected an extent >= 0, got n - 5 = -2 (n = 3 from input "
                  "'x', dimension 0)");
  f = begin();
  relaxEmitStorage(f.e, newRegister(&f), relaxProgramAddConst(f.e.program, -1));
  expectFails(&f, "expected an extent >= 0, got -1");
}

static void checksNameTheirSymbols(void **state) {
  (void)state;
  Fixture f = begin();
  uint32_t twice = newRegister(&f);
  const char *names[] = {"n", "k"};
  uint32_t regs[] = {f.n, twice};
  relaxEmitEval(f.e, twice, exprOfN(f.e.program, "2 * n", f.n));
  relaxEmitCheckDim(f.e, f.x, 0, exprOf(f.e.program, "n + k", names, regs),
                    strRefFromC("input 'x'"));
  // A register that was computed has no place to name.
  expectFails(&f, "input 'x', dimension 0: expected k + n = 9 (k = 6; n = 3 "
                  "from input 'x', dimension 0), got 3");
  f = begin();
  twice = newRegister(&f);
  relaxEmitEval(f.e, twice, exprOfN(f.e.program, "2 * n", f.n));
  relaxEmitCheckDim(f.e, f.x, 0, exprOfN(f.e.program, "n", twice),
                    strRefFromC("value 'v'"));
  expectFails(&f, "value 'v', dimension 0: expected n = 6, got 3");
  f = begin();
  regs[1] = newRegister(&f);
  relaxEmitDim(f.e, regs[1], f.x, 0, strRefFromC("input 'y'"));
  relaxEmitCheckDim(f.e, f.x, 0, exprOfN(f.e.program, "n", regs[1]),
                    strRefFromC("input 'x'"));
  uint32_t fact = factOf(f.e.program, SYM_FACT_LE,
                         exprOf(f.e.program, "n + 1", names, regs),
                         exprOf(f.e.program, "k", names, regs));
  relaxEmitCheckFact(f.e, fact, true, strRefFromC("function 'f'"));
  expectFails(&f, "function 'f': expected n + 1 <= k, got n = 3 (from input "
                  "'x', dimension 0), k = 3 (from input 'y', dimension 0)");
  f = begin();
  relaxEmitCheckDim(f.e, f.x, 0, relaxProgramAddConst(f.e.program, 2048),
                    strRefFromC("input 'x'"));
  expectFails(&f, "input 'x', dimension 0: expected 2048, got 3");
}

static void wrongRegistersAreErrors(void **state) {
  (void)state;
  Fixture f = begin();
  relaxEmitCopy(f.e, f.x, f.n);
  expectFails(&f, "function 'f' is malformed at word 5: a register holds no "
                  "tensor");
  f = begin();
  relaxEmitStorage(f.e, newRegister(&f),
                   exprOfN(f.e.program, "n", newRegister(&f)));
  expectFails(&f, "function 'f' is malformed at word 5: a symbol "
                  "has no value");
  f = begin();
  uint32_t arena = newRegister(&f), view = newRegister(&f);
  uint32_t size = exprOfN(f.e.program, "n", f.n);
  relaxEmitStorage(f.e, arena, exprOfN(f.e.program, "4 * n", f.n));
  relaxEmitView(f.e, view, arena, relaxProgramAddConst(f.e.program, 4),
                RELAX_F32, 1, &size);
  expectFails(&f, "function 'f': a view of 12 bytes at 4 does not lie in a "
                  "storage of 12 bytes");
  f = begin();
  uint32_t dims[] = {relaxProgramAddConst(f.e.program, 2),
                     relaxProgramAddConst(f.e.program, 2)};
  relaxEmitReshape(f.e, newRegister(&f), f.x, 2, dims);
  expectFails(&f, "function 'f': cannot reshape [3] to [2, 2]");
}

/// Operands of the right kind that do not fit the instruction.
static void wrongTensorsAreErrors(void **state) {
  (void)state;
  Fixture f = begin();
  relaxEmitDim(f.e, newRegister(&f), f.x, 1, strRefFromC("input 'x'"));
  expectFails(&f, "function 'f' is malformed at word 5: a tensor has no such "
                  "dimension");
  f = begin();
  relaxEmitLoadExtent(f.e, newRegister(&f), f.x, 0, strRefFromC("input 'x'"));
  expectFails(&f, "function 'f' is malformed at word 5: a tensor holds no "
                  "integers");
  f = begin();
  relaxEmitRow(f.e, newRegister(&f), f.x, f.x, strRefFromC("row 'r'"));
  expectFails(&f, "function 'f' is malformed at word 5: a row is taken of a "
                  "scalar, or by no index");
  f = begin();
  uint32_t size = exprOfN(f.e.program, "n", f.n);
  relaxEmitView(f.e, newRegister(&f), f.x, relaxProgramAddConst(f.e.program, 0),
                RELAX_F32, 1, &size);
  expectFails(&f, "function 'f' is malformed at word 5: a register holds no "
                  "storage");
  f = begin();
  uint32_t other = newRegister(&f);
  size = exprOfN(f.e.program, "n", f.n);
  relaxEmitAlloc(f.e, other, RELAX_I32, 1, &size);
  relaxEmitCopy(f.e, f.x, other);
  expectFails(&f, "function 'f' is malformed at word 10: a copy between "
                  "tensors of two types");
}

/// A prepare function that uses the prepared weight i32 [3], or sets it to a
/// tensor of `dtype` `times` times; without code for the rest of the program.
static void expectNotPrepared(bool uses, RelaxDType dtype, int times,
                              const char *message) {
  RelaxProgram *program = relaxProgramCreate();
  RelaxWeight weight = {.name = strRefFromC("w"),
                        .kind = RELAX_WEIGHT_PREPARED,
                        .dtype = RELAX_I32,
                        .rank = 1,
                        .dims = {3}};
  uint32_t index = relaxProgramAddWeight(program, &weight);
  uint32_t size = relaxProgramAddConst(program, 3);
  RelaxEmitter e = {program,
                    relaxProgramAddFunction(program, strRefFromC("p"), false)};
  uint32_t tensor = relaxFunctionNewRegister(program, e.function);
  if (uses)
    relaxEmitWeight(e, tensor, index);
  else
    relaxEmitAlloc(e, tensor, dtype, 1, &size);
  for (int i = 0; i < times; ++i)
    relaxEmitSetWeight(e, index, tensor);
  relaxEmitReturn(e, 0, NULL);
  relaxProgramSetPrepare(program, e.function);
  RelaxMachineOptions options = {.maxInstructions = 100};
  RelaxError error = {0};
  assert_null(relaxMachineCreate(program, &options, &error));
  expectError(&error, message);
  relaxProgramDestroy(program);
}

static void weightsArePreparedOnce(void **state) {
  (void)state;
  expectNotPrepared(true, RELAX_I32, 1,
                    "preparing the weights: function 'p' is malformed at word "
                    "0: a prepared weight is "
                    "used before it is set");
  expectNotPrepared(false, RELAX_F32, 1,
                    "preparing the weights: function 'p' is malformed at word "
                    "5: a prepared weight is "
                    "set twice or has another type");
  expectNotPrepared(false, RELAX_I32, 2,
                    "preparing the weights: function 'p' is malformed at word "
                    "8: a prepared weight is "
                    "set twice or has another type");
}

static void endlessCallsStop(void **state) {
  (void)state;
  Fixture f = begin();
  relaxEmitGoto(f.e, 0);
  expectFails(&f, "stopped after 100000 instructions");
  f = begin();
  relaxEmitCall(f.e, f.e.function, 1, &f.x, 0, NULL);
  expectFails(&f, "stopped after 100000 instructions");
  f = begin();
  relaxEmitCall(f.e, f.e.function, 1, &f.x, 0, NULL);
  relaxEmitEval(f.e, f.n, relaxProgramAddConst(f.e.program, 3));
  expectFails(&f, "function 'f': a call needs more than 16777216 bytes of "
                  "memory: 16777496 for 44621 frames, 0 for values");
}

/// Extents go in and out of a function as rank-0 i64 tensors.
static void extentsAreArguments(void **state) {
  (void)state;
  RelaxProgram *program = relaxProgramCreate();
  RelaxEmitter e = {program,
                    relaxProgramAddFunction(program, strRefFromC("g"), true)};
  uint32_t m = relaxFunctionAddParam(program, e.function, extentType("m"));
  relaxFunctionAddResult(program, e.function, extentType("r"));
  uint32_t r = relaxFunctionNewRegister(program, e.function);
  const char *names[] = {"m"};
  relaxEmitEval(e, r, exprOf(program, "3 * m - 1", names, &m));
  relaxEmitReturn(e, 1, &r);
  RelaxError error = {0};
  RelaxMachineOptions options = {0};
  RelaxMachine *machine = relaxMachineCreate(program, &options, &error);
  assert_non_null(machine);
  RelaxTensor input = tensorOf("i64=5"), output;
  assert_true(relaxMachineCall(machine, strRefFromC(""), &input, 1, &output, 1,
                               &error));
  expectTensor(&output, "dense<14> : tensor<i64>");
  relaxTensorRelease(&output);
  relaxTensorRelease(&input);
  const char *const values[] = {"i64=0", "i64=-1", "i32=1", "1xi64=1"};
  const char *const messages[] = {
      "expected an extent >= 0, got 3 * m - 1 = -1 (m = 0 from input 'm')",
      "input 'm': expected an extent >= 0, got -1",
      "input 'm': expected i64 tensor of rank 0, got i32 tensor of rank 0",
      "input 'm': expected i64 tensor of rank 0, got i64 tensor of rank 1"};
  for (int i = 0; i < 4; ++i) {
    input = tensorOf(values[i]);
    assert_false(relaxMachineCall(machine, strRefFromC(""), &input, 1, &output,
                                  1, &error));
    expectError(&error, messages[i]);
    relaxTensorRelease(&input);
  }
  relaxMachineDestroy(machine);
  relaxProgramDestroy(program);
}

/// A result register that was never set, and a prepare function that fails.
static void resultsMustHaveValues(void **state) {
  (void)state;
  RelaxEmitter e = {relaxProgramCreate(), 0};
  RelaxError error = {0};
  RelaxMachineOptions options = {0};
  relaxProgramAddFunction(e.program, strRefFromC("f"), true);
  relaxFunctionAddResult(e.program, 0, tensorType("y", RELAX_F32, 0, "[]"));
  uint32_t y = relaxFunctionNewRegister(e.program, 0);
  relaxEmitReturn(e, 1, &y);
  RelaxMachine *machine = relaxMachineCreate(e.program, &options, &error);
  assert_non_null(machine);
  RelaxTensor output;
  assert_false(
      relaxMachineCall(machine, strRefFromC("f"), NULL, 0, &output, 1, &error));
  expectError(&error, "result 'y' has no value");
  relaxMachineDestroy(machine);
  relaxProgramDestroy(e.program);
  e.program = relaxProgramCreate();
  relaxProgramAddFunction(e.program, strRefFromC("p"), false);
  relaxEmitStorage(e, relaxFunctionNewRegister(e.program, 0),
                   relaxProgramAddConst(e.program, -1));
  relaxEmitReturn(e, 0, NULL);
  relaxProgramSetPrepare(e.program, 0);
  assert_null(relaxMachineCreate(e.program, &options, &error));
  expectError(&error, "preparing the weights: expected an extent >= 0, got -1");
  relaxProgramDestroy(e.program);
}

/// Weights that cannot be read, and prepared ones that nobody sets.
static void machinesNeedTheirWeights(void **state) {
  (void)state;
  RelaxError error = {0};
  RelaxMachineOptions options = {0};
  const char *dirs[] = {"/nonexistent"};
  RelaxProgram *program = relaxProgramCreate();
  RelaxWeight weight = {.name = strRefFromC("w"),
                        .kind = RELAX_WEIGHT_PREPARED,
                        .dtype = RELAX_F32};
  relaxProgramAddWeight(program, &weight);
  assert_null(relaxMachineCreate(program, &options, &error));
  expectError(&error, "weight 'w' is not set by a prepare function");
  relaxProgramDestroy(program);
  program = relaxProgramCreate();
  weight.kind = RELAX_WEIGHT_FILE;
  weight.path = strRefFromC("w.bin");
  relaxProgramAddWeight(program, &weight);
  options.weightDirs = dirs;
  options.numWeightDirs = 1;
  assert_null(relaxMachineCreate(program, &options, &error));
  expectError(&error, "weight 'w': cannot read 'w.bin': no such file in "
                      "'/nonexistent' ('--weights-dir=' names another folder)");
  relaxProgramDestroy(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(memoryRunsOut),
      cmocka_unit_test(arithmeticIsExact),
      cmocka_unit_test(checksNameTheirSymbols),
      cmocka_unit_test(wrongRegistersAreErrors),
      cmocka_unit_test(wrongTensorsAreErrors),
      cmocka_unit_test(weightsArePreparedOnce),
      cmocka_unit_test(endlessCallsStop),
      cmocka_unit_test(extentsAreArguments),
      cmocka_unit_test(resultsMustHaveValues),
      cmocka_unit_test(machinesNeedTheirWeights),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
