// The writer of an object: one request for a small one, parts for a large one.
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html
import { Gathered } from "internal:bun/sinks";
import { unescapeXml } from "internal:bun/s3/errors";
import { send, storageHeaders } from "internal:bun/s3/request";
import type { Settings } from "internal:bun/s3/settings";

/** What to write, and as what. */
export interface Target {
  settings: Settings;
  key: string;
  type: string;
  path: string | undefined;
}

/** Stores an object with one request. */
export async function put({ key, path, settings, type }: Target, body: Uint8Array): Promise<number> {
  const signed = storageHeaders(settings);
  await send(settings, { method: "PUT", key, signed, headers: [["content-type", type]], body, path });
  return body.length;
}

export class NetworkSink {
  readonly #target: Target;
  readonly #gathered = new Gathered();
  #upload: Promise<string> | undefined;
  /** The parts' tags, in order. */
  readonly #tags: Promise<string>[] = [];
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  #written = 0;
  #sent = 0;
  #ending: Promise<number> | undefined;

  constructor(target: Target) {
    this.#target = target;
  }

  /** Returns the number of bytes of the chunk. */
  write(chunk: unknown): number {
    if (this.#ending !== undefined) return 0;
    const count = this.#gathered.add(chunk as string);
    this.#written += count;
    const { partSize } = this.#target.settings;
    if (this.#gathered.length >= partSize) {
      const bytes = this.#gathered.take();
      let at = 0;
      for (; bytes.length - at >= partSize; at += partSize) this.#addPart(bytes.subarray(at, at + partSize));
      if (at < bytes.length) this.#gathered.add(bytes.subarray(at));
    }
    return count;
  }

  /** Waits for the parts that are on their way; resolves with the number of bytes since the last call. */
  async flush(): Promise<number> {
    await Promise.all(this.#tags);
    const count = this.#sent;
    this.#sent = 0;
    return count;
  }

  /** Waits while as many parts are on their way as there may be. */
  async ready(): Promise<void> {
    while (this.#running >= this.#target.settings.queueSize) await Promise.race(this.#tags.slice(-this.#running));
  }

  /** Stores what was written. Resolves with the number of bytes. With an error it gives up. */
  end(error: unknown = undefined): Promise<number> {
    this.#ending ??= error instanceof Error ? this.#giveUp(error) : this.#finish();
    return this.#ending;
  }

  close(): Promise<number> {
    return this.end();
  }

  ref(): void {}
  unref(): void {}

  #addPart(body: Uint8Array): void {
    this.#upload ??= this.#begin();
    this.#sent += body.length;
    const part = this.#sendPart(this.#tags.length + 1, body);
    // `end` reports it.
    part.catch(() => {});
    this.#tags.push(part);
  }

  async #begin(): Promise<string> {
    const { key, path, settings, type } = this.#target;
    const response = await send(settings, {
      method: "POST",
      key,
      query: [["uploads", ""]],
      signed: storageHeaders(settings),
      headers: [["content-type", type]],
      path,
    });
    return unescapeXml(/<UploadId>([^<]*)<\/UploadId>/.exec(await response.text())?.[1] ?? "");
  }

  async #sendPart(number: number, body: Uint8Array): Promise<string> {
    const { key, path, settings } = this.#target;
    if (this.#running >= settings.queueSize)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    this.#running++;
    try {
      const uploadId = await this.#upload!;
      for (let left = settings.retry; ; left--) {
        try {
          const response = await send(settings, {
            method: "PUT",
            key,
            body,
            path,
            query: [
              ["partNumber", String(number)],
              ["uploadId", uploadId],
              ["x-id", "UploadPart"],
            ],
          });
          return response.headers.get("etag") ?? "";
        } catch (error) {
          if (left <= 0) throw error;
        }
      }
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  async #finish(): Promise<number> {
    const rest = this.#gathered.take();
    if (this.#upload === undefined) {
      await put(this.#target, rest);
      return this.#written;
    }
    if (rest.length > 0) this.#addPart(rest);
    const { key, path, settings } = this.#target;
    try {
      const tags = await Promise.all(this.#tags);
      const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
      const body =
        '<?xml version="1.0" encoding="UTF-8"?><CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">' +
        `${parts.join("")}</CompleteMultipartUpload>`;
      await send(settings, { method: "POST", key, query: [["uploadId", await this.#upload]], body, path });
    } catch (error) {
      await this.#abort();
      throw error;
    }
    return this.#written;
  }

  async #giveUp(error: Error): Promise<never> {
    await this.#abort();
    throw error;
  }

  // Without this request the service keeps the parts of an upload.
  async #abort(): Promise<void> {
    if (this.#upload === undefined) return;
    const { key, path, settings } = this.#target;
    try {
      await send(settings, { method: "DELETE", key, query: [["uploadId", await this.#upload]], path });
    } catch {
      // The first error is the one that counts.
    }
  }
}
Object.defineProperty(NetworkSink.prototype, Symbol.toStringTag, { value: "NetworkSink", configurable: true });
