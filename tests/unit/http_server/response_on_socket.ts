// A response without a network: it writes to a stream whose content a test can compare.
import { ServerResponse } from "node:http";
import { Duplex } from "node:stream";

/** What a response wrote. */
export interface Written {
  response: any;
  /** Everything so far, the Date line's value replaced by `X`. */
  text(): string;
}

/** Makes a response to `request` whose bytes are collected. */
export function responseTo(request: object = {}): Written {
  let bytes = "";
  const socket = new Duplex({
    read() {},
    write(chunk, _encoding, callback) {
      bytes += chunk.toString("latin1");
      callback();
    },
  });
  const response: any = new ServerResponse({
    method: "GET",
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    headers: {},
    ...request,
  } as any);
  response.assignSocket(socket as any);
  return { response, text: () => bytes.replace(/Date: [^\r]*/, "Date: X") };
}

/** Lets ticks and promise jobs run. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5));
}
