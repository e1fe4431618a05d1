// RUN: not relax-opt %s "--relax-partition=pays='n >= 1'" 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not relax-opt %s "--relax-partition=fits='nodes == 1'" 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not relax-opt %s "--relax-partition=fits='nodes <'" 2>&1 | FileCheck %s --check-prefix=TEXT
// NAME: error: 'builtin.module' op pass 'relax-partition': 'pays': expected 'nodes', 'work', 'moved' or 'weights', got 'n'
// KIND: error: 'builtin.module' op pass 'relax-partition': 'fits': expected comparisons with '<=', '<', '>=' or '>'
// TEXT: error: 'builtin.module' op pass 'relax-partition': 'fits': expected a symbol, an integer or '('
relax.func @f(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  relax.return %x : !relax.tensor<[n], f32>
}
