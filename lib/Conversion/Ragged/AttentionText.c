//===- AttentionText.c - programs of an attention -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// In the order in which they stand. A block has `$b` rows and keys at most, of
// heads of `$q` and `$v` elements; `$r` rows and `$c` keys are left for it. The
// largest score of a row so far is in M, the sum of its powers in Z, that of
// the weighted values in O; F is what both are scaled by for the next block.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/Ragged/AttentionText.h"

const char attentionBegin[] =
    "    tir.for \"rows\" (%u) in [($rows) ceildiv $b] {\n"
    "    %K = tir.alloc \"K\" local : !tir.buffer<[$q, $b], f32>\n"
    "    %S = tir.alloc \"S\" local : !tir.buffer<[$b, $b], f32>\n"
    "    %T = tir.alloc \"T\" local : !tir.buffer<[$b, $v], f32>\n"
    "    %O = tir.alloc \"O\" local : !tir.buffer<[$b, $v], f32>\n"
    "    %M = tir.alloc \"M\" local : !tir.buffer<[$b], f32>\n"
    "    %N = tir.alloc \"N\" local : !tir.buffer<[$b], f32>\n"
    "    %F = tir.alloc \"F\" local : !tir.buffer<[$b], f32>\n"
    "    %P = tir.alloc \"P\" local : !tir.buffer<[$b], f32>\n"
    "    %Z = tir.alloc \"Z\" local : !tir.buffer<[$b], f32>\n"
    "    tir.compute \"least\" (%r) in [$r] {\n"
    "      %least = arith.constant 0xFF800000 : f32\n"
    "      tir.store %least, %M[%r] : !tir.buffer<[$b], f32>\n"
    "    }\n"
    "    tir.compute \"nothing\" (%r) in [$r] {\n"
    "      %zero = arith.constant 0.0 : f32\n"
    "      tir.store %zero, %Z[%r] : !tir.buffer<[$b], f32>\n"
    "    }\n"
    "    tir.compute \"clear\" (%r, %c) in [$r, $v] {\n"
    "      %zero = arith.constant 0.0 : f32\n"
    "      tir.store %zero, %O[%r, %c] : !tir.buffer<[$b, $v], f32>\n"
    "    }\n"
    "    tir.for \"keys\" (%w) in [$first to $last] {\n"
    "    tir.compute \"turn\" (%k, %c) in [$q, $c] {\n"
    "      %a = tir.load %X1[$k] : $X1\n"
    "      %f = arith.constant $scale\n"
    "      %z = arith.mulf %a, %f : f32\n"
    "      tir.store %z, %K[%k, %c] : !tir.buffer<[$q, $b], f32>\n"
    "    }\n";

/// The block of rows, or a part of it.
const char attentionScores[] =
    "    tir.compute \"scores\" (%r, %c, reduce %k) in [$part, $seen, $q] {\n"
    "      %a = tir.load %X0[$row] : $X0\n"
    "      %b = tir.load %K[%k, %c] : !tir.buffer<[$q, $b], f32>\n"
    "      %p = arith.mulf %a, %b : f32\n"
    "      tir.reduce @ragged_add(%p) into (%S[$at, %c]) : !tir.buffer<[$b, "
    "$b], f32>\n    }\n";

/// Of a score what it tends to.
const char attentionCap[] =
    "    tir.compute \"cap\" (%r, %c) in [$part, $seen] {\n"
    "      %s = tir.load %S[$at, %c] : !tir.buffer<[$b, $b], f32>\n"
    "      %f = arith.constant $cap\n"
    "      %d = arith.divf %s, %f : f32\n"
    "      %t = math.tanh %d : f32\n"
    "      %z = arith.mulf %t, %f : f32\n"
    "      tir.store %z, %S[$at, %c] : !tir.buffer<[$b, $b], f32>\n    }\n";

/// Keys behind what a row sees, and keys before that.
const char attentionBehind[] =
    "    tir.for \"hidden\" (%r) in [$r] {\n"
    "    tir.compute \"hide\" (%c) in [max(0, $c - ($from))] {\n"
    "      %least = arith.constant 0xFF800000 : f32\n"
    "      tir.store %least, %S[%r, $from + %c] : "
    "!tir.buffer<[$b, $b], f32>\n"
    "    }\n    }\n";
const char attentionBefore[] =
    "    tir.for \"passed\" (%r) in [$r] {\n"
    "    tir.compute \"pass\" (%c) in [max(0, min($c, %r + $b * %u - $b * %w - "
    "$left))] {\n"
    "      %least = arith.constant 0xFF800000 : f32\n"
    "      tir.store %least, %S[%r, %c] : !tir.buffer<[$b, $b], f32>\n"
    "    }\n    }\n";

/// What is added to scores, or tells which count.
const char attentionBias[] =
    "    tir.compute \"bias\" (%r, %c) in [$r, $c] {\n"
    "      %s = tir.load %S[%r, %c] : !tir.buffer<[$b, $b], f32>\n"
    "      %m = tir.load %X3[$mask] : $X3\n"
    "      %t = arith.addf %s, %m : f32\n"
    "      tir.store %t, %S[%r, %c] : !tir.buffer<[$b, $b], f32>\n    }\n";
const char attentionKept[] =
    "    tir.compute \"kept\" (%r, %c) in [$r, $c] {\n"
    "      %s = tir.load %S[%r, %c] : !tir.buffer<[$b, $b], f32>\n"
    "      %m = tir.load %X3[$mask] : $X3\n"
    "      %least = arith.constant 0xFF800000 : f32\n"
    "      %t = arith.select %m, %s, %least : f32\n"
    "      tir.store %t, %S[%r, %c] : !tir.buffer<[$b, $b], f32>\n    }\n";

/// A block without any score above -inf is scaled by nothing: no NaN.
const char attentionPowers[] =
    "    tir.compute \"max\" (%r, reduce %c) in [$r, $c] {\n"
    "      %x = tir.load %S[%r, %c] : !tir.buffer<[$b, $b], f32>\n"
    "      tir.reduce @ragged_max(%x) into (%N[%r]) : !tir.buffer<[$b], f32>\n"
    "    }\n"
    "    tir.compute \"factor\" (%r) in [$r] {\n"
    "      %m = tir.load %M[%r] : !tir.buffer<[$b], f32>\n"
    "      %n = tir.load %N[%r] : !tir.buffer<[$b], f32>\n"
    "      %x = arith.maximumf %m, %n : f32\n"
    "      %least = arith.constant 0xFF800000 : f32\n"
    "      %zero = arith.constant 0.0 : f32\n"
    "      %e = arith.cmpf oeq, %x, %least : f32\n"
    "      %y = arith.select %e, %zero, %x : f32\n"
    "      %d = arith.subf %m, %y : f32\n"
    "      %f = math.exp %d : f32\n"
    "      tir.store %f, %F[%r] : !tir.buffer<[$b], f32>\n"
    "      tir.store %x, %M[%r] : !tir.buffer<[$b], f32>\n"
    "      tir.store %y, %N[%r] : !tir.buffer<[$b], f32>\n"
    "    }\n"
    "    tir.compute \"exp\" (%r, %c) in [$r, $c] {\n"
    "      %x = tir.load %S[%r, %c] : !tir.buffer<[$b, $b], f32>\n"
    "      %n = tir.load %N[%r] : !tir.buffer<[$b], f32>\n"
    "      %d = arith.subf %x, %n : f32\n"
    "      %e = math.exp %d : f32\n"
    "      tir.store %e, %S[%r, %c] : !tir.buffer<[$b, $b], f32>\n"
    "    }\n"
    "    tir.compute \"sum\" (%r, reduce %c) in [$r, $c] {\n"
    "      %x = tir.load %S[%r, %c] : !tir.buffer<[$b, $b], f32>\n"
    "      tir.reduce @ragged_add(%x) into (%P[%r]) : !tir.buffer<[$b], f32>\n"
    "    }\n"
    "    tir.compute \"total\" (%r) in [$r] {\n"
    "      %z = tir.load %Z[%r] : !tir.buffer<[$b], f32>\n"
    "      %f = tir.load %F[%r] : !tir.buffer<[$b], f32>\n"
    "      %p = tir.load %P[%r] : !tir.buffer<[$b], f32>\n"
    "      %s = arith.mulf %z, %f : f32\n"
    "      %t = arith.addf %s, %p : f32\n"
    "      tir.store %t, %Z[%r] : !tir.buffer<[$b], f32>\n"
    "    }\n";

const char attentionValues[] =
    "    tir.compute \"values\" (%r, %c, reduce %k) in [$part, $v, $seen] {\n"
    "      %a = tir.load %S[$at, %k] : !tir.buffer<[$b, $b], f32>\n"
    "      %b = tir.load %X2[$value] : $X2\n"
    "      %p = arith.mulf %a, %b : f32\n"
    "      tir.reduce @ragged_add(%p) into (%T[$at, %c]) : !tir.buffer<[$b, "
    "$v], f32>\n    }\n"
    "    tir.compute \"add\" (%r, %c) in [$part, $v] {\n"
    "      %o = tir.load %O[$at, %c] : !tir.buffer<[$b, $v], f32>\n"
    "      %f = tir.load %F[$at] : !tir.buffer<[$b], f32>\n"
    "      %t = tir.load %T[$at, %c] : !tir.buffer<[$b, $v], f32>\n"
    "      %s = arith.mulf %o, %f : f32\n"
    "      %n = arith.addf %s, %t : f32\n"
    "      tir.store %n, %O[$at, %c] : !tir.buffer<[$b, $v], f32>\n"
    "    }\n";

/// A row that met no key is zero.
const char attentionEnd[] =
    "    }\n"
    "    tir.compute \"divide\" (%r, %c) in [$r, $v] {\n"
    "      %o = tir.load %O[%r, %c] : !tir.buffer<[$b, $v], f32>\n"
    "      %z = tir.load %Z[%r] : !tir.buffer<[$b], f32>\n"
    "      %zero = arith.constant 0.0 : f32\n"
    "      %one = arith.constant 1.0 : f32\n"
    "      %none = arith.cmpf oeq, %z, %zero : f32\n"
    "      %d = arith.select %none, %one, %z : f32\n"
    "      %y = arith.divf %o, %d : f32\n"
    "      tir.store %y, %Y0[$y] : $Y0\n"
    "    }\n    }\n";
