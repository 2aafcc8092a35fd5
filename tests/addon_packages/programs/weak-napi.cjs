const weak = require("weak-napi");

let object = { a: true, foo: "bar" };
const reference = weak(object, () => console.log("collected"));
console.log(
  weak.isWeakRef(reference),
  reference.a,
  reference.foo,
  weak.get(reference) === object,
  weak.isDead(reference),
);
console.log(weak.callbacks(reference).length, weak.isNearDeath?.(reference));
reference.added = 1;
console.log(object.added, Object.keys(reference), "a" in reference, delete reference.a, object.a);
