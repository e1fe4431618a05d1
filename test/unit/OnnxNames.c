//===- OnnxNames.c - tests of the printable names of ONNX values ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "lib/Frontend/ONNX/Import/Importer.h"

#include <stdlib.h>
#include <string.h>

/// The printable names of a graph with one node that has these outputs, joined
/// by spaces; inputs come first.
static void expectNames(const char *const *inputs, const char *const *outputs,
                        const char *expected) {
  enum { MAX = 16 };
  Onnx__ValueInfoProto infos[MAX], *infoList[MAX];
  char *outputList[MAX];
  Onnx__NodeProto node = ONNX__NODE_PROTO__INIT, *nodes[] = {&node};
  Onnx__GraphProto graph = ONNX__GRAPH_PROTO__INIT;
  for (; inputs[graph.n_input]; ++graph.n_input) {
    Onnx__ValueInfoProto info = ONNX__VALUE_INFO_PROTO__INIT;
    info.name = (char *)inputs[graph.n_input];
    infos[graph.n_input] = info;
    infoList[graph.n_input] = &infos[graph.n_input];
  }
  for (; outputs[node.n_output]; ++node.n_output)
    outputList[node.n_output] = (char *)outputs[node.n_output];
  node.output = outputList;
  graph.input = infoList;
  graph.node = nodes;
  graph.n_node = 1;
  Arena *arena = arenaCreate();
  ImportNames *names = importNamesCreate(&graph, arena);
  StrBuf text = {0};
  for (size_t i = 0; i < graph.n_input + node.n_output; ++i) {
    const char *name =
        i < graph.n_input ? inputs[i] : outputs[i - graph.n_input];
    strBufAppendC(&text, i ? " " : "");
    strBufAppend(&text, importName(names, name));
  }
  assert_string_equal(strBufText(&text), expected);
  strBufFree(&text);
  importNamesDestroy(names);
  arenaDestroy(arena);
}

#define LIST(...) ((const char *const[]){__VA_ARGS__ __VA_OPT__(, ) NULL})

static void takesTheShortestSuffix(void **state) {
  (void)state;
  expectNames(LIST(),
              LIST("m/LayerNorm_0/Sum:0", "m/LayerNorm_1/Sum:0", "m/Exp:0"),
              "LayerNorm_0_Sum LayerNorm_1_Sum Exp");
  expectNames(LIST(), LIST("onnx::Gemm_7", "fc1.weight", "x:1"),
              "Gemm_7 fc1.weight x_1");
  // A whole name that is another's suffix: only the other one can grow.
  expectNames(LIST(), LIST("Sum", "a/Sum", "b/a/Sum"), "Sum a_Sum b_a_Sum");
}

static void keepsArgumentsWhole(void **state) {
  (void)state;
  expectNames(LIST("serve/x:0", "x"), LIST("y/x"), "serve_x_0 x y_x");
}

static void makesNamesPrintable(void **state) {
  (void)state;
  // Digits first, other characters, no characters, the function's name.
  expectNames(LIST(), LIST("12", "a b", "\xc3\xa9", "//", "main"),
              "v12 a_b v__ v main_0");
  // What is equal after that gets a number.
  expectNames(LIST(), LIST("a b", "a_b", "a-b", "a_b_0"),
              "a_b a_b_0 a_b_1 a_b_0_0");
}

static void cutsLongNames(void **state) {
  (void)state;
  char name[1000];
  memset(name, 'x', sizeof name - 1);
  name[sizeof name - 1] = 0;
  char expected[101];
  memset(expected, 'x', 100);
  expected[100] = 0;
  expectNames(LIST(), LIST(name), expected);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(takesTheShortestSuffix),
      cmocka_unit_test(keepsArgumentsWhole),
      cmocka_unit_test(makesNamesPrintable),
      cmocka_unit_test(cutsLongNames),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
