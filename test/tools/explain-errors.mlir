// RUN: not relax-opt %s --relax-explain='n <= 4' 2>&1 | FileCheck %s --check-prefix=WHICH
// WHICH: error: '--relax-explain=n <= 4': the module has 2 functions: put '@name:' before the question
// RUN: not relax-opt %s --relax-explain='@g: n <= 4' 2>&1 | FileCheck %s --check-prefix=FUNCTION
// FUNCTION: error: '--relax-explain=@g: n <= 4': there is no function '@g'
// RUN: not relax-opt %s --relax-explain='@f: q <= 4' 2>&1 | FileCheck %s --check-prefix=SYMBOL
// SYMBOL: error: '--relax-explain=@f: q <= 4': symbol 'q' does not occur in '@f'
// RUN: not relax-opt %s --relax-explain='@f: 1 <= n <= 4' 2>&1 | FileCheck %s --check-prefix=CHAIN
// CHAIN: error: '--relax-explain=@f: 1 <= n <= 4': expected one comparison, got a chain
// RUN: not relax-opt %s --relax-explain='@f: n' 2>&1 | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: error: '--relax-explain=@f: n': expected '==', '<=', '<', '>=', '>' or 'in'
// RUN: not relax-opt %s --relax-explain='@f: n <= 4 != 5' 2>&1 | FileCheck %s --check-prefix=SIDES
// SIDES: error: '--relax-explain=@f: n <= 4 != 5': expected one '!=' between expressions
// RUN: not relax-opt %s --relax-explain='@f: n <= 4 4' 2>&1 | FileCheck %s --check-prefix=END
// END: error: '--relax-explain=@f: n <= 4 4': expected the end of the question
// RUN: not relax-opt %s --relax-explain='@f: likely n == 4' 2>&1 | FileCheck %s --check-prefix=HINT
// HINT: error: '--relax-explain=@f: likely n == 4': 'likely' is a hint, not a question
// RUN: not relax-opt %s --relax-explain='@f: ? != 4' 2>&1 | FileCheck %s --check-prefix=WHAT
// WHAT: error: '--relax-explain=@f: ? != 4': '?' says nothing in a question
// RUN: echo 'module {}' | not relax-opt --relax-explain='1 <= 2' 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: '--relax-explain=1 <= 2': the module has no function

relax.func @f(%x: !relax.tensor<[n], f32>) {
  relax.return
}

relax.func @h(%x: !relax.tensor<[n], f32>) {
  relax.return
}
