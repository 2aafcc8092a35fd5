// CryptoKey (https://w3c.github.io/webcrypto/#cryptokey-interface).
import { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS } from "internal:core/errors";
import { type Description, kClone } from "internal:web/clone/protocol";
import { type InspectOptions, exposeInterface } from "internal:web/web_interface";
import defer * as inspecting from "internal:core/util/inspect";
import { KeyData, type KeyKind } from "internal:web/crypto/key_data";
import { registerKeyClass } from "internal:web/crypto/key_object_slots";

const kInspect = Symbol.for("nodejs.util.inspect.custom");
const kCreate = Symbol("create");

/** A KeyAlgorithm; the other members depend on the algorithm. */
export type KeyAlgorithm = { name: string } & Record<string, any>;

/** The internal slots of a CryptoKey. Programs see copies of `algorithm` and `usages`. */
export interface Slots {
  data: KeyData;
  algorithm: KeyAlgorithm;
  extractable: boolean;
  usages: string[];
}

let slotsOf: (value: unknown) => Slots | undefined;

/** A key of SubtleCrypto. */
export class CryptoKey {
  #slots: Slots;
  #algorithm: KeyAlgorithm | undefined = undefined;
  #usages: string[] | undefined = undefined;

  constructor(key: unknown = undefined, slots: Slots | undefined = undefined) {
    if (key !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#slots = slots!;
  }

  static {
    slotsOf = (value) => (typeof value === "object" && value !== null && #slots in value ? value.#slots : undefined);
  }

  get type(): KeyKind {
    return required(this).data.kind;
  }

  get extractable(): boolean {
    return required(this).extractable;
  }

  get algorithm(): KeyAlgorithm {
    const slots = required(this);
    return (this.#algorithm ??= copyOf(slots.algorithm));
  }

  get usages(): string[] {
    const slots = required(this);
    return (this.#usages ??= slots.usages.slice());
  }

  [kClone](): object {
    const { data, algorithm, extractable, usages } = required(this);
    return { kind: "CryptoKey", type: data.kind, bytes: data.bytes, algorithm, extractable, usages };
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    if (depth < 0) return this;
    const { data, algorithm, extractable, usages } = required(this);
    const nested = {
      ...options,
      depth: options.depth === null || options.depth === undefined ? null : options.depth - 1,
    };
    return `CryptoKey ${inspecting.inspect({ type: data.kind, extractable, algorithm: copyOf(algorithm), usages: usages.slice() }, nested)}`;
  }
}
Object.defineProperty(CryptoKey, "length", { value: 0, configurable: true });
exposeInterface(CryptoKey, "CryptoKey", ["type", "extractable", "algorithm", "usages"]);
registerKeyClass("CryptoKey", (value) => slotsOf(value)?.data);

function required(value: unknown): Slots {
  const slots = slotsOf(value);
  if (slots === undefined) throw new ERR_INVALID_THIS("CryptoKey");
  return slots;
}

function copyOf(algorithm: KeyAlgorithm): KeyAlgorithm {
  const copy = { ...algorithm };
  if (copy.hash !== undefined) copy.hash = { ...copy.hash };
  if (copy.publicExponent !== undefined) copy.publicExponent = copy.publicExponent.slice();
  return copy;
}

/** The internal slots of a CryptoKey; undefined for other values. */
export function readSlots(value: unknown): Slots | undefined {
  return slotsOf(value);
}

/** The material of a CryptoKey; undefined for other values. */
export function dataOfCryptoKey(value: unknown): KeyData | undefined {
  return slotsOf(value)?.data;
}

/** Creates a CryptoKey. */
export function makeCryptoKey(slots: Slots): CryptoKey {
  return new CryptoKey(kCreate, slots);
}

/** The key of a description from the structured clone. */
export function reviveCryptoKey({ type, bytes, algorithm, extractable, usages }: Description): object {
  return makeCryptoKey({ data: new KeyData(type, bytes), algorithm, extractable, usages });
}
