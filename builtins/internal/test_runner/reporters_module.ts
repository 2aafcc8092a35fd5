// node:test/reporters. https://nodejs.org/api/test.html#test-reporters
import { load } from "internal:core/bootstrap";

const reporter = (name: string): any => load(`internal:test_runner/reporters/${name}`).default;
const lazily = (name: string): PropertyDescriptor => ({
  get: () => reporter(name),
  enumerable: true,
  configurable: true,
});

const reporters: unknown = {};
Object.defineProperties(reporters, {
  dot: lazily("dot"),
  junit: lazily("junit"),
  spec: {
    value: function spec(...args: unknown[]): object {
      return Reflect.construct(reporter("spec"), args);
    },
    enumerable: true,
    configurable: true,
  },
  tap: lazily("tap"),
  lcov: {
    value: function lcov(...args: unknown[]): object {
      return Reflect.construct(reporter("lcov"), args);
    },
    enumerable: true,
    configurable: true,
  },
});

export default reporters;
