// node:stream/promises. https://nodejs.org/api/stream.html#streams-promises-api
import { finished } from "internal:node/streams/end_of_stream";
import { isIterable, isNodeStream, isWebStream } from "internal:node/streams/kinds";
import { runPipeline, type PipelineOptions, type Stage } from "internal:node/streams/pipeline";

/** Connects the stages. Resolves with the value of a last stage that is an async function. A last argument may be options. */
function pipeline(...streams: Stage[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const options: PipelineOptions = {};
    const last = streams[streams.length - 1];
    if (last && typeof last === "object" && !isNodeStream(last) && !isIterable(last) && !isWebStream(last)) {
      streams.pop();
      options.signal = last.signal;
      options.end = last.end;
    }
    runPipeline(streams, (error, value) => (error ? reject(error) : resolve(value)), options);
  });
}

export default { finished, pipeline };
