//===- PipelineCheck.c - what is wrong with the text of a pipeline --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/PassNames.h"
#include "lib/Bridge/Tool/PipelineText.h"
#include "lib/Support/NearNames.h"

#include <ctype.h>
#include <string.h>

/// `; did you mean 'x'?`, or nothing.
static const char *nearest(PipelineText *text, StrRef name, const StrRef *names,
                           size_t count) {
  size_t near;
  if (!nearNames(name, names, count, &near, 1))
    return "";
  StrBuf words = {0};
  strBufAppendFormat(&words, "; did you mean '%.*s'?", (int)names[near].length,
                     names[near].data);
  const char *copy =
      arenaCopyString(text->arena, (StrRef){words.data, words.length}).data;
  strBufFree(&words);
  return copy;
}

static const char *kindOf(const RelaxPassOption *option) {
  return option->kind == RELAX_OPTION_BOOL  ? "true or false"
         : option->kind == RELAX_OPTION_INT ? "integer"
         : option->choices                  ? "one of"
                                            : "text";
}

/// The options there are, one a line.
static void listOptions(PipelineText *text, const char *pass,
                        const RelaxPassOption *options) {
  StrBuf *out = &text->complaint;
  if (!options->name)
    strBufAppendFormat(out, "note: '%s' has no options\n", pass);
  else
    strBufAppendFormat(out, "note: options of '%s':\n", pass);
  for (const RelaxPassOption *o = options; o->name; ++o) {
    strBufAppendFormat(out, "  %s (%s", o->name, kindOf(o));
    for (const char *const *choice = o->choices; choice && *choice; ++choice)
      strBufAppendFormat(out, "%s %s", choice == o->choices ? "" : ",",
                         *choice);
    if (!o->initial)
      strBufAppendC(out, "; needs a value");
    else if (*o->initial)
      strBufAppendFormat(out, "; default %s", o->initial);
    strBufAppendFormat(out, "): %s\n", o->summary);
  }
}

/// The next `name=value`; the value without quotes or braces around it.
static bool nextOption(StrRef *rest, StrRef *name, StrRef *value) {
  const char *at = rest->data, *end = at + rest->length;
  while (at < end && isspace((unsigned char)*at))
    ++at;
  const char *begin = at;
  while (at < end && *at != '=' && !isspace((unsigned char)*at))
    ++at;
  *name = (StrRef){begin, (size_t)(at - begin)};
  *value = (StrRef){at, 0};
  if (at < end && *at == '=') {
    begin = ++at;
    char quote = 0;
    for (int depth = 0; at < end; ++at) {
      if (!pipelineQuote(begin, at, &quote) && !quote)
        depth += (*at == '{') - (*at == '}');
      if (!quote && depth == 0 && isspace((unsigned char)*at))
        break;
    }
    *value = (StrRef){begin, (size_t)(at - begin)};
    if (value->length >= 2 && strchr("'\"{", *value->data))
      *value = (StrRef){begin + 1, value->length - 2};
  }
  *rest = (StrRef){at, (size_t)(end - at)};
  return name->length > 0;
}

static const RelaxPassOption *findOption(const RelaxPassOption *options,
                                         StrRef name) {
  for (const RelaxPassOption *o = options; o->name; ++o)
    if (strRefEqual(strRefFromC(o->name), name))
      return o;
  return NULL;
}

static bool unknownOption(PipelineText *text, const char *pass,
                          const RelaxPassOption *options, StrRef name) {
  size_t count = relaxNumOptions(options);
  StrRef *names = ARENA_ARRAY(text->arena, StrRef, count + 1);
  for (size_t i = 0; i < count; ++i)
    names[i] = strRefFromC(options[i].name);
  pipelineComplain(text, name.data, "'%s' has no option '%.*s'%s", pass,
                   (int)name.length, name.data,
                   nearest(text, name, names, count));
  listOptions(text, pass, options);
  return false;
}

static bool checkOptions(PipelineText *text, const PipelineStep *step,
                         const char *pass, const RelaxPassOption *options) {
  StrRef rest = step->options, name, value;
  uint64_t given = 0;
  StrBuf problem = {0};
  bool good = true;
  while (good && nextOption(&rest, &name, &value)) {
    const RelaxPassOption *option = findOption(options, name);
    if (!option)
      return unknownOption(text, pass, options, name);
    given |= 1ull << (option - options);
    good = relaxOptionAccepts(option, value, &problem);
    if (!good)
      pipelineComplain(text, name.data, "option '%s' of '%s': %s", option->name,
                       pass, strBufText(&problem));
  }
  for (size_t i = 0; good && options[i].name; ++i) {
    good = options[i].initial || given & 1ull << i;
    if (!good)
      pipelineComplain(text, step->name.data, "'%s' needs its option '%s': %s",
                       pass, options[i].name, options[i].summary);
  }
  strBufFree(&problem);
  return good;
}

/// A pass of MLIR: its options are asked for, where they stand is not known.
static bool checkForeign(PipelineText *text, const PipelineStep *step) {
  StrBuf problem = {0}, defaults = {0};
  bool good = bridgeTryOptions(step->name, step->options, &problem, &defaults);
  if (!good) {
    pipelineComplain(text, step->name.data, "'%.*s': %s",
                     (int)step->name.length, step->name.data,
                     strBufText(&problem));
    strBufAppendFormat(&text->complaint, "note: options of '%.*s': %s\n",
                       (int)step->name.length, step->name.data,
                       defaults.length ? strBufText(&defaults) : "none");
  }
  strBufFree(&problem);
  strBufFree(&defaults);
  return good;
}

static bool misplaced(PipelineText *text, const PipelineStep *step,
                      const char *anchor, StrRef around) {
  StrRef name = step->name;
  if (strRefEqual(around, strRefFromC("builtin.module")))
    pipelineComplain(text, name.data,
                     "'%.*s' runs on '%s', not on 'builtin.module': write "
                     "'%s(%.*s)'",
                     (int)name.length, name.data, anchor, anchor,
                     (int)name.length, name.data);
  else
    pipelineComplain(text, name.data,
                     "'%.*s' runs on '%s', not on '%.*s': it belongs outside "
                     "of '%.*s(...)'",
                     (int)name.length, name.data, anchor, (int)around.length,
                     around.data, (int)around.length, around.data);
  return false;
}

static bool unknownName(PipelineText *text, StrRef name) {
  StrRef *names;
  size_t count = bridgePassNames(text->arena, &names);
  StrRef *all = ARENA_ARRAY(text->arena, StrRef, count + text->numParts + 1);
  memcpy(all, names, count * sizeof(*names));
  for (size_t i = 0; i < text->numParts; ++i)
    all[count + i] = text->parts[i];
  pipelineComplain(text, name.data, "no pass or pipeline is called '%.*s'%s",
                   (int)name.length, name.data,
                   nearest(text, name, all, count + text->numParts));
  return false;
}

static bool checkLeaf(PipelineText *text, const PipelineStep *step,
                      StrRef around) {
  const RelaxPass *pass = bridgeFindPass(step->name);
  if (pass && !strRefEqual(strRefFromC(pass->anchor), around) &&
      !strRefEqual(around, strRefFromC("any")))
    return misplaced(text, step, pass->anchor, around);
  if (pass)
    return checkOptions(text, step, pass->name, pass->options);
  const RelaxPipeline *pipeline = bridgeFindPipeline(step->name);
  if (pipeline && !strRefEqual(around, strRefFromC("builtin.module")))
    return misplaced(text, step, "builtin.module", around);
  if (pipeline)
    return checkOptions(text, step, pipeline->name, pipeline->options);
  return bridgeIsPass(step->name) ? checkForeign(text, step)
                                  : unknownName(text, step->name);
}

/// What our passes run on; MLIR takes any other name with a point, too.
static const char *const anchors[] = {
    "builtin.module", "relax.func", "tir.func", "vm.func", "func.func", "any"};
enum { NUM_ANCHORS = sizeof(anchors) / sizeof(*anchors) };

static bool checkAnchor(PipelineText *text, const PipelineStep *step) {
  StrRef names[NUM_ANCHORS];
  if (step->options.data) {
    pipelineComplain(text, step->options.data,
                     "'%.*s(...)' is no pass and has no options",
                     (int)step->name.length, step->name.data);
    return false;
  }
  for (size_t i = 0; i < NUM_ANCHORS; ++i) {
    names[i] = strRefFromC(anchors[i]);
    if (strRefEqual(names[i], step->name))
      return true;
  }
  if (bridgeIsPass(step->name)) {
    pipelineComplain(text, step->name.data,
                     "'%.*s' is a pass: nothing nests in it",
                     (int)step->name.length, step->name.data);
    return false;
  }
  const char *near = nearest(text, step->name, names, NUM_ANCHORS);
  if (!*near && memchr(step->name.data, '.', step->name.length))
    return true;
  pipelineComplain(text, step->name.data,
                   "expected an operation with passes in parentheses, got "
                   "'%.*s'%s",
                   (int)step->name.length, step->name.data, near);
  return false;
}

static bool checkSteps(PipelineText *text, const PipelineStep *steps,
                       StrRef around) {
  for (; steps; steps = steps->next)
    if (!(steps->nests ? checkAnchor(text, steps) &&
                             checkSteps(text, steps->inner, steps->name)
                       : checkLeaf(text, steps, around)))
      return false;
  return true;
}

bool pipelineCheck(PipelineText *text, const PipelineStep *steps) {
  if (steps->nests && !steps->next)
    return checkSteps(text, steps, steps->name);
  const PipelineStep *wrong = steps->nests ? steps->next : steps;
  pipelineComplain(text, wrong->name.data,
                   "expected one operation around all passes, as in "
                   "'builtin.module(...)'");
  return false;
}
