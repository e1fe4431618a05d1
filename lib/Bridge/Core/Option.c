//===- Option.c - values of pass options ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Pass.h"

#include <assert.h>
#include <stdlib.h>

StrRef relaxOptionString(const RelaxPassRun *run, size_t option) {
  assert(option < run->pass->numOptions);
  return run->options[option];
}

bool relaxOptionBool(const RelaxPassRun *run, size_t option) {
  return strRefEqual(relaxOptionString(run, option), strRefFromC("true"));
}

int64_t relaxOptionInt(const RelaxPassRun *run, size_t option) {
  // The texts come from std::string or literals: a NUL stands behind them.
  return strtoll(relaxOptionString(run, option).data, NULL, 10);
}
