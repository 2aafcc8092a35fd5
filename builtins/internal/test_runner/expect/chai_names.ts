// The words of Chai as members of assertions, which load what they do with the first use of one: most files use none.
import { Expectation } from "internal:test_runner/expect/expectation";
import defer * as words from "internal:test_runner/expect/chai_words";

const NAMES =
  "to be been is that which and has have with at of same but does still also deep own nested ordered any all itself " +
  "ok true false null undefined NaN exist exists numeric finite callable iterable extensible sealed frozen arguments " +
  "Arguments empty called calledOnce equal equals eq eql eqls above gt greaterThan least gte greaterThanOrEqual below lt " +
  "lessThan most lte lessThanOrEqual within instanceof instanceOf closeTo approximately a an match matches satisfy " +
  "satisfies throw throws Throw respondTo respondsTo length lengthOf change changes increase increases decrease " +
  "decreases by string property ownProperty haveOwnProperty ownPropertyDescriptor haveOwnPropertyDescriptor key keys " +
  "members include includes contain contains containSubset oneOf calledWith callCount";

/** The words that have not been replaced by their meaning or by a matcher of the program. */
const waiting = new Map<string, PropertyDescriptor>();

/** Adds the words to all assertions. */
export function addChaiWords(): void {
  const { prototype } = Expectation;
  for (const name of NAMES.split(" ")) {
    if (name in prototype) continue;
    Object.defineProperty(prototype, name, {
      get(this: Expectation) {
        install();
        return Reflect.get(this, name) as unknown;
      },
      configurable: true,
    });
    waiting.set(name, Object.getOwnPropertyDescriptor(prototype, name)!);
  }
}

function install(): void {
  const { prototype } = Expectation;
  for (const [name, { get }] of waiting)
    if (Object.getOwnPropertyDescriptor(prototype, name)?.get === get) Reflect.deleteProperty(prototype, name);
  waiting.clear();
  words.install();
}
