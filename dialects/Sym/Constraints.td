//===- Constraints.td - expressions and facts as attributes of operations -===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// For the operations of relax, tir and vm. The predicates are in Sym/Syntax.hpp: they
// keep the generic form, which nobody parses for us, as strict as our own.
//
//===----------------------------------------------------------------------===//

#ifndef SYM_CONSTRAINTS_TD
#define SYM_CONSTRAINTS_TD

include "mlir/IR/OpBase.td"

class Sym_Attribute<string cppName, string summary>
    : Attr<CPred<"::llvm::isa<::sym::" # cppName # ">($_self)">, summary> {
  let storageType = "::mlir::Attribute";
  let returnType = "::mlir::Attribute";
  let convertFromStorage = "$_self";
}
def Sym_AnyExpr : Sym_Attribute<"ExprAttr", "an expression">;
def Sym_AnyFact : Sym_Attribute<"FactAttr", "a fact">;
def Sym_Facts : TypedArrayAttrBase<Sym_AnyFact, "facts">;
def Sym_Exprs : TypedArrayAttrBase<Sym_AnyExpr, "expressions">;
def Sym_ExprLists : TypedArrayAttrBase<Sym_Exprs, "lists of expressions">;

/// For operations with `Variadic<...>:$indices`: "%k" has a k-th operand.
def Sym_UsesOwnIndices : PredOpTrait<
    "every value in an expression is an index operand",
    CPred<"::sym::usesOwnIndices($_op, getIndices().size())">>;

/// How the symbols of an operation are scoped (Interfaces.hpp).
class Sym_Trait<string name> : NativeOpTrait<name> {
  let cppNamespace = "::sym";
}
def Sym_SharesEntry : Sym_Trait<"SharesEntry">;
def Sym_SeesAllSymbols : Sym_Trait<"SeesAllSymbols">;
def Sym_BindsAtEntry : Sym_Trait<"BindsAtEntry">;
def Sym_TakesGiven : Sym_Trait<"TakesGiven">;

#endif // SYM_CONSTRAINTS_TD
