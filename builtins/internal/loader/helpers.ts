// Functions that lowered syntax calls (`$m.helpers`, or the wrapper's parameter in CommonJS). Names are the transformer's.
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:errors";

/** The functions, by name. */
export const helpers: any = new Proxy(
  {},
  {
    get(_target, name) {
      throw new ERR_METHOD_NOT_IMPLEMENTED(`the syntax helper ${String(name)}`);
    },
  },
);
