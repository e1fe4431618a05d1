//===- Kernel.c - loop programs in C --------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A `tir.func` behind `lower-tir`: loops and branches of `scf` with values that
// go round, loads and stores of `memref`, numbers.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Conversion/Backends/C/Writer.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stb/stb_ds.h>

static bool writeBlock(CWriter *w, MlirBlock block);

static bool is(MlirOperation op, const char *name) {
  return strRefIs(bridgeOpName(op), name);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The buffer that a memref is of; null of one that is made here.
static MlirValue bufferOf(MlirValue memref) {
  MlirOperation op = bridgeDefiner(memref);
  return tirIsAsMemref(op) ? tirAsMemrefGetBuffer(op) : (MlirValue){NULL};
}

static const char *extentOf(CWriter *w, MlirValue memref, intptr_t axis) {
  MlirType type = mlirValueGetType(memref);
  MlirValue buffer = bufferOf(memref);
  if (buffer.ptr) {
    const MlirAttribute *dims;
    tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
    return cExpr(w, dims[axis]);
  }
  if (mlirShapedTypeIsDynamicDim(type, axis)) {
    cRefuse(w, "memory inside of a loop program has an extent of its own");
    return "0";
  }
  return cText(w, "%lld", (long long)mlirShapedTypeGetDimSize(type, axis));
}

/// `place` of an element, row-major; operands from `first` on are indices.
static const char *elementOf(CWriter *w, MlirOperation op, MlirValue memref,
                             intptr_t first) {
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(memref));
  const char *place = "0";
  for (intptr_t i = 0; i < rank; ++i) {
    const char *index = cName(w, mlirOperationGetOperand(op, first + i));
    place =
        i ? cText(w, "(%s) * (%s) + %s", place, extentOf(w, memref, i), index)
          : index;
  }
  return cText(w, "%s[%s]", cName(w, memref), place);
}

static bool writeLoad(CWriter *w, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  const char *type = cType(w, mlirValueGetType(result));
  const char *element = elementOf(w, op, mlirOperationGetOperand(op, 0), 1);
  if (type)
    cLine(w, "const %s %s = %s;", type, cNewName(w, result), element);
  return type != NULL;
}

static bool writeStore(CWriter *w, MlirOperation op) {
  cLine(w, "%s = %s;", elementOf(w, op, mlirOperationGetOperand(op, 1), 2),
        cName(w, mlirOperationGetOperand(op, 0)));
  return true;
}

/// Local memory of literal extents.
static bool writeAlloca(CWriter *w, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(result);
  const char *element = cType(w, mlirShapedTypeGetElementType(type));
  long long count = 1;
  for (intptr_t i = 0, e = mlirShapedTypeGetRank(type); i < e; ++i) {
    if (mlirShapedTypeIsDynamicDim(type, i))
      return cRefuse(w, "local memory of an extent that is not known");
    count *= mlirShapedTypeGetDimSize(type, i);
  }
  if (element)
    cLine(w, "%s %s[%lld];", element, cNewName(w, result), count ? count : 1);
  return element != NULL;
}

//===----------------------------------------------------------------------===//
// Loops and branches
//===----------------------------------------------------------------------===//

/// `variables` get what the block yields, all at once.
static void writeYield(CWriter *w, MlirOperation yield,
                       const char *const *variables, MlirOperation owner) {
  intptr_t count = mlirOperationGetNumOperands(yield);
  if (count == 1) {
    cLine(w, "%s = %s;", variables[0],
          cName(w, mlirOperationGetOperand(yield, 0)));
    return;
  }
  for (intptr_t i = 0; i < count; ++i)
    cLine(w, "const %s %s_next = %s;",
          cType(w, mlirValueGetType(mlirOperationGetResult(owner, i))),
          variables[i], cName(w, mlirOperationGetOperand(yield, i)));
  for (intptr_t i = 0; i < count; ++i)
    cLine(w, "%s = %s_next;", variables[i], variables[i]);
}

/// A variable for each result, which `inits` begin (null: nothing does).
static const char **declareResults(CWriter *w, MlirOperation op,
                                   intptr_t firstInit) {
  intptr_t count = mlirOperationGetNumResults(op);
  const char **names = ARENA_ARRAY(w->arena, const char *, count);
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    const char *type = cType(w, mlirValueGetType(result));
    const char *init =
        firstInit < 0 ? "0"
                      : cName(w, mlirOperationGetOperand(op, firstInit + i));
    names[i] = cNewName(w, result);
    cLine(w, "%s %s = %s;", type ? type : "int", names[i], init);
  }
  return names;
}

static bool writeFor(CWriter *w, MlirOperation op) {
  const char **names = declareResults(w, op, 3);
  MlirBlock body = bridgeBody(op);
  const char *index = cNewName(w, mlirBlockGetArgument(body, 0));
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    cSetName(w, mlirBlockGetArgument(body, i + 1), names[i]);
  cLine(w, "for (int64_t %s = %s; %s < %s; %s += %s) {", index,
        cName(w, mlirOperationGetOperand(op, 0)), index,
        cName(w, mlirOperationGetOperand(op, 1)), index,
        cName(w, mlirOperationGetOperand(op, 2)));
  ++w->indent;
  bool good = writeBlock(w, body);
  if (good)
    writeYield(w, mlirBlockGetTerminator(body), names, op);
  --w->indent;
  cLine(w, "}");
  return good;
}

/// Rounds one after the other.
static bool writeParallel(CWriter *w, MlirOperation op) {
  MlirBlock body = bridgeBody(op);
  intptr_t count = mlirBlockGetNumArguments(body);
  if (mlirOperationGetNumResults(op))
    return cRefuse(w, "a parallel loop has results");
  for (intptr_t i = 0; i < count; ++i) {
    const char *index = cNewName(w, mlirBlockGetArgument(body, i));
    cLine(w, "for (int64_t %s = %s; %s < %s; %s += %s) {", index,
          cName(w, mlirOperationGetOperand(op, i)), index,
          cName(w, mlirOperationGetOperand(op, count + i)), index,
          cName(w, mlirOperationGetOperand(op, 2 * count + i)));
    ++w->indent;
  }
  bool good = writeBlock(w, body);
  for (intptr_t i = 0; i < count; ++i) {
    --w->indent;
    cLine(w, "}");
  }
  return good;
}

static bool writeIf(CWriter *w, MlirOperation op) {
  const char **names = declareResults(w, op, -1);
  bool good = true;
  for (intptr_t r = 0; good && r < 2; ++r) {
    MlirBlock body = bridgeBlock(op, r);
    if (!body.ptr)
      break;
    if (r == 0)
      cLine(w, "if (%s) {", cName(w, mlirOperationGetOperand(op, 0)));
    else
      cLine(w, "} else {");
    ++w->indent;
    good = writeBlock(w, body);
    if (good)
      writeYield(w, mlirBlockGetTerminator(body), names, op);
    --w->indent;
  }
  cLine(w, "}");
  return good;
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

static bool writeOp(CWriter *w, MlirOperation op) {
  if (tirIsAsMemref(op) || tirIsView(op)) {
    cSetName(w, mlirOperationGetResult(op, 0),
             cName(w, mlirOperationGetOperand(op, 0)));
    return true;
  }
  if (tirIsExtent(op)) {
    cSetName(w, mlirOperationGetResult(op, 0),
             cText(w, "(%s)", cExpr(w, tirExtentGetExpr(op))));
    return !w->why->length;
  }
  if (tirIsCheck(op)) {
    cLine(w, "if (!%s)", cName(w, tirCheckGetCondition(op)));
    cLine(w, "  status = RELAX_REGION_CHECK_FAILED;");
    return true;
  }
  if (is(op, "memref.load"))
    return writeLoad(w, op);
  if (is(op, "memref.store"))
    return writeStore(w, op);
  if (is(op, "memref.alloca"))
    return writeAlloca(w, op);
  if (is(op, "scf.for"))
    return writeFor(w, op);
  if (is(op, "scf.if"))
    return writeIf(w, op);
  return is(op, "scf.parallel") ? writeParallel(w, op) : cWriteArith(w, op);
}

static bool writeBlock(CWriter *w, MlirBlock block) {
  MlirOperation end = mlirBlockGetTerminator(block);
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op))
    if (!writeOp(w, op) || w->why->length)
      return false;
  return true;
}

/// What is stored to may be written, all else may not. A kernel reads and
/// writes one buffer where fusion has made it so.
static bool writeHead(CWriter *w, MlirOperation kernel, const char *name) {
  MlirBlock body = bridgeBody(kernel);
  StrBuf parameters = {0};
  bool good = true;
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(body); good && i < e; ++i) {
    MlirValue buffer = mlirBlockGetArgument(body, i);
    MlirType element = tirBufferTypeGetElementType(mlirValueGetType(buffer));
    const char *type = cType(w, element), *text = cText(w, "b%ld", (long)i);
    cSetName(w, buffer, text);
    good = type != NULL;
    strBufAppendFormat(&parameters, "%s%s *%s", i ? ", " : "", type ? type : "",
                       text);
  }
  for (size_t i = 0; i < w->numSymbols; ++i)
    strBufAppendFormat(&parameters, ", int64_t %s", cSymbol(w, w->symbols[i]));
  cLine(w, "static int32_t %s(%s) {", name, strBufText(&parameters));
  strBufFree(&parameters);
  return good;
}

bool cWriteKernel(CWriter *w, MlirOperation kernel, const char *name) {
  w->numSymbols = tirFuncSymbols(kernel, w->arena, &w->symbols);
  if (!writeHead(w, kernel, name))
    return false;
  ++w->indent;
  cLine(w, "int32_t status = RELAX_REGION_OK;");
  for (size_t i = 0; i < w->numSymbols; ++i)
    cLine(w, "(void)%s;", cSymbol(w, w->symbols[i]));
  bool good = writeBlock(w, bridgeBody(kernel));
  cLine(w, "return status;");
  --w->indent;
  cLine(w, "}");
  cLine(w, "");
  return good;
}
