// Connections of node:net that a program requests (`node.net.native`).
import { safe } from "internal:core/bootstrap";
import { StreamHandle } from "internal:node/net/handle";
import { Group } from "internal:node/trace_events/categories";
import { record } from "internal:node/trace_events/recorder";

type Done = (errno: number) => void;

const NAME = "connect";
let last = 0;

/** Records them. */
export function install(): void {
  const { prototype } = StreamHandle;
  const { connectTo, connectPath } = prototype;
  prototype.connectTo = function (address: string, port: number, done: Done): number {
    const id = begin({ ip: address, port });
    return withEnd(id, safe.apply(connectTo, this, [address, port, traced(id, done)]));
  };
  prototype.connectPath = function (path: string, done: Done): number {
    const isAbstract = path[0] === "\0";
    const id = begin({
      path_type: isAbstract ? "abstract socket" : "file",
      pipe_path: isAbstract ? safe.slice(path, 1) : path,
    });
    return withEnd(id, safe.apply(connectPath, this, [path, traced(id, done)]));
  };
}

function begin(args: object): number {
  const id = ++last;
  record(Group.NET, "b", NAME, { id, args });
  return id;
}

function end(id: number, status: number): void {
  record(Group.NET, "e", NAME, { id, args: { status } });
}

function traced(id: number, done: Done): Done {
  return (errno) => {
    end(id, errno);
    done(errno);
  };
}

/** A request that failed at once has no other end. */
function withEnd(id: number, result: number): number {
  if (result !== 0) end(id, result);
  return result;
}
