// node:inspector/promises: node:inspector with a Session whose `post` returns a promise.
import inspector, { Session as CallbackSession } from "internal:node/inspector";

/** `inspector.Session` of this module. */
export class Session extends CallbackSession {
  override post(method: string, params?: unknown): unknown {
    return new Promise((resolve, reject) => {
      super.post(method, params, (error: unknown, result: unknown) => (error ? reject(error) : resolve(result)));
    });
  }
}

export default Object.defineProperties(
  {},
  {
    ...Object.getOwnPropertyDescriptors(inspector),
    Session: { value: Session, writable: true, enumerable: true, configurable: true },
  },
);
