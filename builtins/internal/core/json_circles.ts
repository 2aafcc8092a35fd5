// What V8 says of a value that `JSON.stringify` refuses because it contains itself: the way from the object to itself.
import { pinned, safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import { isProxy } from "internal:core/util/types";

/** The names that a list as the second argument leaves; null: all. */
type Names = readonly string[] | null;
type Key = string | number;

/** The message of the engine, and the beginning of V8's. */
const ENGINES = "JSON.stringify cannot serialize cyclic structures.";
const BEGINNING = "Converting circular structure to JSON";

/** Gives an error of `JSON.stringify` V8's message, where it is about a circle. */
export function describeCircle(error: unknown, value: unknown, replacer: unknown): void {
  // Anything else was thrown by the program.
  if (!(error instanceof TypeError) || (error.message !== BEGINNING && error.message !== ENGINES)) return;
  if (typeof replacer === "function" || typeof value !== "object" || value === null) return;
  const names: Names = safe.isArray(replacer) ? lists.map(replacer as unknown[], (name) => `${name as string}`) : null;
  try {
    const way = new Search(names).circleIn(value);
    if (way !== null) error.message = messageOf(way);
  } catch (failure) {
    // The value is nested too deeply for the description.
    if (!(failure instanceof RangeError)) throw failure;
  }
}

/** An object of the way, and the key by which the one before has it. */
interface Step {
  holder: object;
  key: Key;
}

/** The objects of a circle; the last key leads back to the first one. */
interface Circle {
  steps: Step[];
  last: Key;
}

/** Reads data alone: no function of the program runs a second time. */
class Search {
  readonly #names: Names;
  readonly #steps: Step[] = [];
  /** Objects without circles. */
  readonly #done = pinned(new Set<object>());

  constructor(names: Names) {
    this.#names = names;
  }

  /** The first circle in an object; null when it is not found without the program's functions. */
  circleIn(holder: object, key: Key = ""): Circle | null {
    for (let index = 0; index < this.#steps.length; index++)
      if (this.#steps[index]!.holder === holder) return { steps: lists.slice(this.#steps, index), last: key };
    if (this.#done.has(holder)) return null;
    lists.push(this.#steps, { holder, key });
    for (const name of this.#keysOf(holder)) {
      const value = safe.getOwnPropertyDescriptor(holder, name)?.value as unknown;
      const found = typeof value === "object" && value !== null ? this.circleIn(value, name) : null;
      if (found !== null) return found;
    }
    lists.pop(this.#steps);
    this.#done.add(holder);
    return null;
  }

  #keysOf(holder: object): readonly Key[] {
    // What these contain is known only to functions.
    if (isProxy(holder) || hasOwnJson(holder)) return [];
    if (!safe.isArray(holder)) return this.#names ?? safe.keys(holder);
    return lists.map(safe.keys(holder), (name) => +name);
  }
}

/** Whether an object says itself what it is in JSON. */
function hasOwnJson(holder: object): boolean {
  for (let at: object | null = holder; at !== null; at = safe.getPrototypeOf(at) as object | null) {
    if (isProxy(at)) return true;
    const member = safe.getOwnPropertyDescriptor(at, "toJSON");
    if (member !== undefined) return member.get !== undefined || typeof member.value === "function";
  }
  return false;
}

/** The longest way whose objects are all named, without the first one; of a longer one, the first two and the last. */
const NAMED_MAX = 3;
const FIRST_COUNT = 2;

/** https://source.chromium.org/chromium/chromium/src/+/main:v8/src/json/json-stringifier.cc */
function messageOf({ steps, last }: Circle): string {
  const inner = lists.slice(steps, 1);
  const isLong = inner.length > NAMED_MAX;
  let lines = `${BEGINNING}\n    --> starting at object with constructor '${classOf(steps[0]!.holder)}'`;
  for (let index = 0; index < inner.length; index++) {
    if (isLong && index === FIRST_COUNT) lines += "\n    |     ...";
    if (isLong && index >= FIRST_COUNT && index < inner.length - 1) continue;
    const { key, holder } = inner[index]!;
    lines += `\n    |     ${named(key)} -> object with constructor '${classOf(holder)}'`;
  }
  return `${lines}\n    --- ${named(last)} closes the circle`;
}

function named(key: Key): string {
  if (typeof key === "number") return `index ${key}`;
  return key === "" ? "<anonymous>" : `property '${key}'`;
}

/** The name of the class that made an object, by its prototypes. */
function classOf(holder: object): string {
  for (
    let at = safe.getPrototypeOf(holder) as object | null;
    at !== null;
    at = safe.getPrototypeOf(at) as object | null
  ) {
    const made = safe.getOwnPropertyDescriptor(at, "constructor")?.value as unknown;
    const name = typeof made === "function" ? (safe.getOwnPropertyDescriptor(made, "name")?.value as unknown) : "";
    if (typeof name === "string" && name !== "") return name;
  }
  return "Object";
}
