// What programs see of the classes of the streams standard: enumerable members, the class string, Node's inspect.
import type { InspectOptions } from "internal:web/web_interface";
import defer * as inspecting from "internal:core/util/inspect";

/** Makes `members` of the prototype enumerable and sets its class string, as Web IDL does. */
export function exposeMembers(constructor: Function, name: string, members: readonly string[]): void {
  const { prototype } = constructor;
  for (const member of members) Object.defineProperty(prototype, member, { enumerable: true });
  Object.defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
}

/** The result of `[nodejs.util.inspect.custom]` in these classes: `Name { … }`. */
export function describeAs(self: object, members: object, depth: number, options: InspectOptions): unknown {
  if (depth < 0) return self;
  const nested = { ...options, depth: options?.depth == null ? null : options.depth - 1 };
  return `${self.constructor.name} ${inspecting.inspect(members, nested)}`;
}
