//===- PassNames.cpp - the passes and pipelines that are registered -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/PassNames.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;

static const PassRegistryEntry *find(StringRef name) {
  if (const PassInfo *pass = PassInfo::lookup(name))
    return pass;
  return PassPipelineInfo::lookup(name);
}

extern "C" bool bridgeIsPass(StrRef name) {
  return find({name.data, name.length}) != nullptr;
}

/// Every pass is a flag.
extern "C" size_t bridgePassNames(Arena *arena, StrRef **names) {
  auto &options = llvm::cl::getRegisteredOptions();
  *names = ARENA_ARRAY(arena, StrRef, options.size() + 1);
  size_t count = 0;
  for (auto &entry : options)
    if (StringRef name = entry.first; find(name))
      (*names)[count++] = {name.data(), name.size()};
  return count;
}

extern "C" bool bridgeTryOptions(StrRef pass, StrRef options, StrBuf *problem,
                                 StrBuf *defaults) {
  const PassRegistryEntry *entry = find({pass.data, pass.length});
  std::string text;
  auto report = [&](const Twine &message) {
    text += message.str();
    return failure();
  };
  OpPassManager tried(ModuleOp::getOperationName(),
                      OpPassManager::Nesting::Implicit);
  if (succeeded(entry->addToPipeline(
          tried, StringRef(options.data, options.length), report)))
    return true;
  StringRef words = StringRef(text).trim();
  words.consume_front("<Pass-Options-Parser>: ");
  words = words.split('\n').first;
  strBufAppend(problem, {words.data(), words.size()});
  OpPassManager plain(ModuleOp::getOperationName(),
                      OpPassManager::Nesting::Implicit);
  if (failed(entry->addToPipeline(plain, "", report)))
    return false;
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  plain.printAsTextualPipeline(stream);
  StringRef list =
      StringRef(printed).split('{').second.rsplit('}').first.trim();
  strBufAppend(defaults, {list.data(), list.size()});
  return false;
}
