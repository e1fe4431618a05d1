//===- GraphText.c - graphs as text ---------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/GraphText.h"
#include "lib/Support/Map.h"
#include "lib/Support/OutOfMemory.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct SeenType {
  int64_t number; // of a type without a name
  char *name;     // with its `@`, or NULL
  int32_t type;   // of the graph, in the end
  int32_t line;   // where it came first
  bool alone;
} SeenType;

typedef struct NumberEntry {
  int64_t key;
  int32_t value; // in `seen`
} NumberEntry;

typedef struct NameEntry {
  char *key;
  int32_t value;
} NameEntry;

typedef struct GraphReader {
  const char *at, *end;
  RelaxError *error;
  int line;
  SeenType *seen;       // stb_ds arrays, and maps
  NumberEntry *numbers; //
  NameEntry *names;     //
  int32_t *types;       // by node: in `seen`
  int32_t *counts, *args;
} GraphReader;

/// Passes over blanks of the line.
static void skipBlanks(GraphReader *reader) {
  while (reader->at < reader->end &&
         (*reader->at == ' ' || *reader->at == '\t' || *reader->at == '\r'))
    ++reader->at;
}

static bool atLineEnd(GraphReader *reader) {
  skipBlanks(reader);
  return reader->at == reader->end || *reader->at == '\n';
}

/// `line 3: expected WHAT, got 'word'`.
static bool fail(GraphReader *reader, const char *what) {
  if (atLineEnd(reader))
    return relaxFail(
        reader->error, "line %d: expected %s, got the end of the %s",
        reader->line, what, reader->at == reader->end ? "text" : "line");
  char word[41];
  int length = 0;
  for (const char *c = reader->at; c < reader->end && length < 40; ++c) {
    if (isspace((unsigned char)*c))
      break;
    word[length++] = isprint((unsigned char)*c) ? *c : '?';
  }
  return relaxFail(reader->error, "line %d: expected %s, got '%.*s'",
                   reader->line, what, length, word);
}

/// An integer with a blank or an end behind it.
static bool readInteger(GraphReader *reader, bool negative, const char *what,
                        int64_t *out) {
  skipBlanks(reader);
  const char *at = reader->at;
  bool minus = at < reader->end && *at == '-';
  uint64_t value = 0, limit = (uint64_t)INT64_MAX + minus;
  const char *digits = at += minus;
  for (; at < reader->end && isdigit((unsigned char)*at); ++at) {
    uint64_t digit = (uint64_t)(*at - '0');
    if (value > (limit - digit) / 10)
      return fail(reader, what);
    value = value * 10 + digit;
  }
  if (at == digits || (minus && !negative) ||
      (at < reader->end && !isspace((unsigned char)*at)))
    return fail(reader, what);
  *out = minus ? (int64_t)(0 - value) : (int64_t)value;
  reader->at = at;
  return true;
}

static bool endLine(GraphReader *reader, const char *what) {
  if (!atLineEnd(reader))
    return fail(reader, what);
  reader->at += reader->at < reader->end;
  ++reader->line;
  return true;
}

/// The number in `seen` of a name, which may be new.
static bool readName(GraphReader *reader, int32_t *seen) {
  const char *end = reader->at + 1;
  while (end < reader->end && (isalnum((unsigned char)*end) || *end == '_' ||
                               *end == '.' || *end == '$' || *end == '-'))
    ++end;
  if (end == reader->at + 1 ||
      (end < reader->end && !isspace((unsigned char)*end)))
    return fail(reader, "a name of letters, digits and _ . $ -");
  size_t length = (size_t)(end - reader->at);
  char *name = malloc(length + 1);
  if (!name)
    outOfMemory();
  memcpy(name, reader->at, length);
  name[length] = '\0';
  reader->at = end;
  const NameEntry *entry = strMapEntry(reader->names, name);
  *seen = entry ? entry->value : (int32_t)arrlen(reader->seen);
  if (entry) {
    free(name);
    return true;
  }
  shput(reader->names, name, *seen);
  arrput(reader->seen, ((SeenType){.name = name}));
  return true;
}

/// Likewise of an integer.
static bool readNumber(GraphReader *reader, int32_t *seen) {
  int64_t number;
  if (!readInteger(reader, true, "a type, an integer or a name as '@cell'",
                   &number))
    return false;
  const NumberEntry *entry = mapEntry(reader->numbers, number);
  *seen = entry ? entry->value : (int32_t)arrlen(reader->seen);
  if (entry)
    return true;
  hmput(reader->numbers, number, *seen);
  arrput(reader->seen, ((SeenType){.number = number}));
  return true;
}

static bool readType(GraphReader *reader) {
  int32_t index, known = (int32_t)arrlen(reader->seen);
  skipBlanks(reader);
  bool alone = reader->at < reader->end && *reader->at == '!';
  reader->at += alone;
  const char *word = reader->at;
  bool named = word < reader->end && *word == '@';
  if (!(named ? readName(reader, &index) : readNumber(reader, &index)))
    return false;
  SeenType *seen = &reader->seen[index];
  if (index < known && seen->alone != alone)
    return relaxFail(reader->error,
                     "line %d: type %.*s: expected it %s '!' as in line %d, "
                     "got it %s",
                     reader->line, (int)(reader->at - word), word,
                     alone ? "without" : "with", seen->line,
                     alone ? "with one" : "without");
  if (index == known) {
    seen->alone = alone;
    seen->line = reader->line;
  }
  arrput(reader->types, index);
  return true;
}

static bool readArgs(GraphReader *reader) {
  int64_t node = arrlen(reader->types) - 1, numArgs, arg;
  char what[96];
  if (!readInteger(reader, false, "a number of arguments", &numArgs))
    return false;
  for (int64_t i = 0; i < numArgs; ++i) {
    snprintf(what, sizeof what, "argument %lld of %lld, a node",
             (long long)i + 1, (long long)numArgs);
    if (!readInteger(reader, false, what, &arg))
      return false;
    if (arg >= node)
      return relaxFail(reader->error,
                       "line %d: expected an argument before the node %lld, "
                       "got the node %lld",
                       reader->line, (long long)node, (long long)arg);
    if (arrlen(reader->args) >= BATCH_MAX_COUNT)
      return relaxFail(reader->error,
                       "line %d: expected at most %d arguments in all",
                       reader->line, BATCH_MAX_COUNT);
    arrput(reader->args, (int32_t)arg);
  }
  arrput(reader->counts, (int32_t)numArgs);
  snprintf(what, sizeof what, "%lld arguments", (long long)numArgs);
  return endLine(reader, what);
}

static bool readNodes(GraphReader *reader) {
  int64_t numNodes;
  if (!readInteger(reader, false, "the number of nodes", &numNodes) ||
      !endLine(reader, "only the number of nodes"))
    return false;
  if (numNodes > BATCH_MAX_COUNT)
    return relaxFail(reader->error,
                     "line 1: expected at most %d nodes, got %lld",
                     BATCH_MAX_COUNT, (long long)numNodes);
  for (int64_t node = 0; node < numNodes; ++node) {
    if (reader->at == reader->end)
      return relaxFail(reader->error,
                       "line %d: expected %lld nodes, got the end behind %lld",
                       reader->line, (long long)numNodes, (long long)node);
    if (!readType(reader) || !readArgs(reader))
      return false;
  }
  while (reader->at < reader->end) // blank lines
    if (!endLine(reader, "no more than the nodes that line 1 says"))
      return false;
  return true;
}

static int compareTypes(const void *a, const void *b) {
  const SeenType *x = *(SeenType *const *)a, *y = *(SeenType *const *)b;
  if (x->name && y->name)
    return strcmp(x->name, y->name);
  if (x->name || y->name)
    return x->name ? 1 : -1;
  return (x->number > y->number) - (x->number < y->number);
}

/// Types ascending, then the nodes.
static void build(GraphReader *reader, BatchGraph *graph) {
  SeenType **sorted = NULL;
  StrBuf name = {0};
  const int32_t *args = reader->args;
  for (ptrdiff_t i = 0; i < arrlen(reader->seen); ++i)
    arrput(sorted, &reader->seen[i]);
  if (sorted)
    qsort(sorted, arrlenu(sorted), sizeof *sorted, compareTypes);
  for (ptrdiff_t i = 0; i < arrlen(sorted); ++i) {
    name.length = 0;
    strBufAppendC(&name, sorted[i]->alone ? "!" : "");
    if (sorted[i]->name)
      strBufAppendC(&name, sorted[i]->name);
    else
      strBufAppendFormat(&name, "%lld", (long long)sorted[i]->number);
    sorted[i]->type = batchGraphAddType(graph, (StrRef){name.data, name.length},
                                        sorted[i]->alone);
  }
  for (ptrdiff_t node = 0; node < arrlen(reader->types); ++node) {
    batchGraphAdd(graph, reader->seen[reader->types[node]].type,
                  BATCH_DEPTH_OF_ARGS, args, reader->counts[node]);
    args += reader->counts[node];
  }
  arrfree(sorted);
  strBufFree(&name);
}

bool batchGraphParse(StrRef text, BatchGraph *graph, RelaxError *error) {
  GraphReader reader = {.at = text.data,
                        .end = text.data + text.length,
                        .error = error,
                        .line = 1};
  bool good = readNodes(&reader);
  if (good)
    build(&reader, graph);
  for (ptrdiff_t i = 0; i < arrlen(reader.seen); ++i)
    free(reader.seen[i].name);
  arrfree(reader.seen);
  hmfree(reader.numbers);
  shfree(reader.names);
  arrfree(reader.types);
  arrfree(reader.counts);
  arrfree(reader.args);
  return good;
}

bool batchTypeNumber(const char *name, int64_t *number) {
  char *end;
  name += *name == '!';
  errno = 0;
  *number = strtoll(name, &end, 10);
  return *name && !*end && errno == 0;
}
