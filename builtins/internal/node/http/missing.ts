// Members of the http modules that are not implemented.
import { safe } from "internal:core/bootstrap";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";

/** A function, named after the last part of `name`, that throws ERR_METHOD_NOT_IMPLEMENTED when it is called, with or without `new`. */
export function missing(name: string): () => never {
  const member = function (): never {
    throw new ERR_METHOD_NOT_IMPLEMENTED(name);
  };
  safe.defineProperty(member, "name", { value: name.slice(name.lastIndexOf(".") + 1) });
  return member;
}
