// The structured clone within one realm, as a direct copy without bytes: StructuredSerializeInternal and
// StructuredDeserialize of HTML §2.7 in one walk, since the second half cannot be observed.
import {
  ARRAY,
  BOXED,
  BUFFER,
  DATE,
  DOM_EXCEPTION,
  ERROR,
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
  WASM_MODULE,
} from "internal:web/clone/kinds";
import { copyBuffer, hidden, makeError, makeView, readError, readView, setOwn } from "internal:web/clone/pieces";
import { kClone } from "internal:web/clone/protocol";
import { DOMException, detailsOf } from "web:dom_exception";
import defer * as platform from "internal:web/clone/platform";

/** A deep copy of `value`. Throws a DataCloneError, or what a getter throws. */
export function copy(value: any): any {
  switch (typeof value) {
    case "object":
      return value === null ? null : new Copier().copyObject(value);
    case "function":
    case "symbol":
      throw notCloneable(value);
    default:
      return value;
  }
}

class Copier {
  #memory = new Map<object, any>();

  #copy(value: any): any {
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

  copyObject(value: any): any {
    const known = this.#memory.get(value);
    if (known !== undefined) return known;
    switch (kindOfObject(value)) {
      case PLAIN:
        return this.#copyPlain(value);
      case ARRAY:
        return this.#copyArray(value);
      case MAP:
        return this.#copyMap(value);
      case SET:
        return this.#copySet(value);
      case ERROR:
        return this.#copyError(value);
      case VIEW: {
        const { className, buffer, byteOffset, length } = readView(value);
        return this.#remember(value, makeView(className, this.copyObject(buffer), byteOffset, length));
      }
      default:
        return this.#remember(value, copyLeaf(value));
    }
  }

  #remember(value: object, clone: any): any {
    this.#memory.set(value, clone);
    return clone;
  }

  #copyPlain(value: any): any {
    const clone = this.#remember(value, {});
    for (const key of Object.keys(value)) {
      const item = value[key];
      // A getter before may have removed the property.
      if (item === undefined && !Object.hasOwn(value, key)) continue;
      setOwn(clone, key, this.#copy(item));
    }
    return clone;
  }

  #copyArray(value: any[]): any[] {
    const { length } = value;
    const keys = Object.keys(value);
    if (keys.length === length && (length === 0 || keys[length - 1] === String(length - 1))) {
      const clone: any[] = this.#remember(value, new Array(length));
      for (let index = 0; index < length; index++) {
        const item = value[index];
        if (item === undefined && !Object.hasOwn(value, index)) continue;
        clone[index] = this.#copy(item);
      }
      return clone;
    }
    const clone: any = this.#remember(value, []);
    clone.length = length;
    for (const key of keys) {
      if (Object.hasOwn(value, key)) setOwn(clone, key, this.#copy(value[key as any]));
    }
    return clone;
  }

  // Getters and the like may change the map while its members are cloned: the list is taken first.
  #copyMap(value: Map<any, any>): Map<any, any> {
    const clone = this.#remember(value, new Map());
    const entries: any[] = [];
    Map.prototype.forEach.call(value, (item, key) => entries.push(key, item));
    for (let index = 0; index < entries.length; index += 2)
      clone.set(this.#copy(entries[index]), this.#copy(entries[index + 1]));
    return clone;
  }

  #copySet(value: Set<any>): Set<any> {
    const clone = this.#remember(value, new Set());
    const items: any[] = [];
    Set.prototype.forEach.call(value, (item) => items.push(item));
    for (const item of items) clone.add(this.#copy(item));
    return clone;
  }

  #copyError(value: any): any {
    const { name, message, stack, hasCause, cause } = readError(value);
    const clone = this.#remember(value, makeError(name, message, stack));
    if (hasCause) hidden(clone, "cause", this.#copy(cause));
    return clone;
  }
}

function copyLeaf(value: any): any {
  switch (kindOfObject(value)) {
    case DATE:
      return new Date(Date.prototype.getTime.call(value));
    case REGEXP:
      return new RegExp(value.source, value.flags);
    case BUFFER:
      return copyBuffer(value);
    // What is behind them is shared; a second object over it could be told from the first only by its identity.
    case SHARED_BUFFER:
    case WASM_MODULE:
      return value;
    case BOXED:
      return Object(unbox(value));
    case DOM_EXCEPTION: {
      const { name, message } = detailsOf(value)!;
      const clone: any = new DOMException(message, name);
      hidden(clone, "stack", value.stack);
      return clone;
    }
    case PLATFORM:
      return platform.revive(value[kClone]());
    default:
      throw notCloneable(value);
  }
}
