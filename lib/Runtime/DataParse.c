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
#include <string.h>

/// A value of which not all fields have been read.
typedef struct Open {
  uint32_t type;
  int64_t tag;
  int64_t count;       // of fields that were read
  RelaxTensor *fields; // stb_ds; empty while types are looked for
} Open;

/// A node `%3 = ...` of a list.
typedef struct Node {
  size_t at;        // where its value begins
  bool typed;       // `type` is known
  uint32_t type;    // as who holds it says
  RelaxTensor value;
} Node;

typedef struct Parser {
  const RelaxProgram *program;
  StrRef text;
  size_t at;
  Open *open;     // stb_ds: the innermost last
  Node *nodes;    // stb_ds
  size_t node;    // the one at work
  bool typesOnly; // no value is made
  RelaxError *error;
} Parser;

/// Before and behind what is held, and between.
static const struct {
  char open, between, close;
} marks[] = {[RELAX_DATA_CONSTRUCTORS] = {'(', ',', ')'},
             [RELAX_DATA_TUPLE] = {'(', ',', ')'},
             [RELAX_DATA_SEQUENCE] = {'[', ';', ']'},
             [RELAX_DATA_OPTIONAL] = {'{', ';', '}'}};

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

static const RelaxDataType *typeOf(const Parser *p, uint32_t type) {
  return &p->program->dataTypes[type];
}

static bool expectedValue(Parser *p, const RelaxDataType *data, char got) {
  const char *what =
      data->kind == RELAX_DATA_CONSTRUCTORS ? "a constructor" : "a value";
  if (!got)
    return relaxFail(p->error, "expected %s of %.*s, got the end of the text",
                     what, (int)data->text.length, data->text.data);
  return relaxFail(p->error, "expected %s of %.*s at character %zu, got '%c'",
                   what, (int)data->text.length, data->text.data, p->at + 1,
                   got);
}

/// `@Node`, and `(` if it has fields; `(`, `[` or `{` of others.
static bool openValue(Parser *p, uint32_t type) {
  const RelaxDataType *data = typeOf(p, type);
  bool made = data->kind == RELAX_DATA_CONSTRUCTORS;
  Open open = {.type = type};
  char first = peek(p);
  if (first != (made ? '@' : marks[data->kind].open))
    return expectedValue(p, data, first);
  ++p->at;
  if (made) {
    StrRef name = word(p);
    while (open.tag < data->numConstructors &&
           !strRefEqual(data->constructors[open.tag].name, name))
      ++open.tag;
    if (open.tag == data->numConstructors)
      return relaxFail(p->error, "%.*s has no constructor '@%.*s'",
                       (int)data->text.length, data->text.data,
                       (int)name.length, name.data);
    if (data->constructors[open.tag].numFields && !expect(p, '('))
      return false;
  }
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
  Node *node = good && number < p->node ? &p->nodes[number] : NULL;
  if (!node || (node->typed && node->type != type))
    return relaxFail(p->error,
                     "'%%%.*s' is no node before this one, of type %.*s",
                     (int)digits.length, digits.data,
                     (int)typeOf(p, type)->text.length,
                     typeOf(p, type)->text.data);
  node->typed = true;
  node->type = type;
  if (!p->typesOnly)
    *out = relaxTensorShare(&node->value);
  return true;
}

/// Text of a tensor: up to what ends the field.
static bool readTensor(Parser *p, RelaxTensor *out) {
  peek(p);
  size_t begin = p->at;
  for (bool quoted = false; p->at < p->text.length; ++p->at) {
    char c = p->text.data[p->at];
    if (quoted && c == '\\')
      ++p->at;
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && strchr(",;)]}", c))
      break;
  }
  size_t end = p->at < p->text.length ? p->at : p->text.length;
  return p->typesOnly ||
         relaxValueParse((StrRef){p->text.data + begin, end - begin}, out,
                         p->error);
}

/// The innermost value has all its fields: it goes to the one around it, or to
/// `*out`, where `*done` says so.
static bool closeValue(Parser *p, RelaxTensor *out, bool *done) {
  Open open = arrpop(p->open);
  RelaxDataKind kind = typeOf(p, open.type)->kind;
  RelaxTensor value = {0};
  int64_t count = arrlen(open.fields);
  bool good =
      p->typesOnly ||
      (kind == RELAX_DATA_CONSTRUCTORS
           ? relaxDataCreate(open.tag, count, open.fields, &value, p->error)
           : relaxContainerCreate(kind == RELAX_DATA_OPTIONAL ? RELAX_OPTIONAL
                                                              : RELAX_SEQUENCE,
                                  count, open.fields, &value, p->error));
  arrfree(open.fields);
  if (!good)
    return false;
  *done = !arrlen(p->open);
  if (*done) {
    *out = value;
    return true;
  }
  Open *outer = &arrlast(p->open);
  ++outer->count;
  if (!p->typesOnly)
    arrput(outer->fields, value);
  return true;
}

/// Has the innermost value all that it holds?
static bool isComplete(Parser *p, const Open *open) {
  const RelaxDataType *data = typeOf(p, open->type);
  if (relaxDataIsOpen(data))
    return peek(p) == marks[data->kind].close ||
           (data->kind == RELAX_DATA_OPTIONAL && open->count);
  return open->count == data->constructors[open->tag].numFields;
}

/// The next field of the innermost value, or its end.
static bool step(Parser *p, RelaxTensor *out, bool *done) {
  Open *open = &arrlast(p->open);
  const RelaxDataType *data = typeOf(p, open->type);
  const RelaxConstructorType *constructor = &data->constructors[open->tag];
  bool marked =
      data->kind != RELAX_DATA_CONSTRUCTORS || constructor->numFields > 0;
  if (isComplete(p, open))
    return (!marked || expect(p, marks[data->kind].close)) &&
           closeValue(p, out, done);
  if (open->count && !expect(p, marks[data->kind].between))
    return false;
  const RelaxFieldType *field = relaxDataField(data, constructor, open->count);
  RelaxTensor value;
  bool holds = relaxFieldHolds(field);
  if (holds && peek(p) != '%')
    return openValue(p, field->data);
  if (!(holds ? readReference(p, field->data, &value) : readTensor(p, &value)))
    return false;
  ++open->count;
  if (!p->typesOnly)
    arrput(open->fields, value);
  return true;
}

static bool readValue(Parser *p, uint32_t type, RelaxTensor *out) {
  bool done = false, good = openValue(p, type);
  while (good && !done)
    good = step(p, out, &done);
  return good;
}

//===----------------------------------------------------------------------===//
// Lists of nodes
//===----------------------------------------------------------------------===//

/// Behind the `;` of the list that ends a node, or at the end of the text.
static void skipNode(Parser *p) {
  int depth = 0;
  for (bool quoted = false; p->at < p->text.length; ++p->at) {
    char c = p->text.data[p->at];
    if (quoted && c == '\\')
      ++p->at;
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && c == ';' && depth == 0)
      break;
    else if (!quoted)
      depth += (c == '(' || c == '[' || c == '{') -
               (c == ')' || c == ']' || c == '}');
  }
}

/// Where each node begins.
static bool findNodes(Parser *p) {
  while (peek(p)) {
    if (arrlen(p->nodes) && !expect(p, ';'))
      return false;
    if (!peek(p)) // a `;` behind the last one
      return true;
    if (!expect(p, '%'))
      return false;
    StrRef number = word(p);
    char expected[24];
    snprintf(expected, sizeof expected, "%td", arrlen(p->nodes));
    if (!strRefEqual(number, strRefFromC(expected)))
      return relaxFail(p->error, "expected node '%%%s', got '%%%.*s'", expected,
                       (int)number.length, number.data);
    if (!expect(p, '='))
      return false;
    arrput(p->nodes, ((Node){.at = p->at}));
    skipNode(p);
  }
  return true;
}

/// Reads one node, up to the `;` behind it.
static bool readNode(Parser *p, size_t index, RelaxTensor *out) {
  Node *node = &p->nodes[index];
  p->node = index;
  p->at = node->at;
  if (!node->typed)
    return relaxFail(p->error, "node '%%%zu' is held by none", index);
  if (!readValue(p, node->type, out))
    return false;
  return !peek(p) || peek(p) == ';' || expect(p, ';');
}

/// `%0 = @Leaf(...); %1 = ...`: the last is the value. Who holds a node comes
/// behind it and says its type, so types are looked for from the last one on.
static bool readList(Parser *p, uint32_t type, RelaxTensor *out) {
  if (!findNodes(p))
    return false;
  size_t count = arrlenu(p->nodes);
  p->nodes[count - 1].typed = true;
  p->nodes[count - 1].type = type;
  p->typesOnly = true;
  RelaxTensor none;
  for (size_t i = count; i-- > 0;)
    if (!readNode(p, i, &none))
      return false;
  p->typesOnly = false;
  for (size_t i = 0; i < count; ++i)
    if (!readNode(p, i, &p->nodes[i].value))
      return false;
  p->at = p->text.length;
  *out = relaxTensorShare(&p->nodes[count - 1].value);
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
    relaxTensorRelease(&p.nodes[i].value);
  arrfree(p.open);
  arrfree(p.nodes);
  if (good)
    *out = value;
  return good;
}
