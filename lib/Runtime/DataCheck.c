//===- DataCheck.c - values of data types against what the types say ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A constructor's own symbols are extents of one value of it, tuples, sequences
// and optionals in its fields included. So all tensors of one constructor are
// collected, symbols that stand alone are bound, and then all extents compared.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/DataType.h"
#include "lib/Runtime/Signature.h"
#include "lib/Support/Map.h"

#include <inttypes.h>
#include <string.h>

typedef struct Item {
  const RelaxTensor *value;
  uint32_t type;
} Item;

/// A tensor, and where it is: field `index` of what `of` made.
typedef struct Part {
  const RelaxTensor *value;
  const RelaxFieldType *type;
  StrRef of; // empty in a tuple, a sequence or an optional
  int64_t index;
} Part;

/// What was looked at already, by its fields.
typedef struct Seen {
  const void *key;
  uint32_t value; // the type
} Seen;

typedef struct Check {
  const RelaxProgram *program;
  const char *subject;
  Item *open;       // stb_ds: of data types
  Item *inner;      // stb_ds: of others, in the constructor at work
  Part *parts;      // stb_ds: of the constructor at work
  Seen *seen;       // stb_ds map
  int64_t *extents; // stb_ds: of `dataSymbols`; -1 where nothing said it yet
  uint32_t *own;    // stb_ds: which of them are the constructor's at work
  RelaxError *error;
} Check;

/// No text has a symbol with a '.': it is one of a constructor, `Node.k`.
static bool isOwn(StrRef symbol) {
  return memchr(symbol.data, '.', symbol.length);
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// `input 'x': field 1 of '@Node'`, or `element 1` inside of one.
static StrBuf placeOf(const Check *check, StrRef of, int64_t index) {
  StrBuf text = {0};
  strBufAppendFormat(&text, "%s: ", check->subject);
  if (of.length)
    strBufAppendFormat(&text, "field %" PRId64 " of '@%.*s'", index,
                       (int)of.length, of.data);
  else
    strBufAppendFormat(&text, "element %" PRId64, index);
  return text;
}

static bool failWith(const Check *check, StrBuf *text) {
  relaxFail(check->error, "%s", strBufText(text));
  strBufFree(text);
  return false;
}

static bool wrongField(const Check *check, const RelaxFieldType *type,
                       StrRef of, int64_t index, const RelaxTensor *got) {
  StrBuf text = placeOf(check, of, index);
  strBufAppendC(&text, ": expected ");
  if (relaxFieldHolds(type))
    strBufAppend(&text, check->program->dataTypes[type->data].text);
  else
    strBufAppendFormat(&text, "%s tensor", relaxDTypeName(type->dtype));
  if (!relaxFieldHolds(type) && type->rank >= 0)
    strBufAppendFormat(&text, " of rank %" PRId32, type->rank);
  strBufAppendC(&text, ", got ");
  relaxTensorDescribe(got, &text);
  return failWith(check, &text);
}

/// `expected n = 3, got 2`; what is a constructor's own has no name to read.
static bool wrongExtent(const Check *check, const Part *part, int32_t axis,
                        int64_t expected) {
  StrBuf text = placeOf(check, part->of, part->index);
  strBufAppendFormat(&text, ", dimension %" PRId32 ": expected ", axis);
  int64_t want = part->type->dims[axis];
  if (want <= RELAX_EXTENT_EXPR) {
    SymExpr expr = check->program->exprs[RELAX_EXTENT_EXPR - want].expr;
    bool named = true;
    for (size_t i = 0; i < expr.numSymbols; ++i)
      named &= !isOwn(expr.symbols[i]);
    if (named) {
      symExprPrint(expr, &text);
      strBufAppendC(&text, " = ");
    }
  }
  strBufAppendFormat(&text, "%" PRId64 ", got %" PRId64, expected,
                     part->value->dims[axis]);
  return failWith(check, &text);
}

//===----------------------------------------------------------------------===//
// Extents of one constructor
//===----------------------------------------------------------------------===//

static void bindPart(Check *check, const Part *part) {
  for (int32_t d = 0; d < part->type->rank; ++d) {
    int64_t want = part->type->dims[d];
    StrRef name;
    if (want > RELAX_EXTENT_EXPR)
      continue;
    const RelaxExprEntry *entry =
        &check->program->exprs[RELAX_EXTENT_EXPR - want];
    if (!symExprIsSymbol(entry->expr, &name) ||
        check->extents[entry->registers[0]] >= 0)
      continue;
    check->extents[entry->registers[0]] = part->value->dims[d];
    if (isOwn(name))
      arrput(check->own, entry->registers[0]);
  }
}

/// What an expression says; false where nothing says what a symbol is, or where
/// the value exceeds 64 bits, which no extent does.
static bool evaluate(const Check *check, const RelaxExprEntry *entry,
                     int64_t *out) {
  int64_t *values = NULL;
  bool known = true;
  for (size_t i = 0; i < entry->expr.numSymbols; ++i) {
    arrput(values, check->extents[entry->registers[i]]);
    known &= values[i] >= 0;
  }
  if (known && symExprEval(entry->expr, values, out) != SYM_OK)
    *out = -1;
  arrfree(values);
  return known;
}

static bool checkPart(const Check *check, const Part *part) {
  for (int32_t d = 0; d < part->type->rank; ++d) {
    int64_t want = part->type->dims[d];
    if (want == RELAX_ANY_EXTENT ||
        (want <= RELAX_EXTENT_EXPR &&
         !evaluate(check, &check->program->exprs[RELAX_EXTENT_EXPR - want],
                   &want)))
      continue;
    if (want != part->value->dims[d])
      return wrongExtent(check, part, d, want);
  }
  return true;
}

static bool checkParts(Check *check) {
  bool good = true;
  for (ptrdiff_t i = 0; i < arrlen(check->parts); ++i)
    bindPart(check, &check->parts[i]);
  for (ptrdiff_t i = 0; good && i < arrlen(check->parts); ++i)
    good = checkPart(check, &check->parts[i]);
  for (ptrdiff_t i = 0; i < arrlen(check->own); ++i)
    check->extents[check->own[i]] = -1;
  arrsetlen(check->own, 0);
  arrsetlen(check->parts, 0);
  return good;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static bool checkCount(const Check *check, Item item,
                       const RelaxConstructorType *constructor) {
  const RelaxDataType *type = &check->program->dataTypes[item.type];
  int64_t got = item.value->dims[0];
  if (type->kind == RELAX_DATA_SEQUENCE ||
      (type->kind == RELAX_DATA_OPTIONAL && got <= 1) ||
      (!relaxDataIsOpen(type) && got == constructor->numFields))
    return true;
  StrBuf text = {0};
  strBufAppendFormat(&text, "%s: ", check->subject);
  if (constructor->name.length)
    strBufAppendFormat(&text, "'@%.*s'", (int)constructor->name.length,
                       constructor->name.data);
  else
    strBufAppend(&text, type->text);
  strBufAppendFormat(&text, " has %" PRIu32 " fields, got %" PRId64,
                     constructor->numFields, got);
  return failWith(check, &text);
}

/// Its kind, its constructor and its number of fields; fields that are tensors
/// are looked at by `checkParts`, others later.
static bool checkItem(Check *check, Item item) {
  const RelaxDataType *type = &check->program->dataTypes[item.type];
  if (type->kind == RELAX_DATA_CONSTRUCTORS) {
    int64_t tag = relaxDataTag(item.value);
    if (tag < 0 || tag >= type->numConstructors)
      return relaxFail(
          check->error, "%s: %.*s has no constructor number %" PRId64,
          check->subject, (int)type->text.length, type->text.data, tag);
  }
  const RelaxConstructorType *constructor =
      relaxDataConstructor(type, item.value);
  if (!checkCount(check, item, constructor))
    return false;
  const RelaxTensor *fields = relaxContainerItems(item.value);
  for (int64_t i = 0; i < item.value->dims[0]; ++i) {
    const RelaxFieldType *field = relaxDataField(type, constructor, i);
    bool holds = relaxFieldHolds(field);
    if (fields[i].dtype != field->dtype ||
        (!holds && field->rank >= 0 && fields[i].rank != field->rank))
      return wrongField(check, field, constructor->name, i, &fields[i]);
    Item next = {&fields[i], field->data};
    if (!holds)
      arrput(check->parts, ((Part){&fields[i], field, constructor->name, i}));
    else if (field->dtype == RELAX_DATA)
      arrput(check->open, next);
    else
      arrput(check->inner, next);
  }
  return true;
}

static bool checkConstructor(Check *check, Item item) {
  bool good = checkItem(check, item);
  for (ptrdiff_t i = 0; good && i < arrlen(check->inner); ++i) {
    Item next = check->inner[i]; // the array may move
    good = checkItem(check, next);
  }
  arrsetlen(check->inner, 0);
  return good && checkParts(check);
}

static bool checkValue(Check *check, uint32_t type, const RelaxTensor *value) {
  if (value->dtype != RELAX_DATA) {
    const RelaxDataType *data = &check->program->dataTypes[type];
    StrBuf text = {0};
    relaxTensorDescribe(value, &text);
    relaxFail(check->error, "%s: expected %.*s, got %s", check->subject,
              (int)data->text.length, data->text.data, strBufText(&text));
    strBufFree(&text);
    return false;
  }
  bool good = true;
  arrput(check->open, ((Item){value, type}));
  while (good && arrlen(check->open)) {
    Item item = arrpop(check->open);
    const void *key = item.value->data;
    if (item.value->storage->refs > 1) { // else nothing else leads here
      const Seen *seen = mapEntry(check->seen, key);
      if (seen && seen->value == item.type)
        continue;
      hmput(check->seen, key, item.type);
    }
    good = checkConstructor(check, item);
  }
  return good;
}

static Check begin(const RelaxProgram *program, RelaxError *error) {
  Check check = {.program = program, .error = error};
  for (uint32_t i = 0; i < program->numDataSymbols; ++i)
    arrput(check.extents, -1);
  return check;
}

static void end(Check *check) {
  arrfree(check->open);
  arrfree(check->inner);
  arrfree(check->parts);
  hmfree(check->seen);
  arrfree(check->extents);
  arrfree(check->own);
}

bool relaxDataCheck(const RelaxProgram *program, uint32_t type,
                    const RelaxTensor *value, const char *subject,
                    RelaxError *error) {
  Check check = begin(program, error);
  check.subject = subject;
  bool good = checkValue(&check, type, value);
  end(&check);
  return good;
}

//===----------------------------------------------------------------------===//
// Inputs and results
//===----------------------------------------------------------------------===//

/// What the dimensions of the other inputs say of symbols.
static void bindInputs(Check *check, const RelaxFunction *function,
                       const RelaxTensor *inputs) {
  const RelaxProgram *program = check->program;
  for (uint32_t s = 0; s < program->numDataSymbols; ++s) {
    StrRef name = program->dataSymbols[s];
    if (isOwn(name))
      continue;
    for (uint32_t p = 0; p < function->numParams && check->extents[s] < 0;
         ++p) {
      int32_t axis = relaxValueTypeAxisOf(&function->params[p], name);
      if (axis >= 0 && axis < inputs[p].rank)
        check->extents[s] = inputs[p].dims[axis];
    }
  }
}

bool relaxDataInputsCheck(const RelaxProgram *program,
                          const RelaxFunction *function,
                          const RelaxTensor *inputs, RelaxError *error) {
  if (program->numDataTypes == 0)
    return true;
  Check check = begin(program, error);
  bool good = true;
  bindInputs(&check, function, inputs);
  for (uint32_t i = 0; good && i < function->numParams; ++i) {
    const RelaxValueType *type = &function->params[i];
    if (type->dtype != RELAX_DATA || !inputs[i].storage)
      continue;
    StrBuf subject = {0};
    strBufAppendFormat(&subject, "input '%.*s'", (int)type->name.length,
                       type->name.data);
    check.subject = strBufText(&subject);
    good = checkValue(&check, type->data, &inputs[i]);
    strBufFree(&subject);
  }
  end(&check);
  return good;
}

bool relaxDataResultCheck(const RelaxProgram *program,
                          const RelaxValueType *type, const RelaxTensor *result,
                          RelaxError *error) {
  StrBuf subject = {0};
  strBufAppendFormat(&subject, "result '%.*s'", (int)type->name.length,
                     type->name.data);
  bool good =
      relaxDataCheck(program, type->data, result, strBufText(&subject), error);
  strBufFree(&subject);
  return good;
}
