//===- Importer.h - what the parts of the ONNX importer share -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One `Importer` lives through one import. An operator is a row of a table
// (Operators.h) and a function that reads the current node through
// `importOperand` and `importAttribute...`, creates relax operations, and hands
// its results over with `importResult`. Functions that return bool return false
// after one diagnostic.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_IMPORT_IMPORTER_H
#define RELAX_FRONTEND_ONNX_IMPORT_IMPORTER_H

#include "dialects/Relax/Relax.h"
#include "lib/Frontend/ONNX/Import/Constants.h"
#include "lib/Frontend/ONNX/Import/Import.h"
#include "lib/Frontend/ONNX/Model/Tensor.h"
#include "lib/Runtime/Tensor.h"
#include "lib/Support/Text.h"

/// Tensors of a higher rank are refused: no model has them, broken files do.
enum { IMPORT_MAX_RANK = RELAX_MAX_RANK };

typedef struct ImportNames ImportNames;
typedef struct ImportSymbols ImportSymbols;
struct ImportBranch;

/// What an ONNX value name stands for.
typedef struct ImportedValue {
  MlirValue value;                 // null: not built yet, see `tensor`
  const Onnx__TensorProto *tensor; // of an initializer or a Constant node
  MlirAttribute inlineElements;    // of `tensor`, if it is kept in the text
} ImportedValue;

typedef struct ImportEntry {
  char *key; // the ONNX name, borrowed from the model
  ImportedValue value;
} ImportEntry;

/// Names that built weights have in the module.
typedef struct ImportedWeight {
  const Onnx__TensorProto *key;
  StrRef value;
} ImportedWeight;

typedef struct WeightName {
  char *key; // in the arena
  bool value;
} WeightName;

/// Nodes with another operator set than the model's own.
typedef struct ImportedOpset {
  const Onnx__NodeProto *key;
  int64_t value;
} ImportedOpset;

typedef struct Importer {
  MlirContext context;
  const OnnxImportOptions *options;
  const OnnxModel *model;
  const Onnx__GraphProto *graph; // without calls of the model's functions
  int64_t modelOpset, opset;     // of the domain "": of the current node
  ImportedOpset *opsets;         // stb_ds map
  Arena *arena;
  ImportNames *names;
  ImportSymbols *symbols;  // those of the function
  const char *weightsFile; // the model's own name in `relax.weight ... from`
  MlirBlock moduleBody;
  MlirBlock body; // of @main
  MlirOperation function;
  ImportEntry *values;     // stb_ds string map
  ImportedWeight *weights; // stb_ds map
  WeightName *weightNames; // stb_ds string map
  /// The If (Subgraph.h) whose branch the current graph is; NULL: of none.
  struct ImportBranch *branch;
  size_t copies; // of nodes, in branches
  // The current node.
  const Onnx__NodeProto *node;
  size_t index, next; // its number; the one that is imported after it
  MlirLocation location;
  bool *usedAttributes; // by position in the node
  /// Imports node `index` of the current graph, which becomes the current node.
  /// (Not a function that nodes with graphs call: it looks into the table that
  /// their own operators stand in.)
  bool (*importNode)(struct Importer *importer, size_t index);
} Importer;

//===----------------------------------------------------------------------===//
// Errors and warnings, at the current node or the file
//===----------------------------------------------------------------------===//

bool importError(Importer *importer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/// The same with a text of any length, which is changed.
void importErrorText(Importer *importer, char *text);
/// Something that the file says and that is not believed.
void importWarning(Importer *importer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/// `input 1 ('w'): expected rank 4, got !relax.tensor<[n], f32>`, where the
/// format is the part between: operand `index`, which is `value`, is not what
/// the node needs.
bool importOperandError(Importer *importer, size_t index, MlirValue value,
                        const char *format, ...)
    __attribute__((format(printf, 4, 5)));

//===----------------------------------------------------------------------===//
// Operands and results of the current node
//===----------------------------------------------------------------------===//

/// True if operand `index` is given (trailing and empty names are absent).
bool importHasOperand(const Importer *importer, size_t index);
/// The value of operand `index`, which must be given; a sequence or an
/// optional, too.
bool importAnyOperand(Importer *importer, size_t index, MlirValue *value);
/// The same of a tensor.
bool importOperand(Importer *importer, size_t index, MlirValue *value);
/// Null where it is not given.
bool importOptionalOperand(Importer *importer, size_t index, MlirValue *value);
/// The error for an operand whose name nothing has defined yet.
bool importUndefined(Importer *importer, size_t index);
/// True if operand `index` is given and its elements are known now.
bool importIsConstant(const Importer *importer, size_t index);
/// The number of operands must lie in this range.
bool importOperandCount(Importer *importer, size_t low, size_t high);
/// The elements of a given integer operand (i32 or i64) if they are known now:
/// an initializer or a Constant. Otherwise an error that says that `what`
/// ("axes") must be.
/// The array is in the arena.
bool importConstantInts(Importer *importer, size_t index, const char *what,
                        const int64_t **values, size_t *count);
/// The same for f32.
bool importConstantFloats(Importer *importer, size_t index, const char *what,
                          const float **values, size_t *count);
/// Inserts a detached operation into the body and names output `index` of the
/// node its first result; false if `op` is null (the builder has reported).
bool importResult(Importer *importer, size_t index, MlirOperation op);
#define IMPORT_RESULT(importer, Operation, args)                               \
  importResult(                                                                \
      importer, 0,                                                             \
      relax##Operation##Create(importResultLocation(importer, 0), args))
/// The same without the name: another operation follows.
#define IMPORT_VALUE(importer, Operation, args, value)                         \
  importInsert(                                                                \
      importer,                                                                \
      relax##Operation##Create(importResultLocation(importer, 0), args),       \
      value)
/// The same for an operation with one result per output, or more.
bool importResults(Importer *importer, MlirOperation op);
#define IMPORT_RESULTS(importer, Operation, args)                              \
  importResults(importer, relax##Operation##Create(                            \
                              importResultLocation(importer, 0), args))
/// Names output `index` a value that exists.
bool importResultValue(Importer *importer, size_t index, MlirValue value);
/// The same for any kind of value.
bool importDefine(Importer *importer, size_t index, ImportedValue value);
/// Appends an operation without results to a block; false if it is null.
bool importAppend(MlirBlock block, MlirOperation op);
/// Inserts a helper operation; false if `op` is null.
bool importInsert(Importer *importer, MlirOperation op, MlirValue *result);
#define IMPORT_HELPER(importer, name, Operation, args, value)                  \
  importInsert(                                                                \
      importer,                                                                \
      relax##Operation##Create(importHelperLocation(importer, name), args),    \
      value)
/// The current node or part of the file, with the name of a value in front.
MlirLocation importNamedLocation(Importer *importer, StrRef name);
/// The location for the operation that makes output `index`: with its name.
MlirLocation importResultLocation(Importer *importer, size_t index);
/// The location for a helper: output 0's name and a suffix, as in `y_t`.
MlirLocation importHelperLocation(Importer *importer, const char *suffix);

//===----------------------------------------------------------------------===//
// Attributes of the current node
//===----------------------------------------------------------------------===//

/// The attribute, marked as used, or NULL if absent; false if it is there with
/// another type.
bool importAttribute(Importer *importer, const char *name,
                     Onnx__AttributeProto__AttributeType type,
                     const Onnx__AttributeProto **attribute);
#define IMPORT_ATTRIBUTE(importer, name, type, attribute)                      \
  importAttribute(importer, name,                                              \
                  ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__##type, attribute)
/// With a default for an absent attribute.
bool importInt(Importer *importer, const char *name, int64_t absent,
               int64_t *value);
/// The same as a truth value.
bool importBool(Importer *importer, const char *name, bool absent, bool *value);
bool importFloat(Importer *importer, const char *name, float absent,
                 float *value);
/// The same as a double.
bool importDouble(Importer *importer, const char *name, float absent,
                  double *value);
/// `*count` 0 and `*given` false if absent; borrowed from the model.
bool importInts(Importer *importer, const char *name, const int64_t **values,
                size_t *count, bool *given);
/// A string without zero bytes, in the arena.
bool importText(Importer *importer, const char *name, const char *absent,
                const char **value);
/// One of some words ("linear, circular"), of which it gives the number; the
/// first one if the attribute is absent.
bool importWord(Importer *importer, const char *name, const char *words,
                size_t *number);
/// After the operator has read what it knows: anything else is an error.
bool importCheckAttributes(Importer *importer);

/// The attributes `broadcast` and `axis` of versions before 7: without them
/// both shapes are equal; with `axis` the dimensions of `*rhs` are those of
/// `lhs` from there on, so that it gets trailing extents of 1.
bool importOldBroadcast(Importer *importer, MlirValue lhs, MlirValue *rhs);

/// A symbol that only the run binds: `binds (...)` for the current node, named
/// after output 0, and its use as a dimension.
MlirAttribute importBoundSymbol(Importer *importer, MlirAttribute *binds);
/// Dimensions that are `?` become such symbols: their names, null if there are
/// none.
MlirAttribute importBindDims(Importer *importer, intptr_t rank,
                             MlirAttribute *dims);
/// Extents that the type of `*value` leaves open get such symbols, by a helper
/// with `suffix`.
bool importBindOpen(Importer *importer, const char *suffix, MlirValue *value);
/// Extents of many terms get such symbols, too, equal ones the same: what is
/// computed from them would have several times as many. Not in branches and
/// loops, whose symbols end with them.
bool importNameLarge(Importer *importer, MlirValue *value);
/// `where (dim <= limit)`; null if `limit` is `?`.
MlirAttribute importAtMost(Importer *importer, MlirAttribute dim,
                           MlirAttribute limit);
/// `value` with another element type, or itself.
bool importCastTo(Importer *importer, MlirValue value, MlirType element,
                  MlirLocation location, MlirValue *result);
/// Where element types differ, all become f32, or f64 with an f64 among them.
bool importJoinTypes(Importer *importer, MlirValue *const *values,
                     size_t count);
/// Names output `index` that value, in the element type of the output.
bool importResultAs(Importer *importer, size_t index, MlirValue value,
                    MlirType element);
/// Operand 0, whose rank must be known (see Ranks.h for others).
bool importRankedOperand(Importer *importer, MlirValue *value,
                         RelaxTensorInfo *info);
/// Operands of an elementwise operation. Where extents may broadcast, but the
/// types do not say it, both are brought to a shape that is checked when the
/// program runs (relax.broadcast_shape, relax.broadcast_to).
bool importAlign(Importer *importer, MlirValue *lhs, MlirValue *rhs);
/// The same for any number of operands.
bool importAlignAll(Importer *importer, MlirValue *values, size_t count);
/// Dimension `axis` of a value has to be `dim`, which a relax.match_cast checks
/// where types do not say it; `given` has the symbols of `dim`.
bool importEqualDim(Importer *importer, MlirValue *value, intptr_t axis,
                    MlirAttribute dim, MlirValue given);
/// A dimension of one value has to be that of another.
bool importEqualDims(Importer *importer, MlirValue *lhs, intptr_t ofLhs,
                     MlirValue *rhs, intptr_t ofRhs);
/// `*value` broadcast to those dimensions, whose symbols it or `given` has;
/// that it can be is checked when the program runs.
bool importWiden(Importer *importer, intptr_t rank, const MlirAttribute *dims,
                 MlirValue given, MlirValue *value);
/// Operands of a matrix product: inner extents that have nothing to do with
/// each other have to be equal, which a relax.match_cast checks.
bool importAlignInner(Importer *importer, MlirValue *lhs, MlirValue *rhs);
/// The same, and their leading dimensions broadcast, as importAlign does.
bool importAlignMatrices(Importer *importer, MlirValue *lhs, MlirValue *rhs);

/// The shape of `input` with extents 1 at axes that are a value; `noop`: none
/// are no axes, not all.
bool importReducedShape(Importer *importer, MlirValue input, MlirValue axes,
                        bool noop, MlirValue *shape);
/// Names output 0 a view without, or with further, dimensions at such axes.
bool importSqueezeComputed(Importer *importer, MlirValue input, MlirValue axes,
                           bool noop);
bool importUnsqueezeComputed(Importer *importer, MlirValue input,
                             MlirValue axes);

/// Normalises an axis of `rank` dimensions, -rank <= axis < rank.
bool importAxis(Importer *importer, int64_t axis, int64_t rank, int64_t *out);

//===----------------------------------------------------------------------===//
// Types, constants, names
//===----------------------------------------------------------------------===//

/// Null after an error: a data type that the toolchain has no element type for.
MlirType importElementType(Importer *importer, int32_t dataType);
MlirType importNumberedType(Importer *importer, int64_t dataType);
/// The element type that an attribute of the current node names; `absent`,
/// which may be null, if it is 0 or not there. False after an error, or for
/// null.
bool importTypeAttribute(Importer *importer, const char *name, MlirType absent,
                         MlirType *type);
/// The location of a file.
MlirLocation importFileLocation(MlirContext context, const char *path);
/// Sets the location for errors to a part of the file, such as "input 'x'".
void importEnterPart(Importer *importer, const char *what, const char *name);
/// Sets it to the file.
void importLeavePart(Importer *importer);
/// Registers initializers; their operations are made at the first use.
bool importInitializers(Importer *importer);
/// Builds `relax.constant` or `relax.weight` and `relax.get_weight`.
bool importTensor(Importer *importer, const char *name, ImportedValue *value);
/// Makes `node`, which is number `index` where it has no name, the current one.
void importEnterNode(Importer *importer, const Onnx__NodeProto *node,
                     size_t index);
/// The version of the operator set "" that the node means.
int64_t importNodeOpset(const Importer *importer, const Onnx__NodeProto *node);
/// A version that we read, or 0.
bool importCheckOpset(Importer *importer, int64_t opset);
/// Every node has an operator set.
bool importCheckOpsets(Importer *importer);
/// One error that lists all operators that the importer does not know.
bool importCheckOperators(Importer *importer);
/// The values of the current graph's outputs, in their order.
bool importOutputs(Importer *importer, MlirValue *outputs);
/// Arguments of @main from the graph's inputs, with their symbols.
bool importSignature(Importer *importer);
/// The rank that the file declares for output `index` of the node, or -1.
int64_t importDeclaredRank(const Importer *importer, size_t index);
/// Declared types of outputs against the types that were built.
bool importCheckHints(Importer *importer);

/// Plans printable names for all values of the graph.
ImportNames *importNamesCreate(const Onnx__GraphProto *graph, Arena *arena);
void importNamesDestroy(ImportNames *names);
/// The printable name of an ONNX value; `onnxName` itself if it needs no
/// change.
StrRef importName(const ImportNames *names, const char *onnxName);

#endif // RELAX_FRONTEND_ONNX_IMPORT_IMPORTER_H
