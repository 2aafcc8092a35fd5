// Benchmarks of mitata that are generators, and those with arguments: `bench("of $n", function* (state) { … }).args("n", [1, 2])`.
// https://github.com/evanwashere/mitata#arguments-and-parametrization
import type { Benchmark } from "internal:test_runner/bench/registry";

/** The values of the arguments of one benchmark. */
export type Values = Record<string, unknown>;

/** What such a generator yields: a function, or one with arguments that are made outside of the measured time. */
type Yielded = (() => unknown) | { bench(...args: unknown[]): unknown; [index: number]: () => unknown };

const GeneratorFunction = function* () {}.constructor;
const AsyncGeneratorFunction = async function* () {}.constructor;
const RANGE_FACTOR = 8;

function isGenerator(fn: unknown): boolean {
  return fn instanceof GeneratorFunction || fn instanceof AsyncGeneratorFunction;
}

/** Prepares a benchmark whose function is a generator; another one stays as it is. */
export function prepare(benchmark: Benchmark, fn: unknown, values: Values): Benchmark {
  if (!isGenerator(fn)) return benchmark;
  let generator: Iterator<Yielded> | AsyncIterator<Yielded>;
  let measured: () => unknown = () => undefined;
  return {
    ...benchmark,
    fn: () => measured(),
    async setup() {
      const state = { get: (name: string) => values[name] };
      generator = (fn as (state: object) => typeof generator)(state);
      const { value } = await generator.next();
      measured = typeof value === "function" ? value : withArguments(value as Exclude<Yielded, () => unknown>);
    },
    async teardown() {
      await generator.next();
    },
  };
}

function withArguments(yielded: Exclude<Yielded, () => unknown>): () => unknown {
  const makers: (() => unknown)[] = [];
  for (let index = 0; typeof yielded[index] === "function"; index++) makers.push(yielded[index]!);
  return () => yielded.bench(...makers.map((make) => make()));
}

/** One benchmark for each combination of arguments, with their values in its name. */
export function expanded(benchmark: Benchmark, fn: unknown, lists: Record<string, unknown[]>): Benchmark[] {
  let all: Values[] = [{}];
  for (const [name, values] of Object.entries(lists))
    all = all.flatMap((one) => values.map((value) => ({ ...one, [name]: value })));
  return all.map((values) => {
    const name = benchmark.name.replaceAll(/\$(\w+)/g, (token, key: string) =>
      Object.hasOwn(values, key) ? String(values[key]) : token,
    );
    return prepare({ ...benchmark, name }, fn, values);
  });
}

/** The forms of `args`: a name and its values, an object of them, or the values of `x`. */
export function listsOf(first: unknown, second: unknown): Record<string, unknown[]> {
  if (Array.isArray(first)) return { x: first as unknown[] };
  if (typeof first === "string") return { [first]: second as unknown[] };
  return first as Record<string, unknown[]>;
}

/** From `start` to `end`, each a multiple of the one before. */
export function range(start: number, end: number, factor: number = RANGE_FACTOR): number[] {
  const found = [];
  for (let value = start; value < end; value = Math.max(value * factor, value + 1)) found.push(value);
  return [...found, end];
}

/** From `start` to `end` in equal steps. */
export function denseRange(start: number, end: number, step: number = 1): number[] {
  const found = [];
  for (let value = start; value <= end; value += step) found.push(value);
  return found;
}
