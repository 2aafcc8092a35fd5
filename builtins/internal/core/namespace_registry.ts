// Which proxies are module namespace objects, for those who look at values from the outside.

const namespaces = new WeakSet<object>();

/** Notes a namespace object. */
export function addNamespace(value: object): void {
  namespaces.add(value);
}
/** Whether `value` is a module namespace object. */
export function isNamespace(value: object): boolean {
  return namespaces.has(value);
}
