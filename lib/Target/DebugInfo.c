//===- DebugInfo.c - lines of the text in machine code ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/DebugInfo.h"
#include "lib/Conversion/TIRToSCF/OpBuilder.h"
#include "lib/Target/Kernel.h"
#include "mlir-c/Dialect/LLVM.h"

#include <string.h>
#include <unistd.h>

enum {
  CALLING_NORMAL = 1, // DW_CC_normal
  IS_DEFINITION = 8,  // of LLVM's subprogram flags
  IS_OPTIMIZED = 16,
};

/// The place in a text; the first one of several. False if there is none.
static bool findPlace(MlirLocation location, MlirStringRef *file, int *line) {
  if (mlirLocationIsAFileLineColRange(location)) {
    *file =
        mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(location));
    *line = mlirLocationFileLineColRangeGetStartLine(location);
    return true;
  }
  if (mlirLocationIsAName(location))
    return findPlace(mlirLocationNameGetChildLoc(location), file, line);
  if (mlirLocationIsACallSite(location))
    return findPlace(mlirLocationCallSiteGetCallee(location), file, line);
  if (!mlirLocationIsAFused(location))
    return false;
  MlirLocation parts[8];
  unsigned count = mlirLocationFusedGetNumLocations(location);
  if (count > sizeof(parts) / sizeof(*parts))
    return false;
  mlirLocationFusedGetLocations(location, parts);
  for (unsigned i = 0; i < count; ++i)
    if (findPlace(parts[i], file, line))
      return true;
  return false;
}

static MlirAttribute text(MlirContext context, const char *value) {
  return mlirStringAttrGet(context, mlirStringRefCreateFromCString(value));
}

/// An identity of its own; the C API has no other way to one.
static MlirAttribute distinct(MlirContext context) {
  return mlirAttributeParseGet(context,
                               mlirStringRefCreateFromCString("distinct[0]<>"));
}

static MlirAttribute fileOf(MlirContext context, MlirStringRef name) {
  char folder[4096];
  if (!getcwd(folder, sizeof folder))
    strcpy(folder, "");
  return mlirLLVMDIFileAttrGet(context, mlirStringAttrGet(context, name),
                               text(context, folder));
}

/// The unit of all functions of the module.
static MlirAttribute unitOf(MlirContext context, MlirAttribute file) {
  enum { C = 0x2c }; // DW_LANG_C11
  return mlirLLVMDICompileUnitAttrGet(
      context, distinct(context), C, file, text(context, "relax-mlir"),
      /*isOptimized=*/true, MlirLLVMDIEmissionKindFull,
      MlirLLVMDINameTableKindDefault, text(context, ""));
}

static MlirAttribute subprogramOf(MlirContext context, MlirStringRef symbol,
                                  MlirAttribute unit, MlirAttribute file,
                                  int line) {
  size_t prefix = strlen(RELAX_KERNEL_PREFIX);
  MlirStringRef name = symbol;
  if (symbol.length > prefix &&
      memcmp(symbol.data, RELAX_KERNEL_PREFIX, prefix) == 0)
    name = mlirStringRefCreate(symbol.data + prefix, symbol.length - prefix);
  MlirAttribute none = {NULL};
  MlirAttribute type =
      mlirLLVMDISubroutineTypeAttrGet(context, CALLING_NORMAL, 0, NULL);
  return mlirLLVMDISubprogramAttrGet(
      context, none, /*isRecSelf=*/false, distinct(context), unit, file,
      mlirStringAttrGet(context, name), mlirStringAttrGet(context, symbol),
      file, (unsigned)line, (unsigned)line, IS_DEFINITION | IS_OPTIMIZED, type,
      0, NULL, 0, NULL);
}

void targetAddDebugInfo(MlirModule module) {
  MlirContext context = mlirModuleGetContext(module);
  MlirAttribute unit = {NULL};
  for (MlirOperation op = {NULL};
       bridgeAdvance(mlirModuleGetBody(module), &op);) {
    MlirStringRef name;
    int line;
    MlirLocation location = mlirOperationGetLocation(op);
    if (!bridgeIsNamed(op, "llvm.func") || !bridgeBody(op).ptr ||
        !findPlace(location, &name, &line))
      continue;
    MlirAttribute file = fileOf(context, name);
    if (!unit.ptr)
      unit = unitOf(context, file);
    MlirStringRef symbol =
        mlirStringAttrGetValue(bridgeInherent(op, "sym_name"));
    mlirOperationSetLocation(
        op,
        mlirLocationFusedGet(context, 1, &location,
                             subprogramOf(context, symbol, unit, file, line)));
  }
}
