//===- PipelineText.h - pipelines as text ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
//   text  ::= (NAME `=` steps `;`)* steps
//   steps ::= step (`,` step)*
//   step  ::= NAME [`{` options `}`] [`(` steps `)`]
//
// A step is a pass, a pipeline, an operation around steps, or a part that was
// named before. `//` behind a blank or at the begin of a line starts a comment.
// (docs/pipelines.md)
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BRIDGE_TOOL_PIPELINETEXT_H
#define RELAX_BRIDGE_TOOL_PIPELINETEXT_H

#include "lib/Support/Arena.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct PipelineStep {
  StrRef name;    // in the text, where it stands
  StrRef options; // between the braces
  bool nests;     // has parentheses
  struct PipelineStep *inner, *next;
} PipelineStep;

/// A text, and what is wrong with it.
typedef struct PipelineText {
  const char *from; // `--pass-pipeline` or the file, for messages
  StrRef text;
  Arena *arena;
  const char *copy; // the text without comments: options point into it
  StrRef *parts;    // names that the text gave to steps
  size_t numParts;
  StrBuf complaint; // `from:line:column: error: ...`, the line, a caret, notes
} PipelineText;

/// The steps, with parts in the places of their names; NULL after a complaint.
PipelineStep *pipelineParse(PipelineText *text);
/// Complains at `at`, a place in the text.
void pipelineComplain(PipelineText *text, const char *at, const char *format,
                      ...) __attribute__((format(printf, 3, 4)));
/// Whether all names are known, options fit and passes stand on what they run
/// on; false after a complaint.
bool pipelineCheck(PipelineText *text, const PipelineStep *steps);

/// `PASS` or `PASS#N`: takes away what comes behind its N-th occurrence (the
/// first without a number), or what comes before. False with a message.
bool pipelineStopAfter(PipelineStep **steps, StrRef which, StrBuf *message);
bool pipelineStartAt(PipelineStep **steps, StrRef which, StrBuf *message);

/// Goes on to `at` in text from `begin` on: `*quote` is the quotation mark in
/// which it stands then, or 0. A mark opens only where a value begins, so that
/// `file=it's` has none. True where `at` itself opens or closes.
bool pipelineQuote(const char *begin, const char *at, char *quote);

/// As MLIR reads it.
void pipelinePrint(const PipelineStep *steps, StrBuf *out);

#ifdef __cplusplus
}
#endif
#endif // RELAX_BRIDGE_TOOL_PIPELINETEXT_H
