// node:trace_events. This engine records no trace events, so a tracing can be created and not enabled.
import {
  ERR_INVALID_ARG_TYPE,
  ERR_TRACE_EVENTS_CATEGORY_REQUIRED,
  ERR_TRACE_EVENTS_UNAVAILABLE,
} from "internal:core/errors";
import { validateObject, validateStringArray } from "internal:core/validators";

class Tracing {
  #categories: string[];
  constructor(categories: string[]) {
    this.#categories = categories;
  }
  get enabled(): boolean {
    return false;
  }
  get categories(): string {
    return this.#categories.join(",");
  }
  enable(): never {
    throw new ERR_TRACE_EVENTS_UNAVAILABLE();
  }
  disable(): void {}
}

/** A tracing of `options.categories`. Throws ERR_TRACE_EVENTS_CATEGORY_REQUIRED when there are none. */
function createTracing(options: unknown): Tracing {
  validateObject(options, "options");
  if (options.categories === undefined)
    throw new ERR_INVALID_ARG_TYPE("options.categories", "string[]", options.categories);
  validateStringArray(options.categories, "options.categories");
  if (options.categories.length <= 0) throw new ERR_TRACE_EVENTS_CATEGORY_REQUIRED();
  return new Tracing(options.categories);
}

/** The enabled categories: none. */
function getEnabledCategories(): undefined {
  return undefined;
}

export default { createTracing, getEnabledCategories };
