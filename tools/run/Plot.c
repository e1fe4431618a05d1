//===- Plot.c - where a result differs, as a picture ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Plot.h"
#include "lib/Runtime/File.h"
#include "tools/run/Call.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { MAX_CELLS = 160, CELL = 5, HEAD = 22 };

/// What is drawn: so many cells, each the worst of a piece of the tensor.
typedef struct Picture {
  int64_t rows, columns; // of elements
  int64_t height, width; // of cells
  double *off;           // times the tolerance; 0: agrees
} Picture;

static double valueAt(const RelaxTensor *tensor, int64_t index) {
  return relaxDTypeIsFloat(tensor->dtype)
             ? relaxLoadFloat(tensor->dtype, tensor->data, index)
             : (double)relaxLoadInt(tensor->dtype, tensor->data, index);
}

/// How many times the tolerance two numbers are apart; 0 within it.
static double offBy(double got, double expected, RelaxTolerance tolerance) {
  if (got == expected || (isnan(got) && isnan(expected)))
    return 0;
  double allowed = tolerance.atol + tolerance.rtol * fabs(expected);
  double difference = fabs(got - expected);
  if (!isfinite(difference))
    return INFINITY;
  if (difference <= allowed)
    return 0;
  return allowed > 0 ? difference / allowed : INFINITY;
}

static void fill(Picture *picture, const RelaxTensor *got,
                 const RelaxTensor *expected, RelaxTolerance tolerance) {
  for (int64_t r = 0; r < picture->rows; ++r)
    for (int64_t c = 0; c < picture->columns; ++c) {
      int64_t index = r * picture->columns + c;
      double *cell =
          &picture->off[r * picture->height / picture->rows * picture->width +
                        c * picture->width / picture->columns];
      *cell = fmax(*cell, offBy(valueAt(got, index), valueAt(expected, index),
                                tolerance));
    }
}

static const char *colourOf(double off) {
  return off <= 0      ? "#dddddd"
         : off < 10    ? "#ffd24d"
         : off < 100   ? "#ff8c1a"
         : off < 10000 ? "#d92626"
                       : "#000000";
}

/// Names may have any characters.
static void appendText(StrRef text, StrBuf *out) {
  for (size_t i = 0; i < text.length; ++i)
    if (text.data[i] == '<' || text.data[i] == '&')
      strBufAppendC(out, text.data[i] == '<' ? "&lt;" : "&amp;");
    else
      strBufAppend(out, (StrRef){text.data + i, 1});
}

static void draw(const Picture *picture, StrRef name, const RelaxTensor *got,
                 StrBuf *out) {
  strBufAppendFormat(
      out,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%" PRId64
      "\" height=\"%" PRId64
      "\" font-family=\"sans-serif\" font-size=\"11\">\n",
      picture->width * CELL + 260, picture->height * CELL + HEAD);
  strBufAppendC(out, "<text x=\"2\" y=\"14\">");
  appendText(name, out);
  strBufAppendC(out, " ");
  relaxDimsPrint(got->rank, got->dims, out);
  strBufAppendC(out, ": off by 10, 100, 10000 times the tolerance</text>\n");
  for (int64_t y = 0; y < picture->height; ++y)
    for (int64_t x = 0; x < picture->width; ++x)
      strBufAppendFormat(out,
                         "<rect x=\"%" PRId64 "\" y=\"%" PRId64
                         "\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
                         x * CELL, y * CELL + HEAD, CELL, CELL,
                         colourOf(picture->off[y * picture->width + x]));
  strBufAppendC(out, "</svg>\n");
}

bool runMismatchPlot(const char *path, StrRef name, const RelaxTensor *got,
                     const RelaxTensor *expected, RelaxTolerance tolerance) {
  int64_t count = relaxTensorCount(got);
  Picture picture = {.columns = got->rank ? got->dims[got->rank - 1] : 1};
  picture.rows = count / picture.columns; // no element: nothing differs
  picture.width = picture.columns < MAX_CELLS ? picture.columns : MAX_CELLS;
  picture.height = picture.rows < MAX_CELLS ? picture.rows : MAX_CELLS;
  picture.off =
      calloc((size_t)(picture.width * picture.height), sizeof *picture.off);
  if (!picture.off)
    return runFail("out of memory");
  fill(&picture, got, expected, tolerance);
  StrBuf text = {0};
  RelaxError error = {0};
  draw(&picture, name, got, &text);
  bool good =
      relaxFileWrite(path, &(StrRef){text.data, text.length}, 1, &error) ||
      runFail("%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  strBufFree(&text);
  free(picture.off);
  return good;
}
