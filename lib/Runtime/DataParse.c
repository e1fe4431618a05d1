//===- DataParse.c - values of data types from text -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/DataType.h"
#include "lib/Runtime/ValueText.h"

#include <ctype.h>
#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdio.h>

/// A constructor of which not all fields have been read.
typedef struct Open {
  uint32_t type;
  const RelaxConstructorType *constructor;
  int64_t tag;
  RelaxTensor *fields; // stb_ds
} Open;

typedef struct Parser {
  const RelaxProgram *program;
  StrRef text;
  size_t at;
  Open *open;         // stb_ds: the innermost last
  RelaxTensor *nodes; // stb_ds: %0, %1, ...
  uint32_t *types;    // stb_ds: of the nodes
  RelaxError *error;
} Parser;

static char peek(Parser *p) {
  while (p->at < p->text.length && isspace((unsigned char)p->text.data[p->at]))
    ++p->at;
  return p->at < p->text.length ? p->text.data[p->at] : '\0';
}

static bool expect(Parser *p, char c) {
  char got = peek(p);
  if (got == c) {
    ++p->at;
    return true;
  }
  if (!got)
    return relaxFail(p->error, "expected '%c' at the end of the value", c);
  return relaxFail(p->error, "expected '%c' at character %zu, got '%c'", c,
                   p->at + 1, got);
}

static bool isWord(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.';
}

static StrRef word(Parser *p) {
  size_t begin = p->at;
  while (p->at < p->text.length && isWord(p->text.data[p->at]))
    ++p->at;
  return (StrRef){p->text.data + begin, p->at - begin};
}

/// `@Node`, and `(` if it has fields.
static bool openConstructor(Parser *p, uint32_t type) {
  const RelaxDataType *data = &p->program->dataTypes[type];
  char first = peek(p);
  if (!first)
    return relaxFail(p->error,
                     "expected a constructor of %.*s, got the end of the text",
                     (int)data->text.length, data->text.data);
  if (first != '@')
    return relaxFail(p->error,
                     "expected a constructor of %.*s at character %zu, got "
                     "'%c'",
                     (int)data->text.length, data->text.data, p->at + 1, first);
  ++p->at;
  StrRef name = word(p);
  Open open = {.type = type};
  while (open.tag < data->numConstructors &&
         !strRefEqual(data->constructors[open.tag].name, name))
    ++open.tag;
  if (open.tag == data->numConstructors)
    return relaxFail(p->error, "%.*s has no constructor '@%.*s'",
                     (int)data->text.length, data->text.data, (int)name.length,
                     name.data);
  open.constructor = &data->constructors[open.tag];
  if (open.constructor->numFields && !expect(p, '('))
    return false;
  arrput(p->open, open);
  return true;
}

/// A reference `%12` to a node before it.
static bool readReference(Parser *p, uint32_t type, RelaxTensor *out) {
  ++p->at;
  uint64_t number = 0;
  StrRef digits = word(p);
  bool good = digits.length > 0 && digits.length < 12;
  for (size_t i = 0; good && i < digits.length; ++i) {
    good = isdigit((unsigned char)digits.data[i]);
    number = number * 10 + (uint64_t)(digits.data[i] - '0');
  }
  if (!good || number >= (uint64_t)arrlen(p->nodes) || p->types[number] != type)
    return relaxFail(p->error,
                     "'%%%.*s' is no node before this one, of type %.*s",
                     (int)digits.length, digits.data,
                     (int)p->program->dataTypes[type].text.length,
                     p->program->dataTypes[type].text.data);
  *out = relaxTensorShare(&p->nodes[number]);
  return true;
}

/// Text of a tensor: up to the `,` or `)` that ends the field.
static bool readTensor(Parser *p, RelaxTensor *out) {
  peek(p);
  size_t begin = p->at;
  for (bool quoted = false; p->at < p->text.length; ++p->at) {
    char c = p->text.data[p->at];
    if (quoted && c == '\\')
      ++p->at;
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && (c == ',' || c == ')'))
      break;
  }
  size_t end = p->at < p->text.length ? p->at : p->text.length;
  return relaxValueParse((StrRef){p->text.data + begin, end - begin}, out,
                         p->error);
}

/// The innermost constructor has all its fields: its value goes to the one
/// around it, or to `*out`, where `*done` says so.
static bool closeConstructor(Parser *p, RelaxTensor *out, bool *done) {
  Open open = arrpop(p->open);
  RelaxTensor value;
  bool good = relaxDataCreate(open.tag, arrlen(open.fields), open.fields,
                              &value, p->error);
  arrfree(open.fields);
  if (!good)
    return false;
  *done = !arrlen(p->open);
  if (*done)
    *out = value;
  else
    arrput(arrlast(p->open).fields, value);
  return true;
}

/// The next field of the innermost constructor, or its end.
static bool step(Parser *p, RelaxTensor *out, bool *done) {
  Open *open = &arrlast(p->open);
  uint32_t count = open->constructor->numFields;
  ptrdiff_t index = arrlen(open->fields);
  if (index == (ptrdiff_t)count)
    return (!count || expect(p, ')')) && closeConstructor(p, out, done);
  if (index && !expect(p, ','))
    return false;
  const RelaxFieldType *field = &open->constructor->fields[index];
  RelaxTensor value;
  if (field->dtype == RELAX_DATA && peek(p) != '%')
    return openConstructor(p, field->data);
  bool good = field->dtype == RELAX_DATA ? readReference(p, field->data, &value)
                                         : readTensor(p, &value);
  if (good)
    arrput(open->fields, value);
  return good;
}

static bool readValue(Parser *p, uint32_t type, RelaxTensor *out) {
  bool done = false, good = openConstructor(p, type);
  while (good && !done)
    good = step(p, out, &done);
  return good;
}

/// The type of a node by its constructor: the first data type that has it,
/// which is `type` if that has.
static uint32_t typeOfNode(Parser *p, uint32_t type) {
  peek(p);
  size_t begin = p->at;
  StrRef name = {NULL, 0};
  if (peek(p) == '@') {
    ++p->at;
    name = word(p);
  }
  p->at = begin;
  for (uint32_t i = 0; i <= p->program->numDataTypes; ++i) {
    uint32_t candidate = i ? i - 1 : type;
    const RelaxDataType *data = &p->program->dataTypes[candidate];
    for (uint32_t c = 0; c < data->numConstructors; ++c)
      if (strRefEqual(data->constructors[c].name, name))
        return candidate;
  }
  return type;
}

/// `%0 = @Leaf(...); %1 = ...`: the last is the value.
static bool readList(Parser *p, uint32_t type, RelaxTensor *out) {
  while (peek(p)) {
    ++p->at;
    StrRef number = word(p);
    char expected[24];
    snprintf(expected, sizeof expected, "%td", arrlen(p->nodes));
    if (!strRefEqual(number, strRefFromC(expected)))
      return relaxFail(p->error, "expected node '%%%s', got '%%%.*s'", expected,
                       (int)number.length, number.data);
    if (!expect(p, '='))
      return false;
    uint32_t of = typeOfNode(p, type);
    RelaxTensor node;
    if (!readValue(p, of, &node))
      return false;
    arrput(p->nodes, node);
    arrput(p->types, of);
    if (peek(p) &&
        (!expect(p, ';') || (peek(p) && peek(p) != '%' && !expect(p, '%'))))
      return false;
  }
  if (arrlast(p->types) != type)
    return relaxFail(p->error, "the last node is no %.*s",
                     (int)p->program->dataTypes[type].text.length,
                     p->program->dataTypes[type].text.data);
  *out = relaxTensorShare(&arrlast(p->nodes));
  return true;
}

bool relaxDataParse(const RelaxProgram *program, uint32_t type, StrRef text,
                    RelaxTensor *out, RelaxError *error) {
  Parser p = {.program = program, .text = text, .error = error};
  RelaxTensor value = {0};
  bool good = peek(&p) == '%' ? readList(&p, type, &value)
                              : readValue(&p, type, &value);
  if (good && peek(&p)) {
    good =
        relaxFail(error, "unexpected '%c' behind the value, at character %zu",
                  peek(&p), p.at + 1);
    relaxTensorRelease(&value);
  }
  while (arrlen(p.open)) {
    Open open = arrpop(p.open);
    for (ptrdiff_t i = 0; i < arrlen(open.fields); ++i)
      relaxTensorRelease(&open.fields[i]);
    arrfree(open.fields);
  }
  for (ptrdiff_t i = 0; i < arrlen(p.nodes); ++i)
    relaxTensorRelease(&p.nodes[i]);
  arrfree(p.open);
  arrfree(p.nodes);
  arrfree(p.types);
  if (good)
    *out = value;
  return good;
}
