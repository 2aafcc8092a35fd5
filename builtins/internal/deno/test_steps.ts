// The steps of a `Deno.test`: which run at the same time, which have ended, and what is wrong with that.
// https://docs.deno.com/runtime/fundamentals/testing/#test-steps

/** What a test or a step needs to know of those around it. */
export class Scope {
  readonly name: string;
  readonly parent: Scope | undefined;
  /** Whether any sanitizer is on: such a step runs alone. */
  readonly isSanitized: boolean;
  readonly #children: Scope[] = [];
  readonly #abandoned = Promise.withResolvers<never>();
  #isDone = false;
  #isAbandoned = false;

  constructor(name: string, parent: Scope | undefined, isSanitized: boolean) {
    if (parent !== undefined && parent.#isDone)
      throw new Error(
        "Cannot run test step after parent scope has finished execution. Ensure any `.step(...)` calls are executed before their parent scope completes execution.",
      );
    this.name = name;
    this.parent = parent;
    this.isSanitized = isSanitized;
    if (parent !== undefined) parent.#children.push(this);
    this.#abandoned.promise.catch(() => {});
  }

  /** The names of the test and the steps around it, and its own. */
  get path(): string {
    return this.parent === undefined ? this.name : `${this.parent.path} ... ${this.name}`;
  }

  /** What forbids that it starts now; null: nothing. */
  conflict(): Error | null {
    const running = this.#running();
    const sanitized = running.filter((scope) => scope.isSanitized);
    if (sanitized.length > 0)
      return overlap("Started test step while another test step with sanitizers was running:", sanitized);
    if (!this.isSanitized || running.length === 0) return null;
    return overlap("Started test step with sanitizers while another test step was running:", running);
  }

  /** Runs `body`; its steps that have not ended then fail. */
  async run(body: () => unknown): Promise<void> {
    try {
      if (this.#isAbandoned) await this.#abandoned.promise;
      const result = body();
      // A step that was started without `await` has not ended when the function returns.
      if (isThenable(result)) await Promise.race([result, this.#abandoned.promise]);
    } finally {
      this.end();
      for (const child of this.#children) if (!child.#isDone) child.#abandon();
    }
  }

  #abandon(): void {
    this.#isAbandoned = true;
    this.#abandoned.reject(new Error("Didn't complete before parent. Await step with `await t.step(...)`."));
  }

  /** It has ended, or does not run. */
  end(): void {
    this.#isDone = true;
  }

  /** The steps that run beside it, or beside one that it belongs to. */
  #running(): Scope[] {
    if (this.parent === undefined) return [];
    const beside = this.parent.#children.filter((scope) => scope !== this && !scope.#isDone);
    return [...beside, ...this.parent.#running()];
  }
}

function isThenable(value: unknown): boolean {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === "function";
}

function overlap(message: string, scopes: Scope[]): Error {
  return new Error([message, ...scopes.map((scope) => `  * ${scope.path}`)].join("\n"));
}
