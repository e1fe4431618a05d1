#include "lib/Conversion/Ragged/Pack.h"
MlirLogicalResult packKernel(Pack *pack, MlirOperation op) {
  (void)pack;
  return bridgeEmitOpError(op, "no kernel");
}
