// node:trace_events: `Tracing` objects select categories of events, which are written to a file (`trace_events/file`).
// https://nodejs.org/api/tracing.html
import {
  ERR_INVALID_ARG_TYPE,
  ERR_TRACE_EVENTS_CATEGORY_REQUIRED,
  ERR_TRACE_EVENTS_UNAVAILABLE,
} from "internal:core/errors";
import { isLoaded } from "internal:core/bootstrap";
import { inspect } from "internal:core/util/inspect";
import { emitWarning } from "internal:core/process/warn";
import { validateObject, validateStringArray } from "internal:core/validators";
import { workerStart } from "internal:core/worker_state";
import defer * as file from "internal:node/trace_events/file";

// Only the main thread selects what is recorded.
if (workerStart() !== null) throw new ERR_TRACE_EVENTS_UNAVAILABLE();

const kInspect = Symbol.for("nodejs.util.inspect.custom");

/** So many enabled objects are no reason for a warning. */
const ENABLED_MAX = 10;

const enabled = new Set<Tracing>();

class Tracing {
  #categories: string[];
  #isEnabled = false;

  constructor(categories: string[]) {
    this.#categories = categories;
  }
  get enabled(): boolean {
    return this.#isEnabled;
  }
  get categories(): string {
    return this.#categories.join(",");
  }
  /** Records the categories. Throws when the file cannot be made. */
  enable(): void {
    if (this.#isEnabled) return;
    file.select(this.#categories);
    this.#isEnabled = true;
    enabled.add(this);
    if (enabled.size > ENABLED_MAX)
      emitWarning(
        `Possible trace_events memory leak detected. There are more than ${ENABLED_MAX} enabled Tracing objects.`,
      );
  }
  disable(): void {
    if (!this.#isEnabled) return;
    this.#isEnabled = false;
    enabled.delete(this);
    file.release(this.#categories);
  }
  [kInspect](depth: number, options: { depth?: number | null }): unknown {
    if (typeof depth === "number" && depth < 0) return this;
    const { enabled, categories } = this;
    return `Tracing ${inspect({ enabled, categories }, { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
  }
}

/** A tracing of `options.categories`. Throws ERR_TRACE_EVENTS_CATEGORY_REQUIRED when there are none. */
function createTracing(options: unknown): Tracing {
  validateObject(options, "options");
  if (options.categories === undefined)
    throw new ERR_INVALID_ARG_TYPE("options.categories", "string[]", options.categories);
  validateStringArray(options.categories, "options.categories");
  if (options.categories.length <= 0) throw new ERR_TRACE_EVENTS_CATEGORY_REQUIRED();
  return new Tracing([...options.categories]);
}

/** The enabled categories, those of the command line included; undefined when there are none. */
function getEnabledCategories(): string | undefined {
  return isLoaded("internal:node/trace_events/file") ? file.selectedCategories() : undefined;
}

export default { createTracing, getEnabledCategories };
