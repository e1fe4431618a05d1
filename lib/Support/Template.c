//===- Template.c - texts with names in them ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/Template.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 110 };

static TemplateName *find(const Template *t, StrRef name) {
  for (size_t i = 0; i < t->numNames; ++i)
    if (strRefEqual(strRefFromC(t->names[i].name), name))
      return &t->names[i];
  return NULL;
}

void templateSet(Template *t, const char *name, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int length = vsnprintf(NULL, 0, format, args);
  va_end(args);
  char *text = arenaAlloc(t->arena, (size_t)length + 1);
  va_start(args, format);
  vsnprintf(text, (size_t)length + 1, format, args);
  va_end(args);
  TemplateName *entry = find(t, strRefFromC(name));
  if (!entry) {
    t->names = arenaGrow(t->arena, t->names, t->numNames, &t->capacity,
                         sizeof *t->names);
    entry = &t->names[t->numNames++];
    entry->name = name;
  }
  entry->value = (StrRef){text, (size_t)length};
}

StrRef templateGet(const Template *t, const char *name) {
  const TemplateName *entry = find(t, strRefFromC(name));
  assert(entry && "a name that was not set");
  return entry->value;
}

void templateAppend(Template *t, const char *text) {
  for (const char *dollar; (dollar = strchr(text, '$')) != NULL;) {
    bool braced = dollar[1] == '{';
    const char *name = dollar + 1 + braced, *end = name;
    while (isalnum((unsigned char)*end) || *end == '_')
      ++end;
    strBufAppend(t->out, (StrRef){text, (size_t)(dollar - text)});
    const TemplateName *entry = find(t, (StrRef){name, (size_t)(end - name)});
    assert(entry && "a name that was not set");
    strBufAppend(t->out, entry->value);
    text = end + braced;
  }
  strBufAppendC(t->out, text);
}

void templateList(Template *t, size_t count, const char *text) {
  for (size_t i = 0; i < count; ++i) {
    if (i) {
      const char *line = t->out->data + t->out->length;
      while (line > t->out->data && line[-1] != '\n')
        --line;
      size_t length = (size_t)(t->out->data + t->out->length - line);
      strBufAppendC(t->out, length > LINE ? ",\n      " : ", ");
    }
    templateSet(t, "l", "%zu", i);
    templateAppend(t, text);
  }
}
