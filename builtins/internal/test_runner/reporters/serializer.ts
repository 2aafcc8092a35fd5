// The reporter of a child process for its parent: its events, between its other output.
import { frame, type Item } from "internal:test_runner/wire";

/** The bytes for a stream of events. */
export default async function* serializer(source: AsyncIterable<Item>): AsyncGenerator<Uint8Array> {
  for await (const item of source) yield frame(item);
}
