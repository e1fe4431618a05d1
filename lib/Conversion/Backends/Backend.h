//===- Backend.h - the code generation of a back end ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A back end takes regions of a program: private functions `target @dnn`, where
// `@dnn` is a `relax.target` with its name. `relax-generate-regions` gives it
// one after the other and keeps the text that it makes of each as a
// `relax.artefact`, for its run time (lib/Runtime/Backend.h). One text serves
// all shapes: extents are known when the region runs.
//
// A shared library brings code generation by RELAX_BACKEND_PLUGIN, which
// `relax-opt --load-pass-plugin=FILE.so` loads. docs/add-a-backend.md shows one.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_BACKENDS_BACKEND_H
#define RELAX_CONVERSION_BACKENDS_BACKEND_H

#include "lib/Bridge/Core/Plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A region: a `relax.func` whose arguments and results are tensors of known
/// rank, with extents over symbols that its arguments bind. Nothing of it may be
/// changed. Inputs of the run time are the arguments, results the operands of
/// its `relax.return`.
typedef struct RelaxRegion {
  MlirOperation function;
  MlirOperation target; // the `relax.target`
  /// Its `relax.constant`s and `relax.get_weight`s, which the run time is given
  /// in this order, once.
  const MlirOperation *constants;
  size_t numConstants;
  Arena *arena; // for whatever is needed meanwhile
} RelaxRegion;

typedef struct RelaxBackendCompiler {
  const char *name; // as in `relax.target @dnn backend "NAME"`
  const char *summary;
  /// Appends the artefact, or returns false with the reason in `why`: the
  /// region stays with our own kernels, and a remark says so. Any bytes may be
  /// appended; text can be read and tested.
  bool (*generate)(const RelaxRegion *region, StrBuf *text, StrBuf *why);
} RelaxBackendCompiler;

/// The number of a constant of the region: of the one that makes the value; -1
/// if none does.
ptrdiff_t relaxRegionConstant(const RelaxRegion *region, MlirValue value);
/// The number of an argument; -1 if the value is none.
ptrdiff_t relaxRegionInput(const RelaxRegion *region, MlirValue value);
/// An option of the target, null if it has none of that name.
MlirAttribute relaxRegionOption(const RelaxRegion *region, const char *name);

/// Makes a back end known, which has to live as long as the process. Before
/// passes run.
void relaxRegisterBackend(const RelaxBackendCompiler *backend);
/// NULL if there is none.
const RelaxBackendCompiler *relaxFindBackend(StrRef name);
/// Appends "'c', 'dnn'".
void relaxBackendNames(StrBuf *out);

/// Defines the entry that MLIR looks up; further arguments are the addresses of
/// the plugin's back ends.
#define RELAX_BACKEND_PLUGIN(name, version, ...)                               \
  static void relaxPluginRegisterBackends(void) {                              \
    const RelaxBackendCompiler *const backends[] = {__VA_ARGS__};              \
    for (size_t i = 0; i < sizeof(backends) / sizeof(*backends); ++i)          \
      relaxRegisterBackend(backends[i]);                                       \
  }                                                                            \
  RELAX_PLUGIN(name, version, relaxPluginRegisterBackends)

#ifdef __cplusplus
}
#endif
#endif // RELAX_CONVERSION_BACKENDS_BACKEND_H
