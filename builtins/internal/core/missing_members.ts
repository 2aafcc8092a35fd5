// Members of modules that are not implemented: each throws an error with its name when it is used.
import { safe } from "internal:core/bootstrap";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";

/** A function that throws. `name` includes the module, such as "zlib.gzip". */
export function missingFunction(name: string): (...args: unknown[]) => never {
  const short = name.slice(name.lastIndexOf(".") + 1);
  return {
    [short](): never {
      throw new ERR_METHOD_NOT_IMPLEMENTED(name);
    },
  }[short]!;
}

/** A class whose constructor throws. */
export function missingClass(name: string): new (...args: unknown[]) => never {
  const made = class {
    constructor() {
      throw new ERR_METHOD_NOT_IMPLEMENTED(name);
    }
  };
  safe.defineProperty(made, "name", { value: name.slice(name.lastIndexOf(".") + 1) });
  return made as never;
}

/** A class if the name begins with a capital letter, else a function. */
export function missingMember(module: string, name: string): unknown {
  return /^[A-Z]/.test(name) ? missingClass(`${module}.${name}`) : missingFunction(`${module}.${name}`);
}

/** An object each of whose members throws. */
export function missingObject(name: string): object {
  return new Proxy(
    {},
    {
      get(_target, key): undefined {
        // Printing and awaiting the object read these.
        if (typeof key === "symbol" || key === "then" || key === "toJSON") return undefined;
        throw new ERR_METHOD_NOT_IMPLEMENTED(`${name}.${key}`);
      },
    },
  );
}
