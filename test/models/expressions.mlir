// An evaluator of arithmetic expressions with variables: data that is a program, and recursion over it. No tensors but scalars.

!expression = !relax.adt<@Expression>
!bindings = !relax.adt<@Bindings>
!number = !relax.tensor<[], f32>
!name = !relax.tensor<[], i64>
!bool = !relax.tensor<[], i1>

// `Let(name, value, body)`; a condition is true above 0.
relax.adt @Expression {
  @Number(!number), @Variable(!name), @Negate(!expression), @Add(!expression, !expression),
  @Multiply(!expression, !expression), @If(!expression, !expression, !expression), @Let(!name, !expression, !expression)
}
relax.adt @Bindings { @None, @Bound(!name, !number, !bindings) }

// The innermost binding of a name; 0 without one.
relax.func private @find(%name: !name, %all: !bindings) -> !number {
  %value = relax.match %all : !bindings -> !number {
    case @None {
      %zero = relax.constant dense<0.0> : tensor<f32>
      relax.yield %zero : !number
    }
    case @Bound(%own: !name, %x: !number, %others: !bindings) {
      %same = relax.equal %own, %name : (!name, !name) -> !bool
      %y = relax.if %same -> !number {
        relax.yield %x : !number
      } else {
        %outer = relax.call @find(%name, %others) : (!name, !bindings) -> !number
        relax.yield %outer : !number
      }
      relax.yield %y : !number
    }
  }
  relax.return %value : !number
}

relax.func private @evaluate(%e: !expression, %all: !bindings) -> !number {
  %value = relax.match %e : !expression -> !number {
    case @Number(%x: !number) {
      relax.yield %x : !number
    }
    case @Variable(%name: !name) {
      %x = relax.call @find(%name, %all) : (!name, !bindings) -> !number
      relax.yield %x : !number
    }
    // Two signs are none.
    case @Negate(@Negate(%inner: !expression)) {
      %x = relax.call @evaluate(%inner, %all) : (!expression, !bindings) -> !number
      relax.yield %x : !number
    }
    case @Negate(%inner: !expression) {
      %x = relax.call @evaluate(%inner, %all) : (!expression, !bindings) -> !number
      %y = relax.negative %x : !number
      relax.yield %y : !number
    }
    case @Add(%left: !expression, %right: !expression) {
      %x = relax.call @evaluate(%left, %all) : (!expression, !bindings) -> !number
      %y = relax.call @evaluate(%right, %all) : (!expression, !bindings) -> !number
      %sum = relax.add %x, %y : !number
      relax.yield %sum : !number
    }
    case @Multiply(%left: !expression, %right: !expression) {
      %x = relax.call @evaluate(%left, %all) : (!expression, !bindings) -> !number
      %y = relax.call @evaluate(%right, %all) : (!expression, !bindings) -> !number
      %product = relax.multiply %x, %y : !number
      relax.yield %product : !number
    }
    case @If(%condition: !expression, %yes: !expression, %no: !expression) {
      %x = relax.call @evaluate(%condition, %all) : (!expression, !bindings) -> !number
      %zero = relax.constant dense<0.0> : tensor<f32>
      %p = relax.greater %x, %zero : (!number, !number) -> !bool
      %y = relax.if %p -> !number {
        %z = relax.call @evaluate(%yes, %all) : (!expression, !bindings) -> !number
        relax.yield %z : !number
      } else {
        %z = relax.call @evaluate(%no, %all) : (!expression, !bindings) -> !number
        relax.yield %z : !number
      }
      relax.yield %y : !number
    }
    case @Let(%name: !name, %given: !expression, %body: !expression) {
      %x = relax.call @evaluate(%given, %all) : (!expression, !bindings) -> !number
      %inner = relax.construct @Bound(%name, %x, %all) : (!name, !number, !bindings) -> !bindings
      %y = relax.call @evaluate(%body, %inner) : (!expression, !bindings) -> !number
      relax.yield %y : !number
    }
  }
  relax.return %value : !number
}

relax.func @main(%e: !expression) -> !number {
  %none = relax.construct @None() : () -> !bindings
  %value = relax.call @evaluate(%e, %none) : (!expression, !bindings) -> !number
  relax.return %value : !number
}
