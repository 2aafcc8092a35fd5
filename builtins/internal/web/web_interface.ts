// What every class of fetch needs of Web IDL (https://webidl.spec.whatwg.org/#js-interfaces) at its definition: the shape of its
// prototype, and the errors of invalid calls with the messages of Node's fetch.

/** The options that `inspect` passes to a method `[nodejs.util.inspect.custom]`. */
export interface InspectOptions {
  depth?: number | null;
  stylize(text: string, style: string): string;
  [option: string]: unknown;
}

/** Throws a TypeError unless at least `required` arguments were passed. */
export function requireArguments(given: number, required: number, prefix: string): void {
  if (given >= required) return;
  const found = given === 0 ? "0" : `only ${given}`;
  throw new TypeError(`${prefix}: ${required} argument${required === 1 ? "" : "s"} required, but ${found} found.`);
}

/** The error of a method called on an object of another class: a TypeError with code ERR_INVALID_THIS. */
export function illegalInvocation(): TypeError {
  return Object.assign(new TypeError("Illegal invocation"), { code: "ERR_INVALID_THIS" });
}

/** The error of a getter called on an object of another class, with V8's message: Node's class reads its private `member`. */
export function foreignThis(member: string): TypeError {
  return new TypeError(`Cannot read private member ${member} from an object whose class did not declare it`);
}

/** Makes members of a prototype enumerable and sets its class string. */
export function exposeInterface(
  constructor: Function,
  name: string,
  members: readonly string[],
  statics: readonly string[] = [],
): void {
  const { prototype } = constructor;
  for (const member of members) Object.defineProperty(prototype, member, { enumerable: true });
  for (const member of statics) Object.defineProperty(constructor, member, { enumerable: true });
  Object.defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
}
