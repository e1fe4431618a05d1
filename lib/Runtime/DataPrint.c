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
  int64_t next;
} Walk;

/// A node, by its fields: a value of two types is two.
typedef struct NodeKey {
  const void *fields;
  uint64_t type;
} NodeKey;
typedef struct Number {
  NodeKey key;
  int64_t value;
} Number;

static NodeKey keyOf(const RelaxTensor *value, uint32_t type) {
  return (NodeKey){value->data, type};
}

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

static const RelaxDataType *typeOf(const RelaxProgram *program, Walk walk) {
  return &program->dataTypes[walk.type];
}

/// What stands at `index` of a value.
static const RelaxFieldType *fieldOf(const RelaxProgram *program, Walk walk,
                                     int64_t index) {
  const RelaxDataType *type = typeOf(program, walk);
  return relaxDataField(type, relaxDataConstructor(type, walk.value), index);
}

/// What stands in front of the fields, between them, and behind them.
static void printOpen(const RelaxProgram *program, Walk walk, StrBuf *out) {
  const RelaxDataType *type = typeOf(program, walk);
  StrRef name = relaxDataConstructor(type, walk.value)->name;
  if (type->kind == RELAX_DATA_CONSTRUCTORS) {
    strBufAppendC(out, "@");
    strBufAppend(out, name);
    strBufAppendC(out, walk.value->dims[0] ? "(" : "");
    return;
  }
  strBufAppendC(out, type->kind == RELAX_DATA_TUPLE      ? "("
                     : type->kind == RELAX_DATA_SEQUENCE ? "["
                                                         : "{");
}

static void printBetween(const RelaxProgram *program, Walk walk, int64_t index,
                         StrBuf *out) {
  if (index)
    strBufAppendC(out, relaxDataIsOpen(typeOf(program, walk)) ? "; " : ", ");
}

static void printClose(const RelaxProgram *program, Walk walk, StrBuf *out) {
  switch (typeOf(program, walk)->kind) {
  case RELAX_DATA_CONSTRUCTORS:
    strBufAppendC(out, walk.value->dims[0] ? ")" : "");
    return;
  case RELAX_DATA_TUPLE:
    strBufAppendC(out, ")");
    return;
  case RELAX_DATA_SEQUENCE:
    strBufAppendC(out, "]");
    return;
  case RELAX_DATA_OPTIONAL:
    strBufAppendC(out, "}");
  }
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
    if (top->next == 0)
      printOpen(program, *top, out);
    if (top->next == top->value->dims[0]) {
      printClose(program, *top, out);
      (void)arrpop(open);
      continue;
    }
    int64_t index = top->next++;
    const RelaxTensor *field = &relaxContainerItems(top->value)[index];
    const RelaxFieldType *type = fieldOf(program, *top, index);
    printBetween(program, *top, index, out);
    if (relaxFieldHolds(type))
      arrput(open, ((Walk){field, type->data, 0}));
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
  const RelaxTensor *fields = relaxContainerItems(walk.value);
  strBufAppendFormat(out, "%s%%%td = ", hmlen(numbers) ? "; " : "",
                     hmlen(numbers));
  printOpen(program, walk, out);
  for (int64_t i = 0; i < walk.value->dims[0]; ++i) {
    const RelaxFieldType *type = fieldOf(program, walk, i);
    printBetween(program, walk, i, out);
    if (relaxFieldHolds(type)) {
      NodeKey key = keyOf(&fields[i], type->data);
      strBufAppendFormat(out, "%%%" PRId64, mapEntry(numbers, key)->value);
    } else {
      printTensor(&fields[i], out);
    }
  }
  printClose(program, walk, out);
}

/// Every node once, behind those that it holds.
static void printList(const RelaxProgram *program, Walk root, StrBuf *out) {
  Walk *open = NULL;
  Number *numbers = NULL;
  arrput(open, root);
  while (arrlen(open)) {
    Walk *top = &arrlast(open);
    NodeKey key = keyOf(top->value, top->type);
    if (mapFind(numbers, key) >= 0) {
      (void)arrpop(open);
      continue;
    }
    if (top->next < top->value->dims[0]) {
      int64_t index = top->next++;
      const RelaxTensor *field = &relaxContainerItems(top->value)[index];
      const RelaxFieldType *type = fieldOf(program, *top, index);
      if (relaxFieldHolds(type))
        arrput(open, ((Walk){field, type->data, 0}));
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
