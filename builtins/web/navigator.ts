// `navigator` (https://html.spec.whatwg.org/#the-navigator-object), with Node's members.
import { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS } from "internal:core/errors";
import { exposeInterface } from "internal:web/web_interface";
import { home } from "internal:core/program";
import defer * as locking from "internal:web/worker/locks";
import { availableParallelism } from "native:os";

const kCreate = Symbol("create");
const USER_AGENTS = { node: "Node.js/26", bun: "Bun/1.4.5", deno: "Deno/2.9.6" };

export class Navigator {
  #isReal = true;

  constructor(key: unknown = undefined) {
    if (key !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  static #check(value: unknown): void {
    if (typeof value !== "object" || value === null || !(#isReal in value)) throw new ERR_INVALID_THIS("Navigator");
  }

  /** Threads that can run at once. */
  get hardwareConcurrency(): number {
    Navigator.#check(this);
    return (parallelism ||= availableParallelism());
  }
  get locks(): object {
    Navigator.#check(this);
    return locking.locks;
  }
  get language(): string {
    Navigator.#check(this);
    return language();
  }
  get languages(): readonly string[] {
    Navigator.#check(this);
    return (languages ??= Object.freeze([language()]));
  }
  /** The home's user agent, by which libraries detect the runtime. */
  get userAgent(): string {
    Navigator.#check(this);
    return USER_AGENTS[home()];
  }
  get platform(): string {
    Navigator.#check(this);
    return "Linux x86_64";
  }
}
Object.defineProperty(Navigator, "length", { value: 0, configurable: true });
exposeInterface(Navigator, "Navigator", [
  "hardwareConcurrency",
  "locks",
  "language",
  "languages",
  "userAgent",
  "platform",
]);

let languages: readonly string[] | undefined;
/** Read once, as in Node: the system's call takes 40 µs. */
let parallelism = 0;

function language(): string {
  return new Intl.Collator().resolvedOptions().locale || "en-US";
}

/** The `navigator` of this thread. */
export const navigator: Navigator = new Navigator(kCreate);
