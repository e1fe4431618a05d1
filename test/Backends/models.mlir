// Regions of every kind that graphs have, for the tests beside this.
relax.target @dnn backend "onednn" with {plans = 2 : i64}

relax.func @layers(%x: !relax.tensor<[a, n, 24], f32>, %z: !relax.tensor<[n, 24], f32>) -> (!relax.tensor<[a, n, 17], f32>, !relax.tensor<[n, 40], f32>) {
  %w0 = relax.constant dense<0.03125> : tensor<24x24xf32>
  %b = relax.constant dense<[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, -0.1, -0.2, -0.3, -0.4, -0.5, -0.6, -0.7, -0.8, -0.9, -1.0, -1.1, -1.2]> : tensor<24xf32>
  %v = relax.constant dense<0.0625> : tensor<17x24xf32>
  %u = relax.constant dense<-0.0625> : tensor<24x40xf32>
  %p = relax.matmul %x, %w0 : (!relax.tensor<[a, n, 24], f32>, !relax.tensor<[24, 24], f32>) -> !relax.tensor<[a, n, 24], f32>
  %s = relax.add %b, %p : (!relax.tensor<[24], f32>, !relax.tensor<[a, n, 24], f32>) -> !relax.tensor<[a, n, 24], f32>
  %r = relax.add %x, %s : !relax.tensor<[a, n, 24], f32>
  %l = relax.layer_norm %r, %b, %b from 2 epsilon 1.0e-6
      : (!relax.tensor<[a, n, 24], f32>, !relax.tensor<[24], f32>, !relax.tensor<[24], f32>) -> !relax.tensor<[a, n, 24], f32>
  %t = relax.permute_dims %v axes [1, 0] : (!relax.tensor<[17, 24], f32>) -> !relax.tensor<[24, 17], f32>
  %q = relax.matmul %l, %t : (!relax.tensor<[a, n, 24], f32>, !relax.tensor<[24, 17], f32>) -> !relax.tensor<[a, n, 17], f32>
  %y = relax.gelu %q : !relax.tensor<[a, n, 17], f32>
  %f = relax.matmul %z, %u : (!relax.tensor<[n, 24], f32>, !relax.tensor<[24, 40], f32>) -> !relax.tensor<[n, 40], f32>
  %g = relax.tanh %f : !relax.tensor<[n, 40], f32>
  %h = relax.softmax %g over 0 : !relax.tensor<[n, 40], f32>
  relax.return %y, %h : !relax.tensor<[a, n, 17], f32>, !relax.tensor<[n, 40], f32>
}
relax.func @attention(%q: !relax.tensor<[b, h, n, 16], f32>, %k: !relax.tensor<[b, h, m, 16], f32>, %v: !relax.tensor<[b, h, m, 16], f32>,
    %mask: !relax.tensor<[b, 1, n, m], f32>) -> !relax.tensor<[b, h, n, 16], f32> {
  %t = relax.permute_dims %k axes [0, 1, 3, 2] : (!relax.tensor<[b, h, m, 16], f32>) -> !relax.tensor<[b, h, 16, m], f32>
  %c = relax.constant dense<4.0> : tensor<f32>
  %s = relax.matmul %q, %t : (!relax.tensor<[b, h, n, 16], f32>, !relax.tensor<[b, h, 16, m], f32>) -> !relax.tensor<[b, h, n, m], f32>
  %d = relax.divide %s, %c : (!relax.tensor<[b, h, n, m], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[b, h, n, m], f32>
  %a = relax.add %d, %mask : (!relax.tensor<[b, h, n, m], f32>, !relax.tensor<[b, 1, n, m], f32>) -> !relax.tensor<[b, h, n, m], f32>
  %p = relax.softmax %a over 3 : !relax.tensor<[b, h, n, m], f32>
  %y = relax.matmul %p, %v : (!relax.tensor<[b, h, n, m], f32>, !relax.tensor<[b, h, m, 16], f32>) -> !relax.tensor<[b, h, n, 16], f32>
  relax.return %y : !relax.tensor<[b, h, n, 16], f32>
}
relax.func @convolutions(%x: !relax.tensor<[b, 4, h, w], f32>, %v: !relax.tensor<[6, 2, 3, 3], f32>) -> !relax.tensor<[b, 5, h, w], f32> {
  %c = relax.constant dense<[[[0.5]], [[-0.5]], [[0.25]], [[1.0]], [[-1.0]], [[2.0]]]> : tensor<6x1x1xf32>
  %u = relax.constant dense<0.125> : tensor<5x6x1x1xf32>
  %p = relax.conv %x, %v strides [1, 1] pads [2, 1, 2, 1] dilations [2, 1] groups 2
      : (!relax.tensor<[b, 4, h, w], f32>, !relax.tensor<[6, 2, 3, 3], f32>) -> !relax.tensor<[b, 6, h, w], f32>
  %s = relax.add %p, %c : (!relax.tensor<[b, 6, h, w], f32>, !relax.tensor<[6, 1, 1], f32>) -> !relax.tensor<[b, 6, h, w], f32>
  %r = relax.relu %s : !relax.tensor<[b, 6, h, w], f32>
  %q = relax.conv %r, %u strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] groups 1
      : (!relax.tensor<[b, 6, h, w], f32>, !relax.tensor<[5, 6, 1, 1], f32>) -> !relax.tensor<[b, 5, h, w], f32>
  %y = relax.sigmoid %q : !relax.tensor<[b, 5, h, w], f32>
  relax.return %y : !relax.tensor<[b, 5, h, w], f32>
}
