//===- TableText.c - the text of a policy's table -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/Table.h"
#include "lib/Support/Map.h"

typedef struct TypeNumber {
  char *key;
  int32_t value;
} TypeNumber;

typedef struct TableReader {
  BatchTable *table;
  RelaxError *error;
  StrRef *words;     // of the line; stb_ds arrays
  int32_t *state;    //
  TypeNumber *types; // a map of stb_ds
  StrBuf name;
  int line;
  bool encodingRead, typesRead;
} TableReader;

/// At most 60 bytes of a word, so that a message stays a line.
#define WORD_ARG(w) (int)((w).length < 60 ? (w).length : 60), (w).data

static bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

/// The words in front of a comment.
static void splitWords(TableReader *reader, StrRef line) {
  arrsetlen(reader->words, 0);
  for (size_t at = 0; at < line.length;) {
    size_t begin = at;
    while (at < line.length && !isBlank(line.data[at]))
      ++at;
    if (at > begin && line.data[begin] == '#')
      return;
    if (at > begin)
      arrput(reader->words, ((StrRef){line.data + begin, at - begin}));
    while (at < line.length && isBlank(line.data[at]))
      ++at;
  }
}

static bool readEncoding(TableReader *reader) {
  const StrRef *words = reader->words;
  if (arrlen(words) != 2 || !strRefEqual(words[0], strRefFromC("encoding")))
    return relaxFail(reader->error,
                     "line %d: expected 'encoding base', 'encoding max' or "
                     "'encoding sort', got '%.*s'",
                     reader->line, WORD_ARG(words[0]));
  reader->encodingRead = true;
  return batchEncodingFind(words[1], &reader->table->encoding) ||
         relaxFail(reader->error,
                   "line %d: expected one of the encodings base, max, sort, "
                   "got '%.*s'",
                   reader->line, WORD_ARG(words[1]));
}

static const char *nameOf(TableReader *reader, StrRef word) {
  reader->name.length = 0;
  strBufAppend(&reader->name, word);
  return strBufText(&reader->name);
}

static bool readTypes(TableReader *reader) {
  const StrRef *words = reader->words;
  if (!strRefEqual(words[0], strRefFromC("types")) || arrlen(words) == 1)
    return relaxFail(reader->error,
                     "line %d: expected 'types' and their names, got '%.*s'",
                     reader->line, WORD_ARG(words[0]));
  for (ptrdiff_t i = 1; i < arrlen(words); ++i) {
    const char *name = nameOf(reader, words[i]);
    if (strMapFind(reader->types, name) >= 0 ||
        strRefEqual(words[i], strRefFromC("->")))
      return relaxFail(reader->error,
                       "line %d: type '%.*s': expected another name, got one "
                       "that is taken",
                       reader->line, WORD_ARG(words[i]));
    int32_t type = batchTableAddType(reader->table, words[i]);
    shput(reader->types, reader->table->types[type].name, type);
  }
  reader->typesRead = true;
  return true;
}

/// Is the type one of the state's?
static bool inState(const TableReader *reader, int32_t type) {
  for (ptrdiff_t i = 0; i < arrlen(reader->state); ++i)
    if (reader->state[i] == type)
      return true;
  return false;
}

/// The type that word `i` of the line names; -1 after a message.
static int32_t readType(TableReader *reader, ptrdiff_t i) {
  StrRef word = reader->words[i];
  const TypeNumber *entry = strMapEntry(reader->types, nameOf(reader, word));
  if (entry)
    return entry->value;
  relaxFail(reader->error,
            "line %d: expected one of the types of the table, got '%.*s'",
            reader->line, WORD_ARG(word));
  return -1;
}

/// Appends a type to the state, if it can stand there.
static bool addToState(TableReader *reader, int32_t type) {
  ptrdiff_t count = arrlen(reader->state);
  const char *name = reader->table->types[type].name;
  if (inState(reader, type))
    return relaxFail(reader->error,
                     "line %d: type '%s': expected once in a state, got it "
                     "twice",
                     reader->line, name);
  if (reader->table->encoding == BATCH_MAX && count)
    return relaxFail(reader->error,
                     "line %d: encoding max: expected one type in front of "
                     "'->', got '%s' as well",
                     reader->line, name);
  if (reader->table->encoding == BATCH_BASE && count &&
      reader->state[count - 1] > type)
    return relaxFail(reader->error,
                     "line %d: encoding base: expected the types of a state "
                     "in the order of the table, got '%s' behind '%s'",
                     reader->line, name,
                     reader->table->types[reader->state[count - 1]].name);
  arrput(reader->state, type);
  return true;
}

static bool readRow(TableReader *reader) {
  const StrRef *words = reader->words;
  ptrdiff_t count = arrlen(words);
  if (count < 3 || !strRefEqual(words[count - 2], strRefFromC("->")))
    return relaxFail(reader->error,
                     "line %d: expected the types of a state, '->' and a "
                     "type, got '%.*s'",
                     reader->line, WORD_ARG(words[count - 1]));
  arrsetlen(reader->state, 0);
  for (ptrdiff_t i = 0; i < count - 2; ++i) {
    int32_t type = readType(reader, i);
    if (type < 0 || !addToState(reader, type))
      return false;
  }
  int32_t action = readType(reader, count - 1);
  if (action < 0)
    return false;
  if (reader->table->encoding != BATCH_MAX && !inState(reader, action))
    return relaxFail(reader->error,
                     "line %d: expected a type of the state behind '->', got "
                     "'%s'",
                     reader->line, reader->table->types[action].name);
  size_t length = arrlenu(reader->state);
  if (batchStatesFind(&reader->table->states, reader->state, length) >= 0)
    return relaxFail(reader->error,
                     "line %d: expected another state, got one that a line "
                     "above has",
                     reader->line);
  batchTableSet(reader->table, reader->state, length, action);
  return true;
}

bool batchTableParse(StrRef text, BatchTable *table, RelaxError *error) {
  TableReader reader = {.table = table, .error = error};
  bool good = true;
  for (size_t at = 0; good && at < text.length; ++at) {
    size_t begin = at;
    while (at < text.length && text.data[at] != '\n')
      ++at;
    ++reader.line;
    StrRef line = {text.data + begin, at - begin};
    for (size_t i = 0; good && i < line.length; ++i)
      good = (unsigned char)line.data[i] >= 9 && line.data[i] != 127 &&
             ((unsigned char)line.data[i] >= 32 || isBlank(line.data[i]));
    if (!good)
      relaxFail(error, "line %d: expected text, got a control character",
                reader.line);
    splitWords(&reader, line);
    if (good && arrlen(reader.words) > 0)
      good = !reader.encodingRead ? readEncoding(&reader)
             : !reader.typesRead  ? readTypes(&reader)
                                  : readRow(&reader);
  }
  if (good && !reader.typesRead)
    good =
        relaxFail(error, "line %d: expected '%s ...', got the end",
                  reader.line + 1, reader.encodingRead ? "types" : "encoding");
  arrfree(reader.words);
  arrfree(reader.state);
  shfree(reader.types);
  strBufFree(&reader.name);
  return good;
}

void batchTablePrint(const BatchTable *table, StrBuf *out) {
  strBufAppendFormat(out, "encoding %s\ntypes",
                     batchEncodingName(table->encoding));
  for (ptrdiff_t i = 0; i < arrlen(table->types); ++i)
    strBufAppendFormat(out, " %s", table->types[i].name);
  strBufAppendC(out, "\n");
  for (int32_t state = 0; state < (int32_t)arrlen(table->actions); ++state) {
    size_t count;
    const int32_t *words = batchStatesGet(&table->states, state, &count);
    for (size_t i = 0; i < count; ++i)
      strBufAppendFormat(out, "%s ", table->types[words[i]].name);
    strBufAppendFormat(out, "-> %s\n",
                       table->types[table->actions[state]].name);
  }
}
