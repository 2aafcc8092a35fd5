// `Function`, `AsyncFunction`, `GeneratorFunction` and `AsyncGeneratorFunction` (ECMA-262 §20.2.1, §27.7.1, §27.3.1, §27.4.1) for source
// with syntax that must be lowered, such as `import()`, for which the engine has no loader. The engine's own make every function.
import { services } from "internal:core/bootstrap";
import { nativeNames } from "internal:core/stack/install";
import { prepareFormats } from "internal:ecmascript/temporal/mentions";

const { apply, construct, defineProperty, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
const { includes } = String.prototype;

/** Replaces the engine's constructors, unless the program has frozen them before. */
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

/** A replacement of the constructor `Native`, whose functions begin with `head`. */
function constructorLike(Native: Function, head: string): Function {
  const Constructor: Function = function (this: unknown, _source: unknown): unknown {
    const sources: string[] = [];
    let needsLowering = false;
    for (let index = 0; index < arguments.length; index++) {
      // In the order of CreateDynamicFunction (§20.2.1.1.1).
      const source = `${arguments[index]}`;
      needsLowering ||= mayNeedLowering(source);
      prepareFormats(source);
      sources[index] = source;
    }
    const target = new.target === undefined || new.target === Constructor ? Native : new.target;
    try {
      return construct(Native, needsLowering ? services().lowerFunction(head, sources) : sources, target);
    } catch (error) {
      hideLine(error);
      throw error;
    }
  };
  const { name, prototype } = Native;
  Object.defineProperties(Constructor, { name: { value: name }, prototype: { value: prototype, writable: false } });
  defineProperty(prototype, "constructor", { value: Constructor });
  nativeNames.set(Constructor, name);
  return Constructor;
}

// The engine gives its syntax errors an enumerable `line`, which `JSON.stringify` would show.
function hideLine(error: unknown): void {
  if (error instanceof SyntaxError && getOwnPropertyDescriptor(error, "line")?.enumerable)
    defineProperty(error, "line", { enumerable: false });
}

/** Words of the syntax that `internal:loader/dynamic_code` lowers; source that contains one is parsed there. */
const WORDS = ["import", "await", "using", "eval", "stack"];

function mayNeedLowering(source: string): boolean {
  // Without a regular expression or an iterator: programs may replace their methods.
  for (let index = 0; index < WORDS.length; index++) if (apply(includes, source, [WORDS[index]])) return true;
  return false;
}
