//===- CommandLine.c - options of relax-translate and relax-run -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/CommandLine.h"
#include "lib/Support/NearNames.h"
#include "tools/Version.h"

#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

static bool unknown(const char *tool, const char *text, size_t length,
                    const CommandOption *options, int numOptions) {
  char name[64];
  snprintf(name, sizeof(name), "%.*s", (int)length, text);
  int best = 4;
  const char *nearest = NULL;
  for (int i = 0; i < numOptions; ++i) {
    int d = (int)textDistance(strRefFromC(name), strRefFromC(options[i].name));
    if (d < best) {
      best = d;
      nearest = options[i].name;
    }
  }
  fprintf(stderr, "%s: error: unknown option '%s'%s%s%s\n", tool, name,
          nearest ? "; did you mean '" : "", nearest ? nearest : "",
          nearest ? "'?" : "");
  return false;
}

static int findOption(const char *text, size_t length,
                      const CommandOption *options, int numOptions) {
  for (int i = 0; i < numOptions; ++i)
    if (strlen(options[i].name) == length &&
        strncmp(options[i].name, text, length) == 0)
      return i;
  return -1;
}

bool commandLineParse(const char *tool, int argc, char **argv,
                      const CommandOption *options, int numOptions,
                      CommandLine *out) {
  bool onlyPositional = false;
  for (int i = 1; i < argc; ++i) {
    const char *text = argv[i];
    if (onlyPositional || text[0] != '-' || text[1] == '\0') {
      arrput(out->arguments, ((CommandArgument){-1, text}));
      continue;
    }
    if (strcmp(text, "--") == 0) {
      onlyPositional = true;
      continue;
    }
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : strlen(text);
    int index = findOption(text, length, options, numOptions);
    if (index < 0)
      return unknown(tool, text, length, options, numOptions);
    const char *value = equals ? equals + 1 : "";
    if (options[index].kind == COMMAND_FLAG && equals) {
      fprintf(stderr, "%s: error: option '%s' takes no value\n", tool,
              options[index].name);
      return false;
    }
    if (options[index].kind == COMMAND_VALUE && !equals) {
      if (i + 1 >= argc) {
        fprintf(stderr, "%s: error: option '%s' needs a value\n", tool,
                options[index].name);
        return false;
      }
      value = argv[++i];
    }
    arrput(out->arguments, ((CommandArgument){index, value}));
  }
  return true;
}

void commandLineFree(CommandLine *line) { arrfree(line->arguments); }

const char *commandLineValue(const CommandLine *line, int option) {
  const char *value = NULL;
  for (ptrdiff_t i = 0; i < arrlen(line->arguments); ++i)
    if (line->arguments[i].option == option)
      value = line->arguments[i].value;
  return value;
}

bool commandLineOneInput(const char *tool, const CommandLine *line) {
  const char *first = NULL;
  for (ptrdiff_t i = 0; i < arrlen(line->arguments); ++i) {
    if (line->arguments[i].option >= 0)
      continue;
    if (first) {
      fprintf(stderr, "%s: error: expected one input, got '%s' and '%s'\n",
              tool, first, line->arguments[i].value);
      return false;
    }
    first = line->arguments[i].value;
  }
  return true;
}

static void printHelp(const char *usage, const CommandOption *options,
                      int numOptions) {
  printf("%s", usage);
  for (int i = 0; i < numOptions; ++i) {
    char left[64];
    const CommandOption *o = &options[i];
    snprintf(left, sizeof(left), "%s%s%s%s%s", o->name,
             o->kind == COMMAND_OPTIONAL ? "[" : "",
             o->kind == COMMAND_FLAG ? "" : "=", o->value ? o->value : "",
             o->kind == COMMAND_OPTIONAL ? "]" : "");
    printf("  %-32s %s\n", left, o->help);
  }
}

bool commandLineAsked(const char *tool, const char *usage,
                      const CommandLine *line, const CommandOption *options,
                      int numOptions) {
  int help = findOption("--help", 6, options, numOptions),
      version = findOption("--version", 9, options, numOptions);
  if (commandLineValue(line, help))
    printHelp(usage, options, numOptions);
  else if (commandLineValue(line, version))
    printf("%s %s\n", tool, toolVersion());
  else
    return false;
  return true;
}
