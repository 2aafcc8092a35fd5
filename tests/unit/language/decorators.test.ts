// TC39's decorators (https://github.com/tc39/proposal-decorators), which Bun and Deno run too.
import { strict as assert } from "node:assert";
import { test } from "../harness.ts";

const names: string[] = [];
function named(_: unknown, { name }: ClassDecoratorContext): void {
  names.push(String(name));
}

test("an anonymous class has the name of the variable or key that it is the value of", () => {
  names.length = 0;
  const variable =
    @named
    class {};
  const parenthesized =
    @named
    class {};
  let assigned: unknown;
  assigned =
    @named
    class {};
  let absent: unknown;
  absent ??=
    @named
    class {};
  const [
    inArray = @named
    class {},
  ] = [];
  const {
    inObject = @named
    class {},
    other: renamed = @named
    class {},
  } = {} as Record<string, unknown>;
  const record = {
    key:
      @named
      class {},
    "a-b":
      @named
      class {},
    7:
      @named
      class {},
    default:
      @named
      class {},
  };
  ((
    parameter = @named
    class {},
  ) => parameter)();
  const variables = ["variable", "parenthesized", "assigned", "absent", "inArray", "inObject", "renamed"];
  assert.deepEqual(names, [...variables, "key", "a-b", "7", "default", "parameter"]);
  assert.deepEqual(
    [variable, parenthesized, assigned, absent, inArray, inObject, renamed].map(
      (one) => (one as { name: string }).name,
    ),
    variables,
  );
  assert.equal(record["a-b"].name, "a-b");
  assert.equal(record.default.name, "default");
});

test("an anonymous class has the name of the field that it is the value of", () => {
  names.length = 0;
  class Fields {
    static first =
      @named
      class {};
    static "second-one" =
      @named
      class {};
    static #third =
      @named
      class {};
    static third = Fields.#third;
  }
  new (class {
    fourth =
      @named
      class {};
  })();
  assert.deepEqual(names, ["first", "second-one", "#third", "fourth"]);
  assert.equal(Fields.third.name, "#third");
});

test("an anonymous class that is an argument has no name", () => {
  names.length = 0;
  ((one: unknown) => one)(
    @named
    class {},
  );
  assert.deepEqual(names, [""]);
});

test("a decorator of an accessor calls the getter and setter that it was given", () => {
  const scaled = <T>(target: ClassAccessorDecoratorTarget<T, number>): ClassAccessorDecoratorResult<T, number> => ({
    get() {
      return target.get.call(this) * 10;
    },
    set(value) {
      target.set.call(this, value + 1);
    },
  });
  class Counter {
    @scaled accessor #secret = 2;
    @scaled @scaled accessor open = 1;
    secret = () => (this.#secret += 1);
    read = () => this.#secret;
  }
  const counter = new Counter();
  assert.equal(counter.open, 100);
  counter.open = 5;
  assert.equal(counter.open, 700);
  counter.secret();
  assert.equal(counter.read(), 220);
});

test("the functions of a private accessor have its name", () => {
  const found: string[] = [];
  const look = ({ get, set }: ClassAccessorDecoratorTarget<Hidden, number>) => void found.push(get.name, set.name);
  class Hidden {
    @look accessor #value = 1;
    value = () => this.#value;
  }
  assert.deepEqual([...found, new Hidden().value()], ["get #value", "set #value", 1]);
});

test("decorators can be before export", async () => {
  const source = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
  const dec = "function dec(c, { name }) { c.seen = name; }\n";
  const forms = {
    "@dec export class A {}": ["A", "A"],
    "@dec\nexport default class B {}": ["default", "B"],
    "@dec export default class {}": ["default", "default"],
    "export @dec class C {}": ["C", "C"],
    "export default @dec class {}": ["default", "default"],
  };
  for (const [code, [exported, name]] of Object.entries(forms)) {
    const found = (await import(source(dec + code))) as Record<string, { seen: string; name: string }>;
    assert.equal(found[exported!]!.seen, name, code);
    assert.equal(found[exported!]!.name, name, code);
  }
});
