// Members of the http modules that do not exist yet.
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";

/** A function called `name` after its last dot that throws ERR_METHOD_NOT_IMPLEMENTED when it is called, with or without `new`. */
export function missing(name: string): any {
  const member = function (): never {
    throw new ERR_METHOD_NOT_IMPLEMENTED(name);
  };
  Object.defineProperty(member, "name", { value: name.slice(name.lastIndexOf(".") + 1) });
  return member;
}
