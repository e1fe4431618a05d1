//===- BlockDecode.c - kernels that decode block-quantised elements -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One element from the bytes of its block, bit for bit as
// lib/Runtime/BlockDecode.c has it, which says what the bytes are. Every byte's
// place and every shift is an expression of the element's place k: quotients
// and remainders of k by literals, no branch. So a schedule that splits the
// loop over k at these literals finds what is the same for a whole run
// (scales), and a product that decodes inside of its loop computes it once for
// each run.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/BlockType.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"

#include <string.h>

/// One element; `place` has the indices of its block and then that of a byte.
typedef struct Element {
  TirBuilder *b;
  SymExpr k; // in its row
  SymExpr *place;
  intptr_t rank;
  int64_t blockElements;
  MlirType word; // i32
} Element;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static SymExpr constant(Element *e, int64_t value) {
  return relaxDimsConst(&e->b->dims, value);
}

/// `(k mod modulus) floordiv divisor`
static SymExpr digit(Element *e, int64_t modulus, int64_t divisor) {
  RelaxDims *dims = &e->b->dims;
  SymExpr rest = relaxDimsMod(dims, e->k, constant(e, modulus));
  return relaxDimsFloorDiv(dims, rest, constant(e, divisor));
}

static SymExpr times(Element *e, int64_t factor, SymExpr expr) {
  return relaxDimsMul(&e->b->dims, constant(e, factor), expr);
}

static SymExpr plus(Element *e, int64_t offset, SymExpr expr) {
  return relaxDimsAdd(&e->b->dims, constant(e, offset), expr);
}

//===----------------------------------------------------------------------===//
// Values: words of 32 bits and f32
//===----------------------------------------------------------------------===//

static MlirValue word(Element *e, int64_t value) {
  return tirBuildInteger(e->b, e->word, value);
}

static MlirValue byteAt(Element *e, SymExpr offset) {
  e->place[e->rank - 1] = offset;
  MlirValue none = {NULL};
  return tirBuildLoad(e->b, 0, e->place, none);
}

static MlirValue wordAt(Element *e, SymExpr offset) {
  return tirBuildConvert(e->b, "arith.extui", byteAt(e, offset), e->word);
}

static MlirValue binary(Element *e, const char *op, MlirValue x, MlirValue y) {
  return tirBuildArith2(e->b, op, x, y);
}

static MlirValue masked(Element *e, MlirValue x, int64_t mask) {
  return binary(e, "arith.andi", x, word(e, mask));
}

static MlirValue moved(Element *e, const char *op, MlirValue x, int64_t by) {
  return binary(e, op, x, word(e, by));
}

/// An integer that follows from the place alone.
static MlirValue placeWord(Element *e, SymExpr expr) {
  return tirBuildConvert(e->b, "arith.index_cast", tirBuildExtent(e->b, expr),
                         e->word);
}

static MlirValue real(Element *e, MlirValue x) {
  return tirBuildConvert(e->b, "arith.sitofp", x,
                         mlirF32TypeGet(e->b->context));
}

/// The f16 at a byte of the block.
static MlirValue half(Element *e, int64_t offset) {
  MlirType bits = mlirIntegerTypeGet(e->b->context, 16);
  MlirValue low = tirBuildConvert(e->b, "arith.extui",
                                  byteAt(e, constant(e, offset)), bits);
  MlirValue high = tirBuildConvert(e->b, "arith.extui",
                                   byteAt(e, constant(e, offset + 1)), bits);
  high = binary(e, "arith.shli", high, tirBuildInteger(e->b, bits, 8));
  MlirValue value =
      tirBuildConvert(e->b, "arith.bitcast", binary(e, "arith.ori", low, high),
                      mlirF16TypeGet(e->b->context));
  return tirBuildConvert(e->b, "arith.extf", value,
                         mlirF32TypeGet(e->b->context));
}

static MlirValue product(Element *e, MlirValue x, MlirValue y) {
  return binary(e, "arith.mulf", x, y);
}

//===----------------------------------------------------------------------===//
// Packed fields
//===----------------------------------------------------------------------===//

/// Fields of `bits` bits, one for each run of `unit` elements, in bytes that
/// each have one field of `stride` consecutive runs, the low bits first.
typedef struct Packing {
  int64_t offset, bits, stride, unit;
} Packing;

/// The bits of the element's field without what lies above, still to be masked
/// by the caller where they are not the highest: `byte >> shift`.
static MlirValue field(Element *e, Packing p) {
  int64_t fields = 8 / p.bits, step = p.stride * p.unit, run = step * fields;
  SymExpr offset = plus(e, p.offset, digit(e, step, p.unit));
  if (run < e->blockElements)
    offset = relaxDimsAdd(&e->b->dims, offset,
                          times(e, p.stride, digit(e, e->blockElements, run)));
  MlirValue byte = wordAt(e, offset);
  MlirValue shift = placeWord(e, times(e, p.bits, digit(e, run, step)));
  return masked(e, binary(e, "arith.shrui", byte, shift), (1 << p.bits) - 1);
}

//===----------------------------------------------------------------------===//
// Blocks of 32
//===----------------------------------------------------------------------===//

static MlirValue decodeQ8(Element *e) {
  MlirValue q = tirBuildConvert(
      e->b, "arith.extsi", byteAt(e, plus(e, 2, digit(e, e->blockElements, 1))),
      e->word);
  return product(e, real(e, q), half(e, 0));
}

/// Four bits behind `low` and, in the bits from `high` on, a fifth; 0: none.
static MlirValue fourOrFive(Element *e, int64_t low, int64_t high) {
  MlirValue q = field(e, (Packing){low, 4, 16, 1});
  if (!high)
    return q;
  MlirValue byte = wordAt(e, plus(e, high, digit(e, 32, 8)));
  MlirValue shift = placeWord(e, digit(e, 8, 1));
  MlirValue fifth = masked(e, binary(e, "arith.shrui", byte, shift), 1);
  return binary(e, "arith.ori", q, moved(e, "arith.shli", fifth, 4));
}

/// Around 0.
static MlirValue centred(Element *e, MlirValue q, int64_t centre) {
  q = binary(e, "arith.subi", q, word(e, centre));
  return product(e, half(e, 0), real(e, q));
}

/// From a minimum on.
static MlirValue offset(Element *e, MlirValue q) {
  return binary(e, "arith.addf", product(e, half(e, 0), real(e, q)),
                half(e, 2));
}

static MlirValue decodeQ40(Element *e) {
  return centred(e, fourOrFive(e, 2, 0), 8);
}

static MlirValue decodeQ50(Element *e) {
  return centred(e, fourOrFive(e, 6, 2), 16);
}

static MlirValue decodeQ41(Element *e) {
  return offset(e, fourOrFive(e, 4, 0));
}

static MlirValue decodeQ51(Element *e) {
  return offset(e, fourOrFive(e, 8, 4));
}

//===----------------------------------------------------------------------===//
// Blocks of 256
//===----------------------------------------------------------------------===//

/// `scale * q - minimum`, each of the two a small integer times an f16.
static MlirValue scaled(Element *e, int64_t halves, MlirValue scale,
                        MlirValue minimum, MlirValue q) {
  scale = product(e, half(e, halves), real(e, scale));
  minimum = product(e, half(e, halves + 2), real(e, minimum));
  return binary(e, "arith.subf", product(e, scale, real(e, q)), minimum);
}

static MlirValue decodeQ2K(Element *e) {
  MlirValue scales = wordAt(e, digit(e, 256, 16));
  return scaled(e, 80, masked(e, scales, 15),
                moved(e, "arith.shrui", scales, 4),
                field(e, (Packing){16, 2, 32, 1}));
}

static MlirValue decodeQ3K(Element *e) {
  MlirValue upper = field(e, (Packing){104, 2, 4, 16});
  MlirValue six = binary(e, "arith.ori", field(e, (Packing){96, 4, 8, 16}),
                         moved(e, "arith.shli", upper, 4));
  MlirValue scale = product(e, half(e, 108),
                            real(e, binary(e, "arith.subi", six, word(e, 32))));
  // Where the third bit is set, nothing is taken away.
  MlirValue third = field(e, (Packing){0, 1, 32, 1});
  MlirValue q = binary(e, "arith.ori", field(e, (Packing){32, 2, 32, 1}),
                       moved(e, "arith.shli", third, 2));
  return product(e, scale, real(e, binary(e, "arith.subi", q, word(e, 4))));
}

/// Of q4_k and q5_k: see `scaleAndMinimum` of lib/Runtime/BlockDecode.c.
static MlirValue decodeRuns(Element *e, MlirValue q) {
  SymExpr run = digit(e, 128, 32); // of four
  MlirValue scale = wordAt(e, plus(e, 4, run));
  MlirValue minimum = wordAt(e, plus(e, 8, run));
  MlirValue both = wordAt(e, plus(e, 12, run));
  MlirValue last = tirBuildCompare(
      e->b, TIR_CMPI_NE, placeWord(e, digit(e, 256, 128)), word(e, 0));
  MlirValue lastScale =
      binary(e, "arith.ori", masked(e, both, 15),
             moved(e, "arith.shli", moved(e, "arith.shrui", scale, 6), 4));
  MlirValue lastMinimum =
      binary(e, "arith.ori", moved(e, "arith.shrui", both, 4),
             moved(e, "arith.shli", moved(e, "arith.shrui", minimum, 6), 4));
  return scaled(
      e, 0, tirBuildSelect(e->b, last, lastScale, masked(e, scale, 63)),
      tirBuildSelect(e->b, last, lastMinimum, masked(e, minimum, 63)), q);
}

static MlirValue decodeQ4K(Element *e) {
  return decodeRuns(e, field(e, (Packing){16, 4, 32, 1}));
}

static MlirValue decodeQ5K(Element *e) {
  MlirValue fifth = field(e, (Packing){16, 1, 32, 1});
  return decodeRuns(e, binary(e, "arith.ori", field(e, (Packing){48, 4, 32, 1}),
                              moved(e, "arith.shli", fifth, 4)));
}

static MlirValue decodeQ6K(Element *e) {
  MlirValue upper = field(e, (Packing){128, 2, 32, 1});
  MlirValue q = binary(e, "arith.ori", field(e, (Packing){0, 4, 64, 1}),
                       moved(e, "arith.shli", upper, 4));
  MlirValue scale = tirBuildConvert(
      e->b, "arith.extsi", byteAt(e, plus(e, 192, digit(e, 256, 16))), e->word);
  return product(e, product(e, half(e, 208), real(e, scale)),
                 real(e, binary(e, "arith.subi", q, word(e, 32))));
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

typedef MlirValue (*Decode)(Element *e);

static const struct {
  const char *format;
  Decode decode;
} decoders[] = {
    {"q4_0", decodeQ40}, {"q4_1", decodeQ41}, {"q5_0", decodeQ50},
    {"q5_1", decodeQ51}, {"q8_0", decodeQ8},  {"q2_k", decodeQ2K},
    {"q3_k", decodeQ3K}, {"q4_k", decodeQ4K}, {"q5_k", decodeQ5K},
    {"q6_k", decodeQ6K},
};

void relaxBuildBlockDecode(TirBuilder *b, const BlockFormat *format) {
  const MlirAttribute *dims;
  intptr_t rank = tirBufferDims(b, 0, &dims);
  tirBuildComputeOver(b, "decode", 1);
  Element e = {.b = b,
               .k = tirIterator(b, rank - 2),
               .place = ARENA_ARRAY(b->dims.arena, SymExpr, rank),
               .rank = rank,
               .blockElements = format->elements,
               .word = mlirIntegerTypeGet(b->context, 32)};
  for (intptr_t i = 0; i + 2 < rank; ++i)
    e.place[i] = tirIterator(b, i);
  e.place[rank - 2] =
      relaxDimsFloorDiv(&b->dims, e.k, constant(&e, format->elements));
  size_t kind = 0;
  while (strcmp(decoders[kind].format, format->name) != 0)
    ++kind;
  tirEndWith(b, decoders[kind].decode(&e));
}
