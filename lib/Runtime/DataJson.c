//===- DataJson.c - values of data types from JSON ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `{"Node": [FIELD, FIELD]}`, and `"Nil"` for a constructor without fields. The
// type says what a field is: a value again, a list of what a tuple, a sequence
// or an optional holds, or a tensor, which is a number, a
// string, `true` or `false`, or arrays of them; "nan", "inf" and "-inf" are
// strings, and without elements it may be `{"shape": [0, 3]}`. What is open
// lies in a stack: depth takes memory only.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/DataType.h"
#include "lib/Runtime/JsonText.h"
#include "lib/Runtime/ValueText.h"

#include <errno.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/// A value of which not all fields have been read.
typedef struct Open {
  const RelaxDataType *type;
  int64_t tag;
  bool listed;         // its fields stand in a list, also if it has none
  RelaxTensor *fields; // stb_ds
} Open;

typedef struct Reader {
  JsonText json;
  const RelaxProgram *program;
  Open *open; // stb_ds: the innermost last
} Reader;

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Arrays in arrays: elements in their order, and what is known of the extents.
typedef struct Elements {
  StrBuf text;    // the elements, a NUL behind each
  size_t *begins; // stb_ds: where they are in it
  int64_t counts[RELAX_MAX_RANK], dims[RELAX_MAX_RANK];
  int32_t depth, rank; // rank -1: no element yet
} Elements;

static bool closeArray(Reader *r, Elements *e) {
  int64_t count = e->counts[--e->depth];
  ++r->json.at;
  if (e->dims[e->depth] >= 0 && e->dims[e->depth] != count)
    return relaxFail(r->json.error,
                     "arrays of one tensor differ in length: %lld and %lld",
                     (long long)e->dims[e->depth], (long long)count);
  e->dims[e->depth] = count;
  return true;
}

/// An element or the beginning of an array.
static bool readPart(Reader *r, Elements *e) {
  char c = jsonPeek(&r->json);
  if (c == '[') {
    if (e->depth == RELAX_MAX_RANK || e->depth == e->rank)
      return jsonFail(&r->json, "an element");
    ++r->json.at;
    e->counts[e->depth++] = 0;
    return true;
  }
  if (e->rank >= 0 && e->rank != e->depth)
    return jsonFail(&r->json, "'['");
  e->rank = e->depth;
  arrput(e->begins, e->text.length);
  StrRef word;
  if (c == '"') {
    if (!jsonString(&r->json, &e->text))
      return false;
  } else {
    if (!jsonWord(&r->json, &word))
      return false;
    strBufAppend(&e->text, word);
  }
  strBufAppend(&e->text, (StrRef){"", 1});
  return true;
}

static bool readElements(Reader *r, Elements *e) {
  do {
    char c = jsonPeek(&r->json);
    bool inside = e->depth > 0;
    if (inside && c == ']') {
      if (!closeArray(r, e))
        return false;
      continue;
    }
    if (inside && e->counts[e->depth - 1]++ && !jsonExpect(&r->json, ','))
      return false;
    if (!readPart(r, e))
      return false;
  } while (e->depth);
  return true;
}

/// The rank. Extents that empty arrays do not say are those of the type, or 0.
static int32_t completeDims(Elements *e, const RelaxFieldType *type) {
  int32_t rank = 0;
  while (rank < RELAX_MAX_RANK && e->dims[rank] >= 0)
    ++rank;
  for (; e->rank < 0 && rank < type->rank; ++rank)
    e->dims[rank] = type->dims[rank] > 0 ? type->dims[rank] : 0;
  return rank;
}

static bool fillTensor(Reader *r, const Elements *e, const RelaxFieldType *type,
                       int32_t rank, RelaxTensor *out) {
  ptrdiff_t count = arrlen(e->begins);
  if (type->dtype == RELAX_STRING) {
    StrRef *texts = NULL;
    for (ptrdiff_t i = 0; i < count; ++i) {
      size_t end = i + 1 < count ? e->begins[i + 1] : e->text.length;
      StrRef text = {e->text.data + e->begins[i], end - e->begins[i] - 1};
      arrput(texts, text);
    }
    bool good = relaxStringsCreate(rank, e->dims, texts, out, r->json.error);
    arrfree(texts);
    return good;
  }
  if (!relaxTensorCreate(type->dtype, rank, e->dims, out, r->json.error))
    return false;
  for (ptrdiff_t i = 0; i < count; ++i) {
    const char *word = e->text.data + e->begins[i];
    if (!relaxElementParse(word, out, i)) {
      relaxTensorRelease(out);
      return relaxFail(r->json.error, "'%s' is no value of type %s", word,
                       relaxDTypeName(type->dtype));
    }
  }
  return true;
}

/// `{"shape": [0, 3]}`: a tensor without elements.
static bool readShape(Reader *r, const RelaxFieldType *type, RelaxTensor *out) {
  StrBuf key = {0};
  int64_t dims[RELAX_MAX_RANK], count = 0;
  int32_t rank = 0;
  bool good = jsonExpect(&r->json, '{') && jsonString(&r->json, &key) &&
              (strcmp(strBufText(&key), "shape") == 0 ||
               jsonFail(&r->json, "the key \"shape\" before this")) &&
              jsonExpect(&r->json, ':') && jsonExpect(&r->json, '[');
  strBufFree(&key);
  for (; good && jsonPeek(&r->json) != ']'; ++rank) {
    StrRef word;
    char *end;
    good = (!rank || jsonExpect(&r->json, ',')) && jsonWord(&r->json, &word);
    errno = 0;
    if (good && rank < RELAX_MAX_RANK)
      dims[rank] = strtoll(word.data, &end, 10);
    if (good && (rank == RELAX_MAX_RANK || errno || dims[rank] < 0 ||
                 end != word.data + word.length))
      good = jsonFail(&r->json, "an extent before this");
  }
  if (!good || !jsonExpect(&r->json, ']') || !jsonExpect(&r->json, '}'))
    return false;
  if (!relaxNumElements(rank, dims, &count) || count)
    return relaxFail(r->json.error, "a shape stands for a tensor without "
                                    "elements: expected an extent 0");
  return relaxTensorCreate(type->dtype, rank, dims, out, r->json.error);
}

static bool readTensor(Reader *r, const RelaxFieldType *type,
                       RelaxTensor *out) {
  if (jsonPeek(&r->json) == '{')
    return readShape(r, type, out);
  Elements e = {.rank = -1};
  for (int d = 0; d < RELAX_MAX_RANK; ++d)
    e.dims[d] = -1;
  bool good = readElements(r, &e);
  if (good)
    good = fillTensor(r, &e, type, completeDims(&e, type), out);
  arrfree(e.begins);
  strBufFree(&e.text);
  return good;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// `{"Node": [` or `"Nil"`.
static bool openConstructor(Reader *r, Open *open) {
  const RelaxDataType *data = open->type;
  open->listed = jsonPeek(&r->json) == '{';
  r->json.at += open->listed;
  StrBuf name = {0};
  if (!jsonString(&r->json, &name)) {
    strBufFree(&name);
    return false;
  }
  while (open->tag < data->numConstructors &&
         !strRefEqual(data->constructors[open->tag].name,
                      (StrRef){name.data, name.length}))
    ++open->tag;
  bool good = open->tag < data->numConstructors;
  if (!good)
    relaxFail(r->json.error, "%.*s has no constructor '@%s'",
              (int)data->text.length, data->text.data, strBufText(&name));
  strBufFree(&name);
  if (!good)
    return false;
  if (data->constructors[open->tag].numFields && !open->listed)
    return jsonFail(&r->json, "':' and the fields behind '{' and a name");
  // A constructor without fields may have an empty list.
  return !open->listed ||
         (jsonExpect(&r->json, ':') && jsonExpect(&r->json, '['));
}

static bool openValue(Reader *r, uint32_t type) {
  Open open = {.type = &r->program->dataTypes[type], .listed = true};
  if (!(open.type->kind == RELAX_DATA_CONSTRUCTORS
            ? openConstructor(r, &open)
            : jsonExpect(&r->json, '[')))
    return false;
  arrput(r->open, open);
  return true;
}

/// The innermost value has all its fields. It goes to the one around it, or to
/// `*out`, where `*done` says so.
static bool closeValue(Reader *r, RelaxTensor *out, bool *done) {
  Open open = arrpop(r->open);
  RelaxDataKind kind = open.type->kind;
  RelaxTensor value;
  int64_t count = arrlen(open.fields);
  bool good =
      kind == RELAX_DATA_CONSTRUCTORS
          ? relaxDataCreate(open.tag, count, open.fields, &value, r->json.error)
          : relaxContainerCreate(kind == RELAX_DATA_OPTIONAL ? RELAX_OPTIONAL
                                                             : RELAX_SEQUENCE,
                                 count, open.fields, &value, r->json.error);
  arrfree(open.fields);
  if (!good)
    return false;
  *done = !arrlen(r->open);
  if (*done)
    *out = value;
  else
    arrput(arrlast(r->open).fields, value);
  return true;
}

/// Has the innermost value all that it holds?
static bool isComplete(Reader *r, const Open *open) {
  ptrdiff_t count = arrlen(open->fields);
  if (relaxDataIsOpen(open->type))
    return jsonPeek(&r->json) == ']' ||
           (open->type->kind == RELAX_DATA_OPTIONAL && count);
  return count == (ptrdiff_t)open->type->constructors[open->tag].numFields;
}

/// The next field of the innermost value, or its end.
static bool step(Reader *r, RelaxTensor *out, bool *done) {
  Open *open = &arrlast(r->open);
  ptrdiff_t index = arrlen(open->fields);
  if (isComplete(r, open))
    return (!open->listed ||
            (jsonExpect(&r->json, ']') &&
             (open->type->kind != RELAX_DATA_CONSTRUCTORS ||
              jsonExpect(&r->json, '}')))) &&
           closeValue(r, out, done);
  if (index && !jsonExpect(&r->json, ','))
    return false;
  const RelaxConstructorType *constructor =
      &open->type->constructors[open->tag];
  const RelaxFieldType *field = relaxDataField(open->type, constructor, index);
  if (relaxFieldHolds(field))
    return openValue(r, field->data);
  RelaxTensor value;
  if (!readTensor(r, field, &value)) {
    if (!constructor->name.length)
      return relaxErrorContext(r->json.error, "element %td", index);
    return relaxErrorContext(r->json.error, "field %td of '@%.*s'", index,
                             (int)constructor->name.length,
                             constructor->name.data);
  }
  arrput(open->fields, value);
  return true;
}

bool relaxDataFromJson(const RelaxProgram *program, uint32_t type, StrRef text,
                       RelaxTensor *out, RelaxError *error) {
  Reader r = {.json = {text, 0, error}, .program = program};
  RelaxTensor value = {0};
  bool done = false, good = openValue(&r, type);
  while (good && !done)
    good = step(&r, &value, &done);
  if (good && jsonPeek(&r.json)) {
    good = jsonFail(&r.json, "the end of the text behind the value");
    relaxTensorRelease(&value);
  }
  while (arrlen(r.open)) {
    Open open = arrpop(r.open);
    for (ptrdiff_t i = 0; i < arrlen(open.fields); ++i)
      relaxTensorRelease(&open.fields[i]);
    arrfree(open.fields);
  }
  arrfree(r.open);
  if (good)
    *out = value;
  return good;
}
