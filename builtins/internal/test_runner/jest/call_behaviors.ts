// `vi.when(mock)` of Vitest: what a mock does for calls with some arguments. https://vitest.dev/api/vi#vi-when
import defer * as equality from "internal:test_runner/expect/equality";
import defer * as pretty from "internal:test_runner/expect/pretty_format";
import { customTesters } from "internal:test_runner/expect/state";
import { isMockFunction } from "internal:test_runner/jest/mock_function";

type Implementation = (this: unknown, ...args: unknown[]) => unknown;
type Kind = "return" | "throw" | "resolve" | "reject";

/** What a mock does for one or more calls. */
interface Action {
  kind: Kind;
  value: unknown;
  /** The number of calls that it is for, and of those that are left. */
  times: number;
  left: number;
  wasCalled: boolean;
}
interface Behavior {
  args: unknown[];
  actions: Action[];
}
interface Mock {
  getMockImplementation(): Implementation | undefined;
  mockImplementation(fn: Implementation): unknown;
}
interface Options {
  onUnmatched?: "passthrough" | "throw" | Implementation;
}

const METHODS: Record<Kind, string> = {
  return: "thenReturn",
  throw: "thenThrow",
  resolve: "thenResolve",
  reject: "thenReject",
};

/** The behaviors of the objects that `when` returned. */
const chains = new WeakMap<object, Behavior[]>();

/** Whether `value` is what `vi.when` or its methods returned. */
export function isWhenChain(value: unknown): boolean {
  return behaviorsOf(value) !== undefined;
}

function behaviorsOf(value: unknown): Behavior[] | undefined {
  return typeof value === "object" && value !== null ? chains.get(value) : undefined;
}

/** `vi.when`. Throws a TypeError for a function that is not a mock. */
export function when(mock: unknown, options: Options = {}): object {
  if (!isMockFunction(mock))
    throw new TypeError("vi.when: the argument must be a mock function created with `vi.fn()` or `vi.spyOn()`");
  const { getMockImplementation, mockImplementation } = mock as unknown as Mock;
  const original: Implementation | undefined = getMockImplementation.call(mock);
  const behaviors: Behavior[] = [];
  mockImplementation.call(mock, function (this: unknown, ...args: unknown[]): unknown {
    const action = actionFor(behaviors, args);
    return action === undefined ? unmatched(options, original, this, args) : perform(action);
  });
  const chain = {
    calledWith: (...args: unknown[]) => withMethods(chain, behaviors, behaviorFor(behaviors, args)),
    [Symbol.dispose]: () => void mockImplementation.call(mock, original ?? ((): void => {})),
  };
  chains.set(chain, behaviors);
  return chain;
}

function withMethods(chain: object, behaviors: Behavior[], behavior: Behavior): object {
  const next: Record<string, unknown> = { ...chain };
  for (const [kind, name] of Object.entries(METHODS) as [Kind, string][]) {
    const add = (value: unknown, times: number): object => {
      if (times <= 0) throw new RangeError("vi.when: `times` option must be greater than 0");
      behavior.actions.push({ kind, value, times, left: times, wasCalled: false });
      return next;
    };
    next[name] = (value: unknown, { times = Infinity }: { times?: number } = {}) => add(value, times);
    next[`${name}Once`] = (value: unknown) => add(value, 1);
  }
  chains.set(next, behaviors);
  return next;
}

function isFor({ args }: Behavior, given: unknown[]): boolean {
  return equality.equals(given, args, [...customTesters(), equality.iterableEquality]);
}

function behaviorFor(behaviors: Behavior[], args: unknown[]): Behavior {
  const known = behaviors.find((behavior) => isFor(behavior, args));
  if (known !== undefined) return known;
  const behavior: Behavior = { args, actions: [] };
  behaviors.push(behavior);
  return behavior;
}

/** The last action for a call that is not used up. */
function actionFor(behaviors: Behavior[], args: unknown[]): Action | undefined {
  return behaviors.find((behavior) => isFor(behavior, args))?.actions.findLast(({ left }) => left > 0);
}

function perform(action: Action): unknown {
  const { kind, value } = action;
  action.left--;
  action.wasCalled = true;
  if (kind === "throw") throw value;
  if (kind === "resolve") return Promise.resolve(value);
  return kind === "reject" ? Promise.reject(value) : value;
}

function unmatched(
  { onUnmatched }: Options,
  original: Implementation | undefined,
  self: unknown,
  args: unknown[],
): unknown {
  if (typeof onUnmatched === "function") return onUnmatched.apply(self, args);
  if (onUnmatched !== "throw") return original?.apply(self, args);
  throw new Error(`vi.when: no behavior defined when called with [${listOf(args)}]`);
}

function listOf(args: unknown[]): string {
  return args.map((value) => pretty.format(value)).join(", ");
}

function isUsedUp({ left, wasCalled }: Action): boolean {
  return left === 0 || (left === Infinity && wasCalled);
}

/** Whether all actions of a chain were used up, and those of calls that were not. Throws a TypeError for another value. */
export function exhaustion(value: unknown): { isExhausted: boolean; pending: string } {
  const behaviors = behaviorsOf(value);
  if (behaviors === undefined) throw new TypeError(`${pretty.format(value)} is not a \`vi.when\` instance`);
  const pending = behaviors.filter(({ actions }) => actions.length === 0 || !actions.every(isUsedUp));
  return { isExhausted: behaviors.length > 0 && pending.length === 0, pending: pending.map(described).join("\n\n") };
}

function described({ args, actions }: Behavior): string {
  const head = `calledWith(${listOf(args)})`;
  if (actions.length === 0) return `${head}  → no actions`;
  const starts = actions.map(({ kind, value, times }, index) => {
    const limit = times === Infinity ? "" : `, { times: ${times} }`;
    return `  ${isUsedUp(actions[index]!) ? "✓" : "✗"} ${METHODS[kind]}(${pretty.format(value)}${limit})`;
  });
  const width = Math.max(...starts.map((start) => start.length)) + 2;
  const lines = actions.map(
    (action, index) => starts[index]!.padEnd(width) + stateOf(action, actions.slice(index + 1)),
  );
  return `${head}\n${lines.join("\n")}`;
}

function stateOf(action: Action, later: Action[]): string {
  const { times, left } = action;
  if (isUsedUp(action)) return times === Infinity ? "exhausted" : `exhausted (${times} of ${times})`;
  const state = times === Infinity ? "never called" : `${left} remaining (out of ${times})`;
  return later.some((next) => next.times === Infinity) ? `${state}  → unreachable action` : state;
}
