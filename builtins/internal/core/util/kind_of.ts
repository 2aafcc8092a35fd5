// The kind of an object that JavaScript cannot determine (`native:engine`). Module namespaces, which are proxies of the loader,
// have their own kind.
import { isNamespace } from "internal:core/namespace_registry";
import { kindOf as engineKindOf } from "native:engine";

const PROXY = 2;
const NAMESPACE = 6;

/** As `kindOf` of `native:engine`; 6 for a module namespace object. */
export function kindOf(value: object): number {
  const kind = engineKindOf(value);
  return kind === PROXY && isNamespace(value) ? NAMESPACE : kind;
}
