//===- FuseOnlineText.c - programs of a tiled softmax ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// In the order in which they stand. A tile has `$m` rows, by `$i` in `$n` that
// are left, and `$b` keys, of which `$c` are left. The largest score of a row
// so far is in M, the sum of its powers in Z, that of the weighted values in O;
// F is what both are scaled by for the next tile. Computes with an empty body
// get that of the program which is fused (FuseOnlineBuild.c).
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FuseOnline.h"

const char onlineBegin[] =
    "  %none = tir.extent (1 - min(1, $keys)) : index\n"
    "  %some = arith.index_cast %none : index to i64\n"
    "  %empty = arith.sitofp %some : i64 to f32\n"
    "$loops"
    "  tir.for \"rows\" (%u) in [($rows) ceildiv $p] parallel {\n"
    "    %K = tir.alloc \"K\" local : !tir.buffer<[$k, $b], f32>\n"
    "    %S = tir.alloc \"S\" local : !tir.buffer<[$m, $b], f32>\n"
    "    %T = tir.alloc \"T\" local : !tir.buffer<[$m, $v], f32>\n"
    "    %O = tir.alloc \"O\" local : !tir.buffer<[$m, $v], f32>\n"
    "    %M = tir.alloc \"M\" local : !tir.buffer<[$m], f32>\n"
    "    %N = tir.alloc \"N\" local : !tir.buffer<[$m], f32>\n"
    "    %F = tir.alloc \"F\" local : !tir.buffer<[$m], f32>\n"
    "    %P = tir.alloc \"P\" local : !tir.buffer<[$m], f32>\n"
    "    %Z = tir.alloc \"Z\" local : !tir.buffer<[$m], f32>\n"
    "    tir.compute \"least\" ($i) in [$n] {\n"
    "      %least = arith.constant 0xFF800000 : f32\n"
    "      tir.store %least, %M[$i] : !tir.buffer<[$m], f32>\n"
    "    }\n"
    "    tir.compute \"nothing\" ($i) in [$n] {\n"
    "      tir.store %empty, %Z[$i] : !tir.buffer<[$m], f32>\n"
    "    }\n"
    "    tir.compute \"clear\" ($i, %c) in [$n, $v] {\n"
    "      %zero = arith.constant 0.0 : f32\n"
    "      tir.store %zero, %O[$i, %c] : !tir.buffer<[$m, $v], f32>\n"
    "    }\n"
    "    tir.for \"keys\" (%w) in [($keys) ceildiv $b] {\n";

/// Keys beside each other: lanes of the product.
const char onlineTurned[] =
    "    tir.compute \"turn\" (%k, %c) in [$k, $c] {\n    }\n"
    "    tir.compute \"scores\" ($i, %c, reduce %k) in [$n, $c, $k] {\n"
    "    }\n";

/// Keys as they lie.
const char onlineScores[] =
    "    tir.compute \"scores\" ($i, %c, reduce %k) in [$n, $c, $k] {\n"
    "    }\n";

const char onlineMap[] = "    tir.compute \"$map\" ($i, %c) in [$n, $c] {\n"
                         "    }\n";

/// A tile without any score above -inf is scaled by nothing: no NaN.
const char onlinePowers[] =
    "    tir.compute \"max\" ($i, reduce %c) in [$n, $c] {\n"
    "      %x = tir.load %S[$i, %c] : !tir.buffer<[$m, $b], f32>\n"
    "      tir.reduce $max(%x) into (%N[$i]) : !tir.buffer<[$m], f32>\n"
    "    }\n"
    "    tir.compute \"factor\" ($i) in [$n] {\n"
    "      %m = tir.load %M[$i] : !tir.buffer<[$m], f32>\n"
    "      %n = tir.load %N[$i] : !tir.buffer<[$m], f32>\n"
    "      %x = arith.maximumf %m, %n : f32\n"
    "      %least = arith.constant 0xFF800000 : f32\n"
    "      %zero = arith.constant 0.0 : f32\n"
    "      %e = arith.cmpf oeq, %x, %least : f32\n"
    "      %y = arith.select %e, %zero, %x : f32\n"
    "      %d = arith.subf %m, %y : f32\n"
    "      %f = math.exp %d : f32\n"
    "      tir.store %f, %F[$i] : !tir.buffer<[$m], f32>\n"
    "      tir.store %x, %M[$i] : !tir.buffer<[$m], f32>\n"
    "      tir.store %y, %N[$i] : !tir.buffer<[$m], f32>\n"
    "    }\n"
    "    tir.compute \"exp\" ($i, %c) in [$n, $c] {\n"
    "      %x = tir.load %S[$i, %c] : !tir.buffer<[$m, $b], f32>\n"
    "      %n = tir.load %N[$i] : !tir.buffer<[$m], f32>\n"
    "      %d = arith.subf %x, %n : f32\n"
    "      %e = math.exp %d : f32\n"
    "      tir.store %e, %S[$i, %c] : !tir.buffer<[$m, $b], f32>\n"
    "    }\n"
    "    tir.compute \"sum\" ($i, reduce %c) in [$n, $c] {\n"
    "      %x = tir.load %S[$i, %c] : !tir.buffer<[$m, $b], f32>\n"
    "      tir.reduce $add(%x) into (%P[$i]) : !tir.buffer<[$m], f32>\n"
    "    }\n"
    "    tir.compute \"total\" ($i) in [$n] {\n"
    "      %z = tir.load %Z[$i] : !tir.buffer<[$m], f32>\n"
    "      %f = tir.load %F[$i] : !tir.buffer<[$m], f32>\n"
    "      %p = tir.load %P[$i] : !tir.buffer<[$m], f32>\n"
    "      %s = arith.mulf %z, %f : f32\n"
    "      %t = arith.addf %s, %p : f32\n"
    "      tir.store %t, %Z[$i] : !tir.buffer<[$m], f32>\n"
    "    }\n"
    "    tir.compute \"values\" ($i, %c, reduce %k) in [$n, $v, $c] {\n"
    "    }\n"
    "    tir.compute \"add\" ($i, %c) in [$n, $v] {\n"
    "      %o = tir.load %O[$i, %c] : !tir.buffer<[$m, $v], f32>\n"
    "      %f = tir.load %F[$i] : !tir.buffer<[$m], f32>\n"
    "      %t = tir.load %T[$i, %c] : !tir.buffer<[$m, $v], f32>\n"
    "      %s = arith.mulf %o, %f : f32\n"
    "      %n = arith.addf %s, %t : f32\n"
    "      tir.store %n, %O[$i, %c] : !tir.buffer<[$m, $v], f32>\n"
    "    }\n"
    "    }\n";

/// What else becomes of the sum.
const char onlineSum[] = "    tir.compute \"whole\" ($i) in [$n] {\n"
                         "    }\n";

/// The division is behind the sum; its result is stored where it belongs.
const char onlineEnd[] =
    "    tir.compute \"divide\" ($i, %c) in [$n, $v] {\n"
    "      %o = tir.load %O[$i, %c] : !tir.buffer<[$m, $v], f32>\n"
    "      %z = tir.load %Z[$i] : !tir.buffer<[$m], f32>\n"
    "      %y = arith.divf %o, %z : f32\n"
    "      tir.store %y, %O[$i, %c] : !tir.buffer<[$m, $v], f32>\n"
    "    }\n"
    "  }\n"
    "$closed"
    "  tir.return\n}\n";
