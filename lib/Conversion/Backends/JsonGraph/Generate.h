//===- Generate.h - regions as graphs in JSON ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_BACKENDS_JSONGRAPH_GENERATE_H
#define RELAX_CONVERSION_BACKENDS_JSONGRAPH_GENERATE_H

#include "lib/Conversion/Backends/Backends.h"
#include "lib/Support/Map.h"

enum { JSON_MOST_POST = 8, JSON_MOST_RANK = 6 };

typedef struct JsonNumber {
  const void *key; // MlirValue::ptr
  size_t value;    // its number in the graph
} JsonNumber;

typedef struct JsonNode {
  StrBuf text; // all but what is behind it
  StrBuf post;
  int numPost;
  bool takesPost;
} JsonNode;

typedef struct JsonGenerating {
  const RelaxRegion *region;
  JsonNumber *numbers;    // stb_ds map
  JsonNumber *transposed; // stb_ds map: the number of what is transposed
  JsonNode *nodes;        // stb_ds
  size_t numGiven;        // inputs and constants
  StrBuf *why;
} JsonGenerating;

/// The operation and the reason into `why`; false.
bool jsonRefuse(JsonGenerating *generating, MlirOperation op, const char *what);
/// The number of a value in the graph; -1: nothing there has it.
ptrdiff_t jsonNumberOf(const JsonGenerating *generating, MlirValue value);
/// A node whose value is the operation's result.
JsonNode *jsonAddNode(JsonGenerating *generating, MlirOperation op,
                      bool takesPost);

/// The name of an elementwise function and the number of its operands; NULL: it
/// is none (Elementwise.c).
const char *jsonFunctionOf(MlirOperation op, intptr_t *count);
bool jsonGenerateElementwise(JsonGenerating *generating, MlirOperation op,
                             const char *function, intptr_t count);
/// A product, convolution, softmax, layer norm or transposition (Nodes.c).
bool jsonGenerateNode(JsonGenerating *generating, MlirOperation op);

#endif // RELAX_CONVERSION_BACKENDS_JSONGRAPH_GENERATE_H
