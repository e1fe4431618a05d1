//===- relax-docs.c - reference pages of passes and pipelines -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// For utils/gen-docs, not installed: `relax-docs passes` and `relax-docs
// pipelines` print Markdown from the static descriptors, `relax-docs operators`
// from the tables of the importer, the interpreter and the lowerings. Its own
// registration functions stand in for those of lib/Bridge/Tool (which it does
// not link), so the pages list exactly what the tools register.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/LoweringWay.h"
#include "lib/Frontend/ONNX/Import/Import.h"
#include "lib/Frontend/ONNX/Import/OperatorList.h"
#include "lib/Interpreter/Interpreter.h"
#include "lib/Support/OutOfMemory.h"
#include "tools/Registry.h"
#include "tools/TvmOperators.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ENTRIES = 1000 };

/// Filled by relaxRegisterAll, once, before anything is printed.
static const RelaxPass *passes[MAX_ENTRIES];
static const RelaxPipeline *pipelines[MAX_ENTRIES];
static size_t numPasses, numPipelines;

void bridgeRegisterPass(const RelaxPass *pass) {
  if (numPasses < MAX_ENTRIES)
    passes[numPasses++] = pass;
}

void bridgeRegisterPipeline(const RelaxPipeline *pipeline) {
  if (numPipelines < MAX_ENTRIES)
    pipelines[numPipelines++] = pipeline;
}

static void printOptions(const RelaxPassOption *options) {
  static const char *const kinds[] = {"true or false", "integer", "text"};
  if (options->name)
    printf("\n| option | default | |\n| --- | --- | --- |\n");
  for (const RelaxPassOption *option = options; option->name; ++option) {
    const char *initial = option->initial ? option->initial : "";
    printf("| `%s` | %s%s%s%s | %s (", option->name, *initial ? "`" : "",
           initial, *initial ? "`" : "", option->initial ? "" : "needs a value",
           option->summary);
    if (!option->choices)
      printf("%s", kinds[option->kind]);
    for (const char *const *c = option->choices; c && *c; ++c)
      printf("%s%s", c == option->choices ? "" : ", ", *c);
    printf(") |\n");
  }
}

/// Documentation ends with one newline, whatever its author wrote.
static void printText(const char *text) {
  size_t length = strlen(text);
  while (length && text[length - 1] == '\n')
    --length;
  if (length)
    printf("\n%.*s\n", (int)length, text);
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

static void printPass(const RelaxPass *pass) {
  printf("\n## %s\n\n%s (on `%s`)\n", pass->name, pass->summary, pass->anchor);
  printText(pass->documentation);
  printOptions(pass->options);
  for (size_t i = 0; pass->counters[i]; ++i)
    printf("%s `%s`%s", i ? "," : "\nCounters:", pass->counters[i],
           pass->counters[i + 1] ? "" : "\n");
}

static void printPasses(void) {
  printf("# Passes\n\n"
         "`relax-opt --NAME` or `--pass-pipeline='builtin.module(NAME)'`; a "
         "pass on `relax.func` nests: `relax.func(NAME)`.\n"
         "Options stand in braces: `NAME{option=value}`. Counters: "
         "`--counters`.\n");
  for (size_t i = 0; i < numPasses; ++i)
    printPass(passes[i]);
}

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

/// Writes the pipeline out for one choice of its last-stage option, all others
/// as they are by default.
static int printStage(const RelaxPipeline *pipeline, const char *stage) {
  StrRef values[RELAX_PASS_MAX_OPTIONS] = {strRefFromC(stage)};
  for (size_t i = 1; pipeline->options[i].name; ++i)
    values[i] = strRefFromC(pipeline->options[i].initial);
  StrBuf text = {0}, error = {0};
  bool good = pipeline->text(values, &text, &error);
  if (good)
    printf("\n`%s{%s=%s}`:\n\n    --pass-pipeline='builtin.module(%s)'\n",
           pipeline->name, pipeline->options[0].name, stage, strBufText(&text));
  else
    fprintf(stderr, "relax-docs: error: %s\n", strBufText(&error));
  strBufFree(&text);
  strBufFree(&error);
  return good ? 0 : 1;
}

static int printPipeline(const RelaxPipeline *pipeline) {
  printf("\n## %s\n\n%s\n", pipeline->name, pipeline->summary);
  printText(pipeline->documentation);
  printOptions(pipeline->options);
  // So far that is the first of each; another kind needs a page of another
  // form.
  if (!pipeline->options[0].choices) {
    fprintf(stderr, "relax-docs: error: the first option of '%s' is no stage\n",
            pipeline->name);
    return 1;
  }
  int status = 0;
  for (const char *const *stage = pipeline->options[0].choices; *stage; ++stage)
    status |= printStage(pipeline, *stage);
  return status;
}

static int printPipelines(void) {
  printf("# Pipelines\n\n"
         "A pipeline is text of ordinary passes. `relax-opt "
         "--relax-pipeline=cpu --to=STAGE` gives the same as the text written "
         "out here\n(`test/docs/pipelines.test`).\n");
  int status = 0;
  for (size_t i = 0; i < numPipelines; ++i)
    status |= printPipeline(pipelines[i]);
  return status;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// The next of "a, b"; false at the end.
static bool nextName(const char **list, StrRef *name) {
  *list += strspn(*list, ", ");
  *name = (StrRef){*list, strcspn(*list, ",")};
  *list += name->length;
  return name->length != 0;
}

static bool isOperation(StrRef name, int count, char **operations) {
  for (int i = 0; i < count; ++i)
    if (strRefEqual(name, strRefFromC(operations[i])))
      return true;
  fprintf(stderr, "relax-docs: error: TvmOperators.c: '%.*s' is no operation\n",
          (int)name.length, name.data);
  return false;
}

/// A row per operator of TVM. False: it names an operation that is not there.
static bool printTvmOperator(const TvmOperator *row, int count,
                             char **operations) {
  bool good = true;
  const char *names = row->names;
  for (StrRef name; nextName(&names, &name);) {
    StrBuf ours = {0};
    if (strcmp(row->ours, "*") == 0)
      strBufAppendFormat(&ours, "relax.%.*s", (int)name.length, name.data);
    else
      strBufAppendC(&ours, row->ours);
    const char *list = strBufText(&ours);
    for (StrRef one; nextName(&list, &one);)
      good &= isOperation(one, count, operations);
    printf("| %s | %.*s | %s | %s |\n", row->group, (int)name.length, name.data,
           ours.length ? strBufText(&ours) : "none", row->note);
    strBufFree(&ours);
  }
  return good;
}

static int printTvmOperators(int count, char **operations) {
  bool good = true;
  printf("\n## Operators of TVM's Relax\n\n"
         "Every operator of its registry, and the operations that it is "
         "here: several are what its meaning is written with.\n\n"
         "| group | operator | here | |\n| --- | --- | --- | --- |\n");
  for (const TvmOperator *row = tvmOperators; row->group; ++row)
    good &= printTvmOperator(row, count, operations);
  return good ? 0 : 1;
}

static int printOperators(int count, char **operations) {
  StrBuf text = {0};
  onnxListOperators(&text, true);
  printf(
      "# Operators\n\n"
      "How each operator runs: in reference mode by a rule of the "
      "interpreter, in compiled mode as\n\n"
      "- `decomposed`: other operations, by `relax-decompose`;\n"
      "- `kernel`: a loop-level program, which becomes machine code;\n"
      "- `library`: a call of the runtime's op library;\n"
      "- `host`: instructions of the host program, which read no elements.\n"
      "\n`relax-opt --relax-lowering-report` says it of a module, "
      "`relax-translate --list-operators` prints the first table.\n\n"
      "## ONNX operators\n\n"
      "Operator sets 1 to %d; \"since\" is the first that has the operator. "
      "Elements are those of input 0; numbers are floats (f16, bf16, f32, f64) "
      "and integers of 8 to 64 bits.\n"
      "\n| operator | since | reference | compiled | elements | operations |\n"
      "| --- | --- | --- | --- | --- | --- |\n%s\n"
      "## Operations of the dialect `relax`\n\n"
      "| operation | reference | compiled |\n| --- | --- | --- |\n",
      ONNX_MAX_OPSET, strBufText(&text));
  strBufFree(&text);
  for (int i = 0; i < count; ++i) {
    StrRef name = strRefFromC(operations[i]);
    RelaxWay way = relaxLoweringWay(name);
    printf("| %s | %s | %s |\n", operations[i],
           relaxInterpreterHasRule(name) ? "yes" : "no",
           way == RELAX_WAY_NONE ? "no" : relaxWayName(way));
  }
  return printTvmOperators(count, operations);
}

int main(int argc, char **argv) {
  relaxRegisterAll();
  if (argc > 1 && strcmp(argv[1], "operators") == 0)
    return printOperators(argc - 2, argv + 2);
  if (argc == 2 && strcmp(argv[1], "passes") == 0) {
    printPasses();
    return 0;
  }
  if (argc == 2 && strcmp(argv[1], "pipelines") == 0)
    return printPipelines();
  fprintf(stderr,
          "usage: relax-docs passes|pipelines|operators [OPERATION...]\n");
  return 1;
}
