//===- FuseOnlineText.c - programs of a tiled softmax ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// In the order in which they stand. Tiles have `$b` rows and keys at most; `$r`
// rows and `$c` keys are left for one. The largest score of a row so far is in
// M, the sum of its powers in Z, that of the weighted values in O; F is what
// both are scaled by for the next tile. Computes with an empty body get that of
// the program which is fused (FuseOnlineBuild.c).
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FuseOnline.h"

const char onlineBegin[] =
    "  %none = tir.extent (1 - min(1, $keys)) : index\n"
    "  %some = arith.index_cast %none : index to i64\n"
    "  %empty = arith.sitofp %some : i64 to f32\n"
    "$loops"
    "  tir.for \"rows\" (%u) in [($rows) ceildiv $b] parallel {\n"
    "    %K = tir.alloc \"K\" local : !tir.buffer<[$k, $b], f32>\n"
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
    "      tir.store %empty, %Z[%r] : !tir.buffer<[$b], f32>\n"
    "    }\n"
    "    tir.compute \"clear\" (%r, %c) in [$r, $v] {\n"
    "      %zero = arith.constant 0.0 : f32\n"
    "      tir.store %zero, %O[%r, %c] : !tir.buffer<[$b, $v], f32>\n"
    "    }\n"
    "    tir.for \"keys\" (%w) in [($keys) ceildiv $b] {\n";

/// Keys beside each other: lanes of the product.
const char onlineTurn[] = "    tir.compute \"turn\" (%k, %c) in [$k, $c] {\n"
                          "    }\n";

const char onlineScores[] =
    "    tir.compute \"scores\" (%r, %c, reduce %k) in [$r, $c, $k] {\n"
    "    }\n";

const char onlineMap[] = "    tir.compute \"$map\" (%r, %c) in [$r, $c] {\n"
                         "    }\n";

/// A tile without any score above -inf is scaled by nothing: no NaN.
const char onlinePowers[] =
    "    tir.compute \"max\" (%r, reduce %c) in [$r, $c] {\n"
    "      %x = tir.load %S[%r, %c] : !tir.buffer<[$b, $b], f32>\n"
    "      tir.reduce $max(%x) into (%N[%r]) : !tir.buffer<[$b], f32>\n"
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
    "      tir.reduce $add(%x) into (%P[%r]) : !tir.buffer<[$b], f32>\n"
    "    }\n"
    "    tir.compute \"total\" (%r) in [$r] {\n"
    "      %z = tir.load %Z[%r] : !tir.buffer<[$b], f32>\n"
    "      %f = tir.load %F[%r] : !tir.buffer<[$b], f32>\n"
    "      %p = tir.load %P[%r] : !tir.buffer<[$b], f32>\n"
    "      %s = arith.mulf %z, %f : f32\n"
    "      %t = arith.addf %s, %p : f32\n"
    "      tir.store %t, %Z[%r] : !tir.buffer<[$b], f32>\n"
    "    }\n"
    "    tir.compute \"values\" (%r, %c, reduce %k) in [$r, $v, $c] {\n"
    "    }\n"
    "    tir.compute \"add\" (%r, %c) in [$r, $v] {\n"
    "      %o = tir.load %O[%r, %c] : !tir.buffer<[$b, $v], f32>\n"
    "      %f = tir.load %F[%r] : !tir.buffer<[$b], f32>\n"
    "      %t = tir.load %T[%r, %c] : !tir.buffer<[$b, $v], f32>\n"
    "      %s = arith.mulf %o, %f : f32\n"
    "      %n = arith.addf %s, %t : f32\n"
    "      tir.store %n, %O[%r, %c] : !tir.buffer<[$b, $v], f32>\n"
    "    }\n"
    "    }\n";

/// What else becomes of the sum.
const char onlineSum[] = "    tir.compute \"whole\" (%r) in [$r] {\n"
                         "    }\n";

/// The division is behind the sum; its result is stored where it belongs.
const char onlineEnd[] =
    "    tir.compute \"divide\" (%r, %c) in [$r, $v] {\n"
    "      %o = tir.load %O[%r, %c] : !tir.buffer<[$b, $v], f32>\n"
    "      %z = tir.load %Z[%r] : !tir.buffer<[$b], f32>\n"
    "      %y = arith.divf %o, %z : f32\n"
    "      tir.store %y, %O[%r, %c] : !tir.buffer<[$b, $v], f32>\n"
    "    }\n"
    "  }\n"
    "$closed"
    "  tir.return\n}\n";
