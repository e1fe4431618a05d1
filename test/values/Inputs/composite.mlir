// What relax-decompose takes apart, one after the other.
relax.func @main(%x: !relax.tensor<[n, c, w], f32>, %s: !relax.tensor<[c], f32>, %b: !relax.tensor<[c], f32>, %v: !relax.tensor<[w], f32>)
    -> (!relax.tensor<[n, c, w], f32>, !relax.tensor<[n, 1, 1], f32>, !relax.tensor<[n, 1, 1], f32>, !relax.tensor<[c], f32>, !relax.tensor<[c], f32>)
    where (1 <= c, 1 <= w, 1 <= n) {
  %0 = relax.layer_norm %x, %v, %v from 2 epsilon 1.0e-5 : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[w], f32>, !relax.tensor<[w], f32>) -> !relax.tensor<[n, c, w], f32>
  %1 = relax.rms_norm %0, %v from 2 epsilon 1.0e-5 : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[w], f32>) -> !relax.tensor<[n, c, w], f32>
  %2 = relax.instance_norm %1, %s, %b epsilon 1.0e-2 : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[c], f32>, !relax.tensor<[c], f32>) -> !relax.tensor<[n, c, w], f32>
  %3 = relax.add %x, %2 : !relax.tensor<[n, c, w], f32>
  %y, %rm, %rv = relax.batch_norm_training %3, %s, %b, %s, %b epsilon 1.0e-5 momentum 0.9 : (!relax.tensor<[n, c, w], f32>, !relax.tensor<[c], f32>, !relax.tensor<[c], f32>, !relax.tensor<[c], f32>, !relax.tensor<[c], f32>) -> (!relax.tensor<[n, c, w], f32>, !relax.tensor<[c], f32>, !relax.tensor<[c], f32>)
  %mean, %inverse = relax.layer_norm_statistics %x from 1 epsilon 1.0e-5 : (!relax.tensor<[n, c, w], f32>) -> (!relax.tensor<[n, 1, 1], f32>, !relax.tensor<[n, 1, 1], f32>)
  %4 = relax.lrn %y size 3 alpha 1.0e-1 beta 0.75 bias 1.0 : !relax.tensor<[n, c, w], f32>
  %5 = relax.mean_variance_norm %4 over [0, 2] : !relax.tensor<[n, c, w], f32>
  %6 = relax.log_softmax %5 over [1] : !relax.tensor<[n, c, w], f32>
  %7 = relax.lp_norm %6 over 2 p 2 : !relax.tensor<[n, c, w], f32>
  %8 = relax.hardmax %x over 1 : !relax.tensor<[n, c, w], f32>
  %9 = relax.add %7, %8 : !relax.tensor<[n, c, w], f32>
  relax.return %9, %mean, %inverse, %rm, %rv : !relax.tensor<[n, c, w], f32>, !relax.tensor<[n, 1, 1], f32>, !relax.tensor<[n, 1, 1], f32>, !relax.tensor<[c], f32>, !relax.tensor<[c], f32>
}
