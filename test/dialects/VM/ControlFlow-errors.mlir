// RUN: relax-opt %s --split-input-file --verify-diagnostics

vm.func @end(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'vm.branch' op region 1: expected 'vm.yield' at the end}}
  vm.branch () arm "a" {
    vm.yield
  } else {
    %n = vm.dim %x axis 0, "x" : !relax.tensor<[n], f32>
  }
  vm.return
}

// -----

vm.func @count(%x: !relax.tensor<[n], f32>) {
  %y = vm.branch () arm "a" -> !relax.tensor<[n], f32> {
    vm.yield %x : !relax.tensor<[n], f32>
  } else {
    // expected-error@+1 {{'vm.yield' op yields 0 values, expected 1}}
    vm.yield
  }
  vm.return
}

// -----

vm.func @type(%x: !relax.tensor<[n], f32>) {
  %y = vm.branch () arm "a" -> !relax.tensor<[n, 1], f32> {
    // expected-error@+1 {{'vm.yield' op value 0: expected the element type and rank of result 0}}
    vm.yield %x : !relax.tensor<[n], f32>
  } else {
    vm.yield %x : !relax.tensor<[n], f32>
  }
  vm.return
}

// -----

vm.func @branch_arguments(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'vm.branch' op region 0: expected no arguments}}
  "vm.branch"() <{arm = "a", facts = []}> ({
  ^bb0(%a: !relax.tensor<[n], f32>):
    "vm.yield"() : () -> ()
  }, {
    "vm.yield"() : () -> ()
  }) : () -> ()
  vm.return
}

// -----

vm.func @loop_count(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'vm.loop' op has 1 initial values, but 0 results}}
  "vm.loop"(%x) ({
    "vm.condition"() <{arm = "a", facts = []}> : () -> ()
  }, {
    "vm.yield"() : () -> ()
  }) : (!relax.tensor<[n], f32>) -> ()
  vm.return
}

// -----

vm.func @loop_type(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'vm.loop' op initial value 0: expected the element type and rank of result 0}}
  %y = vm.loop(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f16> {
  ^bb0(%a: !relax.tensor<[n], f16>):
    vm.condition () arm "a"
  } do {
  ^bb0(%a: !relax.tensor<[n], f16>):
    vm.yield %a : !relax.tensor<[n], f16>
  }
  vm.return
}

// -----

vm.func @loop_arguments(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'vm.loop' op region 1: expected 1 arguments}}
  %y = vm.loop(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  ^bb0(%a: !relax.tensor<[n], f32>):
    vm.condition () arm "a"
  } do {
    vm.yield %x : !relax.tensor<[n], f32>
  }
  vm.return
}

// -----

vm.func @loop_condition() {
  // expected-error@+1 {{'vm.loop' op expected 'vm.condition' at the end of the first region}}
  vm.loop() : () -> () {
    vm.yield
  } do {
    vm.yield
  }
  vm.return
}

// -----

vm.func @facts(%x: !relax.tensor<[n], f32>) {
  %n = vm.dim %x axis 0, "x" : !relax.tensor<[n], f32>
  // expected-error@+1 {{expected one fact, got 2}}
  vm.check_fact (1 <= %n, %n <= 4) always, "f"
  vm.return
}

// -----

vm.func @element(%x: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'vm.load_extent' op element: expected 0 to 4294967295, got -1}}
  %n = "vm.load_extent"(%x) <{element = -1 : i64, subject = "x"}> : (!relax.tensor<[n], i64>) -> i64
  vm.return
}
