//===- Elementwise.c - kernels of elementwise operations ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"
#include "lib/Conversion/RelaxToTIR/NarrowFloat.h"

/// 0 for an extent 1, else 1; the extent is not 0 where anything is read.
static SymExpr stride(TirBuilder *b, MlirAttribute dim) {
  RelaxDims *dims = &b->dims;
  SymExpr one = relaxDimsConst(dims, 1);
  SymExpr rest = relaxDimsSub(dims, symExprOf(dims->arena, dim), one);
  return relaxDimsMin(dims, one, rest);
}

MlirValue tirBuildBroadcastLoad(TirBuilder *b, intptr_t buffer) {
  const MlirAttribute *dims, *resultDims;
  intptr_t rank = tirBufferDims(b, buffer, &dims);
  intptr_t missing = tirBufferDims(b, b->numBuffers - 1, &resultDims) - rank;
  SymExpr *exprs = ARENA_ARRAY(b->dims.arena, SymExpr, rank);
  for (intptr_t i = 0; i < rank; ++i) {
    MlirAttribute to = resultDims[missing + i];
    exprs[i] = tirIterator(b, missing + i);
    if (!mlirAttributeEqual(dims[i], to))
      exprs[i] = relaxDimsMul(&b->dims, exprs[i], stride(b, dims[i]));
  }
  return tirBuildLoad(b, buffer, exprs, (MlirValue){NULL});
}

MlirValue relaxBuildIsExtreme(TirBuilder *b, MlirValue x, MlirValue extreme) {
  if (!mlirTypeIsAFloat(mlirValueGetType(x)))
    return tirBuildCompare(b, TIR_CMPI_EQ, x, extreme);
  MlirValue equal = tirBuildCompare(b, TIR_CMPF_OEQ, x, extreme);
  return tirBuildArith2(b, "arith.ori", equal,
                        tirBuildCompare(b, TIR_CMPF_UNO, x, x));
}

MlirAttribute relaxFitsFact(RelaxDims *dims, MlirAttribute from,
                            MlirAttribute to) {
  SymExpr a = symExprOf(dims->arena, from), b = symExprOf(dims->arena, to);
  SymExpr one = relaxDimsConst(dims, 1);
  SymExpr flag = relaxDimsMin(dims, one, relaxDimsSub(dims, a, one));
  SymFact fact = {.kind = SYM_FACT_EQ,
                  .lhs = relaxDimsMul(dims, flag, relaxDimsSub(dims, b, a)),
                  .rhs = relaxDimsConst(dims, 0)};
  return symFactToAttribute(mlirAttributeGetContext(from), fact);
}

void relaxCheckFits(RelaxDims *dims, MlirOperation op,
                    const MlirAttribute *facts, intptr_t count,
                    const MlirValue given[2]) {
  if (count == 0 || dims->status != SYM_OK)
    return;
  StrRef value = bridgeLocationName(mlirOperationGetLocation(op));
  StrRef name = bridgeOpName(op);
  StrRef subject = arenaFormat(dims->arena, "'%.*s'%s%.*s", SPREAD(name),
                               value.length ? " %" : "", SPREAD(value));
  MlirContext context = mlirOperationGetContext(op);
  RelaxCheckArgs args = {.numGiven = 2,
                         .given = given,
                         .facts = mlirArrayAttrGet(context, count, facts),
                         .subject =
                             mlirStringAttrGet(context, strRefToMlir(subject))};
  bridgeInsert(op, relaxCheckCreate(mlirOperationGetLocation(op), &args));
}

MlirLogicalResult relaxRefuseElement(MlirOperation op, const char *expected,
                                     MlirType got) {
  StrBuf text = {0};
  bridgePrintType(got, &text);
  MlirLogicalResult failed = bridgeEmitOpError(
      op, "element type: expected %s, got '%s'%s", expected, strBufText(&text),
      tirIsNarrowFloat(got) || tirIsNarrowInteger(got)
          ? "; relax.cast converts it"
          : "");
  strBufFree(&text);
  return failed;
}

StrRef relaxWithoutDialect(StrRef operation) {
  enum { PREFIX = sizeof("relax.") - 1 };
  return strRefStartsWith(operation, "relax.")
             ? (StrRef){operation.data + PREFIX, operation.length - PREFIX}
             : strRefFromC("");
}

StrRef relaxShortName(MlirOperation op) {
  return relaxWithoutDialect(bridgeOpName(op));
}

MlirLogicalResult relaxBuildWhere(TirBuilder *b, MlirOperation op) {
  (void)op;
  tirBuildComputeOver(b, "where", 3);
  MlirValue condition = tirBuildBroadcastLoad(b, 0);
  MlirValue onTrue = tirBuildBroadcastLoad(b, 1);
  MlirValue onFalse = tirBuildBroadcastLoad(b, 2);
  return tirEndWith(b, tirBuildSelect(b, condition, onTrue, onFalse));
}
