// node:inspector/promises: the same as node:inspector, whose Session cannot be connected here.
import inspector from "node:inspector";

export default inspector;
