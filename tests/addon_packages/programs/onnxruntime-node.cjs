const o = require("onnxruntime-node");
console.log(
  typeof o.InferenceSession.create,
  o.listSupportedBackends().map((b) => b.name),
);
o.InferenceSession.create(Buffer.from("bad")).catch((e) => console.log(e.message.slice(0, 60)));
