//===- PatternFile.c - a file of patterns and rewrites --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Pattern.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Runtime/File.h"
#include "lib/Transforms/Patterns/Pattern.h"

static MlirOperation moduleOf(const PatternFile *file) {
  return mlirModuleGetOperation(file->module);
}

static bool addPatterns(PatternFile *file, bool alone) {
  size_t numPatterns = 0, numRewrites = 0;
  for (MlirOperation op =
           mlirBlockGetFirstOperation(bridgeBody(moduleOf(file)));
       op.ptr; op = mlirOperationGetNextInBlock(op)) {
    numPatterns += relaxIsPattern(op);
    numRewrites += relaxIsRewrite(op);
    if (alone && !relaxIsPattern(op) && !relaxIsRewrite(op)) {
      bridgeEmitOpError(op, "expected 'relax.pattern' or 'relax.rewrite' in a "
                            "file of patterns");
      return false;
    }
  }
  file->patterns = ARENA_ARRAY(file->arena, Pattern, numPatterns);
  file->rewrites = ARENA_ARRAY(file->arena, Rewrite, numRewrites);
  for (MlirOperation op = {NULL};
       (op = bridgeNext(moduleOf(file), op, relaxIsPattern)).ptr;)
    if (!patternBuild(file->arena, op, &file->patterns[file->numPatterns++]))
      return false;
  return true;
}

static const Pattern *find(const PatternFile *file, StrRef name) {
  for (size_t i = 0; i < file->numPatterns; ++i)
    if (strRefEqual(file->patterns[i].name, name))
      return &file->patterns[i];
  return NULL;
}

static bool addRewrites(PatternFile *file) {
  for (MlirOperation op = {NULL};
       (op = bridgeNext(moduleOf(file), op, relaxIsRewrite)).ptr;) {
    Rewrite *rewrite = &file->rewrites[file->numRewrites++];
    *rewrite = (Rewrite){
        .op = op,
        .name = relaxRewriteGetSymName(op),
        .pattern = find(file, bridgeRefName(relaxRewriteGetPattern(op))),
        .facts = relaxRewriteGetFacts(op)};
    if (!patternCheckRewrite(file->arena, rewrite))
      return false;
  }
  return true;
}

bool patternFileRead(PatternFile *file, MlirOperation place, const char *pass,
                     StrRef path, Arena *arena) {
  const char *name = arenaCopyString(arena, path).data;
  StrBuf text = {0};
  RelaxError error = {0};
  *file = (PatternFile){.arena = arena};
  if (!relaxFileRead(name, &text, &error))
    bridgeEmitOpError(place, "pass '%s': %s", pass, relaxErrorText(&error));
  else
    file->module = bridgeParseModule(mlirOperationGetContext(place),
                                     (StrRef){text.data, text.length}, name);
  relaxErrorFree(&error);
  strBufFree(&text);
  return file->module.ptr && addPatterns(file, true) && addRewrites(file);
}

bool patternFileOf(PatternFile *file, MlirOperation module, Arena *arena) {
  *file =
      (PatternFile){.arena = arena, .module = mlirModuleFromOperation(module)};
  return addPatterns(file, false) && addRewrites(file);
}

void patternFileFree(PatternFile *file) {
  if (file->module.ptr)
    mlirModuleDestroy(file->module);
  file->module.ptr = NULL;
}
