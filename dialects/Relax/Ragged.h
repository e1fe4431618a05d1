//===- Ragged.h - tensors whose extents are read off tables ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `!relax.tensor<[i : b, len[i], 512], f32>`: in the dimensions of a type the
// index of dimension k is the symbol `$k`, so that names are local to the text
// and types compare by position. Elements are packed: in memory it is a
// `[sum(len), 512]`, with `padding = [1, 8, 1]` a `[8 * sum(len ceildiv 8),
// 512]`.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_RAGGED_H
#define RELAX_DIALECTS_RELAX_RAGGED_H

#include "dialects/Relax/Relax.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Reads `[i : b, len[i], 512]`; false after an error.
bool relaxParseDims(BridgeParser parser, Arena *arena, MlirAttribute **dims,
                    intptr_t *rank);
/// Appends the same, with names that no symbol has.
void relaxPrintDims(const MlirAttribute *dims, intptr_t rank, StrBuf *out);

/// Some extent is read off a table.
bool relaxDimsAreRagged(const MlirAttribute *dims, intptr_t rank);
bool relaxTypeIsRagged(MlirType type);
/// Dimensions up to the last whose extent is read off a table; those behind are
/// the same for all rows.
intptr_t relaxNumRaggedDims(MlirType type);
/// Some operand or result is ragged.
bool relaxHasRagged(MlirOperation op);
/// The dimension whose index `name` is (`$1`), or -1.
intptr_t relaxIndexOf(StrRef name);
/// The symbol `$k`.
StrRef relaxIndexName(Arena *arena, intptr_t k);

/// The tensor that lies in memory, of the same elements: dimensions from the
/// first that others depend on to the last that depends on one are one, their
/// product summed. Null if no sum over one domain says it. Other types as they
/// are.
MlirType relaxPackedType(MlirType type);

/// It reads a table over another one: its instances are pairs of indices of the
/// first two dimensions.
bool relaxTypeIsChained(MlirType type);
/// The same memory with one dimension, `sum(len)`, in the place of the first
/// two, and tables over tables read as tables over that. Null if dimension 1 is
/// not ragged, or others read tables at anything but both indices.
MlirType relaxFlattenedType(MlirType type);
/// Dimensions that say which instance it is: 2 of an operation on chained
/// types, else 1.
intptr_t relaxInstanceDims(MlirOperation op);
/// Of such an operation: the tensor has an entry for each pair of indices.
bool relaxHasPairs(MlirOperation op, MlirType type);

/// The tensor type with that padding of its storage, an array with a number for
/// each dimension, or null; other types, and tensors that are not ragged, as
/// they are.
MlirType relaxTensorTypePadded(MlirType type, MlirAttribute padding);
/// Null: none, or no tensor.
MlirAttribute relaxPaddingOf(MlirType type);
/// The multiple that dimension `d` is stored as; 1 of none.
int64_t relaxPaddingAt(MlirAttribute padding, intptr_t d);
/// Some operand or result is padded.
bool relaxHasPadded(MlirOperation op);
/// The next multiple of `factor`.
SymStatus relaxRoundUp(Arena *arena, SymExpr extent, int64_t factor,
                       SymExpr *out);
/// `[1, 8, 1]` of a tensor with these dimensions; false after an error.
bool relaxParsePadding(BridgeParser parser, RelaxTensorInfo *info);
/// `, padding = [1, 8, 1]`, or nothing.
void relaxPrintPadding(RelaxTensorInfo info, StrBuf *out);
/// Operands and results that are ragged have one padding, of numbers that are
/// floats and dimensions before `dims` only: what lies there may be computed
/// with.
bool relaxPadsAlike(MlirOperation op, intptr_t dims);

/// The tables that the arguments of a function bind.
typedef struct RelaxTable {
  StrRef name;
  intptr_t rank; // of the domain
  const MlirAttribute *domain;
} RelaxTable;
/// An arena array of them, each once.
RelaxTable *relaxTablesOf(Arena *arena, MlirOperation function,
                          intptr_t *count);
/// Name and domain of a `!relax.lengths`.
RelaxTable relaxLengthsTable(MlirType lengths);

/// The i64 tensor that a `!relax.lengths` is in memory: `[b]`, of a table over
/// another one `[sum(len)]`.
MlirType relaxLengthsTensor(MlirType lengths);

/// `len[$0]` of the table `name`.
SymExpr relaxTableEntry(Arena *arena, StrRef name);
/// Every read in a type of the function is of a table that an argument binds,
/// with the indices that it takes; no table stands where an extent does.
MlirLogicalResult relaxVerifyTables(MlirOperation function);
/// It goes along `axis` or `axes`; without any, along all dimensions.
bool relaxRaggedGoesAlong(MlirOperation op);
/// There are ragged operands that it takes.
bool relaxRaggedHasRule(MlirOperation op);
/// It computes each element by itself.
bool relaxRaggedIsPointwise(MlirOperation op);
/// And does so of operands with the same ragged extents, stored alike
/// (relaxPadsAlike), and dense ones that are the same for all rows: on packed
/// storage it is the same operation.
bool relaxRaggedIsFlat(MlirOperation op);
/// An operation some of whose operands have the extent `batch` in dimension 0
/// does the same for each index of that, whose results follow each other.
bool relaxKeepsInstances(MlirOperation op, MlirAttribute batch);
/// The operation may have ragged operands and results, if it has some.
MlirLogicalResult relaxVerifyRagged(MlirOperation op);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_RAGGED_H
