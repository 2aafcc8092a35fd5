// The resources that a child used (https://bun.sh/docs/api/spawn#resource-usage): the result of `resourceUsage()`.
import type { ChildUsage } from "native:child_process";

function record<T extends object>(members: T): T {
  return Object.assign(Object.create(null), members);
}

/** Makes it from what the system reports. */
export function resourceUsage(usage: ChildUsage): object {
  const { userMicroseconds: user, systemMicroseconds: system } = usage;
  return new ResourceUsage({
    contextSwitches: record({ voluntary: usage.voluntarySwitches, involuntary: usage.involuntarySwitches }),
    cpuTime: record({ user: BigInt(user), system: BigInt(system), total: BigInt(user + system) }),
    maxRSS: usage.residentBytes,
    messages: record({ sent: usage.messagesSent, received: usage.messagesReceived }),
    ops: record({ in: usage.blocksRead, out: usage.blocksWritten }),
    shmSize: usage.sharedBytes,
    signalCount: usage.signals,
    swapCount: usage.swaps,
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
