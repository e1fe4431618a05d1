//===- AttentionHeads.c - how the operands of an attention lie ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/Ragged/AttentionHeads.h"
#include "dialects/Relax/Attention.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Sym/Walk.h"

/// False if heads or their size are no literals.
static bool headsOf(MlirType type, MlirAttribute count, AttentionHeads *out) {
  const MlirAttribute *dims;
  intptr_t rank = symTypeDims(type, &dims);
  int64_t last;
  out->apart = rank == 4;
  out->rows = dims[rank - 2];
  if (!symAttributeIsConst(dims[rank - 1], &last))
    return false;
  if (out->apart) {
    out->size = last;
    return symAttributeIsConst(dims[1], &out->heads);
  }
  out->heads = count.ptr ? mlirIntegerAttrGetValueInt(count) : 0;
  out->size = out->heads ? last / out->heads : 0;
  return rank == 3 && out->heads > 0;
}

/// A part of a split along the last dimension is read where the whole lies.
static void readWhole(AttentionHeads *heads) {
  MlirOperation op = bridgeDefiner(heads->value);
  const MlirAttribute *dims;
  if (heads->apart || !relaxIsSplit(op) ||
      relaxSplitGetAxis(op) !=
          symTypeDims(mlirValueGetType(heads->value), &dims) - 1)
    return;
  int64_t before = 0, size;
  for (intptr_t i = 0;
       !mlirValueEqual(mlirOperationGetResult(op, i), heads->value);
       ++i, before += size) {
    intptr_t rank =
        symTypeDims(mlirValueGetType(mlirOperationGetResult(op, i)), &dims);
    if (!symAttributeIsConst(dims[rank - 1], &size))
      return;
  }
  heads->value = relaxSplitGetInput(op);
  heads->before = before;
}

/// Null, or for each instance a number or truth value of a row and a key, the
/// same for all heads or not.
static bool maskFits(const AttentionParts *parts) {
  const MlirAttribute *dims;
  RelaxTensorInfo info;
  int64_t heads;
  if (!parts->mask.ptr)
    return true;
  if (!relaxTensorInfo(mlirValueGetType(parts->mask), &info) ||
      !relaxTypeIsRagged(mlirValueGetType(parts->mask)) ||
      symTypeDims(mlirValueGetType(parts->mask), &dims) != 4 ||
      !symAttributeIsConst(dims[1], &heads))
    return false;
  const MlirAttribute of[] = {parts->q.rows, parts->k.rows};
  bool fits = heads == 1 || heads == parts->q.heads;
  for (int d = 0; fits && d < 2; ++d) {
    int64_t one;
    fits = mlirAttributeEqual(dims[2 + d], of[d]) ||
           (d == 0 && symAttributeIsConst(dims[2], &one) && one == 1);
  }
  return fits && (mlirTypeIsAF32(info.elementType) ||
                  (mlirTypeIsAInteger(info.elementType) &&
                   mlirIntegerTypeGetWidth(info.elementType) == 1));
}

bool attentionPartsOf(MlirOperation op, AttentionParts *parts) {
  MlirAttribute q = relaxAttentionGetQHeads(op);
  MlirAttribute kv = relaxAttentionGetKvHeads(op);
  AttentionHeads *all[] = {&parts->q, &parts->k, &parts->v};
  parts->mask = relaxAttentionGetMask(op);
  if (mlirOperationGetNumOperands(op) != 3 + (parts->mask.ptr != NULL) ||
      mlirOperationGetNumResults(op) != 1)
    return false;
  for (int i = 0; i < 3; ++i) {
    *all[i] = (AttentionHeads){.value = mlirOperationGetOperand(op, i)};
    if (!headsOf(mlirValueGetType(all[i]->value), i ? kv : q, all[i]))
      return false;
    readWhole(all[i]);
  }
  return maskFits(parts);
}

StrRef attentionElement(Kernel *kernel, const KernelBuffer *buffer,
                        const AttentionHeads *heads, const char *head,
                        const char *row, const char *k) {
  StrRef indices[3];
  if (heads->apart) {
    indices[0] = strRefFromC(head);
    indices[1] = strRefFromC(row);
    indices[2] = strRefFromC(k);
  } else {
    indices[0] = strRefFromC(row);
    indices[1] =
        kernelText(kernel, "(%s) * %lld + %lld + %s", head,
                   (long long)heads->size, (long long)heads->before, k);
  }
  return kernelAddress(kernel, buffer, indices);
}

StrRef attentionMaskElement(Kernel *kernel, const KernelBuffer *mask,
                            const char *row, const char *key) {
  const char *at[] = {"%h", row, key};
  StrRef indices[3];
  for (int d = 0; d < 3; ++d)
    indices[d] =
        strRefFromC(d < 2 && strRefIs(mask->dims[d], "1") ? "0" : at[d]);
  return kernelAddress(kernel, mask, indices);
}
