//===- RuntimeBatch.c - tests of batching policies ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/GraphText.h"
#include "lib/Runtime/Batch/Layout.h"
#include "lib/Runtime/Batch/Learn.h"
#include "lib/Runtime/Random.h"
#include "test/unit/RuntimeTest.h"

#include <stb/stb_ds.h>

/// What Policy.h promises of the batches of a graph.
static int64_t expectOrder(const BatchPolicy *policy, BatchOrder *order,
                           const BatchGraph *graph) {
  RelaxError error = {0};
  int32_t numNodes = batchGraphNumNodes(graph);
  bool *ran = calloc((size_t)numNodes + 1, sizeof *ran);
  int32_t left = numNodes;
  int64_t batches = 0;
  if (!policy->start(order, graph, &error))
    fail_msg("%s: %s", policy->name, relaxErrorText(&error));
  for (BatchStep step; policy->next(order, &step); ++batches) {
    assert_true(step.numNodes >= 1);
    assert_true(step.numNodes == 1 || !graph->types[step.type].alone);
    for (int32_t i = 0; i < step.numNodes; ++i) {
      int32_t node = step.nodes[i], numArgs;
      const int32_t *args = batchGraphArgs(graph, node, &numArgs);
      assert_int_equal(graph->nodeTypes[node], step.type);
      assert_false(ran[node]);
      for (int32_t k = 0; k < numArgs; ++k)
        assert_true(ran[args[k]]);
    }
    for (int32_t i = 0; i < step.numNodes; ++i)
      ran[step.nodes[i]] = true;
    left -= step.numNodes;
  }
  assert_int_equal(left, 0);
  assert_true(batches >= batchGraphLowerBound(graph));
  free(ran);
  return batches;
}

static void addTypes(BatchGraph *graph, int32_t count) {
  for (int32_t i = 0; i < count; ++i) {
    char name[16];
    snprintf(name, sizeof name, "%s@kernel%d", i == 2 ? "!" : "", i);
    batchGraphAddType(graph, strRefFromC(name), i == 2);
  }
}

static void addNodes(BatchGraph *graph, RelaxRandom *random, int32_t count) {
  for (int32_t node = 0; node < count; ++node) {
    int32_t args[3], numArgs = 0;
    while (node && numArgs < 3 && relaxRandomNext(random) % 3)
      args[numArgs++] = (int32_t)(relaxRandomNext(random) % (uint64_t)node);
    batchGraphAdd(graph, (int32_t)(relaxRandomNext(random) % 4),
                  BATCH_DEPTH_OF_ARGS, args, numArgs);
  }
}

/// One order and one graph serve flush after flush, as the machine has it.
static void ordersAndGraphsServeAgain(void **state) {
  (void)state;
  const char *text = "encoding sort\ntypes @kernel0 @kernel1 !@kernel2 "
                     "@kernel3\n@kernel0 @kernel1 -> @kernel0\n";
  BatchTable table = {0};
  assert_true(batchTableParse(strRefFromC(text), &table, NULL));
  for (int i = 0; i < BATCH_NUM_POLICIES; ++i) {
    const BatchPolicy *policy = batchPolicyAt(i);
    assert_ptr_equal(batchPolicyFind(strRefFromC(policy->name)), policy);
    BatchOrder *order = policy->create(policy->needsTable ? &table : NULL);
    BatchGraph graph = {0};
    RelaxRandom random = relaxRandomSeed(1);
    addTypes(&graph, 4);
    for (int32_t round = 0; round < 100; ++round) {
      addNodes(&graph, &random, round * 7 % 65);
      expectOrder(policy, order, &graph);
      batchGraphClear(&graph);
    }
    policy->destroy(order);
    batchGraphFree(&graph);
  }
  batchTableFree(&table);
}

/// Depths that the compiler gives hold nodes back, however far they lie apart.
static void givenDepthsAreKept(void **state) {
  (void)state;
  for (int far = 1, i = 0; i < 3; far <<= 12 * (i < 2), ++i) {
    BatchGraph graph = {0};
    addTypes(&graph, 2);
    int32_t leaf = batchGraphAdd(&graph, 0, BATCH_DEPTH_OF_ARGS, NULL, 0);
    batchGraphAdd(&graph, 1, 5 * far, NULL, 0);
    batchGraphAdd(&graph, 0, 3 * far, &leaf, 1);
    batchGraphAdd(&graph, 0, 3 * far, NULL, 0);
    batchGraphAdd(&graph, 1, 5 * far, &leaf, 1);
    BatchOrder *order = batchPolicyDepth.create(NULL);
    assert_int_equal(expectOrder(&batchPolicyDepth, order, &graph), 3);
    batchPolicyDepth.destroy(order);
    batchGraphFree(&graph);
  }
}

/// Types of one name are one in a table: kernels at several extents.
static void typesOfOneNameAreOne(void **state) {
  (void)state;
  const char *text = "encoding sort\ntypes @a @b\n@b @a -> @b\n";
  BatchTable table = {0};
  BatchGraph graph = {0};
  BatchStep step;
  assert_true(batchTableParse(strRefFromC(text), &table, NULL));
  for (int i = 0; i < 3; ++i)
    batchGraphAddType(&graph, strRefFromC(i == 1 ? "@b" : "@a"), false);
  // Three and two of @a, two of @b: by name, @a has more.
  for (int32_t i = 0; i < 7; ++i)
    batchGraphAdd(&graph, i % 3, BATCH_DEPTH_OF_ARGS, NULL, 0);
  BatchOrder *order = batchPolicyFsm.create(&table);
  assert_true(batchPolicyFsm.start(order, &graph, NULL));
  assert_true(batchPolicyFsm.next(order, &step));
  assert_int_equal(step.type, 1);
  assert_int_equal(step.numNodes, 2);
  assert_int_equal(expectOrder(&batchPolicyFsm, order, &graph), 3);
  batchPolicyFsm.destroy(order);
  batchTableFree(&table);
  batchGraphFree(&graph);
}

/// What is learnt comes back from its text, and does as many batches.
static void learntTablesServe(void **state) {
  (void)state;
  RelaxRandom random = relaxRandomSeed(3);
  for (int round = 0; round < 20; ++round) {
    BatchGraph graphs[2] = {{0}, {0}};
    const BatchGraph *samples[] = {&graphs[0], &graphs[1]};
    BatchLearning options = {20 + round * 10,
                             (uint64_t)round,
                             {round % 3 != 0, round % 3 != 1, round % 3 != 2}};
    BatchTable table = {0}, again = {0};
    BatchLearnt learnt;
    StrBuf text = {0};
    int64_t batches = 0, bound = 0;
    for (int i = 0; i < 2; ++i) {
      addTypes(&graphs[i], 4);
      addNodes(&graphs[i], &random, 1 + round * 4);
      bound += batchGraphLowerBound(&graphs[i]);
    }
    assert_true(batchLearn(samples, 2, &options, &table, &learnt, NULL));
    batchTablePrint(&table, &text);
    assert_true(
        batchTableParse((StrRef){text.data, text.length}, &again, NULL));
    BatchOrder *order = batchPolicyFsm.create(&again);
    for (int i = 0; i < 2; ++i)
      batches += expectOrder(&batchPolicyFsm, order, &graphs[i]);
    assert_int_equal(batches, learnt.batches);
    assert_int_equal(bound, learnt.lowerBound);
    assert_true(options.encodings[again.encoding]);
    batchPolicyFsm.destroy(order);
    strBufFree(&text);
    batchTableFree(&table);
    batchTableFree(&again);
    batchGraphFree(&graphs[0]);
    batchGraphFree(&graphs[1]);
  }
}

/// Every result has a place of its own, and every slice is one.
static void layoutsAreLiteral(void **state) {
  (void)state;
  RelaxRandom random = relaxRandomSeed(4);
  int32_t gathers = 0, slices = 0;
  for (int32_t round = 0; round < 60; ++round) {
    BatchGraph graph = {0};
    BatchLayout layout = {0};
    addTypes(&graph, 4);
    addNodes(&graph, &random, round * 3);
    BatchOrder *order = batchPolicyAgenda.create(NULL);
    assert_true(batchPolicyAgenda.start(order, &graph, NULL));
    batchLayoutPlan(&graph, &batchPolicyAgenda, order, &layout);
    bool *taken = calloc((size_t)round * 3 + 1, sizeof *taken);
    for (int32_t node = 0; node < round * 3; ++node) {
      assert_false(taken[layout.places[node]]);
      taken[layout.places[node]] = true;
    }
    free(taken);
    for (int32_t i = 0; i < (int32_t)arrlen(layout.batches); ++i) {
      const BatchPlaced *batch = &layout.batches[i];
      const int32_t *nodes = layout.nodes + batch->firstNode;
      gathers += batchLayoutGathers(&layout, i);
      for (int32_t k = 0; k < batch->numOperands; ++k) {
        if (layout.operands[batch->firstOperand + k] != BATCH_SLICE)
          continue;
        ++slices;
        for (int32_t lane = 0; lane < batch->numNodes; ++lane) {
          int32_t numArgs;
          const int32_t *args = batchGraphArgs(&graph, nodes[lane], &numArgs),
                        *first = batchGraphArgs(&graph, nodes[0], &numArgs);
          assert_int_equal(layout.places[args[k]],
                           layout.places[first[k]] + lane);
        }
      }
    }
    batchPolicyAgenda.destroy(order);
    batchLayoutFree(&layout);
    batchGraphFree(&graph);
  }
  assert_true(gathers > 100 && slices > 100);
}

static void textsAndTablesComeBack(void **state) {
  (void)state;
  const char *text = "encoding base\ntypes 0 1 !2\n0 1 -> 1\n!2 -> !2\n";
  BatchTable table = {0};
  StrBuf printed = {0};
  assert_true(batchTableParse(strRefFromC(text), &table, NULL));
  batchTablePrint(&table, &printed);
  assert_string_equal(strBufText(&printed), text);
  strBufFree(&printed);
  batchTableFree(&table);
  BatchGraph graph = {0};
  text = " 3\t\r\n!-7 0\n5 0\n!-7 2 0 0\n\n \n";
  assert_true(batchGraphParse(strRefFromC(text), &graph, NULL));
  assert_string_equal(graph.types[0].name, "!-7");
  assert_int_equal(batchGraphLowerBound(&graph), 3);
  int64_t number;
  assert_true(batchTypeNumber("!-7", &number) && number == -7);
  assert_false(batchTypeNumber("@cell", &number));
  batchGraphFree(&graph);
}

/// Too many types for the numbers that `sufficient` keeps are a message.
static void tooManyTypesAreRefused(void **state) {
  (void)state;
  enum { TYPES = 3000, NODES = 65 * TYPES };
  BatchGraph graph = {0};
  RelaxError error = {0};
  for (int32_t i = 0; i < TYPES; ++i)
    batchGraphAddType(&graph, strRefFromC("t"), false);
  for (int32_t i = 0; i < NODES; ++i)
    batchGraphAdd(&graph, i % TYPES, BATCH_DEPTH_OF_ARGS, NULL, 0);
  BatchOrder *order = batchPolicySufficient.create(NULL);
  assert_false(batchPolicySufficient.start(order, &graph, &error));
  assert_string_equal(relaxErrorText(&error),
                      "3000 types of 195000 nodes: expected at most 268435456 "
                      "numbers to keep for types of more than 64 nodes, got "
                      "576003000");
  batchPolicySufficient.destroy(order);
  batchGraphFree(&graph);
  relaxErrorFree(&error);
}

/// Up to two bytes of a text are others, or more come, or its end is gone.
static void mutate(RelaxRandom *random, const char *text, StrBuf *out) {
  static const char bytes[] = "0123456789 \n\t!-># types\0z@c";
  out->length = 0;
  strBufAppendC(out, text);
  for (uint64_t i = relaxRandomNext(random) % 3; i > 0; --i) {
    size_t at = relaxRandomNext(random) % out->length;
    char byte = bytes[relaxRandomNext(random) % (sizeof bytes - 1)];
    switch (relaxRandomNext(random) % 3) {
    case 0:
      out->data[at] = byte;
      break;
    case 1:
      out->length = at + 1; // cut off
      break;
    default:
      strBufAppend(out, (StrRef){&byte, 1});
    }
  }
}

/// Whatever is written into the files: an error, or batches.
static void mutatedTextsAreErrorsOnly(void **state) {
  (void)state;
  const char *graphText = "8\n0 0\n0 0\n1 2 0 1\n!2 1 2\n1 2 2 0\n0 0\n"
                          "1 2 4 5\n@c 0\n";
  const char *tableText = "encoding sort\ntypes 0 1 !2 @c\n0 1 -> 1\n0 -> 0\n"
                          "1 !2 -> !2\n!2 1 0 -> 0\n";
  RelaxRandom random = relaxRandomSeed(7);
  int32_t good = 0, bad = 0;
  StrBuf text = {0};
  for (int round = 0; round < 4000; ++round) {
    BatchGraph graph = {0};
    BatchTable table = {0};
    RelaxError error = {0};
    mutate(&random, graphText, &text);
    bool graphGood =
        batchGraphParse((StrRef){text.data, text.length}, &graph, &error);
    mutate(&random, tableText, &text);
    bool tableGood =
        batchTableParse((StrRef){text.data, text.length}, &table, &error);
    assert_true((graphGood && tableGood) == !relaxErrorIsSet(&error));
    if (graphGood && tableGood) {
      BatchOrder *order = batchPolicyFsm.create(&table);
      if (batchPolicyFsm.start(order, &graph, NULL))
        expectOrder(&batchPolicyFsm, order, &graph);
      batchPolicyFsm.destroy(order);
    }
    good += graphGood && tableGood;
    bad += !graphGood || !tableGood;
    batchGraphFree(&graph);
    batchTableFree(&table);
    relaxErrorFree(&error);
  }
  strBufFree(&text);
  assert_true(good > 100 && bad > 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ordersAndGraphsServeAgain),
      cmocka_unit_test(givenDepthsAreKept),
      cmocka_unit_test(typesOfOneNameAreOne),
      cmocka_unit_test(learntTablesServe),
      cmocka_unit_test(layoutsAreLiteral),
      cmocka_unit_test(textsAndTablesComeBack),
      cmocka_unit_test(tooManyTypesAreRefused),
      cmocka_unit_test(mutatedTextsAreErrorsOnly),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
