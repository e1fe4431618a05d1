//===- Plugins.cpp - shared libraries with passes and dialects ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/Plugins.hpp"
#include "lib/Bridge/Tool/Report.hpp"
#include "lib/Runtime/File.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

static bool report(StringRef file, llvm::Error error) {
  bridge::Error() << "cannot load the plugin '" << file
                  << "': " << llvm::toString(std::move(error));
  return false;
}

static bool loadPasses(const std::string &file) {
  auto plugin = PassPlugin::load(file);
  if (!plugin)
    return report(file, plugin.takeError());
  plugin->registerPassRegistryCallbacks();
  return true;
}

static bool loadDialects(const std::string &file, DialectRegistry &registry) {
  auto plugin = DialectPlugin::load(file);
  if (!plugin)
    return report(file, plugin.takeError());
  plugin->registerDialectRegistryCallbacks(registry);
  return true;
}

bool bridge::loadPlugins(int &argc, char **argv, DialectRegistry &registry) {
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    StringRef argument = argv[i];
    if (argument == "--") {
      while (i < argc)
        argv[kept++] = argv[i++];
      break;
    }
    StringRef name, value;
    std::tie(name, value) = argument.ltrim('-').split('=');
    bool passes = name == "load-pass-plugin";
    if (!argument.starts_with("-") ||
        (!passes && name != "load-dialect-plugin") ||
        (!argument.contains('=') &&
         i + 1 == argc)) { // LLVM says what is missing
      argv[kept++] = argv[i];
      continue;
    }
    if (!argument.contains('='))
      value = argv[++i];
    std::string file = value.str();
    if (!value.contains('/') && llvm::sys::fs::exists(value))
      file = "./" + file; // without a folder the system looks elsewhere
    RelaxError unfit = {}; // a pipe would be waited for
    if (!relaxFileCheckInput(file.c_str(), &unfit))
      return report(file, llvm::createStringError(relaxErrorText(&unfit)));
    if (!(passes ? loadPasses(file) : loadDialects(file, registry)))
      return false;
  }
  argc = kept;
  argv[argc] = nullptr;
  return true;
}
