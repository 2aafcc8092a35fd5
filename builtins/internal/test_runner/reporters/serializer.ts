// What the process of a test file tells the one that started it: its events, between whatever else it prints.
import { frame } from "internal:test_runner/wire";

/** The bytes for a stream of events. */
export default async function* serializer(
  source: AsyncIterable<{ type: string; data: any }>,
): AsyncGenerator<Uint8Array> {
  for await (const item of source) yield frame(item);
}
