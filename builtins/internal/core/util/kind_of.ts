// The kind of an object that JavaScript cannot determine (`native:engine`). Module namespaces, which are proxies of the loader,
// have their own kind.
import { isNamespace } from "internal:core/namespace_registry";
import { ExoticKind, kindOf as engineKindOf } from "native:engine";

/** As `kindOf` of `native:engine`; `MODULE_NAMESPACE` for a module namespace object. */
export function kindOf(value: object): ExoticKind {
  const kind = engineKindOf(value);
  return kind === ExoticKind.PROXY && isNamespace(value) ? ExoticKind.MODULE_NAMESPACE : kind;
}
