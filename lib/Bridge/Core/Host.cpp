//===- Host.cpp - what LLVM knows of the machine at hand ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Host.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Host.h"

extern "C" StrRef bridgeHostCpu(void) {
  llvm::StringRef name = llvm::sys::getHostCPUName();
  return {name.data(), name.size()};
}
