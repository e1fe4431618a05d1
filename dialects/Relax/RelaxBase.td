//===- RelaxBase.td - the relax dialect, its types and base classes -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// Operations stand in one file per family (mlir-tblgen emits the operations of
// included files again, so this file has none).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BASE_TD
#define RELAX_BASE_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Relax_Dialect : Dialect {
  let name = "relax";
  let cppNamespace = "::relax";
  let summary = "Graphs of tensor operations with symbolic shapes";
  let description = [{
    The graph level (docs/language/graph.md): values are tensors whose dimensions are
    symbolic expressions; functions state facts about their symbols; calls to
    loop-level programs (`relax.call_tir`) and libraries stand beside graph
    operations in the same module.
  }];
  let useDefaultTypePrinterParser = 1;
  let dependentDialects = ["::sym::SymDialect"];
  let hasConstantMaterializer = 1;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

class Relax_Type<string cppName, string typeMnemonic>
    : TypeDef<Relax_Dialect, cppName> {
  let mnemonic = typeMnemonic;
  let hasCustomAssemblyFormat = 1;
}

def Relax_Tensor : Relax_Type<"Tensor", "tensor"> {
  let summary = "a tensor with symbolic dimensions";
  let description = [{
    `!relax.tensor<[n, 4 * m], f32>`; `?` is a dimension of which nothing is
    known; `<*, f32>` has no known rank; `<[n], ?>` has no known element type;
    `<[n], f32, device = @gpu0>` says where it lies. Extents are at least 0. Of a
    ragged tensor `padding = [1, 8, 1]` says how it is stored: each instance has
    room for `8 * (len[i] ceildiv 8)` rows (docs/language/ragged.md).
  }];
  let parameters = (ins "bool":$ranked,
                        ArrayRefParameter<"::mlir::Attribute">:$dims,
                        "::mlir::Type":$elementType,
                        "::mlir::Attribute":$device,
                        "::mlir::Attribute":$padding);
}

def Relax_Shape : Relax_Type<"Shape", "shape"> {
  let summary = "a shape as a value";
  let description = [{ `!relax.shape<[n, 4]>`; `!relax.shape<*>` has no known rank. }];
  let parameters = (ins "bool":$ranked,
                        ArrayRefParameter<"::mlir::Attribute">:$dims);
}

def Relax_Lengths : Relax_Type<"Lengths", "lengths"> {
  let summary = "a table of lengths, which it binds";
  let description = [{
    `!relax.lengths<len, [b]>`: an i64 per index of the domain, each at least 0; `len[i]`
    is read in `!relax.tensor<[i : b, len[i], 512], f32>`. A table may depend on
    another one: `!relax.lengths<wid, [i : b, len[i]]>`, read `wid[i, j]`.
  }];
  // The name, as an expression, then the domain.
  let parameters = (ins ArrayRefParameter<"::mlir::Attribute">:$dims);
}

def Relax_Object : TypeDef<Relax_Dialect, "Object"> {
  let mnemonic = "object";
  let summary = "a value of the runtime that the compiler does not look into";
}

def Relax_String : TypeDef<Relax_Dialect, "String"> {
  let mnemonic = "string";
  let summary = "an element of a tensor: a text of any bytes";
  let description = [{ `!relax.tensor<[n], !relax.string>`. No arithmetic is defined on it. }];
}

def Relax_Quant : Relax_Type<"Quant", "quant"> {
  let summary = "an element of a tensor whose rows are stored in blocks";
  let description = [{
    `!relax.tensor<[n, 64], !relax.quant<q8_0>>`: 64 elements in two blocks of 34
    bytes. Formats: q4_0, q4_1, q5_0, q5_1, q8_0, q2_k, q3_k, q4_k, q5_k, q6_k.
    Weights have them, `relax.take` chooses rows, and `relax.cast` makes floats;
    other operations compute with those.
  }];
  let parameters = (ins "::mlir::Attribute":$format);
}

def Relax_Sequence : Relax_Type<"Sequence", "sequence"> {
  let summary = "any number of tensors, in order";
  let description = [{
    `!relax.sequence<!relax.tensor<[n, ?], f32>>`: what the element type says
    holds of every element. `?` is an extent that each element has for itself; a
    symbol is one extent for all, and is bound elsewhere: a sequence may be empty,
    so it binds nothing.
  }];
  let parameters = (ins "::mlir::Type":$elementType);
}

def Relax_Optional : Relax_Type<"Optional", "optional"> {
  let summary = "a tensor, a sequence, or nothing";
  let description = [{
    `!relax.optional<!relax.tensor<[n], f32>>`. It binds no symbol, as a sequence.
  }];
  let parameters = (ins "::mlir::Type":$elementType);
}

def Relax_Scalar : Relax_Type<"Scalar", "scalar"> {
  let summary = "a scalar with a known value";
  let description = [{
    `!relax.scalar<n + 1, i64>`; a scalar of which nothing is known is a builtin
    `i64`.
  }];
  let parameters = (ins "::mlir::Attribute":$value, "::mlir::Type":$elementType);
}

def Relax_Fn : Relax_Type<"Fn", "fn"> {
  let summary = "a function as a value";
  let description = [{
    `!relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.tensor<[k, n], f32>>`: the
    listed symbols are the function's own (any extent will do), others are
    captured. It computes its results and does nothing else, or says so: `,
    effects` behind the signature. Of an opaque function, `!relax.fn<*>`, only a
    rule may be known by which its result follows from the arguments:
    `!relax.fn<* first>`.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::Attribute">:$symbols,
                        "::mlir::Type":$signature,
                        ArrayRefParameter<"::mlir::Attribute">:$rule,
                        "bool":$effects);
}

def Relax_Ref : Relax_Type<"Ref", "ref"> {
  let summary = "a place that holds a value";
  let description = [{
    `!relax.ref<!relax.tensor<[n], f32>>`: another value of that type may take the
    place of the one that is there. Only an equal type passes for it. Symbols in
    it are bound elsewhere.
  }];
  let parameters = (ins "::mlir::Type":$held);
}

def Relax_Adt : Relax_Type<"Adt", "adt"> {
  let summary = "a value of a data type of the module";
  let description = [{
    `!relax.adt<@Tree>`, with types in the place of parameters:
    `!relax.adt<@List<!relax.tensor<[n, 4], f32>>>`. A symbol in an argument is one
    extent for all that the value holds, and is bound elsewhere; `?` is an extent
    that each field has for itself.
  }];
  let parameters = (ins "::mlir::Attribute":$name, ArrayRefParameter<"::mlir::Type">:$arguments);
}

def Relax_Var : Relax_Type<"Var", "var"> {
  let summary = "a type that is a parameter";
  let description = [{ `!relax.var<a>`, in the fields of a `relax.adt` that lists it. }];
  let parameters = (ins "::mlir::Attribute":$name);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// The resource of run-time checks: they keep their order and are never dead,
/// but do not order against memory.
def Relax_CheckResource : Resource<"::relax::CheckResource">;

/// What an operation is (Interfaces.hpp).
class Relax_Trait<string name> : NativeOpTrait<name> {
  let cppNamespace = "::relax";
}
def Relax_Broadcasts : Relax_Trait<"Broadcasts">;
def Relax_View : Relax_Trait<"IsView">;
def Relax_MovesNoNumber : Relax_Trait<"MovesNoNumber">;
def Relax_Exact : Relax_Trait<"Exact">;
def Relax_Sums : Relax_Trait<"Sums">;
def Relax_Keeps : Relax_Trait<"Keeps">;
def Relax_Calls : Relax_Trait<"Calls">;

/// One tensor is the result, unless a record says others.
///
/// `infersTypes`: the family's C file has `relax<Op>InferTypes`; the builder
/// calls it, and the verifier compares (a declared dimension may be `?`).
/// `sameType`: that rule is generated: the result has the first operand's type.
/// `hasRules`: the C file has `relax<Op>Verify` for what types do not say.
/// `hasFolder`, of upstream: the C file has `relax<Op>Fold`.
/// `takesStrings`: elements may be strings; others are refused where types are
/// inferred.
/// `takesBlocks`: elements may be block-quantised (`!relax.quant`).
/// `hasWindow`: it slides over the input; those of the attributes of RelaxWindow
/// (Window.h) that it has are one value in C.
/// `sized`: the operand `sizes` says extents of the result until its type does
/// (Sizes.h), others are those of the first operand: along an attribute, as in
/// "axes", or from a dimension on, as in "2..", without the last one and from
/// an element of the vector on as in "1..-1 from 2". Or operands that say them
/// by a rule of the operation's own: "by begins, ends, steps".
/// `agreements`: dimensions of operands that have to be equal, which inference
/// checks (but those by rule), deduction asks in both directions, and importers
/// align by. The first one named leads where both are known.
///   "input[1] = scale[0]"             also from the end, as `lhs[-1]`, or of an
///                                     attribute: "input[batch] = lengths[0]"
///   "input[1] = groups * weight[1]"
///   "rows like state but axis"        also `below batch_dims`, `without 1`
///   "by rule"                         the C file has `relax<Op>Agree`
/// `onnx`: the operators of ONNX that the operation is: their inputs are its operands, in order.
///   "Neg 6 of floats signed"   the first operator set that has it (none: all
///                              that are read), element types of input 0
///   "Selu of floats with alpha = 1.6, gamma = 1.1"   numbers, in the order of
///                              its own, and what they are if they are absent
/// These bits are read by utils/dialect-gen.py.
class Relax_Op<string opMnemonic, list<Trait> opTraits = []>
    : Op<Relax_Dialect, opMnemonic, opTraits> {
  let skipDefaultBuilders = 1; // C makes operations (utils/dialect_gen); the one builder that ODS asks for is of no use
  let builders = [OpBuilder<(ins), "">];
  let results = (outs Relax_Tensor:$result);
  bit infersTypes = 0;
  bit takesStrings = 0;
  bit takesBlocks = 0;
  bit sameType = 0;
  bit hasRules = 0;
  bit hasWindow = 0;
  string sized = "";
  list<string> agreements = [];
  list<string> onnx = [];
  let hasVerifier = 1;
}

/// Of operations with several results: each keeps the name that the text gave it.
def Relax_NamedResults : DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>;

/// A pure operation on tensors whose result types follow from its operands.
class Relax_PureOp<string opMnemonic, list<Trait> opTraits = []>
    : Relax_Op<opMnemonic, !listconcat([Pure], opTraits)> {
  let infersTypes = 1;
}

#endif // RELAX_BASE_TD
