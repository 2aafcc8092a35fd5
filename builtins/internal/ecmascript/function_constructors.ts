// `Function` and its three relatives (ECMA-262 §20.2.1, §27.3.1, §27.4.1, §27.7.1) for text that says `import()`, for which the
// engine has no loader. The engine's own make every function.
import { services } from "internal:core/bootstrap";
import { nativeNames } from "internal:core/stack/install";

const { apply, construct, defineProperty, getPrototypeOf } = Reflect;
const { includes } = String.prototype;

/** Puts the constructors in the place of the engine's, where the program has not frozen those before. */
export function install(): void {
  const Plain = constructorLike(Function, "function");
  for (const [sample, head] of [
    [async function () {}, "async function"],
    [function* () {}, "function*"],
    [async function* () {}, "async function*"],
  ] as const) {
    Object.setPrototypeOf(constructorLike(getPrototypeOf(sample)!.constructor, head), Plain);
  }
  defineProperty(globalThis, "Function", { value: Plain, writable: true, enumerable: false, configurable: true });
}

/** A constructor in place of `Native`, of functions whose text begins with `head`. */
function constructorLike(Native: any, head: string): any {
  const Constructor: any = function (this: unknown, _text: unknown): unknown {
    const texts: string[] = [];
    let needsLowering = false;
    for (let index = 0; index < arguments.length; index++) {
      // In the order of CreateDynamicFunction (§20.2.1.1.1).
      const text = `${arguments[index]}`;
      needsLowering ||= saysLowered(text);
      texts[index] = text;
    }
    const target = new.target === undefined || new.target === Constructor ? Native : new.target;
    return construct(Native, needsLowering ? services().lowerFunction(head, texts) : texts, target);
  };
  const { name, prototype } = Native;
  Object.defineProperties(Constructor, { name: { value: name }, prototype: { value: prototype, writable: false } });
  defineProperty(prototype, "constructor", { value: Constructor });
  nativeNames.set(Constructor, name);
  return Constructor;
}

/** Words of the syntax that `internal:loader/dynamic_code` lowers; a text that has one gets a closer look there. */
const WORDS = ["import", "await", "using", "eval", "stack"];

function saysLowered(text: string): boolean {
  // Neither by a regular expression nor an iterator: programs may replace what those do.
  for (let index = 0; index < WORDS.length; index++) if (apply(includes, text, [WORDS[index]])) return true;
  return false;
}
