//===- MemoryPlot.c - the plan of memory as a picture ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Reports/MemoryPlot.h"
#include "lib/Support/OutOfMemory.h"

#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { LEFT = 90, WIDTH = 720, HEIGHT = 260, HEAD = 34, TEXT = 230 };

typedef struct Box {
  char *name;
  intptr_t begin, end;
  int64_t offset, bytes; // -1: of its own
} Box;

typedef struct Line {
  char *what;
  int64_t bytes;
  bool limit;
} Line;

typedef struct Panel {
  char *title;
  intptr_t steps;
  ptrdiff_t firstLine, endLine;
  Box *boxes; // stb_ds
} Panel;

struct MemoryPlot {
  const Probe *probe;
  char *function;
  ptrdiff_t firstLine; // of the function
  Line *lines;         // stb_ds
  Panel *panels;       // stb_ds
};

//===----------------------------------------------------------------------===//
// What there is
//===----------------------------------------------------------------------===//

static char *copied(const StrBuf *text) {
  char *kept = strdup(strBufText(text));
  if (!kept)
    outOfMemory();
  return kept;
}

MemoryPlot *memoryPlotCreate(void) {
  MemoryPlot *plot = calloc(1, sizeof *plot);
  if (!plot)
    outOfMemory();
  return plot;
}

void memoryPlotDestroy(MemoryPlot *plot) {
  if (!plot)
    return;
  for (ptrdiff_t p = 0; p < arrlen(plot->panels); ++p) {
    Panel *panel = &plot->panels[p];
    for (ptrdiff_t b = 0; b < arrlen(panel->boxes); ++b)
      free(panel->boxes[b].name);
    arrfree(panel->boxes);
    free(panel->title);
  }
  for (ptrdiff_t l = 0; l < arrlen(plot->lines); ++l)
    free(plot->lines[l].what);
  arrfree(plot->panels);
  arrfree(plot->lines);
  free(plot->function);
  free(plot);
}

void memoryPlotFunction(MemoryPlot *plot, StrRef name, const Probe *probe) {
  StrBuf text = {0};
  strBufAppendFormat(&text, "@%.*s", (int)name.length, name.data);
  for (size_t i = 0; i < probe->count; ++i)
    strBufAppendFormat(&text, "%s%.*s=%lld", i ? "," : ", ",
                       (int)probe->names[i].length, probe->names[i].data,
                       (long long)probe->extents[i]);
  free(plot->function);
  plot->function = copied(&text);
  plot->probe = probe;
  plot->firstLine = arrlen(plot->lines);
  strBufFree(&text);
}

void memoryPlotLine(MemoryPlot *plot, const char *what, SymExpr bytes,
                    bool limit) {
  Line line = {.limit = limit};
  StrBuf text = {0};
  if (!probeEvaluate(plot->probe, bytes, &line.bytes))
    return;
  strBufAppendFormat(&text, "%s: ", what);
  symExprPrint(bytes, &text);
  line.what = copied(&text);
  arrput(plot->lines, line);
  strBufFree(&text);
}

void memoryPlotBlock(MemoryPlot *plot, const char *title, intptr_t steps) {
  StrBuf text = {0};
  strBufAppendFormat(&text, "%s%s", plot->function, title);
  Panel panel = {.title = copied(&text),
                 .steps = steps > 0 ? steps : 1,
                 .firstLine = plot->firstLine,
                 .endLine = arrlen(plot->lines)};
  arrput(plot->panels, panel);
  strBufFree(&text);
}

void memoryPlotBox(MemoryPlot *plot, const char *name, intptr_t begin,
                   intptr_t end, const SymExpr *offset, SymExpr bytes) {
  Box box = {.begin = begin, .end = end, .offset = -1};
  if (!probeEvaluate(plot->probe, bytes, &box.bytes) || box.bytes == 0 ||
      (offset && !probeEvaluate(plot->probe, *offset, &box.offset)))
    return;
  StrBuf text = {0};
  strBufAppendC(&text, name);
  box.name = copied(&text);
  arrput(arrlast(plot->panels).boxes, box);
  strBufFree(&text);
}

//===----------------------------------------------------------------------===//
// The picture
//===----------------------------------------------------------------------===//

/// Puts what has memory of its own above the arena, in order; the highest byte.
static int64_t stack(const MemoryPlot *plot, Panel *panel) {
  int64_t top = 0, highest;
  for (ptrdiff_t b = 0; b < arrlen(panel->boxes); ++b) {
    const Box *box = &panel->boxes[b];
    if (box->offset >= 0 && box->offset + box->bytes > top)
      top = box->offset + box->bytes;
  }
  for (ptrdiff_t b = 0; b < arrlen(panel->boxes); ++b)
    if (panel->boxes[b].offset < 0) {
      panel->boxes[b].offset = top;
      top += panel->boxes[b].bytes;
    }
  highest = top;
  for (ptrdiff_t l = panel->firstLine; l < panel->endLine; ++l)
    if (plot->lines[l].bytes > highest)
      highest = plot->lines[l].bytes;
  return highest > 0 ? highest : 1;
}

static void drawText(double x, double y, const char *text, StrBuf *out) {
  strBufAppendFormat(out, "<text x=\"%.1f\" y=\"%.1f\">", x, y);
  for (const char *c = text; *c; ++c)
    if (*c == '<' || *c == '&')
      strBufAppendC(out, *c == '<' ? "&lt;" : "&amp;");
    else
      strBufAppend(out, (StrRef){c, 1});
  strBufAppendC(out, "</text>\n");
}

static const char *const colours[] = {"#a8d0e6", "#f6c89f", "#b9dfb0",
                                      "#e3b7d8", "#f3e29a", "#c5c3e6",
                                      "#a9ddd6"};
enum { COLOURS = sizeof colours / sizeof *colours };

static void drawBoxes(const Panel *panel, int64_t highest, double bottom,
                      StrBuf *out) {
  double step = (double)WIDTH / (double)panel->steps,
         byte = (double)(HEIGHT - HEAD) / (double)highest;
  for (ptrdiff_t b = 0; b < arrlen(panel->boxes); ++b) {
    const Box *box = &panel->boxes[b];
    double x = LEFT + (double)(box->begin - 1) * step,
           width = (double)(box->end - box->begin + 1) * step,
           height = (double)box->bytes * byte,
           y = bottom - (double)box->offset * byte - height;
    strBufAppendFormat(out,
                       "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                       "height=\"%.1f\" fill=\"%s\" "
                       "stroke=\"#444\"><title>%s: %lld bytes</title></rect>\n",
                       x, y, width, height, colours[b % COLOURS], box->name + 1,
                       (long long)box->bytes);
    if (height >= 11 && width >= 7.0 * (double)strlen(box->name))
      drawText(x + 3, y + height / 2 + 4, box->name, out);
  }
}

static void drawLines(const MemoryPlot *plot, const Panel *panel,
                      int64_t highest, double bottom, StrBuf *out) {
  double byte = (double)(HEIGHT - HEAD) / (double)highest;
  for (ptrdiff_t l = panel->firstLine; l < panel->endLine; ++l) {
    const Line *line = &plot->lines[l];
    double y = bottom - (double)line->bytes * byte;
    strBufAppendFormat(out,
                       "<path d=\"M%d %.1fh%d\" stroke=\"%s\" "
                       "stroke-dasharray=\"%s\"/>\n",
                       LEFT, y, WIDTH, line->limit ? "#c00" : "#06c",
                       line->limit ? "none" : "5 3");
    drawText(LEFT + WIDTH + 4, y + 4, line->what, out);
  }
}

void memoryPlotWrite(MemoryPlot *plot, StrBuf *out) {
  ptrdiff_t count = arrlen(plot->panels);
  strBufAppendFormat(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
                     "height=\"%ld\" font-family=\"sans-serif\" "
                     "font-size=\"11\">\n<rect width=\"100%%\" "
                     "height=\"100%%\" fill=\"#fff\"/>\n",
                     LEFT + WIDTH + TEXT, (long)(count * (HEIGHT + HEAD)));
  for (ptrdiff_t p = 0; p < count; ++p) {
    Panel *panel = &plot->panels[p];
    double bottom = (double)((p + 1) * (HEIGHT + HEAD) - HEAD);
    int64_t highest = stack(plot, panel);
    StrBuf most = {0};
    strBufAppendFormat(&most, "%lld bytes", (long long)highest);
    drawText(LEFT, bottom - HEIGHT + 14, panel->title, out);
    drawText(2, bottom - HEIGHT + HEAD + 4, strBufText(&most), out);
    strBufFree(&most);
    drawBoxes(panel, highest, bottom, out);
    drawLines(plot, panel, highest, bottom, out);
    strBufAppendFormat(out,
                       "<path d=\"M%d %.1fv%dh%d\" fill=\"none\" "
                       "stroke=\"#000\"/>\n",
                       LEFT, bottom - HEIGHT + HEAD, HEIGHT - HEAD, WIDTH);
    strBufAppendFormat(&most, "%ld steps", (long)panel->steps);
    drawText(LEFT + WIDTH - 50, bottom + 14, strBufText(&most), out);
    strBufFree(&most);
  }
  strBufAppendC(out, "</svg>\n");
}
