// Values for a difference in which an asymmetric matcher stands on both sides where it matches, so that it is no difference.
import { isAsymmetric } from "internal:test_runner/expect/asymmetric_protocol";
import type { Members } from "internal:test_runner/expect/equality";

type Pair = readonly [expected: unknown, received: unknown];

/** Both values, copied where a matcher replaces a member. */
export function withMatched(expected: unknown, received: unknown): Pair {
  return replaced(expected, received, new Set());
}

function replaced(expected: unknown, received: unknown, around: Set<unknown>): Pair {
  const same: Pair = [expected, received];
  const names = namesOf(expected, received);
  if (names === null || around.has(expected) || around.has(received)) return same;
  around.add(expected).add(received);
  const [first, second] = [new Copy(expected as object), new Copy(received as object)];
  for (const name of names) {
    const pair = [first.get(name), second.get(name)] as const;
    const [one, other] = replacedMember(pair, around);
    if (one !== pair[0]) first.set(name, one);
    if (other !== pair[1]) second.set(name, other);
  }
  around.delete(expected);
  around.delete(received);
  return [first.value, second.value];
}

function replacedMember([one, other]: Pair, around: Set<unknown>): Pair {
  if (isAsymmetric(one)) return one.asymmetricMatch(other) ? [one, one] : [one, other];
  if (isAsymmetric(other)) return other.asymmetricMatch(one) ? [other, other] : [one, other];
  return replaced(one, other, around);
}

/** The names of the members of two values of the same kind; null for values without such members. */
function namesOf(expected: unknown, received: unknown): unknown[] | null {
  if (typeof expected !== "object" || typeof received !== "object" || expected === null || received === null)
    return null;
  if (expected instanceof Map && received instanceof Map)
    return [...expected.keys()].filter((key) => received.has(key));
  const isList = Array.isArray(expected);
  if (isList !== Array.isArray(received) || (!isList && !(isPlain(expected) && isPlain(received)))) return null;
  return Reflect.ownKeys(expected).filter((name) => isMember(expected, name) && isMember(received, name));
}

/** Values of other classes may have state that a copy lacks. */
function isPlain(value: object): boolean {
  return Object.prototype.toString.call(value) === "[object Object]";
}

function isMember(value: object, name: PropertyKey): boolean {
  const member = Object.getOwnPropertyDescriptor(value, name);
  return member !== undefined && "value" in member && (member.enumerable ?? false);
}

/** A list, map or object that is copied when a member of it is replaced. */
class Copy {
  value: object;
  #isCopied = false;

  constructor(value: object) {
    this.value = value;
  }
  get(name: unknown): unknown {
    return this.value instanceof Map ? this.value.get(name) : (this.value as Members)[name as string];
  }
  set(name: unknown, member: unknown): void {
    if (!this.#isCopied) this.value = copyOf(this.value);
    this.#isCopied = true;
    if (this.value instanceof Map) this.value.set(name, member);
    else Object.defineProperty(this.value, name as string, { value: member, enumerable: true, writable: true });
  }
}

function copyOf(value: object): object {
  if (value instanceof Map) return new Map(value);
  if (Array.isArray(value)) return value.slice();
  return Object.create(
    Object.getPrototypeOf(value) as object | null,
    Object.getOwnPropertyDescriptors(value),
  ) as object;
}
