//===- RuntimeMemory.c - tests of calls under a limit --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "test/unit/RuntimeSample.h"

static RelaxMachine *create(const RelaxProgram *program,
                            RelaxMachineOptions options) {
  static int questions;
  RelaxError error = {0};
  options.findKernel = sampleKernel;
  options.kernelUser = &questions;
  RelaxMachine *machine = relaxMachineCreate(program, &options, &error);
  if (!machine)
    fail_msg("%s", relaxErrorText(&error));
  return machine;
}

static bool callMain(RelaxMachine *machine, const char *x, const char *y,
                     RelaxTensor outputs[2], RelaxError *error) {
  RelaxTensor inputs[] = {tensorOf(x), tensorOf(y)};
  bool ok = relaxMachineCall(machine, strRefFromC("main"), inputs, 2, outputs,
                             2, error);
  relaxTensorRelease(&inputs[0]);
  relaxTensorRelease(&inputs[1]);
  return ok;
}

static void expectMain(RelaxMachine *machine, const char *x, const char *y,
                       const char *s, const char *z) {
  RelaxTensor outputs[2];
  RelaxError error = {0};
  if (!callMain(machine, x, y, outputs, &error))
    fail_msg("%s", relaxErrorText(&error));
  expectTensor(&outputs[0], s);
  expectTensor(&outputs[1], z);
  relaxTensorRelease(&outputs[0]);
  relaxTensorRelease(&outputs[1]);
}

static void expectRefused(RelaxMachine *machine, const char *x, const char *y,
                          const char *message) {
  RelaxTensor outputs[2];
  RelaxError error = {0};
  assert_false(callMain(machine, x, y, outputs, &error));
  expectError(&error, message);
}

/// An arena of 96 bytes and results of 24, call by call.
static void limitsChangeBetweenCalls(void **state) {
  (void)state;
  RelaxProgram *program = sampleProgram();
  RelaxMachine *machine =
      create(program, (RelaxMachineOptions){.memoryLimit = 119});
  expectRefused(machine, "2x4xf32=0", "4xf32=0",
                "function 'main': expected a memory limit of at least 120 "
                "bytes, got 119");
  relaxMachineSetMemoryLimit(machine, 120);
  expectMain(machine, "2x4xf32=0", "4xf32=0",
             "dense<[20.0, 20.0]> : tensor<2xf32>",
             "dense<[[0.0, 0.0], [0.0, 0.0]]> : tensor<2x2xf32>");
  assert_int_equal(relaxMachineLastCounters(machine)->peakBytes, 120);
  relaxMachineSetMemoryLimit(machine, 95);
  expectRefused(machine, "2x4xf32=0", "4xf32=0",
                "function 'main': expected a memory limit of at least 120 "
                "bytes, got 95");
  relaxMachineSetMemoryLimit(machine, 0);
  expectMain(machine, "2x4xf32=0", "4xf32=0",
             "dense<[20.0, 20.0]> : tensor<2xf32>",
             "dense<[[0.0, 0.0], [0.0, 0.0]]> : tensor<2x2xf32>");
  assert_int_equal(relaxMachineLastCounters(machine)->peakBytes, 0);
  relaxMachineDestroy(machine);
  relaxProgramDestroy(program);
}

/// What a call returned is the caller's and counts no more.
static void resultsOutliveTheirMeter(void **state) {
  (void)state;
  RelaxProgram *program = sampleProgram();
  RelaxMachine *machine =
      create(program, (RelaxMachineOptions){.memoryLimit = 200});
  RelaxTensor outputs[3][2];
  RelaxError error = {0};
  for (int i = 0; i < 3; ++i)
    if (!callMain(machine, "2x4xf32=0", "4xf32=1 2 3 4", outputs[i], &error))
      fail_msg("%s", relaxErrorText(&error));
  relaxMachineDestroy(machine);
  relaxProgramDestroy(program);
  for (int i = 0; i < 3; ++i) {
    expectTensor(&outputs[i][1],
                 "dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>");
    relaxTensorRelease(&outputs[i][0]);
    relaxTensorRelease(&outputs[i][1]);
  }
}

/// The same values by handles: what leaves a call is real.
static void handlesGiveTheSame(void **state) {
  (void)state;
  RelaxProgram *program = sampleProgram();
  RelaxMachine *machine = create(
      program, (RelaxMachineOptions){.memoryLimit = 1000,
                                     .recompute = relaxRecomputeFindHeuristic(
                                         strRefFromC("h_DTR_eq")),
                                     .recomputePolicy = RELAX_RECOMPUTE_EAGER});
  expectMain(machine, "2x4xf32=1 2 3 4 10 20 30 40", "4xf32=5 6 7 8",
             "dense<[30.0, 120.0]> : tensor<2xf32>",
             "dense<[[5.0, 6.0], [7.0, 8.0]]> : tensor<2x2xf32>");
  expectMain(machine, "0x4xf32=", "0xf32=", "dense<> : tensor<0xf32>",
             "dense<> : tensor<0x2xf32>");
  assert_in_range(relaxMachineTotalCounters(machine)->peakBytes, 100, 1000);
  relaxMachineDestroy(machine);
  relaxProgramDestroy(program);
}

/// At every limit the same values or an error that names a larger one, and
/// nothing is lost on the way.
static void everyLimitEndsWell(void **state) {
  (void)state;
  RelaxProgram *program = sampleProgram();
  const char *name;
  for (size_t h = 0; (name = relaxRecomputeHeuristicName(h)); ++h)
    for (int policy = 0; policy <= RELAX_RECOMPUTE_BANISH; ++policy) {
      RelaxMachine *machine = create(
          program,
          (RelaxMachineOptions){
              .recompute = relaxRecomputeFindHeuristic(strRefFromC(name)),
              .recomputePolicy = (RelaxRecomputePolicy)policy,
              .poison = true});
      bool fitted = false;
      for (uint64_t limit = 1; limit < 200; ++limit) {
        RelaxTensor outputs[2];
        RelaxError error = {0};
        relaxMachineSetMemoryLimit(machine, limit);
        bool fits = callMain(machine, "2x4xf32=1 2 3 4 10 20 30 40",
                             "4xf32=5 6 7 8", outputs, &error);
        if (fits) {
          expectTensor(&outputs[0], "dense<[30.0, 120.0]> : tensor<2xf32>");
          assert_true(relaxMachineLastCounters(machine)->peakBytes <= limit);
        } else {
          assert_non_null(strstr(relaxErrorText(&error),
                                 "expected a memory limit of at least"));
        }
        relaxTensorRelease(&outputs[0]);
        relaxTensorRelease(&outputs[1]);
        relaxErrorFree(&error);
        assert_true(fits || !fitted || policy == RELAX_RECOMPUTE_BANISH);
        fitted |= fits;
      }
      assert_true(fitted);
      relaxMachineDestroy(machine);
    }
  relaxProgramDestroy(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(limitsChangeBetweenCalls),
                                     cmocka_unit_test(resultsOutliveTheirMeter),
                                     cmocka_unit_test(handlesGiveTheSame),
                                     cmocka_unit_test(everyLimitEndsWell)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
