//===- RuntimeTogether.c - tests of calls at the same time ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/Policy.h"
#include "test/unit/RuntimeSample.h"

enum { CALLS = 5 };

/// swap(x: [k, 2], y: [k, 2]) -> (y, x), for many calls at once, and
/// main(x: [2]) -> z: of (x, x), twice, behind two forces.
static RelaxProgram *makeProgram(void) {
  RelaxProgram *program = relaxProgramCreate();
  RelaxEmitter swap = {
      program, relaxProgramAddFunction(program, strRefFromC("swap"), false)};
  RelaxEmitter e = {
      program, relaxProgramAddFunction(program, strRefFromC("main"), true)};
  RelaxValueType many = tensorType("x", RELAX_F32, 2, "[k, 2]"),
                 one = tensorType("x", RELAX_F32, 1, "[2]");
  uint32_t x = relaxFunctionAddParam(program, swap.function, many);
  uint32_t y = relaxFunctionAddParam(program, swap.function, many);
  relaxFunctionAddResult(program, swap.function, many);
  relaxFunctionAddResult(program, swap.function, many);
  relaxEmitReturn(swap, 2, (uint32_t[]){y, x});
  x = relaxFunctionAddParam(program, e.function, one);
  relaxFunctionAddResult(program, e.function, one);
  uint32_t two = relaxProgramAddConst(program, 2), r[5];
  for (int i = 0; i < 5; ++i)
    r[i] = relaxFunctionNewRegister(program, e.function);
  relaxEmitCheckTensor(e, x, RELAX_F32, 1, strRefFromC("input 'x'"));
  for (int round = 0; round < 2; ++round) {
    relaxEmitLazy(e, r[0], RELAX_F32, 1, &two);
    relaxEmitLazy(e, r[1], RELAX_F32, 1, &two);
    relaxEmitDefer(e, swap.function, true, 0, 0, 4,
                   (uint32_t[]){x, x, r[0], r[1]}, 0, NULL, 0, NULL);
    relaxEmitLazy(e, r[2], RELAX_F32, 1, &two);
    relaxEmitLazy(e, r[3], RELAX_F32, 1, &two);
    relaxEmitDefer(e, swap.function, true, 0, 0, 4,
                   (uint32_t[]){r[0], r[1], r[2], r[3]}, 0, NULL, 0, NULL);
    relaxEmitForce(e, r[4], r[3]);
  }
  relaxEmitReturn(e, 1, &r[4]);
  return program;
}

static RelaxMachine *makeMachine(const RelaxProgram *program) {
  RelaxMachineOptions options = {.maxMemory = 1 << 20, .maxInstructions = 500};
  return relaxMachineCreate(program, &options, NULL);
}

/// Some calls of main; how many came to their end with what they were given.
static int callAll(RelaxMachine *machine, const RelaxTogether *how) {
  static const char *const inputs[CALLS] = {
      "2xf32=1 2", "2xf32=3 4", "2xf32=5 6", "2xi8=1 2", "2xf32=7 8"};
  RelaxCall calls[CALLS];
  RelaxTensor in[CALLS], out[CALLS];
  RelaxError error = {0};
  int good = 0;
  for (int i = 0; i < CALLS; ++i) {
    in[i] = tensorOf(inputs[i]);
    calls[i] = (RelaxCall){.entry = strRefFromC("main"),
                           .inputs = &in[i],
                           .numInputs = 1,
                           .outputs = &out[i],
                           .numOutputs = 1};
  }
  assert_true(relaxMachineCallTogether(machine, calls, CALLS, how, &error));
  for (int i = 0; i < CALLS; ++i) {
    bool ended = !relaxErrorIsSet(&calls[i].error);
    good += ended && out[i].dtype == RELAX_F32 && out[i].rank == 1 &&
            memcmp(out[i].data, in[i].data, 8) == 0;
    relaxErrorFree(&calls[i].error);
    relaxTensorRelease(&in[i]);
    relaxTensorRelease(&out[i]);
  }
  return good;
}

static void runTogether(void **state) {
  (void)state;
  RelaxProgram *program = makeProgram();
  RelaxMachine *machine = makeMachine(program);
  assert_non_null(machine);
  const RelaxCounters *last = relaxMachineLastCounters(machine);
  // One call has an input of another type.
  assert_int_equal(callAll(machine, &(RelaxTogether){0}), CALLS - 1);
  assert_int_equal(last->batches, 4 * (CALLS - 1));
  for (uint64_t seed = 0; seed < 20; ++seed) {
    RelaxTogether how = {.interleave = seed > 0,
                         .seed = seed,
                         .policy = batchPolicyAt((int)(seed % 3))};
    assert_int_equal(callAll(machine, &how), CALLS - 1);
    assert_int_equal(last->deferred, 4 * (CALLS - 1));
    assert_int_equal(last->batches, 4); // two, forced, and once more
    assert_int_equal(last->launches, 4);
  }
  relaxMachineDestroy(machine);
  relaxProgramDestroy(program);
}

/// What is counted against a limit is one call's.
static void limitsAreRefused(void **state) {
  (void)state;
  RelaxProgram *program = makeProgram();
  RelaxMachineOptions options = {.memoryLimit = 1 << 20};
  RelaxMachine *machine = relaxMachineCreate(program, &options, NULL);
  RelaxError error = {0};
  assert_non_null(machine);
  assert_false(
      relaxMachineCallTogether(machine, NULL, 0, &(RelaxTogether){0}, &error));
  assert_string_equal(relaxErrorText(&error),
                      "calls at the same time: expected no memory limit and no "
                      "recomputation, which are of one call");
  relaxErrorFree(&error);
  relaxMachineDestroy(machine);
  relaxProgramDestroy(program);
}

/// Programs come from files that nobody trusts: what the verifier lets pass
/// ends, with an error or without.
static void brokenProgramsEnd(void **state) {
  (void)state;
  uint64_t random = 1, ran = 0;
  for (int i = 0; i < 4000; ++i) {
    RelaxProgram *program = makeProgram();
    for (int k = 0; k <= i % 3; ++k) {
      random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
      RelaxFunction *function = &program->functions[random >> 63];
      uint32_t at = (uint32_t)(random >> 32) % (uint32_t)function->codeSize;
      ((uint32_t *)function->code)[at] = (uint32_t)(random >> 24) % 48;
    }
    RelaxMachine *machine = makeMachine(program);
    if (machine) {
      callAll(machine,
              &(RelaxTogether){.interleave = i % 2,
                               .policy = i % 4 ? &batchPolicyAgenda : NULL});
      relaxMachineDestroy(machine);
      ++ran;
    }
    relaxProgramDestroy(program);
  }
  assert_in_range(ran, 100, 3999);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(runTogether),
                                     cmocka_unit_test(limitsAreRefused),
                                     cmocka_unit_test(brokenProgramsEnd)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
