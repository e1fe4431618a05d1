// What --relax-explain prints in place of the module: the answer, then facts with their places and rules by name.

// A fact that the function states is enough, with one step of arithmetic.
// RUN: relax-opt %s --relax-explain='@f: 4 * n <= 2 * s' | FileCheck %s --check-prefix=YES --match-full-lines
// YES: yes
// YES-NEXT: fact: 2 * n <= s ({{.*}}explain.mlir:[[#]]:83)
// YES-NEXT: rule 'known inequality': 2 * n <= s
// YES-NOT: {{.}}

// The other facts of the function are not needed, and not shown.
// RUN: relax-opt %s --relax-explain='@f: m mod 4 == 0' | FileCheck %s --check-prefix=DIVIDES
// DIVIDES: yes
// DIVIDES-NEXT: fact: m mod 8 == 0
// DIVIDES-NEXT: rule 'division with remainder': 8 * $[[#]] == m
// DIVIDES-NEXT: rule 'substitution': m == 8 * $[[#]]
// DIVIDES-NEXT: rule 'equal normal forms'
// DIVIDES-NOT: {{.}}

// RUN: relax-opt %s --relax-explain='@f: n == m' | FileCheck %s --check-prefix=NO
// NO: no
// NO-NEXT: fails at n = [[#]], m = [[#]], s = [[#]]
// NO-NEXT: what must hold: n == m

// RUN: relax-opt %s --relax-explain='@f: n != s + 1' | FileCheck %s --check-prefix=DIFFERENT
// DIFFERENT: yes
// DIFFERENT-NEXT: fact: 2 * n <= s
// DIFFERENT-NEXT: rule 'supposed, to be refuted': n == s + 1
// DIFFERENT: rule 'contradiction'

// A symbol that an operation binds brings that operation's facts.
// RUN: relax-opt %s --relax-explain='@bound: k <= 2 * n' | FileCheck %s --check-prefix=BOUND
// BOUND: yes
// BOUND-NEXT: fact: k <= n ({{.*}}explain.mlir:[[#]]:{{[0-9]+}})
// BOUND-NEXT: rule

// RUN: relax-opt %s --relax-explain='@bound: n floordiv k <= n' | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: unknown
// UNKNOWN-NEXT: what must hold: n floordiv k <= n

// What a check finds to be equal is a fact behind it.
// RUN: relax-opt %s --relax-explain='@bound: k == n' | FileCheck %s --check-prefix=CHECKED
// CHECKED: yes
// CHECKED-NEXT: fact: n == k ({{.*}}explain.mlir:[[#]]:8)

// So is what an operator that chooses implies, without a clause.
// RUN: relax-opt %s --relax-explain='@chosen: k <= n' | FileCheck %s --check-prefix=CHOSEN
// CHOSEN: yes
// CHOSEN-NEXT: fact: k <= n ({{.*}}explain.mlir:[[#]]:8)

// And what any other operator implies.
// RUN: relax-opt %s --relax-explain='@implied: rows mod 4 == 0' | FileCheck %s --check-prefix=IMPLIED
// IMPLIED: yes
// IMPLIED-NEXT: fact: rows mod 4 == 0 ({{.*}}explain.mlir:[[#]]:{{[0-9]+}})

// Each fact has the place where it stands, also in a clause of several lines, and names that look like its first word are none.
// RUN: relax-opt %s --relax-explain='@where: n * k <= 3 * m' | FileCheck %s --check-prefix=PLACE
// PLACE: yes
// PLACE-NEXT: fact: 2 * k <= m ({{.*}}explain.mlir:[[#LINE:]]:5)
// PLACE-NEXT: fact: n <= 6 ({{.*}}explain.mlir:[[#LINE-2]]:5)
// Of a text that says where it comes from it is that.
// RUN: relax-opt %s --mlir-print-debuginfo | relax-opt - --relax-explain='@where: n * k <= 3 * m' | FileCheck %s --check-prefix=PLACE
// The generic form says it of the operation.
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt - --relax-explain='@where: n <= 7' | FileCheck %s --check-prefix=GENERIC
// GENERIC: fact: n <= 6 (<stdin>:[[#]]:3)

// An empty extent is an extent.
// RUN: relax-opt %s --relax-explain='@bound: n >= 1' | FileCheck %s --check-prefix=EMPTY
// EMPTY: no
// EMPTY-NEXT: fails at n = 0, k = 0

// Passes run first; the answer may go to a file.
// RUN: relax-opt %s --relax-bind-symbols='symbols=n=3' --relax-explain='@f: s >= 6' -o %t && FileCheck %s --input-file=%t --check-prefix=AFTER
// AFTER: yes

// RUN: echo 'relax.func @only(%%x: !relax.tensor<[n], f32>) where (n in {2, 4}) { relax.return }' | relax-opt --relax-explain='n * n <= 16' | FileCheck %s --check-prefix=ONLY
// ONLY: yes
// ONLY-NEXT: fact: n in {2, 4} (<stdin>:1:54)

relax.func @f(%x: !relax.tensor<[n, m], f32>, %y: !relax.tensor<[s], f32>) where (2 * n <= s, m mod 8 == 0, likely n == 4) {
  relax.return
}

relax.func @bound(%x: !relax.tensor<[n], i64>) {
  %v = relax.match_cast %x : !relax.tensor<[n], i64> to !relax.tensor<[k], i64> binds (k) where (k <= n)
  relax.return
}

relax.func @chosen(%x: !relax.tensor<[n], i64>) {
  %v = relax.unique %x : (!relax.tensor<[n], i64>) -> !relax.tensor<[k], i64> binds (k)
  relax.return
}

relax.func @implied(%x: !relax.tensor<[rows], f32>) {
  %a, %b, %c, %d = relax.split %x axis 0 : (!relax.tensor<[rows], f32>) -> (!relax.tensor<[rows floordiv 4], f32>, !relax.tensor<[rows floordiv 4], f32>, !relax.tensor<[rows floordiv 4], f32>, !relax.tensor<[rows floordiv 4], f32>)
  relax.return
}

relax.func @where(%where: !relax.tensor<[n], f32> {relax.name = "where (\""}, %y: !relax.tensor<[m], f32>, %z: !relax.tensor<[?], f32>) -> !relax.tensor<[n], f32> where (likely n == 4, // where (n <= 1)
    n <= 6) {
  %c = relax.match_cast %z : !relax.tensor<[?], f32> to !relax.tensor<[k], f32> binds (k) where (1 <= k,
    2 * k <= m) given (%y : !relax.tensor<[m], f32>)
  relax.return %where : !relax.tensor<[n], f32>
}
