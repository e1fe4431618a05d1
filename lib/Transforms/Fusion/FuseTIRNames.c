//===- FuseTIRNames.c - names and buffers of fused programs --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Fusion/FuseTIR.h"

#include <assert.h>
#include <ctype.h>

intptr_t fuseInputNumber(const FusedProgram *program, MlirValue value) {
  return bridgeIndexOfValue(program->inputs, program->numInputs, value);
}

MlirLocation fuseNamed(FuseBuilder *b, MlirLocation loc, MlirLocation fallback,
                       bool isBuffer) {
  StrRef name = bridgeLocationName(loc);
  if (name.length == 0)
    name = bridgeLocationName(fallback);
  if (name.length == 0)
    return b->loc;
  name = arenaCopyString(b->arena, name);
  char *first = (char *)name.data;
  *first = (char)(isBuffer ? toupper((unsigned char)*first)
                           : tolower((unsigned char)*first));
  return bridgeNamedLocation(name, b->loc);
}

MlirValue fuseBufferOf(FuseBuilder *b, MlirValue input) {
  intptr_t number = fuseInputNumber(b->program, input);
  assert(number >= 0 && "no input of the program");
  return mlirBlockGetArgument(b->body, number);
}
