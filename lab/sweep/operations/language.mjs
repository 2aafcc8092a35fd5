// Objects, collections, functions, errors, promises and generators.
const list = Array.from({ length: 1000 }, (_, index) => index);
const objects = list.map((id) => ({ id, group: id % 7, value: (id * 7919) % 1009 }));
const record = { a: 1, b: "two", c: [3], d: { e: 4 }, f: null };
class Base {
  #secret = 1;
  get secret() {
    return this.#secret;
  }
  static of() {
    return new this();
  }
}
class Derived extends Base {
  value = 2;
  sum() {
    return this.secret + this.value;
  }
}
const proxy = new Proxy(record, { get: (target, key) => target[key] });
const weak = new WeakMap([[record, 1]]);
const thrower = (depth) => {
  if (depth === 0) throw new TypeError("deep");
  thrower(depth - 1);
};
async function identity(value) {
  return value;
}
async function* count(to) {
  for (let index = 0; index < to; index++) yield index;
}

export const operations = {
  "array map filter reduce": () =>
    list
      .map((x) => x * 2)
      .filter((x) => x % 3 === 0)
      .reduce((x, y) => x + y, 0),
  "array sort objects": () => objects.slice().sort((x, y) => x.value - y.value)[0].id,
  "array toSorted, with, findLast": () =>
    list
      .toSorted((x, y) => y - x)
      .with(0, 1)
      .findLast((x) => x > 5),
  "array includes and indexOf": () => list.includes(900) && list.indexOf(900),
  "array flat and flatMap": () => [[1, [2]], [3]].flat(2).flatMap((x) => [x, x]).length,
  "array spread and destructure": () => {
    const [first, ...rest] = [...list.slice(0, 20)];
    return first + rest.length;
  },
  "array splice and shift": () => {
    const copy = list.slice(0, 50);
    copy.splice(10, 5, 1, 2);
    copy.shift();
    copy.unshift(3);
    return copy.length;
  },
  "object groupBy": () => Object.keys(Object.groupBy(objects, ({ group }) => group)).length,
  "object entries fromEntries": () => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, value])).a,
  "object spread": () => ({ ...record, g: 1 }).g,
  "object assign and delete": () => {
    const copy = Object.assign({}, record);
    delete copy.b;
    return copy;
  },
  "object defineProperty": () => Object.defineProperty({}, "x", { value: 1, enumerable: true }).x,
  "class private and inherited": () => Derived.of().sum(),
  "proxy get": () => proxy.a + proxy.d.e,
  "reflect ownKeys": () => Reflect.ownKeys(record).length,
  "set operations": () => new Set(list.slice(0, 100)).intersection(new Set(list.slice(50, 150))).size,
  "map iterate 1000": (() => {
    const map = new Map(list.map((x) => [x, x]));
    return () => {
      let sum = 0;
      for (const [key, value] of map) sum += key + value;
      return sum;
    };
  })(),
  "weakmap get": () => weak.get(record),
  "weakref deref": (() => {
    const reference = new WeakRef(record);
    return () => reference.deref().a;
  })(),
  "symbol description": () => Symbol("x").description,
  "typed array fill sort": () => new Float64Array(256).map((_, x) => (x * 31) % 97).sort()[0],
  "dataview read write": (() => {
    const view = new DataView(new ArrayBuffer(64));
    return () => {
      view.setFloat64(0, 1.5);
      view.setUint32(8, 7, true);
      return view.getFloat64(0) + view.getUint32(8, true);
    };
  })(),
  "throw and catch": () => {
    try {
      thrower(3);
    } catch (error) {
      return error.message;
    }
  },
  "error with cause": () => new Error("x", { cause: record }).cause,
  "error stack": () => new Error("x").stack.length,
  "error captureStackTrace": () => {
    const holder = {};
    Error.captureStackTrace(holder);
    return holder.stack.length;
  },
  "closure calls 1000": () => {
    let sum = 0;
    list.forEach((x) => (sum += x));
    return sum;
  },
  "generator 100": () => {
    let sum = 0;
    for (const x of (function* () {
      for (let i = 0; i < 100; i++) yield i;
    })())
      sum += x;
    return sum;
  },
  "iterator helpers": () =>
    list
      .values()
      .map((x) => x + 1)
      .filter((x) => x & 1)
      .take(100)
      .toArray().length,
  "async call": async () => identity(1),
  "await 100": async () => {
    for (let index = 0; index < 100; index++) await index;
  },
  "async generator 100": async () => {
    let sum = 0;
    for await (const x of count(100)) sum += x;
    return sum;
  },
  "promise all 100": async () => (await Promise.all(list.slice(0, 100).map(identity))).length,
  "promise allSettled 100": async () => (await Promise.allSettled(list.slice(0, 100).map(identity))).length,
  "promise race": async () => Promise.race([identity(1), identity(2)]),
  "promise then chain": async () =>
    identity(1)
      .then((x) => x + 1)
      .then((x) => x + 1)
      .finally(() => {}),
  "promise withResolvers": async () => {
    const { promise, resolve } = Promise.withResolvers();
    resolve(1);
    return promise;
  },
  "array fromAsync": async () => (await Array.fromAsync(count(10))).length,
  "structuredClone record": () => structuredClone(record).a,
  "structuredClone map": () => structuredClone(new Map([[1, { a: new Date(0) }]])).size,
  "structuredClone typed array": () => structuredClone(new Uint8Array(1024)).length,
  "new Function": () => new Function("a", "return a + 1")(1),
  "eval indirect": () => (0, eval)("1 + 1"),
  "queueMicrotask 100": () =>
    new Promise((resolve) => {
      let count = 0;
      const step = () => (++count === 100 ? resolve() : queueMicrotask(step));
      step();
    }),
};
