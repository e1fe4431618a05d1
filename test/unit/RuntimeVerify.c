//===- RuntimeVerify.c - tests of the checks on programs ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "test/unit/RuntimeSample.h"

/// A program of one function without code, to be spoilt.
static RelaxEmitter emptyProgram(void) {
  RelaxProgram *program = relaxProgramCreate();
  return (RelaxEmitter){
      program, relaxProgramAddFunction(program, strRefFromC("f"), true)};
}

static void expectInvalid(RelaxEmitter e, const char *message) {
  RelaxError error = {0};
  assert_false(relaxProgramVerify(e.program, &error));
  expectError(&error, message);
  relaxProgramDestroy(e.program);
}

static void verifierFindsMistakes(void **state) {
  (void)state;
  RelaxEmitter e = emptyProgram();
  expectInvalid(e, "function 'f': code does not end with 'return' or 'goto'");
  e = emptyProgram();
  relaxEmitMove(e, 0, 0); // no such register
  relaxEmitReturn(e, 0, NULL);
  expectInvalid(e, "function 'f': operands of 'move' at word 0 are malformed");
  e = emptyProgram();
  relaxEmitGoto(e, 1); // into the middle of an instruction
  expectInvalid(e, "function 'f': operands of 'goto' at word 0 are malformed");
  e = emptyProgram();
  relaxEmitGoto(e, RELAX_OPEN_TARGET); // never bound
  expectInvalid(e, "function 'f': operands of 'goto' at word 0 are malformed");
  e = emptyProgram();
  relaxEmitCall(e, e.function, 0, NULL, 0, NULL);
  uint32_t reg = relaxFunctionNewRegister(e.program, e.function);
  relaxEmitReturn(e, 1, &reg); // but the function has no result
  expectInvalid(e,
                "function 'f': operands of 'return' at word 4 are malformed");
  e = emptyProgram();
  uint32_t one = relaxProgramAddConst(e.program, 1);
  RelaxKernelBuffer four = bufferOf(1, &one);
  uint32_t kernel =
      relaxProgramAddKernel(e.program, strRefFromC("k"), &four, 1, 0);
  relaxEmitKernel(e, kernel, 0, NULL, 0, NULL);
  relaxEmitReturn(e, 0, NULL);
  expectInvalid(e, "function 'f': operands of 'kernel' at word 0 are "
                   "malformed");
  e = emptyProgram();
  uint32_t dim = 1, symbol = 2;
  RelaxKernelBuffer other = bufferOf(1, &dim);
  relaxProgramAddKernel(e.program, strRefFromC("k"), &other, 1, 2);
  relaxEmitReturn(e, 0, NULL);
  expectInvalid(e, "kernel 0 is malformed");
  e = emptyProgram();
  dim = relaxProgramAddExpr(
      e.program, symExprSymbol(e.program->arena, strRefFromC("n")), &symbol);
  relaxProgramAddKernel(e.program, strRefFromC("k"), &other, 1, 2);
  relaxEmitReturn(e, 0, NULL);
  expectInvalid(e, "kernel 0 is malformed");
  e = emptyProgram();
  other.dtype = RELAX_STRING;
  other.rank = 0;
  relaxProgramAddKernel(e.program, strRefFromC("k"), &other, 1, 0);
  relaxEmitReturn(e, 0, NULL);
  expectInvalid(e, "kernel 0 is malformed");
  e = emptyProgram();
  relaxEmitReturn(e, 0, NULL);
  relaxProgramAddExpr(e.program, symExprUnknown(e.program->arena), NULL);
  expectInvalid(e, "expression 0 is malformed");
  e = emptyProgram();
  relaxEmitReturn(e, 0, NULL);
  relaxProgramAddFunction(e.program, strRefFromC("f"), false);
  relaxEmitReturn((RelaxEmitter){e.program, 1}, 0, NULL);
  expectInvalid(e, "function 'f' is there twice");
  e = emptyProgram();
  relaxEmitReturn(e, 0, NULL);
  RelaxWeight weight = {.name = strRefFromC("w"),
                        .path = strRefFromC("../w"),
                        .kind = RELAX_WEIGHT_FILE};
  relaxProgramAddWeight(e.program, &weight);
  expectInvalid(e, "weight 'w': weights path '../w' contains '..'");
}

/// The tables, spoilt one after the other.
static void verifierChecksTables(void **state) {
  (void)state;
  RelaxEmitter e = emptyProgram();
  relaxEmitReturn(e, 0, NULL);
  e.program->functions[0].code[0] = 99;
  expectInvalid(e, "function 'f': code is malformed at word 0");
  e = emptyProgram();
  relaxEmitReturn(e, 0, NULL);
  e.program->functions[0].numRegisters = RELAX_MAX_REGISTERS + 1;
  expectInvalid(e, "function 'f': expected at most 1048576 registers, got "
                   "1048577");
  e = emptyProgram();
  relaxEmitReturn(e, 0, NULL);
  relaxFunctionAddParam(e.program, 0, tensorType("x", RELAX_F32, 17, "[]"));
  expectInvalid(e, "function 'f': signature is malformed");
  e = emptyProgram();
  relaxEmitReturn(e, 0, NULL);
  relaxFunctionAddParam(e.program, 0, tensorType("x", RELAX_F32, 0, "[]"));
  relaxProgramSetPrepare(e.program, 0);
  expectInvalid(e, "function 'f': the prepare function has parameters or "
                   "results");
  e = emptyProgram();
  relaxEmitReturn(e, 0, NULL);
  e.program->prepareFunction = 1;
  expectInvalid(e, "the prepare function does not exist");
  e = emptyProgram();
  relaxProgramAddArm(e.program, strRefFromC("arm"));
  e.program->arms[0] = 1000;
  expectInvalid(e, "arm 0 is malformed");
  e = emptyProgram();
  factOf(e.program, SYM_FACT_EQ, 0, 0); // no expressions
  expectInvalid(e, "fact 0 is malformed");
  e = emptyProgram();
  RelaxWeight weight = {.name = strRefFromC("w"),
                        .kind = RELAX_WEIGHT_PREPARED};
  relaxProgramAddWeight(e.program, &weight);
  e.program->weights[0].numBytes = 3;
  expectInvalid(e, "weight 'w' is malformed");
  e = emptyProgram();
  relaxEmitSetWeight(e, relaxProgramAddWeight(e.program, &weight),
                     relaxFunctionNewRegister(e.program, 0));
  relaxEmitReturn(e, 0, NULL); // not the prepare function
  expectInvalid(e, "function 'f': operands of 'set_weight' at word 0 are "
                   "malformed");
}

static bool ran;

static int32_t kernelNotesThatItRan(void *const *buffers,
                                    const int64_t *symbols) {
  (void)buffers;
  (void)symbols;
  ran = true;
  return RELAX_KERNEL_OK;
}

static RelaxKernel notingKernel(void *user, const char *name) {
  (void)user;
  (void)name;
  return kernelNotesThatItRan;
}

/// f() allocates a buffer and gives it to a kernel that takes [3] of f32.
static void expectGiven(RelaxDType dtype, uint32_t rank, int64_t extent,
                        const char *message) {
  RelaxEmitter e = emptyProgram();
  uint32_t three = relaxProgramAddConst(e.program, 3);
  uint32_t given[] = {relaxProgramAddConst(e.program, extent),
                      relaxProgramAddConst(e.program, 1)};
  RelaxKernelBuffer taken = bufferOf(1, &three);
  uint32_t kernel =
      relaxProgramAddKernel(e.program, strRefFromC("k"), &taken, 1, 0);
  uint32_t reg = relaxFunctionNewRegister(e.program, e.function);
  relaxEmitAlloc(e, reg, dtype, rank, given);
  relaxEmitKernel(e, kernel, 1, &reg, 0, NULL);
  relaxEmitReturn(e, 0, NULL);
  RelaxMachineOptions options = {.findKernel = notingKernel};
  RelaxError error = {0};
  RelaxMachine *machine = relaxMachineCreate(e.program, &options, &error);
  assert_non_null(machine);
  ran = false;
  bool good =
      relaxMachineCall(machine, strRefFromC("f"), NULL, 0, NULL, 0, &error);
  assert_int_equal(good, message == NULL);
  assert_int_equal(ran, message == NULL);
  if (message)
    expectError(&error, message);
  relaxMachineDestroy(machine);
  relaxProgramDestroy(e.program);
}

/// The machine compares what a kernel is given with what it takes, before it
/// runs: also elements that are smaller, larger, or as large.
static void kernelsGetWhatTheyTake(void **state) {
  (void)state;
  expectGiven(RELAX_F32, 1, 3, NULL);
  expectGiven(RELAX_F64, 1, 3,
              "kernel 'k': buffer 0 is [3] of f64, expected [3] of f32");
  expectGiven(RELAX_I32, 1, 3,
              "kernel 'k': buffer 0 is [3] of i32, expected [3] of f32");
  expectGiven(RELAX_I8, 1, 12,
              "kernel 'k': buffer 0 is [12] of i8, expected [3] of f32");
  expectGiven(RELAX_F32, 1, 2,
              "kernel 'k': buffer 0 is [2] of f32, expected [3] of f32");
  expectGiven(RELAX_F32, 2, 3,
              "kernel 'k': buffer 0 is [3, 1] of f32, expected [3] of f32");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(kernelsGetWhatTheyTake),
      cmocka_unit_test(verifierFindsMistakes),
      cmocka_unit_test(verifierChecksTables),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
