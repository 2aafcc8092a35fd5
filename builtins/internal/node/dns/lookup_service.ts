// dns.lookupService: the names of an address and a port, by getnameinfo on the thread pool.
// https://nodejs.org/api/dns.html#dnslookupserviceaddress-port-callback
import { safe } from "internal:core/bootstrap";
import { ERR_INVALID_ARG_VALUE, ERR_MISSING_ARGS, dnsException } from "internal:core/errors";
import { RESOLVER_ERRNOS } from "internal:node/dns/lookup";
import * as performance from "internal:node/dns/performance_entries";
import { isIP } from "internal:core/ip_address";
import * as ops from "internal:core/ops";
import { kCustomPromisifyArgs } from "internal:core/util/promisify";
import { validateFunction, validatePort, validateString } from "internal:core/validators";
import * as native from "native:dns";

type ServiceDone = (error: Error | null, hostname?: string, service?: string) => void;

/** `callback(error, hostname, service)`. */
export function lookupService(address: string, port: unknown, callback: ServiceDone): object {
  if (arguments.length !== 3) throw new ERR_MISSING_ARGS("address", "port", "callback");
  const checked = check(address, port);
  validateFunction(callback, "callback");
  find(address, checked, true, callback);
  return new GetNameInfoReqWrap();
}
safe.defineProperty(lookupService, kCustomPromisifyArgs, { value: ["hostname", "service"], enumerable: false });

/** The same with a promise of `{ hostname, service }`. */
export function lookupServicePromise(address: string, port: unknown): Promise<{ hostname: string; service: string }> {
  if (arguments.length !== 2) throw new ERR_MISSING_ARGS("address", "port");
  const checked = check(address, port);
  return new Promise((resolve, reject) =>
    find(address, checked, false, (error, hostname, service) =>
      error === null ? resolve({ hostname: hostname!, service: service! }) : reject(error),
    ),
  );
}

/** What `lookupService` returns: only its class is visible. */
class GetNameInfoReqWrap {}

function check(address: string, port: unknown): number {
  validateString(address, "address");
  if (isIP(address) === 0) throw new ERR_INVALID_ARG_VALUE("address", address);
  return validatePort(port);
}

/** As in Node, errors have the address only for a callback, not for a promise (`namesAddress`). */
function find(address: string, port: number, namesAddress: boolean, done: ServiceDone): void {
  const observed = performance.begin("lookupService");
  const finish = (error: Error | null, results: string[]): void => {
    if (error !== null) return done(error);
    if (results.length === 1)
      return done(
        dnsException(
          RESOLVER_ERRNOS[results[0]!.slice(1)] ?? results[0]!.slice(1),
          "getnameinfo",
          namesAddress ? address : undefined,
        ),
      );
    const [hostname, service] = results as [string, string];
    performance.end(observed, { host: address, port, hostname, service });
    done(null, hostname, service);
  };
  ops.callbackOf("GETNAMEINFOREQWRAP", native.lookupService, finish, address, port);
}
