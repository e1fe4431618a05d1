//===- MemoryReport.c - the plan as a table of formulas -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Reads the plan off the text, whoever made it: a block is what lies at one
// offset. Like the analyses that MLIR prints, the report goes to stderr.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "lib/Analysis/Liveness.h"
#include "lib/Analysis/TensorBound.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Reports/MemoryBuffer.h"
#include "lib/Transforms/Reports/MemoryPlot.h"
#include "lib/Transforms/Reports/MemoryTable.h"

#include <stdio.h>

/// Buffers of one kind and the sum of their bytes.
typedef struct Total {
  intptr_t count;
  SymExpr bytes;
} Total;

typedef struct Report {
  Arena *arena;
  MlirAttribute arenaBytes, fileBytes; // null before planning
  TensorBounds bounds;
  Liveness liveness;
  MlirAsmState names;
  MlirAttribute *blocks; // the offsets, each once
  intptr_t numBlocks;
  Total shared, own, file;
  MemoryRow *rows;
  StrBuf *out;
  MemoryPlot *plot; // NULL: none is asked for
} Report;

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

static const char *keep(Report *report, StrBuf *text) {
  const char *kept =
      arenaCopyString(report->arena, (StrRef){text->data, text->length}).data;
  strBufFree(text);
  return kept;
}

static void appendPiece(MlirStringRef piece, void *userData) {
  strBufAppend(userData, strRefFromMlir(piece));
}

static const char *nameCell(Report *report, MlirValue value) {
  StrBuf text = {0};
  mlirValuePrintAsOperand(value, report->names, appendPiece, &text);
  return keep(report, &text);
}

static const char *exprCell(Report *report, SymExpr expr) {
  StrBuf text = {0};
  symExprPrint(expr, &text);
  return keep(report, &text);
}

static const char *liveCell(Report *report, const Buffer *buffer) {
  StrBuf text = {0};
  strBufAppendFormat(&text, "%ld", (long)buffer->begin);
  if (buffer->returned)
    strBufAppendC(&text, " to end");
  else if (buffer->end > buffer->begin)
    strBufAppendFormat(&text, " to %ld", (long)buffer->end);
  return keep(report, &text);
}

static const char *fileCell(Report *report, MlirAttribute offset) {
  StrBuf text = {0};
  strBufAppendC(&text, "file at ");
  symPrintAttribute(offset, &text);
  return keep(report, &text);
}

static const char *placeCell(Report *report, MlirAttribute offset,
                             bool bounded) {
  intptr_t block = 0;
  while (block < report->numBlocks &&
         !mlirAttributeEqual(report->blocks[block], offset))
    ++block;
  if (block == report->numBlocks)
    report->blocks[report->numBlocks++] = offset;
  StrBuf text = {0};
  strBufAppendFormat(&text, "block %ld at ", (long)block);
  symPrintAttribute(offset, &text);
  strBufAppendC(&text, bounded ? ", at its bound" : "");
  return keep(report, &text);
}

//===----------------------------------------------------------------------===//
// One function
//===----------------------------------------------------------------------===//

static void add(Report *report, Total *total, SymExpr bytes) {
  SymExpr sum;
  if (total->count++ == 0)
    sum = bytes;
  else if (symExprAdd(report->arena, total->bytes, bytes, &sum) != SYM_OK)
    sum = symExprUnknown(report->arena);
  total->bytes = sum;
}

static void addRow(Report *report, intptr_t index) {
  const Buffer *buffer = &report->liveness.buffers[index];
  const char **row = report->rows[index];
  MlirAttribute offset = memoryBufferOffset(buffer);
  MlirType type = mlirValueGetType(buffer->value);
  TensorSize size;
  bool bounded = false, out = relaxIsWriteOut(buffer->writer);
  bool known =
      tensorSizeOf(&report->bounds.facts, type, &size) == TENSOR_SIZE_OK;
  bool own =
      out ? false
      : report->arenaBytes.ptr
          ? !offset.ptr
          : buffer->escapes || !known ||
                !tensorSizeAtMost(&report->bounds, type, &size, &bounded);
  // In the arena a tensor of which only the run knows the extents has the room
  // of their bounds.
  if ((report->arenaBytes.ptr && !own) || out)
    known = tensorSizeAtMost(&report->bounds, type, &size, &bounded);
  int64_t bytes;
  bool empty = known && symExprIsConst(size.bytes, &bytes) && bytes == 0;
  // Memory of its own is not rounded up.
  SymExpr shown = !known ? symExprUnknown(report->arena)
                  : own  ? size.bytes
                         : size.size;
  StrBuf step = {0}, writer = {0};
  strBufAppendFormat(&step, "%ld", (long)buffer->begin);
  row[0] = keep(report, &step);
  memoryBufferWriter(buffer, &writer);
  row[1] = keep(report, &writer);
  row[2] = nameCell(report, buffer->value);
  row[3] = exprCell(report, shown);
  row[4] = liveCell(report, buffer);
  row[5] = own           ? "its own"
           : !offset.ptr ? "not planned"
           : out         ? fileCell(report, offset)
           : empty       ? "empty"
                         : placeCell(report, offset, bounded);
  add(report,
      out   ? &report->file
      : own ? &report->own
            : &report->shared,
      shown);
  SymExpr at;
  if (offset.ptr)
    at = symExprOf(report->arena, offset);
  if (report->plot && !out) // it is of main memory
    memoryPlotBox(report->plot, row[2], buffer->begin,
                  buffer->returned ? report->liveness.numSteps : buffer->end,
                  own || !offset.ptr ? NULL : &at, shown);
}

static void printTotals(Report *report) {
  StrBuf *out = report->out;
  const Total *shared = &report->shared, *own = &report->own;
  if (shared->count) {
    strBufAppendFormat(out, "  before planning: %s bytes in %ld buffer%s\n",
                       exprCell(report, shared->bytes), (long)shared->count,
                       shared->count == 1 ? "" : "s");
    strBufAppendC(out, "  after planning:  ");
    if (report->arenaBytes.ptr) {
      symPrintAttribute(report->arenaBytes, out);
      strBufAppendFormat(out, " bytes in %ld block%s\n",
                         (long)report->numBlocks,
                         report->numBlocks == 1 ? "" : "s");
    } else {
      strBufAppendC(out, "not planned\n");
    }
  }
  if (own->count)
    strBufAppendFormat(out, "  own memory:      %s bytes in %ld buffer%s\n",
                       exprCell(report, own->bytes), (long)own->count,
                       own->count == 1 ? "" : "s");
  if (!report->file.count)
    return;
  strBufAppendC(out, "  second memory:   ");
  if (report->fileBytes.ptr)
    symPrintAttribute(report->fileBytes, out);
  else
    strBufAppendC(out, exprCell(report, report->file.bytes));
  strBufAppendFormat(out, " bytes in a file: %ld buffers\n",
                     (long)report->file.count);
}

static MlirAttribute arenaBytesOf(MlirBlock block, bool inFile) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (relaxIsArena(op) && relaxArenaGetInFile(op) == inFile)
      return relaxArenaGetBytes(op);
  return (MlirAttribute){NULL};
}

/// `in 'relax.while' %kv, region 1`, above the table of a region.
static const char *regionTitle(Report *report, MlirOperation op,
                               intptr_t region) {
  StrRef name = bridgeOpName(op);
  StrBuf text = {0};
  strBufAppendFormat(&text, "in '%.*s'", (int)name.length, name.data);
  if (mlirOperationGetNumResults(op))
    strBufAppendFormat(&text, " %s",
                       nameCell(report, mlirOperationGetResult(op, 0)));
  strBufAppendFormat(&text, ", region %ld", (long)region);
  return keep(report, &text);
}

static void plotBlock(Report *report, MlirOperation op, intptr_t region) {
  StrBuf title = {0};
  if (!report->plot)
    return;
  if (!relaxIsFunc(op))
    strBufAppendFormat(&title, ", %s", regionTitle(report, op, region));
  memoryPlotBlock(report->plot, strBufText(&title), report->liveness.numSteps);
  strBufFree(&title);
}

/// The table of one block; true if there is something in it.
static bool reportBlock(Report *report, MlirOperation op, intptr_t region) {
  Arena *arena = report->arena;
  MlirBlock block = bridgeBlock(op, region);
  livenessOf(arena, block, &report->liveness);
  intptr_t count = report->liveness.numBuffers;
  if (!count)
    return false;
  tensorBoundsOf(arena, block, &report->bounds);
  report->arenaBytes = arenaBytesOf(block, false);
  report->fileBytes = arenaBytesOf(block, true);
  report->blocks = ARENA_ARRAY(arena, MlirAttribute, count);
  report->numBlocks = 0;
  report->shared = report->own = report->file = (Total){0};
  report->rows = arenaCalloc(arena, (size_t)count, sizeof *report->rows);
  plotBlock(report, op, region);
  for (intptr_t i = 0; i < count; ++i)
    addRow(report, i);
  if (!relaxIsFunc(op))
    strBufAppendFormat(report->out, "  %s\n", regionTitle(report, op, region));
  memoryTablePrint(report->rows, count, report->out);
  printTotals(report);
  return true;
}

static bool reportRegions(Report *report, MlirOperation op) {
  bool any = false;
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r) {
    any |= reportBlock(report, op, r);
    MlirBlock block = bridgeBlock(op, r);
    for (MlirOperation inner = mlirBlockGetFirstOperation(block); inner.ptr;
         inner = mlirOperationGetNextInBlock(inner))
      any |= reportRegions(report, inner);
  }
  return any;
}

static void reportFunction(Arena *arena, MlirOperation function,
                           MemoryPlot *plot, StrBuf *out) {
  MlirBlock body = bridgeBody(function);
  if (!body.ptr)
    return;
  Report report = {.arena = arena, .out = out, .plot = plot};
  StrRef name = relaxFuncGetSymName(function);
  strBufAppendFormat(out, "memory of @%.*s\n", (int)name.length, name.data);
  if (!livenessIsKnown(function)) {
    strBufAppendC(out, "  not known before 'relax-legalize'\n");
    return;
  }
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  mlirOpPrintingFlagsPrintNameLocAsPrefix(flags);
  report.names = mlirAsmStateCreateForOperation(function, flags);
  Probe probe;
  if (plot) {
    tensorBoundsOf(arena, body, &report.bounds);
    probe = probeOfBlock(&report.bounds.facts, body);
    memoryPlotFunction(plot, name, &probe);
    memoryPlotText(plot, arena, body);
  }
  if (!reportRegions(&report, function))
    strBufAppendC(out, "  no buffers\n");
  mlirAsmStateDestroy(report.names);
  mlirOpPrintingFlagsDestroy(flags);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

enum { OPTION_SVG };

static MlirLogicalResult run(RelaxPassRun *run) {
  StrBuf out = {0};
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  MemoryPlot *plot =
      relaxOptionString(run, OPTION_SVG).length ? memoryPlotCreate() : NULL;
  for (MlirOperation op = {NULL};
       (op = bridgeNext(run->op, op, relaxIsFunc)).ptr;)
    reportFunction(run->arena, op, plot, &out);
  if (out.length)
    fputs(strBufText(&out), stderr);
  else
    bridgeEmitWarning(mlirOperationGetLocation(run->op),
                      "no 'relax.func' to report on: after 'relax-to-vm' the "
                      "plan is no longer seen");
  strBufFree(&out);
  if (plot)
    outcome = memoryPlotFile(plot, relaxOptionString(run, OPTION_SVG), run->op);
  memoryPlotDestroy(plot);
  return outcome;
}

const RelaxPass relaxMemoryReportPass = {
    .name = "relax-memory-report",
    .summary = "print what is in the arena, as formulas, on stderr",
    .documentation =
        "For every function a table of what its kernels and library calls "
        "write: the size in "
        "bytes (of extents that only the run knows, that of their bounds), the "
        "steps (kernels and calls, counted from 1) from the write "
        "to the last use, and the block of the arena with its offset. Below "
        "it the sum of all sizes before planning and the size of the arena "
        "after; at given extents the latter is what `relax-run --counters` "
        "counts as arena bytes. Every region has a table of its own. "
        "`svg=FILE` draws it at likely extents (as `relax-plan-recompute` "
        "chooses them). The module is not changed.",
    .anchor = "builtin.module",
    .options =
        {[OPTION_SVG] = {"svg", RELAX_OPTION_STRING,
                         "a file for a picture: time to the right, bytes up, a "
                         "box a buffer, levels and the limit as lines",
                         "", NULL}},
    .traits = RELAX_PASS_REPORTS,
    .run = run,
};
