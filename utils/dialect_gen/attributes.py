"""How C sees the attributes of operations: as the values that they hold, where ODS says which."""


class Kind:
    """`c`: the type in C. `read` makes the value from an attribute of C++ (`{0}`), `write` the attribute from a value (`{0}`)
    in a context (`{1}`)."""

    def __init__(self, c, read, write):
        self.c, self.read, self.write = c, read.format, write.format


TEXT = "StrRef{{{0}.getValue().data(), {0}.getValue().size()}}"
REFERENCE = "llvm::StringRef({0}.data, {0}.length)"
KINDS = {
    "::mlir::UnitAttr": Kind("bool", "bool({0})", "({0} ? mlir::UnitAttr::get({1}) : mlir::UnitAttr())"),
    "::mlir::IntegerAttr": Kind("int64_t", "{0}.getInt()", "mlir::IntegerAttr::get(mlir::IntegerType::get({1}, 64), {0})"),
    "::mlir::FloatAttr": Kind("double", "{0}.getValueAsDouble()", "mlir::FloatAttr::get(mlir::Float64Type::get({1}), {0})"),
    "::mlir::StringAttr": Kind("StrRef", TEXT, f"mlir::StringAttr::get({{1}}, {REFERENCE})"),
    "::mlir::TypeAttr": Kind("MlirType", "wrap({0}.getValue())", "mlir::TypeAttr::get(unwrap({0}))"),
}


# The members of the window interface: the field of RelaxWindow (dialects/Relax/Window.h) that holds an attribute of the record.
WINDOW = {"window": "extents", **{name: name for name in ("strides", "pads", "dilations", "groups", "same", "ceil_mode")}, "output_padding": "extra"}
INTEGERS = Kind(
    "RelaxIntegers",
    "RelaxIntegers{{intptr_t({0}.size()), {0}.asArrayRef().data()}}",
    "mlir::DenseI64ArrayAttr::get({1}, llvm::ArrayRef<int64_t>({0}.values, {0}.count))",
)


def kind_of(storage, optional):
    """An optional attribute that holds a value, and any of another kind, stays an attribute in C, which may be null."""
    if storage in KINDS and not optional:
        return KINDS[storage]
    return Kind("MlirAttribute", "wrap(mlir::Attribute({0}))", f"llvm::cast_or_null<{storage}>(unwrap({{0}}))")
