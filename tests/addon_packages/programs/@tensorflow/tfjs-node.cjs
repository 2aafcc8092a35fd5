const tf = require("@tensorflow/tfjs-node");
console.log(tf.tensor([1, 2]).add(1).arraySync());
