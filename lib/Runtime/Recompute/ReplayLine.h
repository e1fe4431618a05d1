//===- ReplayLine.h - one instruction of a log ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Runtime/Recompute.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_RECOMPUTE_REPLAYLINE_H
#define RELAX_RUNTIME_RECOMPUTE_REPLAYLINE_H

#include "lib/Runtime/JsonText.h"
#include "lib/Runtime/Recompute/ReplayLog.h"

typedef enum Field {
  FIELD_INSTRUCTION,
  FIELD_ANNOTATION,
  FIELD_NAME,
  FIELD_DST,
  FIELD_SRC,
  FIELD_ARGS,
  FIELD_RESULT,
  FIELD_MUTATE,
  FIELD_MEMORY,
  FIELD_ALIAS,
  FIELD_TIME,
  NUM_FIELDS,
} Field;
enum { FIRST_LIST = FIELD_ARGS, FIRST_NUMBER = FIELD_MEMORY };

/// The instruction that was read last.
typedef struct ReplayReader {
  JsonText json;
  RelaxRecomputeLog *log;
  size_t line, counted; // up to that byte
  ReplayKind kind;
  unsigned fields;          // that it has
  StrBuf texts[FIRST_LIST]; // of the fields before lists
  uint32_t *args, *results; // names; stb_ds arrays
  int64_t *changed, numbers[NUM_FIELDS];
  StrBuf word;
} ReplayReader;

/// How messages begin.
#define REPLAY_LINE "line %zu: "

extern const char *const replayKindNames[REPLAY_NUM_KINDS];

/// The next instruction; `*end`: there is none.
bool replayReadLine(ReplayReader *reader, bool *end);
uint32_t replayNameOf(RelaxRecomputeLog *log, const StrBuf *text);
void replayReaderFree(ReplayReader *reader);

#endif // RELAX_RUNTIME_RECOMPUTE_REPLAYLINE_H
