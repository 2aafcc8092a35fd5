// PerformanceResourceTiming (https://w3c.github.io/resource-timing/) of Node's `performance.markResourceTiming`, and the buffer of such
// entries with its `resourcetimingbufferfull` event.
import { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS } from "internal:core/errors";
import { addEntry, entryKey, entryList, PerformanceEntry } from "internal:web/performance/entries";
import { notifyObservers } from "internal:web/performance/observer";
import { setImmediate } from "internal:core/timers";
import type { Event } from "web:event";
import type { EventTarget } from "web:event_target";

const SIZE_DEFAULT = 250;
/** The bytes of a transfer besides its body (Resource Timing, transferSize). */
const TRANSFER_HEADER_BYTES = 300;

/** "Fetch timing info" of the Fetch standard, as undici passes it. */
export interface TimingInfo {
  startTime: number;
  endTime: number;
  redirectStartTime: number;
  redirectEndTime: number;
  postRedirectStartTime: number;
  finalServiceWorkerStartTime: number;
  finalNetworkRequestStartTime: number;
  finalNetworkResponseStartTime: number;
  encodedBodySize: number;
  decodedBodySize: number;
  finalConnectionTimingInfo: ConnectionTimingInfo | null;
}

interface ConnectionTimingInfo {
  ALPNNegotiatedProtocol: string;
  domainLookupStartTime: number;
  domainLookupEndTime: number;
  connectionStartTime: number;
  connectionEndTime: number;
  secureConnectionStartTime: number;
}

let sizeMax = SIZE_DEFAULT;
let secondary: PerformanceResourceTiming[] = [];
let isFullPending = false;

export class PerformanceResourceTiming extends PerformanceEntry {
  #timing: TimingInfo;
  #initiatorType: string;
  #cacheMode: string;
  #responseStatus: number;
  #deliveryType: string;

  constructor(
    key: unknown = undefined,
    url = "",
    initiatorType = "",
    timing: TimingInfo = {} as TimingInfo,
    cacheMode = "",
    responseStatus = 0,
    deliveryType = "",
  ) {
    if (key !== entryKey) throw new ERR_ILLEGAL_CONSTRUCTOR();
    super(key, url, "resource", timing.startTime, timing.endTime - timing.startTime);
    this.#timing = timing;
    this.#initiatorType = initiatorType;
    this.#cacheMode = cacheMode;
    this.#responseStatus = responseStatus;
    this.#deliveryType = deliveryType;
  }

  static #of(value: unknown): PerformanceResourceTiming {
    if (typeof value !== "object" || value === null || !(#timing in value))
      throw new ERR_INVALID_THIS("PerformanceResourceTiming");
    return value;
  }

  get initiatorType(): string {
    return PerformanceResourceTiming.#of(this).#initiatorType;
  }
  get nextHopProtocol(): unknown {
    return PerformanceResourceTiming.#of(this).#timing.finalConnectionTimingInfo?.ALPNNegotiatedProtocol;
  }
  get workerStart(): number {
    return PerformanceResourceTiming.#of(this).#timing.finalServiceWorkerStartTime;
  }
  get redirectStart(): number {
    return PerformanceResourceTiming.#of(this).#timing.redirectStartTime;
  }
  get redirectEnd(): number {
    return PerformanceResourceTiming.#of(this).#timing.redirectEndTime;
  }
  get fetchStart(): number {
    return PerformanceResourceTiming.#of(this).#timing.postRedirectStartTime;
  }
  get domainLookupStart(): number {
    return PerformanceResourceTiming.#of(this).#timing.finalConnectionTimingInfo?.domainLookupStartTime!;
  }
  get domainLookupEnd(): number {
    return PerformanceResourceTiming.#of(this).#timing.finalConnectionTimingInfo?.domainLookupEndTime!;
  }
  get connectStart(): number {
    return PerformanceResourceTiming.#of(this).#timing.finalConnectionTimingInfo?.connectionStartTime!;
  }
  get connectEnd(): number {
    return PerformanceResourceTiming.#of(this).#timing.finalConnectionTimingInfo?.connectionEndTime!;
  }
  get secureConnectionStart(): number {
    return PerformanceResourceTiming.#of(this).#timing.finalConnectionTimingInfo?.secureConnectionStartTime!;
  }
  get requestStart(): number {
    return PerformanceResourceTiming.#of(this).#timing.finalNetworkRequestStartTime;
  }
  get responseStart(): number {
    return PerformanceResourceTiming.#of(this).#timing.finalNetworkResponseStartTime;
  }
  get responseEnd(): number {
    return PerformanceResourceTiming.#of(this).#timing.endTime;
  }
  get encodedBodySize(): number {
    return PerformanceResourceTiming.#of(this).#timing.encodedBodySize;
  }
  get decodedBodySize(): number {
    return PerformanceResourceTiming.#of(this).#timing.decodedBodySize;
  }
  get transferSize(): number {
    const self = PerformanceResourceTiming.#of(this);
    if (self.#cacheMode === "local") return 0;
    return self.#cacheMode === "validated"
      ? TRANSFER_HEADER_BYTES
      : self.#timing.encodedBodySize + TRANSFER_HEADER_BYTES;
  }
  get deliveryType(): string {
    return PerformanceResourceTiming.#of(this).#deliveryType;
  }
  get responseStatus(): number {
    return PerformanceResourceTiming.#of(this).#responseStatus;
  }

  override toJSON(): object {
    const shown: Record<string, unknown> = { ...super.toJSON() };
    for (const name of MEMBERS) shown[name] = (this as unknown as Record<string, unknown>)[name];
    return shown;
  }
}

const MEMBERS = [
  "initiatorType",
  "nextHopProtocol",
  "workerStart",
  "redirectStart",
  "redirectEnd",
  "fetchStart",
  "domainLookupStart",
  "domainLookupEnd",
  "connectStart",
  "connectEnd",
  "secureConnectionStart",
  "requestStart",
  "responseStart",
  "responseEnd",
  "transferSize",
  "encodedBodySize",
  "decodedBodySize",
  "deliveryType",
  "responseStatus",
];
for (const name of [...MEMBERS, "toJSON"])
  Object.defineProperty(PerformanceResourceTiming.prototype, name, { enumerable: true });
Object.defineProperty(PerformanceResourceTiming.prototype, Symbol.toStringTag, {
  value: "PerformanceResourceTiming",
  configurable: true,
});
Object.defineProperty(PerformanceResourceTiming, "length", { value: 0, configurable: true });

/**
 * Node's `performance.markResourceTiming`: creates an entry of a "fetch timing info", notifies the observers, and stores it while the
 * buffer has capacity. The event of a full buffer is dispatched at `target`.
 */
export function markResourceTiming(
  target: EventTarget,
  createEvent: (type: string) => Event,
  timing: TimingInfo,
  requestedUrl: string,
  initiatorType: string,
  cacheMode: string,
  responseStatus: number,
  deliveryType = "",
): PerformanceResourceTiming {
  const entry = new PerformanceResourceTiming(
    entryKey,
    requestedUrl,
    initiatorType,
    timing,
    cacheMode,
    responseStatus,
    deliveryType,
  );
  notifyObservers(entry);
  store(entry, target, createEvent);
  return entry;
}

const capacity = (): number => sizeMax - entryList(undefined, "resource").length;

// Resource Timing §4.5, "add a PerformanceResourceTiming entry".
function store(entry: PerformanceResourceTiming, target: EventTarget, createEvent: (type: string) => Event): void {
  if (!isFullPending && capacity() > 0) {
    addEntry(entry);
    return;
  }
  secondary.push(entry);
  if (isFullPending) return;
  isFullPending = true;
  setImmediate(() => {
    while (secondary.length > 0) {
      const before = secondary.length;
      target.dispatchEvent(createEvent("resourcetimingbufferfull"));
      for (const next of secondary.splice(0, Math.max(0, capacity()))) addEntry(next);
      if (secondary.length >= before) secondary = [];
    }
    isFullPending = false;
  });
}

/** `performance.setResourceTimingBufferSize`: an invalid count is 0. */
export function setBufferSize(size: unknown): void {
  sizeMax = typeof size === "number" && Number.isInteger(size) && size >= 0 ? size : 0;
}
