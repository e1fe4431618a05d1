// RUN: relax-opt %s --split-input-file --verify-diagnostics

vm.func @construct(%x: !relax.tensor<[], f32>) {
  // expected-error@+1 {{'vm.construct' op expected a value of a data type, got !relax.tensor<[], f32>}}
  %a = vm.construct tag 0 (%x) : (!relax.tensor<[], f32>) -> !relax.tensor<[], f32>
  vm.return
}

// -----

vm.func @tag(%x: !relax.tensor<[], f32>) {
  // expected-error@+1 {{'vm.construct' op tag: expected 0 to 2147483647, got 2147483648}}
  %a = vm.construct tag 2147483648 (%x) : (!relax.tensor<[], f32>) -> !relax.object
  vm.return
}

// -----

vm.func @answer(%x: !relax.object) {
  // expected-error@+1 {{'vm.is_constructor' op expected a result type !relax.tensor<[], i1>}}
  %a = vm.is_constructor %x tag 0 : (!relax.object) -> !relax.tensor<[1], i1>
  vm.return
}

// -----

vm.func @field(%x: !relax.object) {
  // expected-error@+1 {{'vm.get_field' op index: expected 0 to 2147483647, got -1}}
  %a = vm.get_field %x tag 0 at -1 of "C", "f" : (!relax.object) -> !relax.tensor<[1], i1>
  vm.return
}

// -----

vm.func @arms(%x: !relax.object) {
  // expected-error@+1 {{'vm.switch' op arms: expected 1, one for each region, got 2}}
  vm.switch %x cases [0] arms ["a", "b"], "s" : (!relax.object) -> () {
    vm.yield
  }
  vm.return
}

// -----

vm.func @cases(%x: !relax.object) {
  // expected-error@+1 {{'vm.switch' op cases: expected 0 to 0, got 1}}
  vm.switch %x cases [0, 1] arms ["a"], "s" : (!relax.object) -> () {
    vm.yield
  }
  vm.return
}

// -----

vm.func @yields(%x: !relax.object) {
  // expected-error@+2 {{'vm.yield' op yields 1 values, expected 0}}
  vm.switch %x cases [0] arms ["a"], "s" : (!relax.object) -> () {
    vm.yield %x : !relax.object
  }
  vm.return
}

// -----

vm.func @tuple(%x: !relax.object) {
  // expected-error@+1 {{'vm.tuple_get' op expected a tuple}}
  %a = vm.tuple_get %x at 0 : (!relax.object) -> !relax.tensor<[1], i1>
  vm.return
}
