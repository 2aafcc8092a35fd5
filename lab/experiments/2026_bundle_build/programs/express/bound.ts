// A decorator: the method has its object as `this` even when it is passed on as a handler.
export function bound(_target: object, key: string, descriptor: PropertyDescriptor): PropertyDescriptor {
  const method = descriptor.value as (...values: unknown[]) => unknown;
  return {
    configurable: true,
    get(): unknown {
      const value = method.bind(this);
      Object.defineProperty(this, key, { value, configurable: true, writable: true });
      return value;
    },
  };
}
