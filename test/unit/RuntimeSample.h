//===- RuntimeSample.h - a program that uses every instruction ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
//   main(x: [n, 4], y: [2 * n]) -> (s: [n], z: [n, 2])
//     where n <= 1000, n in {0, 1, 2, 3, 4, 7}
//   s = row sums of x + 2 * b through an arena, z = a copy of y by a private
//   function; a dispatch on n mod 2 == 0 with the arms `even` and `odd`.
//   count(t: i64 [k]) -> (m): the extent that stands in t's first element.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_UNIT_RUNTIMESAMPLE_H
#define RELAX_TEST_UNIT_RUNTIMESAMPLE_H

#include "lib/Runtime/Emit.h"
#include "lib/Runtime/Machine.h"
#include "test/unit/RuntimeTest.h"

/// An expression over symbols `name[i]` in registers `reg[i]`.
static inline uint32_t exprOf(RelaxProgram *program, const char *text,
                              const char *const *names, const uint32_t *regs) {
  SymText source = {.text = strRefFromC(text)};
  SymTokens tokens = symTokensFromText(&source);
  SymExpr expr;
  uint32_t registers[8];
  if (!symExprParse(&tokens, program->arena, &expr))
    fail_msg("'%s': %s", text, strBufText(&source.message));
  for (size_t s = 0; s < expr.numSymbols; ++s) {
    size_t i = 0;
    while (!strRefEqual(expr.symbols[s], strRefFromC(names[i])))
      ++i;
    registers[s] = regs[i];
  }
  return relaxProgramAddExpr(program, expr, registers);
}

/// An expression over the one symbol n.
static inline uint32_t exprOfN(RelaxProgram *program, const char *text,
                               uint32_t reg) {
  const char *names[] = {"n"};
  return exprOf(program, text, names, &reg);
}

/// Of floats that lie behind each other.
static inline RelaxKernelBuffer bufferOf(uint32_t rank, const uint32_t *dims) {
  return (RelaxKernelBuffer){
      .dtype = RELAX_F32, .rank = rank, .dims = dims, .rows = RELAX_NO_ROWS};
}

static inline RelaxValueType tensorType(const char *name, RelaxDType dtype,
                                        int32_t rank, const char *dims) {
  return (RelaxValueType){.name = strRefFromC(name),
                          .dtype = dtype,
                          .rank = rank,
                          .dims = strRefFromC(dims)};
}

static inline RelaxValueType extentType(const char *name) {
  return (RelaxValueType){.name = strRefFromC(name),
                          .kind = RELAX_VALUE_EXTENT,
                          .dtype = RELAX_I64};
}

static inline uint32_t factOf(RelaxProgram *program, SymFactKind kind,
                              uint32_t lhs, uint32_t rhs) {
  return relaxProgramAddFact(
      program, (RelaxFactEntry){.kind = kind, .lhs = lhs, .rhs = rhs});
}

/// Weights `b` (inline, 1 to 4) and `bp` (prepared as 2 * b by `double`).
static inline void samplePrepare(RelaxProgram *program) {
  static const float b[] = {1, 2, 3, 4};
  uint32_t four = relaxProgramAddConst(program, 4);
  RelaxWeight weight = {.name = strRefFromC("b"),
                        .kind = RELAX_WEIGHT_INLINE,
                        .dtype = RELAX_F32,
                        .rank = 1,
                        .dims = {4},
                        .data = b};
  uint32_t plain = relaxProgramAddWeight(program, &weight);
  weight.name = strRefFromC("bp");
  weight.kind = RELAX_WEIGHT_PREPARED;
  uint32_t prepared = relaxProgramAddWeight(program, &weight);
  RelaxKernelBuffer buffers[] = {bufferOf(1, &four), bufferOf(1, &four)};
  uint32_t kernel =
      relaxProgramAddKernel(program, strRefFromC("double"), buffers, 2, 0);
  RelaxEmitter e = {
      program, relaxProgramAddFunction(program, strRefFromC("prepare"), false)};
  uint32_t regs[] = {relaxFunctionNewRegister(program, e.function),
                     relaxFunctionNewRegister(program, e.function)};
  relaxEmitWeight(e, regs[0], plain);
  relaxEmitAlloc(e, regs[1], RELAX_F32, 1, &four);
  relaxEmitKernel(e, kernel, 2, regs, 0, NULL);
  relaxEmitSetWeight(e, prepared, regs[1]);
  relaxEmitReturn(e, 0, NULL);
  relaxProgramSetPrepare(program, e.function);
}

/// private helper(y, n) -> z: a copy of y as [n, 2].
static inline uint32_t sampleHelper(RelaxProgram *program) {
  RelaxEmitter e = {
      program, relaxProgramAddFunction(program, strRefFromC("helper"), false)};
  program->functions[e.function].isConcurrent = true;
  uint32_t y = relaxFunctionAddParam(program, e.function,
                                     tensorType("y", RELAX_F32, 1, "[2 * n]"));
  uint32_t n = relaxFunctionAddParam(program, e.function, extentType("n"));
  relaxFunctionAddResult(program, e.function,
                         tensorType("z", RELAX_F32, 2, "[n, 2]"));
  uint32_t copy = relaxFunctionNewRegister(program, e.function);
  uint32_t twice = relaxFunctionNewRegister(program, e.function);
  uint32_t evaluated = exprOfN(program, "n", twice);
  uint32_t dims[] = {exprOfN(program, "n", n),
                     relaxProgramAddConst(program, 2)};
  relaxEmitCheckFact(e,
                     factOf(program, SYM_FACT_LE, exprOfN(program, "n", n),
                            relaxProgramAddConst(program, 3)),
                     false, strRefFromC("function 'helper'"));
  relaxEmitEval(e, twice, exprOfN(program, "2 * n", n));
  relaxEmitAlloc(e, copy, RELAX_F32, 1, &evaluated);
  relaxEmitCopy(e, copy, y);
  relaxEmitReshape(e, copy, copy, 2, dims);
  relaxEmitReturn(e, 1, &copy);
  return e.function;
}

/// The boundary checks of main; n is bound in register `n`.
static inline void sampleBoundary(RelaxEmitter e, uint32_t x, uint32_t y,
                                  uint32_t n) {
  static const int64_t allowed[] = {0, 1, 2, 3, 4, 7};
  StrRef inX = strRefFromC("input 'x'"), inY = strRefFromC("input 'y'");
  RelaxProgram *program = e.program;
  relaxEmitCheckTensor(e, x, RELAX_F32, 2, inX);
  relaxEmitCheckTensor(e, y, RELAX_F32, 1, inY);
  relaxEmitDim(e, n, x, 0, inX);
  relaxEmitCheckDim(e, x, 1, relaxProgramAddConst(program, 4), inX);
  relaxEmitCheckDim(e, y, 0, exprOfN(program, "2 * n", n), inY);
  relaxEmitCheckFact(e,
                     factOf(program, SYM_FACT_LE, exprOfN(program, "n", n),
                            relaxProgramAddConst(program, 1000)),
                     true, strRefFromC("function 'main'"));
  RelaxFactEntry in = {.kind = SYM_FACT_IN,
                       .lhs = exprOfN(program, "n", n),
                       .values = allowed,
                       .numValues = 6};
  relaxEmitCheckFact(e, relaxProgramAddFact(program, in), true,
                     strRefFromC("function 'main'"));
}

static inline void sampleMain(RelaxProgram *program, uint32_t helper) {
  RelaxEmitter e = {
      program, relaxProgramAddFunction(program, strRefFromC("main"), true)};
  uint32_t f = e.function;
  uint32_t x = relaxFunctionAddParam(program, f,
                                     tensorType("x", RELAX_F32, 2, "[n, 4]"));
  uint32_t y = relaxFunctionAddParam(program, f,
                                     tensorType("y", RELAX_F32, 1, "[2 * n]"));
  relaxFunctionAddResult(program, f, tensorType("s", RELAX_F32, 1, "[n]"));
  relaxFunctionAddResult(program, f, tensorType("z", RELAX_F32, 2, "[n, 2]"));
  uint32_t n = relaxFunctionNewRegister(program, f);
  uint32_t arena = relaxFunctionNewRegister(program, f);
  uint32_t bias = relaxFunctionNewRegister(program, f);
  uint32_t view = relaxFunctionNewRegister(program, f);
  uint32_t s = relaxFunctionNewRegister(program, f);
  uint32_t z = relaxFunctionNewRegister(program, f);
  // Of kernels, symbol number 0.
  uint32_t rows[] = {exprOfN(program, "n", 0),
                     relaxProgramAddConst(program, 4)};
  RelaxKernelBuffer addTakes[] = {bufferOf(2, rows), bufferOf(1, rows + 1),
                                  bufferOf(2, rows)};
  RelaxKernelBuffer sumTakes[] = {bufferOf(2, rows), bufferOf(1, rows)};
  uint32_t add =
      relaxProgramAddKernel(program, strRefFromC("add"), addTakes, 3, 1);
  uint32_t sum =
      relaxProgramAddKernel(program, strRefFromC("sum"), sumTakes, 2, 1);
  sampleBoundary(e, x, y, n);
  uint32_t sizeN = exprOfN(program, "n", n);
  uint32_t dims[] = {sizeN, relaxProgramAddConst(program, 4)};
  uint32_t addBuffers[] = {x, bias, view}, sumBuffers[] = {view, s};
  relaxEmitStorage(e, arena, exprOfN(program, "16 * n + 64", n));
  relaxEmitWeight(e, bias, 1);
  relaxEmitView(e, view, arena, relaxProgramAddConst(program, 64), RELAX_F32, 2,
                dims);
  relaxEmitKernel(e, add, 3, addBuffers, 1, &sizeN);
  relaxEmitAlloc(e, s, RELAX_F32, 1, &sizeN);
  uint32_t even = factOf(program, SYM_FACT_EQ, exprOfN(program, "n mod 2", n),
                         relaxProgramAddConst(program, 0));
  uint32_t toOdd =
      relaxEmitBranchFact(e, relaxProgramAddArm(program, strRefFromC("even")),
                          1, &even, RELAX_OPEN_TARGET);
  relaxEmitKernel(e, sum, 2, sumBuffers, 1, &sizeN);
  uint32_t toEnd = relaxEmitGoto(e, RELAX_OPEN_TARGET);
  relaxEmitBind(e, toOdd);
  uint32_t never =
      relaxEmitBranchFact(e, relaxProgramAddArm(program, strRefFromC("odd")), 0,
                          NULL, RELAX_OPEN_TARGET);
  relaxEmitKernel(e, sum, 2, sumBuffers, 1, &sizeN);
  relaxEmitBind(e, never);
  relaxEmitBind(e, toEnd);
  relaxEmitKill(e, view);
  uint32_t arguments[] = {y, n}, results[] = {s, z};
  relaxEmitCall(e, helper, 2, arguments, 1, &z);
  relaxEmitReturn(e, 2, results);
}

static inline void sampleCount(RelaxProgram *program) {
  RelaxEmitter e = {
      program, relaxProgramAddFunction(program, strRefFromC("count"), true)};
  uint32_t t = relaxFunctionAddParam(program, e.function,
                                     tensorType("t", RELAX_I64, 1, "[k]"));
  relaxFunctionAddResult(program, e.function, extentType("m"));
  uint32_t m = relaxFunctionNewRegister(program, e.function);
  uint32_t moved = relaxFunctionNewRegister(program, e.function);
  relaxEmitLoadExtent(e, m, t, 0, strRefFromC("input 't'"));
  relaxEmitMove(e, moved, m);
  relaxEmitReturn(e, 1, &moved);
}

static inline RelaxProgram *sampleProgram(void) {
  RelaxProgram *program = relaxProgramCreate();
  samplePrepare(program);
  uint32_t helper = sampleHelper(program);
  sampleMain(program, helper);
  sampleCount(program);
  return program;
}

static inline int32_t kernelDouble(void *const *buffers,
                                   const int64_t *symbols) {
  (void)symbols;
  for (int i = 0; i < 4; ++i)
    ((float *)buffers[1])[i] = 2 * ((const float *)buffers[0])[i];
  return RELAX_KERNEL_OK;
}

static inline int32_t kernelAdd(void *const *buffers, const int64_t *symbols) {
  for (int64_t i = 0; i < symbols[0] * 4; ++i)
    ((float *)buffers[2])[i] =
        ((const float *)buffers[0])[i] + ((const float *)buffers[1])[i % 4];
  return RELAX_KERNEL_OK;
}

static inline int32_t kernelSum(void *const *buffers, const int64_t *symbols) {
  for (int64_t i = 0; i < symbols[0]; ++i) {
    const float *row = (const float *)buffers[0] + 4 * i;
    ((float *)buffers[1])[i] = row[0] + row[1] + row[2] + row[3];
  }
  return RELAX_KERNEL_OK;
}

/// The table of kernels; `user` counts the questions.
static inline RelaxKernel sampleKernel(void *user, const char *name) {
  if (user)
    ++*(int *)user;
  return strcmp(name, "double") == 0 ? kernelDouble
         : strcmp(name, "add") == 0  ? kernelAdd
         : strcmp(name, "sum") == 0  ? kernelSum
                                     : NULL;
}

#endif // RELAX_TEST_UNIT_RUNTIMESAMPLE_H
