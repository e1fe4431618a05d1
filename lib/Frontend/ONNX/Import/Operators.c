//===- Operators.c - the table of ONNX operators --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Model/GraphWalk.h"

#include <ctype.h>
#include <string.h>

static const OnnxOperator *const families[] = {ONNX_TABLES(ONNX_ADDRESS)};

static const OnnxOperator *const mlFamilies[] = {ONNX_ML_TABLES(ONNX_ADDRESS)};

static const OnnxOperator *const previewFamilies[] = {
    ONNX_PREVIEW_TABLES(ONNX_ADDRESS)};

static const OnnxOperator *const trainingFamilies[] = {
    ONNX_TRAINING_TABLES(ONNX_ADDRESS)};

static const struct {
  const char *name;
  const OnnxOperator *const *families;
  size_t count;
} domains[] = {
    {"", families, sizeof families / sizeof *families},
    {"ai.onnx.ml", mlFamilies, sizeof mlFamilies / sizeof *mlFamilies},
    {"ai.onnx.preview", previewFamilies,
     sizeof previewFamilies / sizeof *previewFamilies},
    {"ai.onnx.preview.training", trainingFamilies,
     sizeof trainingFamilies / sizeof *trainingFamilies},
};
enum { NUM_DOMAINS = sizeof domains / sizeof *domains };

const OnnxOperator *onnxFindOperator(const Onnx__NodeProto *node,
                                     int64_t opset) {
  const char *domain = onnxIsOwnDomain(node) ? "" : onnxText(node->domain);
  const char *name = onnxText(node->op_type);
  for (size_t d = 0; d < NUM_DOMAINS; ++d)
    for (size_t i = 0;
         strcmp(domains[d].name, domain) == 0 && i < domains[d].count; ++i)
      for (const OnnxOperator *row = domains[d].families[i]; row->name; ++row)
        if (strcmp(row->name, name) == 0)
          return *domain || row->since <= opset ? row : NULL;
  return NULL;
}

void onnxWalkOperators(void (*visit)(const OnnxOperator *row,
                                     const char *domain, void *userData),
                       void *userData) {
  for (size_t d = 0; d < NUM_DOMAINS; ++d)
    for (size_t i = 0; i < domains[d].count; ++i)
      for (const OnnxOperator *row = domains[d].families[i]; row->name; ++row)
        visit(row, domains[d].name, userData);
}

/// "relax.hard_swish" of "HardSwish"; a run of capitals is one word.
static void appendOwnName(const char *operator, StrBuf *out) {
  strBufAppendC(out, "relax.");
  for (const char *c = operator; *c; ++c) {
    bool begins = isupper(*c) && c > operator &&
                  (!isupper(c[-1]) || (islower(c[1]) && c[1]));
    strBufAppendFormat(out, "%s%c", begins ? "_" : "", tolower(*c));
  }
}

bool onnxOperationName(const OnnxOperator *row, size_t index, StrBuf *name) {
  const char *next = row->relax;
  if (!next && index == 0)
    appendOwnName(row->name, name);
  for (; next && *next && index; --index) {
    next += strcspn(next, ",");
    next += strspn(next, ", ");
  }
  if (next && *next)
    strBufAppendFormat(name, "relax.%.*s", (int)strcspn(next, ","), next);
  return next ? *next != 0 : index == 0;
}

size_t onnxLeastInputs(const OnnxOperator *row) {
  return row->inputs.most ? row->inputs.least : 1;
}

size_t onnxMostInputs(const OnnxOperator *row) {
  return row->inputs.most ? row->inputs.most : 1;
}
