//===- Template.h - texts with names in them ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// For importers that write IR as text: `%y = relax.relu %x : $rows`, where
// `$rows` is what `templateSet` said, in front of letters `${rows}`. Names are
// letters, digits and `_`. One that was not set is an error of ours (assert).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SUPPORT_TEMPLATE_H
#define RELAX_SUPPORT_TEMPLATE_H

#include "lib/Support/Arena.h"

typedef struct TemplateName {
  const char *name;
  StrRef value;
} TemplateName;

/// Zero-initialise but for the arena, which outlives it, and the output.
typedef struct Template {
  Arena *arena;
  StrBuf *out;
  TemplateName *names;
  size_t numNames, capacity;
} Template;

/// Gives a name its text, or another one.
void templateSet(Template *t, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/// What a name stands for.
StrRef templateGet(const Template *t, const char *name);
/// Appends the text with names replaced.
void templateAppend(Template *t, const char *text);
/// Appends the text `count` times with `, ` between, where `$l` is the number
/// of the round; lines end, and are indented anew, behind 110 characters.
void templateList(Template *t, size_t count, const char *text);

#endif // RELAX_SUPPORT_TEMPLATE_H
