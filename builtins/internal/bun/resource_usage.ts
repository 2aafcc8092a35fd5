// The resources that a child used (https://bun.sh/docs/api/spawn#resource-usage): the result of `resourceUsage()`.

function record<T extends object>(members: T): T {
  return Object.assign(Object.create(null), members);
}

/** Makes it from the twelve numbers of `native:child_process`. */
export function resourceUsage(numbers: readonly number[]): object {
  const [
    user,
    system,
    rssBytes,
    sharedBytes,
    swaps,
    blocksIn,
    blocksOut,
    sent,
    received,
    signals,
    voluntary,
    involuntary,
  ] = numbers as number[];
  return new ResourceUsage({
    contextSwitches: record({ voluntary, involuntary }),
    cpuTime: record({ user: BigInt(user!), system: BigInt(system!), total: BigInt(user! + system!) }),
    maxRSS: rssBytes,
    messages: record({ sent, received }),
    ops: record({ in: blocksIn, out: blocksOut }),
    shmSize: sharedBytes,
    signalCount: signals,
    swapCount: swaps,
  });
}

/** Its members are accessors of the prototype, as in Bun. */
class ResourceUsage {
  readonly #members: Record<string, unknown>;
  constructor(members: Record<string, unknown>) {
    this.#members = members;
  }
  [Symbol.for("nodejs.util.inspect.custom")](
    _depth: number,
    options: object,
    inspect: (value: unknown, options: object) => string,
  ): string {
    return `ResourceUsage ${inspect(this.#members, options)}`;
  }
  static {
    const { prototype } = this as { prototype: { constructor?: unknown } };
    delete prototype.constructor;
    for (const name of [
      "contextSwitches",
      "cpuTime",
      "maxRSS",
      "messages",
      "ops",
      "shmSize",
      "signalCount",
      "swapCount",
    ]) {
      const get = {
        [name](this: ResourceUsage) {
          return this.#members[name];
        },
      }[name]!;
      Object.defineProperty(prototype, name, { get, enumerable: true, configurable: false });
    }
    Object.defineProperty(prototype, Symbol.toStringTag, { value: "ResourceUsage", configurable: true });
  }
}
