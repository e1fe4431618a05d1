//===- Plugin.h - passes in C outside of the tree -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A shared library with one use of RELAX_PASS_PLUGIN is loaded by
// `relax-opt --load-pass-plugin=FILE.so`; its passes then work by name like all
// others. Build it with `clang-22 -shared -fPIC` and the include paths of this
// tree; it links with nothing: the C API of MLIR and of this project comes from
// the tool.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BRIDGE_CORE_PLUGIN_H
#define RELAX_BRIDGE_CORE_PLUGIN_H

#include "lib/Bridge/Core/Pass.h"

#ifdef __cplusplus
extern "C" {
#endif

/// As declared in lib/Bridge/Tool/Tool.h.
void bridgeRegisterPass(const RelaxPass *pass);

/// The layout of ::mlir::PassPluginLibraryInfo (mlir/Tools/Plugins/PassPlugin.h).
typedef struct RelaxPassPluginInfo {
  uint32_t apiVersion;
  const char *name, *version;
  void (*registerPasses)(void);
} RelaxPassPluginInfo;

/// Defines the entry that MLIR looks up, with the function that it calls.
#define RELAX_PLUGIN(name, version, registerAll)                               \
  __attribute__((visibility("default"))) RelaxPassPluginInfo                   \
  mlirGetPassPluginInfo(void);                                                 \
  RelaxPassPluginInfo mlirGetPassPluginInfo(void) {                            \
    return (RelaxPassPluginInfo){1, name, version, registerAll};               \
  }

/// The same; further arguments are the addresses of the plugin's pass
/// descriptors.
#define RELAX_PASS_PLUGIN(name, version, ...)                                  \
  static void relaxPluginRegister(void) {                                      \
    const RelaxPass *const passes[] = {__VA_ARGS__};                           \
    for (size_t i = 0; i < sizeof(passes) / sizeof(*passes); ++i)              \
      bridgeRegisterPass(passes[i]);                                           \
  }                                                                            \
  RELAX_PLUGIN(name, version, relaxPluginRegister)

#ifdef __cplusplus
}
#endif
#endif // RELAX_BRIDGE_CORE_PLUGIN_H
