// A decorator that binds a method to its object when it is first read, as `autobind` packages do.
export function bound(_prototype: object, name: string, descriptor: PropertyDescriptor): PropertyDescriptor {
  const method = descriptor.value as Function;
  return {
    configurable: true,
    get(this: object) {
      const value = method.bind(this);
      Object.defineProperty(this, name, { value, configurable: true, writable: true });
      return value;
    },
  };
}
