"""The generated source of a base file: types, attributes and the dialect itself."""

from dialect_gen.records import camel


class AttrOrType:
    """A type or attribute with parameters; C gets a constructor and getters."""

    def __init__(self, recs, rec, dialect, is_type):
        self.rec, self.is_type = rec, is_type
        self.cpp = dialect["cppNamespace"] + "::" + rec["cppClassName"]
        self.prefix = dialect["name"]
        base = rec["cppClassName"]
        base = base if base.endswith("Type" if is_type else "Attr") else base + "Attr"
        self.fn = self.prefix + base
        self.handle = "MlirType" if is_type else "MlirAttribute"
        self.params = []
        args = rec["parameters"]["args"] if rec.get("parameters") else []
        for ref, name in args:
            if isinstance(ref, str):
                self.params.append((name, ref.replace(" ", ""), False))
            else:
                array = recs.of(ref)
                self.params.append((name, array["cppType"].replace(" ", ""), True))
        self.custom = rec["hasCustomAssemblyFormat"] == 1

    C_SCALARS = {"bool": "bool", "int64_t": "int64_t", "::mlir::Type": "MlirType",
                 "::mlir::Attribute": "MlirAttribute"}
    ELEMENTS = {"::llvm::ArrayRef<int64_t>": "int64_t", "::llvm::ArrayRef<::mlir::Attribute>": "MlirAttribute",
                "::llvm::ArrayRef<::mlir::StringAttr>": "MlirAttribute", "::llvm::ArrayRef<::mlir::Type>": "MlirType"}

    def get_params(self):
        params = []
        for name, cpp, array in self.params:
            if array:
                params += [f"intptr_t num{camel(name)}", f"const {self.ELEMENTS[cpp]} *{name}"]
            else:
                params.append(f"{self.C_SCALARS[cpp]} {name}")
        return ", ".join(["MlirContext context"] + params)

    def declare(self, w):
        word = "Type" if self.is_type else "Attr"
        w(f"\n// {self.rec['summary']}")
        w(f"{self.handle} {self.fn}Get({self.get_params()});")
        w(f"bool {self.prefix}Is{self.fn[len(self.prefix):]}({self.handle} value);")
        for name, cpp, array in self.params:
            if array:
                w("/// The array lives in the context. Returns its length.")
                w(f"intptr_t {self.fn}Get{camel(name)}({self.handle} value, const {self.ELEMENTS[cpp]} **elements);")
            else:
                w(f"{self.C_SCALARS[cpp]} {self.fn}Get{camel(name)}({self.handle} value);")
        if self.custom:
            w(f"/// Hooks, in C. Parse returns a null {word.lower()} after one reported error.")
            w(f"{self.handle} {self.fn}Parse(BridgeParser parser);")
            w(f"void {self.fn}Print({self.handle} value, StrBuf *out);")

    def define(self, w):
        qualified = self.cpp[2:]
        call = []
        for name, cpp, array in self.params:
            if array and self.ELEMENTS[cpp] == "int64_t":
                call.append(f"llvm::ArrayRef<int64_t>({name}, num{camel(name)})")
            elif array:
                element = cpp[len("::llvm::ArrayRef<"):-1]
                call.append(f"llvm::ArrayRef<{element}>(reinterpret_cast<const {element} *>({name}), num{camel(name)})")
            elif cpp.startswith("::mlir"):
                call.append(f"unwrap({name})")
            else:
                call.append(name)
        args = "".join(", " + c for c in call)
        w(f'extern "C" {self.handle} {self.fn}Get({self.get_params()}) {{ return wrap({self.cpp}::get(unwrap(context){args})); }}')
        w(f'extern "C" bool {self.prefix}Is{self.fn[len(self.prefix):]}({self.handle} value) {{ return llvm::isa_and_nonnull<{self.cpp}>(unwrap(value)); }}')
        for name, cpp, array in self.params:
            access = f"llvm::cast<{self.cpp}>(unwrap(value)).get{camel(name)}()"
            if array:
                e = self.ELEMENTS[cpp]
                w(f'extern "C" intptr_t {self.fn}Get{camel(name)}({self.handle} value, const {e} **elements) {{ auto array = {access}; *elements = reinterpret_cast<const {e} *>(array.data()); return array.size(); }}')
            else:
                result = f"wrap({access})" if cpp.startswith("::mlir") else access
                w(f'extern "C" {self.C_SCALARS[cpp]} {self.fn}Get{camel(name)}({self.handle} value) {{ return {result}; }}')
        if self.custom:
            extra = "" if self.is_type else ", mlir::Type"
            base = "mlir::Type" if self.is_type else "mlir::Attribute"
            w(f"{base} {qualified}::parse(mlir::AsmParser &parser{extra}) {{ return unwrap({self.fn}Parse(BridgeParser{{&parser}})); }}")
            w(f"void {qualified}::print(mlir::AsmPrinter &printer) const {{ StrBuf text = {{}}; {self.fn}Print(wrap(*this), &text); printer << strBufText(&text); strBufFree(&text); }}")


def type_parts(types, w):
    """What sym::TypeParts asks of the types of a dialect: functions for parameters `dims` and `symbols`. Their names."""
    names = []
    for parameter in ("dims", "symbols"):
        having = [t for t in types if any(name == parameter and array for name, _, array in t.params)]
        names.append(f"{parameter}Of")
        w(f"static intptr_t {parameter}Of(MlirType type, const MlirAttribute **elements) {{")
        for t in having:
            w(f"  if (llvm::isa<{t.cpp}>(unwrap(type))) return {t.fn}Get{camel(parameter)}(type, elements);")
        w("  (void)type; *elements = nullptr; return 0;\n}")
    return names


def list_families(name, families, w):
    """The list of Family.h."""
    w('#include "dialects/Relax/Family.h"\nextern "C" {')
    for family in families:
        w(f"extern const RelaxFamily {name}{family}Family;")
    w(f"const RelaxFamily *const {name}Families[] = {{{', '.join(f'&{name}{family}Family' for family in families)}, nullptr}};\n}}")
    w(f'extern "C" bool {name}InferResultTypes(MlirOperation op, MlirType *results, MlirLogicalResult *outcome) {{')
    w(f"  for (auto family = {name}Families; *family; ++family) if ((*family)->inferTypes(op, results, outcome)) return true;")
    w("  return false;\n}")


def base_source(types, attrs, stem, dialect, families, w):
    folder = {"sym": "Sym", "relax": "Relax", "tir": "TIR", "vm": "VM"}[dialect["name"]]
    cls = camel(dialect["name"]) if dialect["name"] not in ("tir", "vm") else dialect["name"].upper()
    ns = dialect["cppNamespace"]
    w(f"// Generated by utils/dialect-gen.py from {stem}.td. Do not edit.")
    w(f'#include "dialects/{folder}/Hooks.hpp"\n#include "dialects/{folder}/{stem}.gen.h"')
    w('#include "mlir/CAPI/IR.h"\n#include "mlir/CAPI/Registration.h"\n#include "mlir/IR/DialectImplementation.h"\n#include "llvm/ADT/TypeSwitch.h"')
    w(f'#include "dialects/{folder}/{stem}Dialect.cpp.inc"')
    if attrs:
        w(f'#define GET_ATTRDEF_CLASSES\n#include "dialects/{folder}/{stem}Attrs.cpp.inc"')
    if types:
        w(f'#define GET_TYPEDEF_CLASSES\n#include "dialects/{folder}/{stem}Types.cpp.inc"')
    for t in types + attrs:
        t.define(w)
    for f in families:
        w(f"void {dialect['name']}Register{f}(mlir::Dialect &dialect);")
    parts = ", ".join(type_parts(types, w)) if types else ""
    w(f"void {ns[2:]}::{cls}Dialect::initialize() {{")
    if attrs:
        w(f"  addAttributes<\n#define GET_ATTRDEF_LIST\n#include \"dialects/{folder}/{stem}Attrs.cpp.inc\"\n  >();")
    if types:
        w(f"  addTypes<\n#define GET_TYPEDEF_LIST\n#include \"dialects/{folder}/{stem}Types.cpp.inc\"\n  >();")
    for f in families:
        w(f"  {dialect['name']}Register{f}(*this);")
    if parts:
        w(f"  addInterface<sym::TypeParts>({parts});")
    if dialect["name"] == "sym":
        w("  addInterface<bridge::SymbolNotes>(symFindShown);")
    w("}")
    if dialect["name"] == "relax":
        list_families(dialect["name"], families, w)
    w(f"MLIR_DECLARE_CAPI_DIALECT_REGISTRATION({cls}, {dialect['name']});")
    w(f"MLIR_DEFINE_CAPI_DIALECT_REGISTRATION({cls}, {dialect['name']}, {ns}::{cls}Dialect)")
