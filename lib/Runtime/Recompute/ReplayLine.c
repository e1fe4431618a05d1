//===- ReplayLine.c - one instruction of a log ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Recompute/ReplayLine.h"
#include "lib/Support/Map.h"

#include <errno.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

const char *const replayKindNames[REPLAY_NUM_KINDS] = {
    "ANNOTATE", "MEMORY", "ALIAS",     "CONSTANT", "CALL",
    "MUTATE",   "COPY",   "COPY_FROM", "RELEASE"};

static const char *const fieldNames[NUM_FIELDS] = {
    "INSTRUCTION", "ANNOTATION", "NAME",   "DST",   "SRC", "ARGS",
    "RESULT",      "MUTATE",     "MEMORY", "ALIAS", "TIME"};
/// What an instruction has beside INSTRUCTION.
static const unsigned needed[REPLAY_NUM_KINDS] = {
    [REPLAY_ANNOTATE] = 1 << FIELD_ANNOTATION,
    [REPLAY_MEMORY] = 1 << FIELD_NAME | 1 << FIELD_MEMORY,
    [REPLAY_ALIAS] = 1 << FIELD_NAME | 1 << FIELD_ALIAS,
    [REPLAY_CONSTANT] = 1 << FIELD_NAME,
    [REPLAY_CALL] =
        1 << FIELD_NAME | 1 << FIELD_ARGS | 1 << FIELD_RESULT | 1 << FIELD_TIME,
    [REPLAY_MUTATE] =
        1 << FIELD_NAME | 1 << FIELD_ARGS | 1 << FIELD_MUTATE | 1 << FIELD_TIME,
    [REPLAY_COPY] = 1 << FIELD_DST | 1 << FIELD_SRC,
    [REPLAY_COPY_FROM] = 1 << FIELD_DST | 1 << FIELD_SRC,
    [REPLAY_RELEASE] = 1 << FIELD_NAME,
};

static bool readText(ReplayReader *reader, StrBuf *out) {
  out->length = 0;
  if (!jsonString(&reader->json, out))
    return false;
  return !memchr(strBufText(out), '\0', out->length) ||
         jsonFail(&reader->json, "a name without a zero byte in front");
}

uint32_t replayNameOf(RelaxRecomputeLog *log, const StrBuf *text) {
  ReplayName *known = strMapEntry(log->names, strBufText(text));
  if (known)
    return known->value;
  uint32_t number = (uint32_t)shlen(log->names);
  shput(log->names, strBufText(text), number);
  return number;
}

static bool readNumber(ReplayReader *reader, int64_t *out) {
  StrRef word;
  char *end;
  reader->word.length = 0;
  if (jsonPeek(&reader->json) == '"') {
    if (!jsonString(&reader->json, &reader->word))
      return false;
  } else if (jsonWord(&reader->json, &word)) {
    strBufAppend(&reader->word, word);
  } else {
    return false;
  }
  const char *text = strBufText(&reader->word);
  errno = 0;
  *out = strtoll(text, &end, 10);
  if (errno == 0 && reader->word.length && end == text + reader->word.length &&
      *text != ' ')
    return true;
  return relaxFail(reader->json.error,
                   REPLAY_LINE "expected an integer, got '%s'", reader->line,
                   text);
}

/// One element of a list.
static bool readElement(ReplayReader *reader, Field field) {
  int64_t number;
  if (field == FIELD_MUTATE) {
    if (!readNumber(reader, &number))
      return false;
    arrput(reader->changed, number);
    return true;
  }
  if (!readText(reader, &reader->word))
    return false;
  uint32_t name = replayNameOf(reader->log, &reader->word);
  if (field == FIELD_ARGS)
    arrput(reader->args, name);
  else
    arrput(reader->results, name);
  return true;
}

static bool readList(ReplayReader *reader, Field field) {
  if (!jsonExpect(&reader->json, '['))
    return false;
  while (jsonPeek(&reader->json) != ']')
    if (!readElement(reader, field) ||
        (jsonPeek(&reader->json) != ']' && !jsonExpect(&reader->json, ',')))
      return false;
  return jsonExpect(&reader->json, ']');
}

static bool readField(ReplayReader *reader) {
  if (!readText(reader, &reader->word) || !jsonExpect(&reader->json, ':'))
    return false;
  Field field = 0;
  while (field < NUM_FIELDS &&
         strcmp(fieldNames[field], strBufText(&reader->word)) != 0)
    ++field;
  if (field == NUM_FIELDS || reader->fields & 1u << field)
    return relaxFail(reader->json.error, REPLAY_LINE "%s '%s'", reader->line,
                     field == NUM_FIELDS ? "no instruction has a field"
                                         : "there are two fields",
                     strBufText(&reader->word));
  reader->fields |= 1u << field;
  return field >= FIRST_NUMBER ? readNumber(reader, &reader->numbers[field])
         : field >= FIRST_LIST ? readList(reader, field)
                               : readText(reader, &reader->texts[field]);
}

static bool findKind(ReplayReader *reader) {
  const char *name = strBufText(&reader->texts[FIELD_INSTRUCTION]);
  reader->kind = 0;
  while (reader->kind < REPLAY_NUM_KINDS &&
         strcmp(replayKindNames[reader->kind], name) != 0)
    ++reader->kind;
  if (reader->kind == REPLAY_NUM_KINDS)
    return relaxFail(reader->json.error,
                     REPLAY_LINE "expected an instruction of a log, got '%s'",
                     reader->line, name);
  unsigned wanted = needed[reader->kind] | 1 << FIELD_INSTRUCTION;
  for (Field field = 0; field < NUM_FIELDS; ++field)
    if ((wanted ^ reader->fields) & 1u << field)
      return relaxFail(reader->json.error, REPLAY_LINE "%s %s field '%s'",
                       reader->line, name,
                       wanted & 1u << field ? "lacks its" : "has no",
                       fieldNames[field]);
  return true;
}

/// The next instruction; `*end`: there is none.
bool replayReadLine(ReplayReader *reader, bool *end) {
  *end = jsonPeek(&reader->json) == '\0' &&
         reader->json.at == reader->json.text.length;
  if (*end)
    return true;
  for (; reader->counted < reader->json.at; ++reader->counted)
    reader->line += reader->json.text.data[reader->counted] == '\n';
  reader->fields = 0;
  for (Field field = 0; field < FIRST_LIST; ++field)
    reader->texts[field].length = 0;
  arrsetlen(reader->args, 0);
  arrsetlen(reader->results, 0);
  arrsetlen(reader->changed, 0);
  if (!jsonExpect(&reader->json, '{'))
    return false;
  while (jsonPeek(&reader->json) != '}')
    if (!readField(reader) ||
        (jsonPeek(&reader->json) != '}' && !jsonExpect(&reader->json, ',')))
      return false;
  return jsonExpect(&reader->json, '}') && findKind(reader);
}

void replayReaderFree(ReplayReader *reader) {
  for (Field field = 0; field < FIRST_LIST; ++field)
    strBufFree(&reader->texts[field]);
  strBufFree(&reader->word);
  arrfree(reader->args);
  arrfree(reader->results);
  arrfree(reader->changed);
}
