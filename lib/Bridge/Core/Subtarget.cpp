//===- Subtarget.cpp - processors and features that LLVM knows ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Subtarget.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Triple.h"

#include <memory>

using namespace llvm;

extern "C" void bridgeSubtargetList(const char *triple, const char *cpu,
                                    BridgeSubtargetList list,
                                    void (*each)(void *user, StrRef name),
                                    void *user) {
  std::string error;
  Triple parsed(triple);
  const Target *target = TargetRegistry::lookupTarget(parsed, error);
  if (!target)
    return;
  std::unique_ptr<MCSubtargetInfo> info(
      target->createMCSubtargetInfo(parsed, cpu, ""));
  auto pass = [&](const char *name) { each(user, strRefFromC(name)); };
  if (list == BRIDGE_SUBTARGET_CPUS)
    for (const SubtargetSubTypeKV &entry : info->getAllProcessorDescriptions())
      pass(entry.Key);
  else
    for (const SubtargetFeatureKV &entry : info->getAllProcessorFeatures())
      if (list == BRIDGE_SUBTARGET_FEATURES ||
          info->getFeatureBits().test(entry.Value))
        pass(entry.Key);
}
