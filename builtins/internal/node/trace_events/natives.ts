// Puts functions around native ones. Builtins read a native function from its area at each call, so this reaches all of them.
import { load, type AnyFunction, pendingRequests, pinned, safe } from "internal:core/bootstrap";
import { wrapHooks } from "internal:core/loop";

type Area = Record<string, AnyFunction & { start?: (...args: unknown[]) => number }>;
/** Called when a request is done: with an error, or undefined and its value. */
export type Ended = (error: unknown, value: unknown) => void;

/** Replaces a direct function of an area; `around` receives it and its arguments. */
export function wrapDirect(area: Area, name: string, around: (call: () => unknown, args: unknown[]) => unknown): void {
  const original = area[name]!;
  area[name] = (...args: unknown[]) => around(() => safe.apply(original, undefined, args), args);
}

/** The functions of an area. */
export function areaOf(name: string): Area {
  return load(`native:${name}`);
}

const endings = pinned(new Map<number, Ended>());

/** Calls `begin` for each request that starts with an asynchronous function, and what it returns at the end of the request. */
export function watchRequests(area: Area, name: string, begin: (args: unknown[]) => Ended): void {
  if (!areHooksWrapped) wrapCompletions();
  const { start: original } = area[name]!;
  const start = (...args: unknown[]): number => {
    const ended = begin(args);
    const request = safe.apply(original!, undefined, args);
    const other = endings.get(request);
    endings.set(
      request,
      other === undefined
        ? ended
        : (error, value) => {
            other(error, value);
            ended(error, value);
          },
    );
    return request;
  };
  const op = (...args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      pendingRequests.set(start(...args), { resolve, reject });
    });
  op.start = start;
  area[name] = op;
}

let areHooksWrapped = false;

function wrapCompletions(): void {
  areHooksWrapped = true;
  wrapHooks(({ complete }) => ({
    complete(request, error, value) {
      const ended = endings.get(request);
      if (ended !== undefined) {
        endings.delete(request);
        ended(error, value);
      }
      complete(request, error, value);
    },
  }));
}
