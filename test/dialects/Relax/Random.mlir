// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes | FileCheck %s --check-prefix=DEDUCED
// RUN: relax-opt %s --cse | FileCheck %s --check-prefix=SAME

// CHECK-LABEL: relax.func @random(
// DEDUCED-LABEL: relax.func @random(
relax.func @random(%key: !relax.tensor<[], ui64>, %x: !relax.tensor<[n, 4], i8>, %any: !relax.tensor<*, f16>) -> !relax.tensor<[n, ?], f32> {
  // CHECK-NEXT: %{{.*}} = relax.random_uniform %key like %x low -1.000000e+00 high 2.500000e+00 as f32 : (!relax.tensor<[], ui64>, !relax.tensor<[n, 4], i8>) -> (!relax.tensor<[n, ?], f32>, !relax.tensor<[], ui64>)
  // DEDUCED-NEXT: relax.random_uniform {{.*}} -> (!relax.tensor<[n, 4], f32>, !relax.tensor<[], ui64>)
  %y, %next = relax.random_uniform %key like %x low -1.0 high 2.5 as f32 : (!relax.tensor<[], ui64>, !relax.tensor<[n, 4], i8>) -> (!relax.tensor<[n, ?], f32>, !relax.tensor<[], ui64>)
  // CHECK-NEXT: %{{.*}} = relax.random_normal %{{.*}} like %any mean 0.000000e+00 deviation 1.000000e+00 as f64 : (!relax.tensor<[], ui64>, !relax.tensor<*, f16>) -> (!relax.tensor<*, f64>, !relax.tensor<[], ui64>)
  %z, %last = relax.random_normal %next like %any mean 0.0 deviation 1.0 as f64 : (!relax.tensor<[], ui64>, !relax.tensor<*, f16>) -> (!relax.tensor<*, f64>, !relax.tensor<[], ui64>)
  relax.return %y : !relax.tensor<[n, ?], f32>
}

// The same key gives the same numbers; another one, others.
// SAME-LABEL: relax.func @keys(
// SAME-COUNT-2: relax.random_uniform
// SAME-NOT: relax.random_uniform
relax.func @keys(%key: !relax.tensor<[], ui64>, %x: !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>) {
  %a, %k = relax.random_uniform %key like %x low 0.0 high 1.0 as f32 : (!relax.tensor<[], ui64>, !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[], ui64>)
  %b, %l = relax.random_uniform %key like %x low 0.0 high 1.0 as f32 : (!relax.tensor<[], ui64>, !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[], ui64>)
  %c, %m = relax.random_uniform %k like %x low 0.0 high 1.0 as f32 : (!relax.tensor<[], ui64>, !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[], ui64>)
  relax.return %a, %b, %c : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
}

// CHECK-LABEL: relax.func @drawn(
// DEDUCED-LABEL: relax.func @drawn(
relax.func @drawn(%key: !relax.tensor<[], ui64>, %x: !relax.tensor<[n, m], f16>, %any: !relax.tensor<*, f32>, %t: !relax.tensor<[], i1>, %r: !relax.tensor<[], f32>) -> !relax.tensor<[n, ?], i32> {
  // CHECK-NEXT: %{{.*}} = relax.bernoulli %key, %x as i1 : (!relax.tensor<[], ui64>, !relax.tensor<[n, m], f16>) -> (!relax.tensor<[n, m], i1>, !relax.tensor<[], ui64>)
  // DEDUCED-NEXT: relax.bernoulli
  %b, %k = relax.bernoulli %key, %x as i1 : (!relax.tensor<[], ui64>, !relax.tensor<[n, m], f16>) -> (!relax.tensor<[n, m], i1>, !relax.tensor<[], ui64>)
  // CHECK-NEXT: %{{.*}} = relax.dropout %{{.*}}, %any ratio %r training %t : (!relax.tensor<[], ui64>, !relax.tensor<*, f32>, !relax.tensor<[], f32>, !relax.tensor<[], i1>) -> (!relax.tensor<*, f32>, !relax.tensor<*, i1>, !relax.tensor<[], ui64>)
  // DEDUCED-NEXT: relax.dropout
  %d, %mask, %l = relax.dropout %k, %any ratio %r training %t : (!relax.tensor<[], ui64>, !relax.tensor<*, f32>, !relax.tensor<[], f32>, !relax.tensor<[], i1>) -> (!relax.tensor<*, f32>, !relax.tensor<*, i1>, !relax.tensor<[], ui64>)
  // CHECK-NEXT: %{{.*}} = relax.multinomial %{{.*}}, %x samples 3 as i32 : (!relax.tensor<[], ui64>, !relax.tensor<[n, m], f16>) -> (!relax.tensor<[n, ?], i32>, !relax.tensor<[], ui64>)
  // DEDUCED-NEXT: relax.multinomial {{.*}} -> (!relax.tensor<[n, 3], i32>, !relax.tensor<[], ui64>)
  %c, %m = relax.multinomial %l, %x samples 3 as i32 : (!relax.tensor<[], ui64>, !relax.tensor<[n, m], f16>) -> (!relax.tensor<[n, ?], i32>, !relax.tensor<[], ui64>)
  relax.return %c : !relax.tensor<[n, ?], i32>
}
