const o = require("onnxruntime-node");
console.log(
  typeof o.InferenceSession.create,
  o.listSupportedBackends().map((b) => b.name),
);

// A model in the format of ONNX: `c = a + b` on vectors of three floats.
const field = (number, value) => {
  if (typeof value === "number") return Buffer.from([number << 3, value]);
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
};
const message = (...fields) => Buffer.concat(fields.map(([number, value]) => field(number, value)));
const tensor = message([1, message([1, 1], [2, message([1, message([1, 3])])])]);
const named = (name) => message([1, name], [2, tensor]);
const node = message([1, "a"], [1, "b"], [2, "c"], [4, "Add"]);
const graph = message([1, node], [2, "sum"], [11, named("a")], [11, named("b")], [12, named("c")]);
const model = message([1, 8], [8, message([1, ""], [2, 13])], [7, graph]);

(async () => {
  const session = await o.InferenceSession.create(model);
  console.log(session.inputNames, session.outputNames);
  const a = new o.Tensor("float32", Float32Array.of(1, 2, 3), [3]);
  const b = new o.Tensor("float32", Float32Array.of(10, 20, 30.5), [3]);
  const { c } = await session.run({ a, b });
  console.log(c.dims, c.type, c.data);
  await session.run({ a }).catch((e) => console.log(e.message));
  await session.release();
  await o.InferenceSession.create(Buffer.from("bad")).catch((e) => console.log(e.message.slice(0, 60)));
})();
