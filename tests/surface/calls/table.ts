// The format of a table of calls: per object its functions with valid arguments.
import { type Call } from "../outcome.ts";

interface Options {
  /** Only what happens at once counts. */
  isImmediate?: boolean;
  /** Values that are not tried: by name, by `position:name`, or a whole position. */
  skip?: Record<string, string[]>;
}

/** The calls of one object; `make` creates the object anew for each call when it is a function that takes no argument. */
export function* of(
  prefix: string,
  make: () => any,
  table: Record<string, unknown[]>,
  options: Options = {},
): Generator<{ call: Call; skip: string[] }> {
  for (const name of Object.keys(table)) {
    const method = name.replace(/#\d$/, "");
    const invoke = (args: unknown[]): unknown => {
      const holder = make();
      return method === "new" ? Reflect.construct(holder, args) : holder[method](...args);
    };
    yield {
      call: { name: `${prefix}${name}`, invoke, args: table[name]!, isImmediate: options.isImmediate ?? false },
      skip: options.skip !== undefined && Object.hasOwn(options.skip, name) ? options.skip[name]! : [],
    };
  }
}
