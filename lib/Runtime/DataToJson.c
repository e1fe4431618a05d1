//===- DataToJson.c - values of data types as JSON ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/DataType.h"
#include "lib/Runtime/JsonText.h"
#include "lib/Runtime/ValueText.h"

#include <inttypes.h>
#include <stb/stb_ds.h>

static void printElement(const RelaxTensor *tensor, int64_t index,
                         StrBuf *out) {
  if (tensor->dtype == RELAX_STRING) {
    jsonPrintString(relaxStrings(tensor)[index], out);
    return;
  }
  if (relaxDTypeIsFloat(tensor->dtype)) {
    double value = relaxLoadFloat(tensor->dtype, tensor->data, index);
    if (value != value || value - value != 0) {
      strBufAppendC(out, value != value ? "\"nan\""
                         : value > 0    ? "\"inf\""
                                        : "\"-inf\"");
      return;
    }
  }
  relaxElementPrint(tensor, index, out);
}

/// Brackets that close behind element `index` or open before it.
static int32_t brackets(const RelaxTensor *tensor, int64_t index) {
  int32_t count = 0;
  for (int32_t d = tensor->rank; d-- > 0 && index % tensor->dims[d] == 0;) {
    ++count;
    index /= tensor->dims[d];
  }
  return count;
}

static void printTensor(const RelaxTensor *tensor, StrBuf *out) {
  int64_t count = relaxTensorCount(tensor);
  if (!count) {
    strBufAppendC(out, "{\"shape\": ");
    relaxDimsPrint(tensor->rank, tensor->dims, out);
    strBufAppendC(out, "}");
  }
  for (int64_t i = 0; i < count; ++i) {
    strBufAppendC(out, i ? ", " : "");
    for (int32_t k = brackets(tensor, i); k > 0; --k)
      strBufAppendC(out, "[");
    printElement(tensor, i, out);
    for (int32_t k = brackets(tensor, i + 1); k > 0; --k)
      strBufAppendC(out, "]");
  }
}

/// A value whose fields from `next` on are not printed yet.
typedef struct Walk {
  const RelaxTensor *value;
  uint32_t type;
  int64_t next;
} Walk;

/// What stands in front of the fields: a name, or of what has none a bracket.
static void printOpen(const RelaxDataType *type, const RelaxTensor *value,
                      StrBuf *out) {
  if (type->kind != RELAX_DATA_CONSTRUCTORS) {
    strBufAppendC(out, "[");
    return;
  }
  strBufAppendC(out, value->dims[0] ? "{" : "");
  jsonPrintString(relaxDataConstructor(type, value)->name, out);
  strBufAppendC(out, value->dims[0] ? ": [" : "");
}

static void printClose(const RelaxDataType *type, const RelaxTensor *value,
                       StrBuf *out) {
  if (type->kind != RELAX_DATA_CONSTRUCTORS)
    strBufAppendC(out, "]");
  else
    strBufAppendC(out, value->dims[0] ? "]}" : "");
}

bool relaxDataToJson(const RelaxProgram *program, uint32_t type,
                     const RelaxTensor *value, StrBuf *out, RelaxError *error) {
  enum { MOST_VALUES = 10000000 };
  int64_t values = 0;
  Walk *open = NULL;
  arrput(open, ((Walk){value, type, 0}));
  while (arrlen(open) && values <= MOST_VALUES) {
    Walk *top = &arrlast(open);
    const RelaxDataType *data = &program->dataTypes[top->type];
    if (top->next == 0) {
      ++values;
      printOpen(data, top->value, out);
    }
    if (top->next == top->value->dims[0]) {
      printClose(data, top->value, out);
      (void)arrpop(open);
      continue;
    }
    int64_t index = top->next++;
    const RelaxTensor *field = &relaxContainerItems(top->value)[index];
    const RelaxFieldType *of = relaxDataField(
        data, relaxDataConstructor(data, top->value), index);
    strBufAppendC(out, index ? ", " : "");
    if (relaxFieldHolds(of))
      arrput(open, ((Walk){field, of->data, 0}));
    else
      printTensor(field, out);
  }
  arrfree(open);
  return values <= MOST_VALUES ||
         relaxFail(error,
                   "more than %d values, of which some are held several times: "
                   "print it as text",
                   MOST_VALUES);
}
