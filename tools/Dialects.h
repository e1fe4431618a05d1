//===- Dialects.h - what every tool can read ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_DIALECTS_H
#define RELAX_TOOLS_DIALECTS_H

#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Sym/Sym.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "dialects/VM/VMBase.gen.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/Math.h"
#include "mlir-c/Dialect/MemRef.h"
#include "mlir-c/Dialect/SCF.h"
#include "mlir-c/Dialect/Vector.h"

/// Our dialects and the upstream ones that stand in `tir` programs.
static MlirDialectHandle (*const relaxToolDialects[])(void) = {
    mlirGetDialectHandle__sym__,    mlirGetDialectHandle__relax__,
    mlirGetDialectHandle__tir__,    mlirGetDialectHandle__vm__,
    mlirGetDialectHandle__arith__,  mlirGetDialectHandle__math__,
    mlirGetDialectHandle__scf__,    mlirGetDialectHandle__vector__,
    mlirGetDialectHandle__memref__, NULL};

#endif // RELAX_TOOLS_DIALECTS_H
