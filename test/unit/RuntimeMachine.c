//===- RuntimeMachine.c - tests of running a program ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Signature.h"
#include "test/unit/RuntimeSample.h"

#include <math.h>

typedef struct Fixture {
  RelaxProgram *program;
  RelaxMachine *machine;
  int questions; // kernels asked for
} Fixture;

static Fixture create(RelaxMachineOptions options) {
  Fixture f = {.program = sampleProgram()};
  RelaxError error = {0};
  if (!options.findKernel)
    options.findKernel = sampleKernel;
  options.kernelUser = &f.questions;
  f.machine = relaxMachineCreate(f.program, &options, &error);
  if (!f.machine)
    fail_msg("%s", relaxErrorText(&error));
  return f;
}

static void destroy(Fixture *f) {
  relaxMachineDestroy(f->machine);
  relaxProgramDestroy(f->program);
}

/// Calls main with texts for x and y; true on success, with the results in
/// `outputs`.
static bool callMain(Fixture *f, const char *x, const char *y,
                     RelaxTensor outputs[2], RelaxError *error) {
  RelaxTensor inputs[] = {tensorOf(x), tensorOf(y)};
  bool ok = relaxMachineCall(f->machine, strRefFromC("main"), inputs, 2,
                             outputs, 2, error);
  relaxTensorRelease(&inputs[0]);
  relaxTensorRelease(&inputs[1]);
  return ok;
}

static void expectMain(Fixture *f, const char *x, const char *y, const char *s,
                       const char *z) {
  RelaxTensor outputs[2];
  RelaxError error = {0};
  if (!callMain(f, x, y, outputs, &error))
    fail_msg("%s", relaxErrorText(&error));
  expectTensor(&outputs[0], s);
  expectTensor(&outputs[1], z);
  relaxTensorRelease(&outputs[0]);
  relaxTensorRelease(&outputs[1]);
}

static void expectRefused(Fixture *f, const char *x, const char *y,
                          const char *message) {
  RelaxTensor outputs[2];
  RelaxError error = {0};
  assert_false(callMain(f, x, y, outputs, &error));
  expectError(&error, message);
  assert_null(outputs[0].storage);
  assert_null(outputs[1].storage);
}

static void computesAllExtents(void **state) {
  (void)state;
  Fixture f = create((RelaxMachineOptions){0});
  assert_int_equal(f.questions, 3);
  expectMain(&f, "2x4xf32=1 2 3 4 10 20 30 40", "4xf32=5 6 7 8",
             "dense<[30.0, 120.0]> : tensor<2xf32>",
             "dense<[[5.0, 6.0], [7.0, 8.0]]> : tensor<2x2xf32>");
  expectMain(&f, "1x4xf32=0", "2xf32=5 6", "dense<[20.0]> : tensor<1xf32>",
             "dense<[[5.0, 6.0]]> : tensor<1x2xf32>");
  expectMain(&f, "0x4xf32=", "0xf32=", "dense<> : tensor<0xf32>",
             "dense<> : tensor<0x2xf32>");
  expectMain(&f, "1x4xf32=nan 0 0 0", "2xf32=inf 6",
             "dense<[0x7FC00000]> : tensor<1xf32>",
             "dense<[[0x7F800000, 6.0]]> : tensor<1x2xf32>");
  assert_int_equal(f.questions, 3); // never asked again
  destroy(&f);
}

static void countsWhatItDoes(void **state) {
  (void)state;
  Fixture f = create((RelaxMachineOptions){0});
  const RelaxCounters *prepare = relaxMachinePrepareCounters(f.machine);
  assert_int_equal(prepare->kernelsRun, 1);
  assert_int_equal(prepare->resultBytes, 16);
  const RelaxCounters *last = relaxMachineLastCounters(f.machine);
  assert_int_equal(last->kernelsRun, 0);
  expectMain(&f, "2x4xf32=0", "4xf32=0", "dense<[20.0, 20.0]> : tensor<2xf32>",
             "dense<[[0.0, 0.0], [0.0, 0.0]]> : tensor<2x2xf32>");
  assert_int_equal(last->kernelsRun, 2);
  assert_int_equal(last->arenaBytes, 16 * 2 + 64);
  assert_int_equal(last->arenaAllocations, 1);
  assert_int_equal(last->resultBytes, 8 + 16);
  assert_int_equal(last->resultAllocations, 2);
  assert_int_equal(last->bytesCopied, 16);
  assert_int_equal(last->numArms, 2);
  assert_int_equal(last->arms[0], 1); // even
  assert_int_equal(last->arms[1], 0);
  expectMain(&f, "1x4xf32=0", "2xf32=0", "dense<[20.0]> : tensor<1xf32>",
             "dense<[[0.0, 0.0]]> : tensor<1x2xf32>");
  assert_int_equal(last->arms[0], 0);
  assert_int_equal(last->arms[1], 1); // odd
  const RelaxCounters *total = relaxMachineTotalCounters(f.machine);
  assert_int_equal(total->kernelsRun, 4);
  assert_int_equal(total->arenaBytes, 16 * 3 + 128);
  assert_int_equal(total->arms[0], 1);
  assert_int_equal(total->arms[1], 1);
  destroy(&f);
}

static void boundaryMessages(void **state) {
  (void)state;
  Fixture f = create((RelaxMachineOptions){0});
  expectRefused(&f, "2x4xi32=0", "4xf32=0",
                "input 'x': expected f32 tensor of rank 2, got i32 tensor of "
                "rank 2");
  expectRefused(&f, "2x4xf32=0", "4x1x1xf64=0",
                "input 'y': expected f32 tensor of rank 1, got f64 tensor of "
                "rank 3");
  expectRefused(&f, "2x3xf32=0", "4xf32=0",
                "input 'x', dimension 1: expected 4, got 3");
  expectRefused(&f, "4x4xf32=0", "9xf32=0",
                "input 'y', dimension 0: expected 2 * n = 8 (n = 4 from input "
                "'x', dimension 0), got 9");
  expectRefused(&f, "2000x4xf32=0", "4000xf32=0",
                "function 'main': expected n <= 1000, got n = 2000 (from input "
                "'x', dimension 0)");
  expectRefused(&f, "5x4xf32=0", "10xf32=0",
                "function 'main': expected n in {0, 1, 2, 3, 4, 7}, got n = 5 "
                "(from input 'x', dimension 0)");
  // None of these started a kernel, and the machine still works.
  assert_int_equal(relaxMachineTotalCounters(f.machine)->kernelsRun, 0);
  expectMain(&f, "1x4xf32=0", "2xf32=5 6", "dense<[20.0]> : tensor<1xf32>",
             "dense<[[5.0, 6.0]]> : tensor<1x2xf32>");
  destroy(&f);
}

static void release(void *user) { ++*(int *)user; }

static void callsAreChecked(void **state) {
  (void)state;
  Fixture f = create((RelaxMachineOptions){0});
  RelaxTensor inputs[2] = {tensorOf("0x4xf32=")}, outputs[2];
  RelaxError error = {0};
  assert_false(relaxMachineCall(f.machine, strRefFromC("main"), inputs, 1,
                                outputs, 2, &error));
  expectError(&error, "'main': expected 2 inputs, got 1");
  assert_false(relaxMachineCall(f.machine, strRefFromC("main"), inputs, 2,
                                outputs, 2, &error));
  expectError(&error, "input 'y' is missing");
  assert_false(relaxMachineCall(f.machine, strRefFromC("main"), inputs, 2,
                                outputs, 1, &error));
  expectError(&error, "'main': expected room for 2 outputs, got 1");
  assert_false(relaxMachineCall(f.machine, strRefFromC("helper"), inputs, 2,
                                outputs, 1, &error));
  expectError(&error, "no entry 'helper' (entries: 'main', 'count')");
  float data[9] = {0};
  const int64_t dims[] = {2};
  int released = 0;
  inputs[1] = inputs[0];
  inputs[1].storage = relaxStorageWrap((char *)data + 1, 8, release, &released);
  inputs[1].data = inputs[1].storage->data;
  inputs[1].dims[0] = dims[0];
  assert_false(relaxMachineCall(f.machine, strRefFromC("main"), inputs, 2,
                                outputs, 2, &error));
  expectError(&error, "input 'y' is not aligned to its elements");
  relaxTensorRelease(&inputs[1]);
  assert_int_equal(released, 1);
  relaxTensorRelease(&inputs[0]);
  destroy(&f);
}

static void extentsComeFromData(void **state) {
  (void)state;
  Fixture f = create((RelaxMachineOptions){0});
  RelaxTensor input = tensorOf("2xi64=12 13"), output;
  RelaxError error = {0};
  assert_true(relaxMachineCall(f.machine, strRefFromC("count"), &input, 1,
                               &output, 1, &error));
  expectTensor(&output, "dense<12> : tensor<i64>");
  relaxTensorRelease(&output);
  relaxTensorRelease(&input);
  input = tensorOf("1xi64=-3");
  assert_false(relaxMachineCall(f.machine, strRefFromC("count"), &input, 1,
                                &output, 1, &error));
  expectError(&error, "input 't', element 0: expected an extent >= 0, got -3");
  relaxTensorRelease(&input);
  input = tensorOf("0xi64=");
  assert_false(relaxMachineCall(f.machine, strRefFromC("count"), &input, 1,
                                &output, 1, &error));
  expectError(&error, "input 't': expected more than 0 elements, got 0");
  relaxTensorRelease(&input);
  destroy(&f);
}

static void factsAreVerifiedOnDemand(void **state) {
  (void)state;
  Fixture plain = create((RelaxMachineOptions){0});
  expectMain(&plain, "4x4xf32=-5", "8xf32=1",
             "dense<[0.0, 0.0, 0.0, 0.0]> : tensor<4xf32>",
             "dense<[[1.0, 1.0], [1.0, 1.0], [1.0, 1.0], [1.0, 1.0]]> : "
             "tensor<4x2xf32>");
  destroy(&plain);
  Fixture strict = create((RelaxMachineOptions){.verifyFacts = true});
  expectRefused(&strict, "4x4xf32=-5", "8xf32=1",
                "function 'helper': expected n <= 3, got n = 4 (from input "
                "'n')");
  destroy(&strict);
}

/// With poison the arena holds NaN before the first kernel writes and after the
/// view died, and the results are the same.
static int32_t kernelSeesPoison(void *const *buffers, const int64_t *symbols) {
  for (int64_t i = 0; i < symbols[0] * 4; ++i)
    if (!isnan(((const float *)buffers[2])[i]))
      return 7;
  return kernelAdd(buffers, symbols);
}

static RelaxKernel poisonKernel(void *user, const char *name) {
  return strcmp(name, "add") == 0 ? kernelSeesPoison : sampleKernel(user, name);
}

static void deadMemoryIsPoisoned(void **state) {
  (void)state;
  Fixture f =
      create((RelaxMachineOptions){.findKernel = poisonKernel, .poison = true});
  expectMain(&f, "2x4xf32=1 2 3 4 10 20 30 40", "4xf32=5 6 7 8",
             "dense<[30.0, 120.0]> : tensor<2xf32>",
             "dense<[[5.0, 6.0], [7.0, 8.0]]> : tensor<2x2xf32>");
  destroy(&f);
}

static int32_t kernelFails(void *const *buffers, const int64_t *symbols) {
  (void)buffers;
  return (int32_t)symbols[0];
}

static RelaxKernel failingKernel(void *user, const char *name) {
  return strcmp(name, "sum") == 0 ? kernelFails : sampleKernel(user, name);
}

static void kernelsMayFail(void **state) {
  (void)state;
  Fixture f = create((RelaxMachineOptions){.findKernel = failingKernel});
  expectRefused(&f, "1x4xf32=0", "2xf32=0",
                "kernel 'sum': out of memory (n = 1)");
  expectRefused(&f, "2x4xf32=0", "4xf32=0",
                "kernel 'sum': integer division by zero (n = 2)");
  expectRefused(&f, "3x4xf32=0", "6xf32=0",
                "kernel 'sum': index out of bounds (n = 3)");
  expectRefused(&f, "7x4xf32=0", "14xf32=0", "kernel 'sum' failed with code 7");
  assert_int_equal(relaxMachineLastCounters(f.machine)->kernelsRun, 2);
  destroy(&f);
  RelaxProgram *program = sampleProgram();
  RelaxMachineOptions options = {0};
  RelaxError error = {0};
  assert_null(relaxMachineCreate(program, &options, &error));
  expectError(&error, "kernel 'double' is not available");
  relaxProgramDestroy(program);
}

typedef struct Trace {
  StrBuf names;
  int64_t last;
} Trace;

static void traceKernel(void *user, const RelaxTraceEvent *event) {
  Trace *trace = user;
  assert_true(event->begin >= trace->last && event->end >= event->begin);
  assert_false(event->library);
  trace->last = event->end;
  strBufAppendFormat(&trace->names, "%s ", event->name);
}

static int threadsSet = 0;
static void setThreads(int threads) { threadsSet = threads; }

static void tracesAndThreads(void **state) {
  (void)state;
  Trace trace = {0};
  Fixture f = create((RelaxMachineOptions){.trace = traceKernel,
                                           .traceUser = &trace,
                                           .threads = 2,
                                           .setThreads = setThreads});
  assert_int_equal(threadsSet, 2);
  expectMain(&f, "0x4xf32=", "0xf32=", "dense<> : tensor<0xf32>",
             "dense<> : tensor<0x2xf32>");
  assert_string_equal(strBufText(&trace.names), "double add sum ");
  relaxMachineSetThreads(f.machine, 1);
  relaxMachineSetTrace(f.machine, NULL, NULL);
  expectMain(&f, "0x4xf32=", "0xf32=", "dense<> : tensor<0xf32>",
             "dense<> : tensor<0x2xf32>");
  assert_int_equal(threadsSet, 1);
  assert_string_equal(strBufText(&trace.names), "double add sum ");
  strBufFree(&trace.names);
  destroy(&f);
}

static void signaturesAnswer(void **state) {
  (void)state;
  RelaxProgram *program = sampleProgram();
  RelaxError error = {0};
  const RelaxFunction *main = relaxEntryFind(program, strRefFromC(""), &error);
  assert_non_null(main);
  assert_int_equal(relaxValueTypeFind(main->params, 2, strRefFromC("y")), 1);
  assert_int_equal(relaxValueTypeFind(main->params, 2, strRefFromC("w")), -1);
  StrBuf text = {0};
  relaxValueTypesPrint(main->params, 2, &text);
  assert_string_equal(strBufText(&text), "'x': f32 [n, 4], 'y': f32 [2 * n]");
  strBufFree(&text);
  int64_t dims[RELAX_MAX_RANK];
  RelaxSymbolValue n = {strRefFromC("n"), 7};
  assert_true(relaxValueTypeDims(&main->params[0], &n, 1, dims, &error));
  assert_int_equal(dims[0], 7);
  assert_int_equal(dims[1], 4);
  assert_true(relaxValueTypeDims(&main->params[1], &n, 1, dims, &error));
  assert_int_equal(dims[0], 14);
  assert_false(relaxValueTypeDims(&main->params[0], NULL, 0, dims, &error));
  expectError(&error, "'x': dimension 0: symbol 'n' has no value");
  n.value = INT64_MAX;
  assert_false(relaxValueTypeDims(&main->params[1], &n, 1, dims, &error));
  assert_non_null(strstr(relaxErrorText(&error), "cannot evaluate 2 * n"));
  relaxErrorFree(&error);
  RelaxValueType unknown = tensorType("u", RELAX_F32, 1, "[?]");
  assert_false(relaxValueTypeDims(&unknown, &n, 1, dims, &error));
  expectError(&error, "'u': dimension 0: an extent is unknown ('?')");
  unknown.dims = strRefFromC("n");
  assert_false(relaxValueTypeDims(&unknown, &n, 1, dims, &error));
  expectError(&error, "'u': cannot read the extents n");
  unknown.rank = -1;
  assert_false(relaxValueTypeDims(&unknown, &n, 1, dims, &error));
  expectError(&error, "'u' has no rank");
  program->functions[2].name = strRefFromC("other"); // was main
  assert_null(relaxEntryFind(program, strRefFromC(""), &error));
  expectError(&error, "expected the name of an entry, as by '--entry=' "
                      "(entries: 'other', 'count')");
  relaxProgramDestroy(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(computesAllExtents),
      cmocka_unit_test(countsWhatItDoes),
      cmocka_unit_test(boundaryMessages),
      cmocka_unit_test(callsAreChecked),
      cmocka_unit_test(extentsComeFromData),
      cmocka_unit_test(factsAreVerifiedOnDemand),
      cmocka_unit_test(deadMemoryIsPoisoned),
      cmocka_unit_test(kernelsMayFail),
      cmocka_unit_test(tracesAndThreads),
      cmocka_unit_test(signaturesAnswer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
