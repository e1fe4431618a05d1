//===- DataPrint.c - values of data types as text -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/DataType.h"
#include "lib/Runtime/ValueText.h"
#include "lib/Support/Map.h"

#include <inttypes.h>

enum { DEEPEST_NESTED = 200 };

/// A node whose fields from `next` on are not printed yet.
typedef struct Walk {
  const RelaxTensor *value;
  uint32_t type;
  uint32_t next;
} Walk;

/// The number of a node, by its fields.
typedef struct Number {
  const void *key;
  int64_t value;
} Number;

static void printTensor(const RelaxTensor *tensor, StrBuf *out) {
  for (int32_t d = 0; d < tensor->rank; ++d)
    strBufAppendFormat(out, "%" PRId64 "x", tensor->dims[d]);
  strBufAppendFormat(
      out, "%s=",
      tensor->dtype == RELAX_STRING ? "string" : relaxDTypeName(tensor->dtype));
  for (int64_t i = 0, e = relaxTensorCount(tensor); i < e; ++i) {
    strBufAppendC(out, i ? " " : "");
    if (relaxDTypeIsFloat(tensor->dtype)) {
      double value = relaxLoadFloat(tensor->dtype, tensor->data, i);
      // The reader takes words for what has no digits.
      if (value != value || value - value != 0) {
        strBufAppendC(out, value != value ? "nan" : value > 0 ? "inf" : "-inf");
        continue;
      }
    }
    relaxElementPrint(tensor, i, out);
  }
}

static const RelaxConstructorType *constructorOf(const RelaxProgram *program,
                                                 Walk walk) {
  return &program->dataTypes[walk.type].constructors[relaxDataTag(walk.value)];
}

/// False, with what was appended taken back, where the value is deeper than
/// DEEPEST_NESTED or would be very long because parts are shared.
static bool printNested(const RelaxProgram *program, Walk root, StrBuf *out) {
  enum { MOST_NODES = 100000 };
  size_t begin = out->length;
  int64_t nodes = 0;
  Walk *open = NULL;
  bool good = true;
  arrput(open, root);
  while (good && arrlen(open)) {
    Walk *top = &arrlast(open);
    const RelaxConstructorType *constructor = constructorOf(program, *top);
    if (top->next == 0) {
      strBufAppendC(out, "@");
      strBufAppend(out, constructor->name);
    }
    if (top->next == constructor->numFields) {
      strBufAppendC(out, constructor->numFields ? ")" : "");
      (void)arrpop(open);
      continue;
    }
    uint32_t index = top->next++;
    const RelaxTensor *field = &relaxContainerItems(top->value)[index];
    strBufAppendC(out, index ? ", " : "(");
    if (field->dtype == RELAX_DATA)
      arrput(open, ((Walk){field, constructor->fields[index].data, 0}));
    else
      printTensor(field, out);
    good = arrlen(open) <= DEEPEST_NESTED && ++nodes <= MOST_NODES;
  }
  arrfree(open);
  if (!good)
    out->length = begin;
  return good;
}

static void printNode(const RelaxProgram *program, Walk walk, Number *numbers,
                      StrBuf *out) {
  const RelaxConstructorType *constructor = constructorOf(program, walk);
  const RelaxTensor *fields = relaxContainerItems(walk.value);
  strBufAppendFormat(out, "%s%%%td = @", hmlen(numbers) ? "; " : "",
                     hmlen(numbers));
  strBufAppend(out, constructor->name);
  for (uint32_t i = 0; i < constructor->numFields; ++i) {
    strBufAppendC(out, i ? ", " : "(");
    if (fields[i].dtype == RELAX_DATA) {
      const void *key = fields[i].data;
      strBufAppendFormat(out, "%%%" PRId64, mapEntry(numbers, key)->value);
    } else {
      printTensor(&fields[i], out);
    }
  }
  strBufAppendC(out, constructor->numFields ? ")" : "");
}

/// Every node once, behind those that it holds.
static void printList(const RelaxProgram *program, Walk root, StrBuf *out) {
  Walk *open = NULL;
  Number *numbers = NULL;
  arrput(open, root);
  while (arrlen(open)) {
    Walk *top = &arrlast(open);
    const void *key = top->value->data;
    if (mapFind(numbers, key) >= 0) {
      (void)arrpop(open);
      continue;
    }
    const RelaxConstructorType *constructor = constructorOf(program, *top);
    if (top->next < constructor->numFields) {
      uint32_t index = top->next++;
      const RelaxTensor *field = &relaxContainerItems(top->value)[index];
      if (field->dtype == RELAX_DATA)
        arrput(open, ((Walk){field, constructor->fields[index].data, 0}));
      continue;
    }
    printNode(program, *top, numbers, out);
    int64_t number = hmlen(numbers);
    hmput(numbers, key, number);
    (void)arrpop(open);
  }
  arrfree(open);
  hmfree(numbers);
}

void relaxDataPrint(const RelaxProgram *program, uint32_t type,
                    const RelaxTensor *value, StrBuf *out) {
  Walk root = {value, type, 0};
  if (!printNested(program, root, out))
    printList(program, root, out);
}
