"""The generated source of a family: builders, accessors, and the hooks that call C."""

from dialect_gen.agreements import agreement_rows
import re

from dialect_gen.attributes import WINDOW
from dialect_gen.header import family_fn
from dialect_gen.records import camel, fields


def segment_sizes(values, types=False):
    """The sizes of operand or result groups, from the arguments of a builder."""
    sizes = []
    for name, kind in values:
        value, length = fields(name, kind, types)
        sizes.append({"many": f"int32_t(args->{length})", "optional": f"int32_t(args->{value}.ptr != nullptr)", "one": "1"}[kind])
    return ", ".join(sizes)


def append_groups(w, to, values, types=False):
    """Appends to a list of the state what the arguments of a builder say of operands or of the types of results."""
    for name, kind in values:
        value, length = fields(name, kind, types)
        if kind == "many":
            w(f"  for (intptr_t i = 0; i < args->{length}; ++i) {to}.push_back(unwrap(args->{value}[i]));")
        else:
            present = f"if (args->{value}.ptr) " if kind == "optional" else ""
            w(f"  {present}{to}.push_back(unwrap(args->{value}));")


def fill_args(op, w):
    w(f"static void fillArgs({op.cpp} op, {op.type}Args *args, llvm::SmallVectorImpl<MlirValue> &store) {{")
    w("  (void)store; (void)op; (void)args;")
    total = " + ".join(f"op.getODSOperands({i}).size()" for i, (_, k) in enumerate(op.operands) if k == "many")
    if total:
        w(f"  store.reserve({total});")
    for i, (name, kind) in enumerate(op.operands):
        if kind == "many":
            w(f"  args->{name} = store.end(); args->num{camel(name)} = op.getODSOperands({i}).size();")
            w(f"  for (mlir::Value v : op.getODSOperands({i})) store.push_back(wrap(v));")
        elif kind == "optional":
            w(f"  {{ auto group = op.getODSOperands({i}); args->{name} = group.empty() ? MlirValue{{nullptr}} : wrap(*group.begin()); }}")
        else:
            w(f"  args->{name} = wrap(*op.getODSOperands({i}).begin());")
    for name, kind in op.attributes:
        w(f"  args->{name} = {kind.read(f'op.get{camel(name)}Attr()')};")
    if op.windowed:
        read_window(op, "args->window", w)
    w("}")


def read_window(op, to, w):
    w(f"  {to} = {{}};")
    for name, kind in op.window:
        w(f"  {to}.{WINDOW[name]} = {kind.read(f'op.get{camel(name)}Attr()')};")


def infer(op, loc, args, operands, results):
    """A call of an operation's inference rule, in the frame that all rules have."""
    if op.agreements:
        return (f'inferAgreeing<{op.type}Args, {op.fn}InferTypes>({loc}, "{op.name}", {op.fn}Agreements, '
                f'{args}, {operands}, {len(op.results)}, {results})')
    return f'inferTypes<{op.type}Args, {op.fn}InferTypes>({loc}, "{op.name}", {args}, {operands}, {len(op.results)}, {results})'


def agreeing(dims, w):
    """As `inferTypes`, for operations with rows."""
    w(f"template <typename Args, bool (*rule)({dims} *, const Args *, MlirType *), typename Range>")
    w("static bool inferAgreeing(MlirLocation loc, const char *name, const RelaxAgreement *rows, const Args *args, Range &&operands, intptr_t count, MlirType *results) {")
    w("  llvm::SmallVector<MlirValue, 8> values; for (mlir::Value v : operands) values.push_back(wrap(v));")
    w(f"  auto typed = []({dims} *dims, const void *args, MlirType *results) {{ return rule(dims, static_cast<const Args *>(args), results); }};")
    w("  return relaxInferAgreeing(loc, name, typed, {rows, {nullptr}, args, intptr_t(values.size()), values.data()}, count, results);\n}")


def create(op, w):
    w(f'extern "C" MlirOperation {op.fn}Create(MlirLocation loc, const {op.type}Args *args) {{')
    w("  (void)args;")
    w(f"  mlir::OperationState state(unwrap(loc), {op.cpp}::getOperationName());")
    append_groups(w, "state.operands", op.operands)
    if op.attributes or op.window or op.segments or op.result_segments:
        w(f"  auto &properties = state.getOrAddProperties<{op.cpp}::Properties>(); (void)properties;")
    if op.attributes or op.window:
        w("  mlir::MLIRContext *context = unwrap(loc)->getContext(); (void)context;")
    for name, kind in op.attributes:
        w(f"  properties.{name} = {kind.write(f'args->{name}', 'context')};")
    for name, kind in op.window:
        w(f"  properties.{name} = {kind.write(f'args->window.{WINDOW[name]}', 'context')};")
    if op.segments:
        w(f"  llvm::copy(llvm::ArrayRef<int32_t>{{{segment_sizes(op.operands)}}}, properties.operandSegmentSizes.begin());")
    if op.infers:
        w(f"  MlirType results[{max(len(op.results), 1)}];")
        w(f"  if (!{infer(op, 'loc', 'args', 'state.operands', 'results')}) return MlirOperation{{nullptr}};")
        w(f"  for (int i = 0; i < {len(op.results)}; ++i) state.types.push_back(unwrap(results[i]));")
    else:
        append_groups(w, "state.types", op.results, types=True)
        if op.result_segments:
            w(f"  llvm::copy(llvm::ArrayRef<int32_t>{{{segment_sizes(op.results, types=True)}}}, properties.resultSegmentSizes.begin());")
    if op.variadic_regions:
        w("  for (intptr_t i = 0; i < args->numRegions; ++i) state.addRegion();")
    else:
        for _ in range(op.regions):
            w("  state.addRegion();")
    w("  return wrap(mlir::Operation::create(state));\n}")


def accessors(op, w):
    w(f'extern "C" bool {op.prefix}Is{op.camel}(MlirOperation op) {{ return llvm::isa_and_nonnull<{op.cpp}>(unwrap(op)); }}')
    for i, (name, kind) in enumerate(op.operands):
        group = f"llvm::cast<{op.cpp}>(unwrap(op)).getODSOperands({i})"
        if kind == "many":
            w(f'extern "C" intptr_t {op.fn}GetNum{camel(name)}(MlirOperation op) {{ return {group}.size(); }}')
            w(f'extern "C" MlirValue {op.fn}Get{camel(name)}(MlirOperation op, intptr_t index) {{ return wrap(mlir::Value({group}[index])); }}')
        elif kind == "optional":
            w(f'extern "C" MlirValue {op.fn}Get{camel(name)}(MlirOperation op) {{ auto group = {group}; return group.empty() ? MlirValue{{nullptr}} : wrap(mlir::Value(*group.begin())); }}')
        else:
            w(f'extern "C" MlirValue {op.fn}Get{camel(name)}(MlirOperation op) {{ return wrap(mlir::Value(*{group}.begin())); }}')
    for name, kind in op.attributes:
        typed = f"llvm::cast<{op.cpp}>(unwrap(op))"
        w(f'extern "C" {kind.c} {op.fn}Get{camel(name)}(MlirOperation op) {{ return {kind.read(f"{typed}.get{camel(name)}Attr()")}; }}')
        w(f'extern "C" void {op.fn}Set{camel(name)}(MlirOperation op, {kind.c} value) {{ {typed}.getProperties().{name} = {kind.write("value", "unwrap(op)->getContext()")}; }}')


def indexed(ops, stem, w):
    """The table of the operations that have index operands."""
    for op in ops:
        w(f"static void {op.fn}SetIndices(MlirOperation op, intptr_t count, const MlirValue *indices) {{")
        w("  llvm::SmallVector<mlir::Value> values; for (intptr_t i = 0; i < count; ++i) values.push_back(unwrap(indices[i]));")
        w(f"  llvm::cast<{op.cpp}>(unwrap(op)).getIndicesMutable().assign(values);\n}}")
    w(f"const SymIndexed {ops[0].prefix}{stem}Indexed[] = {{")
    for op in ops:
        pairs = "".join(f"{{{op.fn}Get{camel(name)}, {op.fn}Set{camel(name)}}}, " for name in op.expr_attributes)
        w(f"  {{{op.prefix}Is{op.camel}, {op.fn}GetNumIndices, {op.fn}GetIndices, {op.fn}SetIndices, {{{pairs}}}}},")
    w("  {}};")


def hooks(op, w):
    ns, cls = op.cpp.rsplit("::", 1)
    qualified = op.cpp[2:] if op.cpp.startswith("::") else op.cpp
    if op.same_type:
        w(f'extern "C" bool {op.fn}InferTypes({op.dims} *, const {op.type}Args *args, MlirType *results) {{')
        w(f"  results[0] = mlirValueGetType(args->{op.operands[0][0]}); return true;\n}}")
    if op.infers:
        fill_args(op, w)
    if op.rec["hasVerifier"]:
        w(f"mlir::LogicalResult {qualified}::verify() {{")
        if op.infers and op.numbers_only:
            w(f"  if (mlirLogicalResultIsFailure({op.prefix}VerifyNumbers(wrap(getOperation())))) return mlir::failure();")
        if op.no_blocks:
            w(f"  if (mlirLogicalResultIsFailure({op.prefix}VerifyNoBlocks(wrap(getOperation())))) return mlir::failure();")
        if op.is_relax:
            w(f"  if (mlirLogicalResultIsFailure({op.prefix}VerifyRagged(wrap(getOperation())))) return mlir::failure();")
        if op.infers:
            w(f"  {op.type}Args args; llvm::SmallVector<MlirValue, 8> store; fillArgs(*this, &args, store);")
            w(f"  MlirType inferred[{max(len(op.results), 1)}];")
            call = infer(op, "wrap(getLoc())", "&args", "(*this)->getOperands()", "inferred")
            w(f"  if (!{call}) return mlir::failure();")
            w(f"  if (mlirLogicalResultIsFailure({op.prefix}VerifyInferred(wrap(getOperation()), inferred))) return mlir::failure();")
        if op.rules:
            w(f"  if (mlirLogicalResultIsFailure({op.fn}Verify(wrap(getOperation())))) return mlir::failure();")
        w("  return mlir::success();\n}")
    if op.rec["hasFolder"]:
        w(f"mlir::OpFoldResult {qualified}::fold(FoldAdaptor adaptor) {{")
        w("  llvm::SmallVector<MlirAttribute, 4> constants; for (mlir::Attribute a : adaptor.getOperands()) constants.push_back(wrap(a));")
        w("  MlirAttribute attribute = {nullptr}; MlirValue value = {nullptr};")
        w(f"  if (!{op.fn}Fold(wrap(getOperation()), constants.data(), &attribute, &value)) return {{}};")
        w("  if (attribute.ptr) return unwrap(attribute);\n  return unwrap(value);\n}")
    if op.rec["hasCanonicalizeMethod"]:
        w(f"mlir::LogicalResult {qualified}::canonicalize({cls} op, mlir::PatternRewriter &rewriter) {{")
        w(f"  return unwrap({op.fn}Canonicalize(wrap(op.getOperation()), wrap(&rewriter)));\n}}")
    if "SymbolUserOpInterface" in op.interfaces:
        w(f"mlir::LogicalResult {qualified}::verifySymbolUses(mlir::SymbolTableCollection &tables) {{")
        w(f"  return unwrap({op.fn}VerifySymbols(wrap(getOperation()), BridgeSymbolTables{{&tables}}));\n}}")
    if "MemoryEffectOpInterface" in op.interfaces:
        w(f"void {qualified}::getEffects(llvm::SmallVectorImpl<mlir::SideEffects::EffectInstance<mlir::MemoryEffects::Effect>> &effects) {{")
        w(f"  {op.fn}Effects(wrap(getOperation()), BridgeEffects{{&effects}});\n}}")
    own = op.rec["extraClassDefinition"] or ""
    if "OpAsmOpInterface" in op.interfaces and "getAsmResultNames" not in own:
        w(f"void {qualified}::getAsmResultNames(mlir::OpAsmSetValueNameFn setName) {{ bridge::setResultNames(getOperation(), setName); }}")


def family(ops, fn, w):
    """What dialects/Relax/Family.h declares."""
    agreements = window = "nullptr"
    if any(op.agreements for op in ops):
        agreements = f"{fn}Agreements"
        w(f'extern "C" const RelaxAgreement *{agreements}(MlirOperation op) {{')
        for op in ops:
            if op.agreements:
                w(f"  if ({op.prefix}Is{op.camel}(op)) return {op.fn}Agreements;")
        w("  return nullptr;\n}")
    if any(op.windowed for op in ops):
        window = f"{fn}Window"
        w(f"static bool {window}(MlirOperation given, RelaxWindow *window) {{")
        for op in ops:
            if op.windowed:
                w(f"  if (auto op = llvm::dyn_cast<{op.cpp}>(unwrap(given))) {{")
                read_window(op, "(*window)", w)
                w("    return true;\n  }")
        w("  return false;\n}")
    if any(op.sized for op in ops):
        w("template <typename Op, int... segments> static bool saysExtents(MlirOperation op, intptr_t operand) {")
        w("  auto is = [&](int segment) {")
        w("    auto [begin, length] = llvm::cast<Op>(unwrap(op)).getODSOperandIndexAndLength(segment);")
        w("    return operand >= begin && operand < begin + length;\n  };")
        w("  return (is(segments) || ...);\n}")
    w(f"static const RelaxSized {fn}Sized[] = {{")
    for op in ops:
        if op.sized:
            w(f"  {sized_row(op)},")
    w("  {}};")
    w(f'extern "C" const RelaxFamily {fn} = {{{fn}InferTypes, {agreements}, {window}, {fn}Sized}};')


def sized_row(op):
    """The initialiser for `sized`, as in "axes", "2..", "1..-1 from 2" or "by begins, ends"."""
    names = [name for name, _ in op.operands]
    by = op.sized[3:].split(", ") if op.sized.startswith("by ") else ["sizes"]
    says = f"saysExtents<{', '.join([op.cpp] + [str(names.index(name)) for name in by])}>"
    if by != ["sizes"]:
        return f'{{"{op.name}", {says}, nullptr, 0, nullptr, 0, 0, 0}}'
    segment = names.index("sizes")
    axes, begin, behind, first = "nullptr", 0, 0, 0
    if match := re.fullmatch(r"(\d+)\.\.(?:-(\d+))?(?: from (\d+))?", op.sized):
        begin, behind, first = (int(part or 0) for part in match.groups())
    else:
        axes = f"{op.fn}Get{camel(op.sized)}"
    return f'{{"{op.name}", {says}, {op.fn}GetSizes, {segment}, {axes}, {begin}, {behind}, {first}}}'


def family_source(ops, stem, dialect, w):
    folder = {"sym": "Sym", "relax": "Relax", "tir": "TIR", "vm": "VM"}[dialect["name"]]
    w(f"// Generated by utils/dialect-gen.py from {stem}.td. Do not edit.")
    w(f'#include "dialects/{folder}/Hooks.hpp"')
    w(f'#include "dialects/{folder}/{stem}.gen.h"')
    w('#include "lib/Bridge/Core/Names.hpp"\n#include "mlir/CAPI/IR.h"\n#include "mlir/CAPI/Rewrite.h"\n#include "mlir/CAPI/Support.h"')
    w(f'#define GET_OP_CLASSES\n#include "dialects/{folder}/{stem}.h.inc"')
    w(f'#define GET_OP_CLASSES\n#include "dialects/{folder}/{stem}.cpp.inc"')
    if any(op.infers for op in ops):
        w(f"template <typename Args, bool (*rule)({ops[0].dims} *, const Args *, MlirType *), typename Range>")
        w("static bool inferTypes(MlirLocation loc, const char *name, const Args *args, Range &&operands, intptr_t count, MlirType *results) {")
        w("  llvm::SmallVector<MlirValue, 8> values; for (mlir::Value v : operands) values.push_back(wrap(v));")
        w(f"  auto typed = []({ops[0].dims} *dims, const void *args, MlirType *results) {{ return rule(dims, static_cast<const Args *>(args), results); }};")
        w(f"  return {ops[0].prefix}InferTypes(loc, name, typed, args, values.size(), values.data(), count, results);\n}}")
    if any(op.agreements for op in ops):
        agreeing(ops[0].dims, w)
    for op in ops:
        if op.agreements:
            agreement_rows(op, w)
        accessors(op, w)
        create(op, w)
        hooks(op, w)
    if any(op.indexed for op in ops):
        indexed([op for op in ops if op.indexed], stem, w)
    fn = family_fn(ops, stem)
    w(f'extern "C" bool {fn}InferTypes(MlirOperation op, MlirType *results, MlirLogicalResult *outcome) {{')
    w("  (void)op; (void)results; (void)outcome;")
    for op in ops:
        if op.infers:
            w(f"  if (auto typed = llvm::dyn_cast<{op.cpp}>(unwrap(op))) {{")
            w(f"    {op.type}Args args; llvm::SmallVector<MlirValue, 8> store; fillArgs(typed, &args, store);")
            call = infer(op, "wrap(typed.getLoc())", "&args", "typed->getOperands()", "results")
            w(f"    outcome->value = {call};")
            w("    return true;\n  }")
    w("  return false;\n}")
    if dialect["name"] == "relax":
        family(ops, fn, w)
    names = ", ".join(op.cpp for op in ops)
    w(f"void {dialect['name']}Register{stem}(mlir::Dialect &dialect) {{")
    w("  auto add = [&](auto *tag) { mlir::RegisteredOperationName::insert<std::remove_pointer_t<decltype(tag)>>(dialect); };")
    for op in ops:
        w(f"  add(static_cast<{op.cpp} *>(nullptr));")
    w("}")
