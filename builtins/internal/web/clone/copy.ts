// The structured clone within one realm, as a direct copy without bytes: StructuredSerializeInternal and
// StructuredDeserialize of HTML §2.7 in one walk, since the second half cannot be observed.
import {
  ARRAY,
  BOXED,
  BUFFER,
  DATE,
  DOM_EXCEPTION,
  ERROR,
  type Kind,
  kindOfObject,
  MAP,
  notCloneable,
  PLAIN,
  PLATFORM,
  REGEXP,
  SET,
  SHARED_BUFFER,
  unbox,
  VIEW,
  WASM_MEMORY,
  WASM_MODULE,
} from "internal:web/clone/kinds";
import {
  copyBuffer,
  copySpanningArray,
  hidden,
  makeError,
  makeView,
  readError,
  readView,
  setOwn,
} from "internal:web/clone/parts";
import { type CloneableObject, kClone } from "internal:web/clone/protocol";
import { DOMException, detailsOf } from "web:dom_exception";
import defer * as platform from "internal:web/clone/platform";
import defer * as shared from "internal:web/clone/shared";

/** A deep copy of `value`. Throws a DataCloneError, or what a getter throws. */
export function copy(value: unknown): unknown {
  switch (typeof value) {
    case "object":
      if (value === null) return null;
      return (ArrayBuffer.isView(value) && copySpanningArray(value)) || new Copier().copyObject(value);
    case "function":
    case "symbol":
      throw notCloneable(value);
    default:
      return value;
  }
}

class Copier {
  #clones = new Map<object, object>();

  #copy(value: unknown): unknown {
    switch (typeof value) {
      case "object":
        return value === null ? null : this.copyObject(value);
      case "function":
      case "symbol":
        throw notCloneable(value);
      default:
        return value;
    }
  }

  copyObject(value: object): object {
    const known = this.#clones.get(value);
    if (known !== undefined) return known;
    const kind = kindOfObject(value);
    switch (kind) {
      case PLAIN:
        return this.#copyPlain(value);
      case ARRAY:
        return this.#copyArray(value as unknown[]);
      case MAP:
        return this.#copyMap(value as Map<unknown, unknown>);
      case SET:
        return this.#copySet(value as Set<unknown>);
      case ERROR:
        return this.#copyError(value as Error);
      case VIEW: {
        const whole = this.#clones.has((value as Uint8Array).buffer) ? null : copySpanningArray(value as Uint8Array);
        if (whole !== null) {
          this.#clones.set((value as Uint8Array).buffer, whole.buffer);
          return this.#register(value, whole);
        }
        const { className, buffer, byteOffset, length } = readView(value as Uint8Array);
        return this.#register(value, makeView(className, this.copyObject(buffer) as ArrayBuffer, byteOffset, length));
      }
      default:
        return this.#register(value, copyLeaf(value, kind));
    }
  }

  /** Stores the clone of an object for further references to it. */
  #register<T extends object>(value: object, clone: T): T {
    this.#clones.set(value, clone);
    return clone;
  }

  #copyPlain(value: object): object {
    const clone = this.#register(value, {});
    for (const key of Object.keys(value)) {
      const item = (value as Record<string, unknown>)[key];
      // An earlier getter may have removed the property.
      if (item === undefined && !Object.hasOwn(value, key)) continue;
      setOwn(clone, key, this.#copy(item));
    }
    return clone;
  }

  #copyArray(value: unknown[]): unknown[] {
    const { length } = value;
    const keys = Object.keys(value);
    if (keys.length === length && (length === 0 || keys[length - 1] === String(length - 1))) {
      const clone = this.#register(value, new Array<unknown>(length));
      for (let index = 0; index < length; index++) {
        const item = value[index];
        if (item === undefined && !Object.hasOwn(value, index)) continue;
        clone[index] = this.#copy(item);
      }
      return clone;
    }
    const clone: unknown[] = this.#register(value, []);
    clone.length = length;
    for (const key of keys) {
      if (Object.hasOwn(value, key)) setOwn(clone, key, this.#copy(value[key as unknown as number]));
    }
    return clone;
  }

  // Code of the program, such as getters, may change the map while its members are cloned: the list is read first.
  #copyMap(value: Map<unknown, unknown>): Map<unknown, unknown> {
    const clone = this.#register(value, new Map<unknown, unknown>());
    const entries: unknown[] = [];
    Map.prototype.forEach.call(value, (item, key) => entries.push(key, item));
    for (let index = 0; index < entries.length; index += 2)
      clone.set(this.#copy(entries[index]), this.#copy(entries[index + 1]));
    return clone;
  }

  #copySet(value: Set<unknown>): Set<unknown> {
    const clone = this.#register(value, new Set<unknown>());
    const items: unknown[] = [];
    Set.prototype.forEach.call(value, (item) => items.push(item));
    for (const item of items) clone.add(this.#copy(item));
    return clone;
  }

  #copyError(value: Error): Error {
    const { name, message, stack, hasCause, cause } = readError(value);
    const clone = this.#register(value, makeError(name, message, stack));
    if (hasCause) hidden(clone, "cause", this.#copy(cause));
    return clone;
  }
}

function copyLeaf(value: object, kind: Kind): object {
  switch (kind) {
    case DATE:
      return new Date(Date.prototype.getTime.call(value));
    case REGEXP:
      return new RegExp((value as RegExp).source, (value as RegExp).flags);
    case BUFFER:
      return copyBuffer(value as ArrayBuffer);
    // Their content is shared; a second object over it would differ from the first only in its identity.
    case SHARED_BUFFER:
    case WASM_MODULE:
      return value;
    case WASM_MEMORY:
      return shared.copyWasmMemory(value);
    case BOXED:
      return Object(unbox(value));
    case DOM_EXCEPTION: {
      const { name, message } = detailsOf(value)!;
      const clone = new DOMException(message, name);
      hidden(clone, "stack", (value as Error).stack);
      return clone;
    }
    case PLATFORM:
      return platform.revive((value as CloneableObject)[kClone]());
    default:
      throw notCloneable(value);
  }
}
