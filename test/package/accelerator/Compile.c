/* Code generation of mu8: a region becomes a list of products, a line each. */
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/QuantizedProduct.gen.h"
#include "dialects/Relax/Relax.h"
#include "lib/Conversion/Backends/Backend.h"

#include <string.h>

typedef struct Region {
  const RelaxRegion *region;
  MlirBlock body;
  StrBuf *text, *why;
} Region;

static int refuse(Region *r, MlirOperation op, const char *what) {
  StrRef name = bridgeOpName(op);
  strBufAppendFormat(r->why, "'%.*s' %s", (int)name.length, name.data, what);
  return 0;
}

/* The number of an operation among those that are no constants. */
static int numberOf(const Region *r, MlirOperation op) {
  int number = 0;
  for (MlirOperation at = mlirBlockGetFirstOperation(r->body);
       !mlirOperationEqual(at, op); at = mlirOperationGetNextInBlock(at))
    number += relaxRegionConstant(r->region, mlirOperationGetResult(at, 0)) < 0;
  return number;
}

static int appendOperand(Region *r, MlirOperation op, MlirValue value,
                         intptr_t rank) {
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  ptrdiff_t input = relaxRegionInput(r->region, value);
  ptrdiff_t constant = relaxRegionConstant(r->region, value);
  if (info.rank != rank || !mlirTypeIsAInteger(info.elementType) ||
      mlirIntegerTypeGetWidth(info.elementType) != 8 ||
      mlirIntegerTypeIsUnsigned(info.elementType))
    return refuse(r, op, "is no product of two matrices of i8");
  if (input < 0 && constant < 0)
    return refuse(r, op, "has an operand that another operation makes");
  strBufAppendFormat(r->text, " %c%td", input < 0 ? 'c' : 'i',
                     input < 0 ? constant : input);
  return 1;
}

static int appendProduct(Region *r, MlirOperation op) {
  if (!relaxIsMatmulInteger(op))
    return refuse(r, op, "is nothing that mu8 can do");
  strBufAppendC(r->text, "product");
  int good = appendOperand(r, op, relaxMatmulIntegerGetLhs(op), 2) &&
             appendOperand(r, op, relaxMatmulIntegerGetLhsZero(op), 0) &&
             appendOperand(r, op, relaxMatmulIntegerGetRhs(op), 2) &&
             appendOperand(r, op, relaxMatmulIntegerGetRhsZero(op), 0);
  strBufAppendC(r->text, "\n");
  return good;
}

static bool generate(const RelaxRegion *region, StrBuf *text, StrBuf *why) {
  MlirBlock body =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(region->function, 0));
  Region r = {region, body, text, why};
  MlirOperation end = mlirBlockGetTerminator(body);
  int good = 1;
  strBufAppendC(text, "mu8 1\n");
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       good && !mlirOperationEqual(op, end);
       op = mlirOperationGetNextInBlock(op))
    if (relaxRegionConstant(region, mlirOperationGetResult(op, 0)) < 0)
      good = appendProduct(&r, op);
  strBufAppendC(text, "results");
  for (intptr_t i = 0; good && i < mlirOperationGetNumOperands(end); ++i) {
    MlirValue value = mlirOperationGetOperand(end, i);
    if (!mlirValueIsAOpResult(value) || relaxRegionConstant(region, value) >= 0)
      good = refuse(&r, end, "gives back what no product makes");
    else
      strBufAppendFormat(text, " %d", numberOf(&r, mlirOpResultGetOwner(value)));
  }
  return good;
}

static const RelaxBackendCompiler mu8 = {
    .name = "mu8", .summary = "products on mu8", .generate = generate};
RELAX_BACKEND_PLUGIN("mu8", "1", &mu8)
