// node:constants: the deprecated collection of the constants of os, fs and crypto in one object.
import { constants as crypto } from "internal:node/crypto/constants";
import { constants as files } from "internal:node/fs/constants";
import { constants as system } from "internal:node/os/constants";

export default Object.freeze(
  Object.assign({}, system.dlopen, system.errno, system.priority, system.signals, files, crypto),
);
