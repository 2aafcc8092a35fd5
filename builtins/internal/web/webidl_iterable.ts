// `iterable<K, V>` of Web IDL: keys, values, entries, forEach and the iterator object, which reads the current pairs at each
// step (https://webidl.spec.whatwg.org/#js-iterable).
import { illegalInvocation, requireArguments } from "internal:web/web_interface";

const IteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));

type Kind = "key" | "value" | "key+value";
/** The pairs of `self` as a flat list `[key, value, key, value, …]`. Throws for objects of another class. */
export type PairsOf = (self: unknown) => readonly unknown[];

/** Adds the members of a pair iterator to `constructor.prototype`. */
export function defineIterable(constructor: Function, name: string, pairsOf: PairsOf): void {
  const { prototype } = constructor;
  const iteratorPrototype = makeIteratorPrototype(name);
  const create = (self: unknown, kind: Kind): object => {
    pairsOf(self);
    const iterator = Object.create(iteratorPrototype);
    states.set(iterator, { name, self, pairsOf, kind, index: 0 });
    return iterator;
  };
  const members = {
    keys(this: unknown) {
      return create(this, "key");
    },
    values(this: unknown) {
      return create(this, "value");
    },
    entries(this: unknown) {
      return create(this, "key+value");
    },
    forEach(this: unknown, callback: unknown, thisArgument: unknown = undefined) {
      pairsOf(this);
      requireArguments(arguments.length, 1, `${name}.forEach`);
      if (typeof callback !== "function") {
        throw new TypeError(`Failed to execute 'forEach' on '${name}': parameter 1 is not of type 'Function'.`);
      }
      for (let index = 0, pairs = pairsOf(this); index < pairs.length; index += 2, pairs = pairsOf(this)) {
        callback.call(thisArgument, pairs[index + 1], pairs[index], this);
      }
    },
  };
  for (const key of ["keys", "values", "entries", "forEach"] as const) {
    Object.defineProperty(prototype, key, {
      value: members[key],
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  Object.defineProperty(prototype.forEach, "length", { value: 1, configurable: true });
  Object.defineProperty(prototype, Symbol.iterator, { value: members.entries, writable: true, configurable: true });
}

interface IteratorState {
  name: string;
  self: unknown;
  pairsOf: PairsOf;
  kind: Kind;
  index: number;
}
const states = new WeakMap<object, IteratorState>();

function makeIteratorPrototype(name: string): object {
  const { next } = {
    next(this: object): IteratorResult<unknown> {
      const state = states.get(this);
      if (state === undefined || state.name !== name) {
        throw new TypeError(`'next' called on an object that does not implement interface ${name} Iterator.`);
      }
      const pairs = state.pairsOf(state.self);
      const { index } = state;
      if (index >= pairs.length) return { value: undefined, done: true };
      state.index = index + 2;
      if (state.kind === "key") return { value: pairs[index], done: false };
      if (state.kind === "value") return { value: pairs[index + 1], done: false };
      return { value: [pairs[index], pairs[index + 1]], done: false };
    },
  };
  return Object.create(IteratorPrototype, {
    next: { value: next, writable: true, enumerable: true, configurable: true },
    [Symbol.toStringTag]: { value: `${name} Iterator`, configurable: true },
  });
}
