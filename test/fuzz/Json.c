//===- Json.c - fuzzes JSON: values of data types, graphs of back ends ----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Each text is read in both ways. A graph that is one, and whose operands fit,
// runs in plain loops.
//
//===----------------------------------------------------------------------===//

#include "lib/Backends/JsonGraph/JsonGraph.h"
#include "test/fuzz/DataRun.h"
#include "test/fuzz/TextMutator.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed);

enum { MOST = 16, ELEMENTS = 200 };

/// Operands: what products, convolutions and norms take, by turns.
static const int64_t dims[][4] = {{2, 3},       {3, 4},       {4},
                                  {1, 3, 5, 5}, {2, 3, 3, 3}, {1, 3, 1, 1}};
static const int32_t ranks[] = {2, 2, 1, 4, 4, 4};

static RelaxBackendTensor operand(int number, float *elements) {
  enum { KINDS = sizeof ranks / sizeof *ranks };
  return (RelaxBackendTensor){.type = "f32",
                              .rank = ranks[number % KINDS],
                              .dims = dims[number % KINDS],
                              .data = elements,
                              .bytes = ELEMENTS * sizeof *elements};
}

static void run(const JsonGraph *graph, const RelaxBackendTensor *operands,
                RelaxBackendMessage *message) {
  enum { LARGE = 100000 };
  JsonGraphShape *shapes =
      calloc((size_t)jsonGraphValues(graph) + 1, sizeof *shapes);
  bool good = jsonGraphShapes(graph, operands, operands, shapes, message);
  for (int i = 0; good && i < jsonGraphValues(graph); ++i)
    good = jsonGraphElements(&shapes[i]) <= LARGE;
  RelaxBackendTensor outputs[64];
  for (int i = 0; good && i < graph->numResults; ++i) {
    const JsonGraphShape *shape = &shapes[graph->results[i]];
    size_t bytes = (size_t)jsonGraphElements(shape) * sizeof(float);
    outputs[i] = (RelaxBackendTensor){.type = "f32",
                                      .rank = shape->rank,
                                      .dims = shape->dims,
                                      .data = malloc(bytes + 1),
                                      .bytes = bytes};
  }
  if (good) {
    check(jsonGraphRun(graph, shapes, operands, operands, outputs, message),
          "a graph that does not run");
    for (int i = 0; i < graph->numResults; ++i)
      free(outputs[i].data);
  }
  free(shapes);
}

static void readGraph(const char *text, size_t size) {
  float elements[ELEMENTS];
  for (int i = 0; i < ELEMENTS; ++i)
    elements[i] = (float)(i % 7) - 2.5f;
  RelaxBackendTensor operands[MOST];
  for (int i = 0; i < MOST; ++i)
    operands[i] = operand(i, elements);
  const char *constants = strstr(text, "\"constants\":");
  int count = constants ? atoi(constants + 12) : 0;
  RelaxBackendArtefact artefact = {.name = "graph",
                                   .text = text,
                                   .bytes = size,
                                   .constants = operands,
                                   .numConstants =
                                       count > 0 && count < MOST ? count : 0};
  RelaxBackendMessage message = {{0}};
  JsonGraph graph;
  bool good = jsonGraphRead(&artefact, &graph, &message);
  check(good != (message.text[0] != 0),
        "a failure without a message, or the reverse");
  if (!good)
    return;
  if (graph.numInputs <= MOST)
    run(&graph, operands, &message);
  jsonGraphFree(&graph);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static RelaxProgram *program;
  if (!program) {
    program = relaxProgramCreate();
    dataAddTypes(program);
  }
  char *text = malloc(size + 1);
  memcpy(text, data, size);
  text[size] = 0;
  dataRun(program, (StrRef){text, size}, true);
  readGraph(text, size);
  free(text);
  return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed) {
  return textMutate(data, size, maxSize, seed);
}
