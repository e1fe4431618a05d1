//===- VMBase.td - the vm dialect -----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef VM_BASE_TD
#define VM_BASE_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def VM_Dialect : Dialect {
  let name = "vm";
  let cppNamespace = "::vm";
  let summary = "The executable level: the host program of a module";
  let description = [{
    One operation per instruction of the runtime (docs/language/executable.md,
    lib/Runtime/Opcodes.def). Symbols are i64 registers; tensors keep the types of
    the graph level, whose symbols are for the reader and for messages.
    Instructions have effects: their order is the program's. Branches and loops
    have regions.
  }];
  let useDefaultTypePrinterParser = 1;
  let dependentDialects = ["::sym::SymDialect", "::relax::RelaxDialect"];
}

class VM_Type<string cppName, string typeMnemonic> : TypeDef<VM_Dialect, cppName> {
  let mnemonic = typeMnemonic;
}

def VM_Storage : VM_Type<"Storage", "storage"> {
  let summary = "a piece of memory that tensors are views of";
}

/// What a register of the runtime holds beside extents and memory.
def VM_Tensor : Type<CPred<
    "::llvm::isa<::relax::TensorType, ::relax::SequenceType, ::relax::OptionalType, ::relax::ObjectType, ::relax::AdtType, ::relax::FnType, ::relax::RefType, ::mlir::TupleType>($_self)">,
    "tensor, sequence, optional, object, function, reference, tuple or value of a data type">;

/// The bits are read by utils/dialect-gen.py, see Relax_Op. No operation of
/// this level is pure: nothing may be moved, merged or dropped.
class VM_Op<string opMnemonic, list<Trait> opTraits = []>
    : Op<VM_Dialect, opMnemonic, opTraits> {
  let skipDefaultBuilders = 1; // C makes operations (utils/dialect_gen); the one builder that ODS asks for is of no use
  let builders = [OpBuilder<(ins), "">];
  bit infersTypes = 0;
  bit hasRules = 0;
  let hasVerifier = 0;
}

#endif // VM_BASE_TD
