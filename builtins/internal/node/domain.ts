// node:domain: groups of emitters and callbacks with one error handler. Deprecated in Node, and still used.
import { Domain } from "internal:node/domain/domain";
import * as domains from "internal:node/domain/domain";
import { install } from "internal:node/domain/hooks";

install();

/** `domain.create()`. */
function createDomain(): Domain {
  return new Domain();
}

const domain = { Domain, create: createDomain, createDomain };
Object.defineProperties(domain, {
  active: { get: () => domains.active, set: () => {}, enumerable: true, configurable: true },
  _stack: { get: () => domains.stack, set: () => {}, enumerable: true, configurable: true },
});

export default domain;
