// native:child_process. Starting programs, waiting for them, and IPC channels. Implemented by host/child_process.
import type { Any, Bytes, Enum, EnumOf, Flags, FlagsOf, Options, Path, f64, i32, u32, u8 } from "./types.ts";

/** Events of the loop about child processes and channels. */
export declare const ChildLoopEvent: Enum<
  i32,
  {
    /** A child has exited: (child, exit code, signal). */
    EXIT: 70;
    /** A channel changed: (channel, `ChannelEvent`, value). */
    CHANNEL: 71;
  }
>;

/** What happened to a channel. */
export declare const ChannelEvent: Enum<
  u8,
  {
    /** Bytes arrived: the value. */
    BYTES: 0;
    /** The peer closed it. */
    END: 1;
    /** A queued `send` was sent: the value is how many are still queued. */
    SENT: 2;
  }
>;
export type ChannelEvent = EnumOf<typeof ChannelEvent>;

/** What a descriptor of a child becomes, besides the number of a descriptor of this process. */
export declare const StdioSource: Flags<
  i32,
  {
    /** Closed; the null device for 0, 1 and 2. */
    NOTHING: -1;
    /** One end of a new pipe. */
    PIPE: -2;
  }
>;

/** How a program is started. */
export declare const SpawnFlags: Flags<
  u8,
  {
    /** In a session of its own. */
    NEW_SESSION: 1;
    /** The controlling terminal of the session is at descriptor 0. */
    CONTROLLING_TERMINAL: 2;
  }
>;
export type SpawnFlags = FlagsOf<typeof SpawnFlags>;

/** Results of `send` besides a negative errno. */
export declare const ChannelSendResult: Flags<i32, { SENT: 0; QUEUED: 1 }>;

/** The kind of a socket descriptor, plus a flag. */
export declare const SocketKind: Flags<
  u8,
  {
    NOT_A_SOCKET: 0;
    CONNECTED: 1;
    LISTENING: 2;
    DATAGRAM: 3;
    MASK: 15;
    /** Added for a Unix socket. */
    HAS_PATH: 16;
  }
>;
export type SocketKind = FlagsOf<typeof SocketKind>;

/** How a program is started. */
export interface SpawnOptions extends Options {
  /** Null or a negative number leaves it unchanged. */
  uid: f64 | null;
  gid: f64 | null;
  /** 32-bit words, one for each descriptor of the child: a descriptor of this process, or a `StdioSource`. */
  stdio: Bytes;
  flags: SpawnFlags;
}

/** When a synchronous child is killed. */
export interface SpawnLimits extends Options {
  /** 0: never. */
  timeoutMs: f64;
  /** For all outputs together; 0: no limit. */
  maxBytes: f64;
  /** The signal that it is sent. */
  killSignal: i32;
}

/** A started program. */
export interface Started {
  /** Identifies it in the other functions until its exit was reported. */
  child: u32;
  pid: u32;
  /**
   * 32-bit words: for each descriptor of the child, the parent's end of its pipe (which the caller now owns), or -1.
   */
  pipes: Bytes;
}

/** The resources that a child used. */
export interface ChildUsage {
  userMicroseconds: f64;
  systemMicroseconds: f64;
  /** At its peak. */
  residentBytes: f64;
  sharedBytes: f64;
  swaps: f64;
  blocksRead: f64;
  blocksWritten: f64;
  messagesSent: f64;
  messagesReceived: f64;
  signals: f64;
  voluntarySwitches: f64;
  involuntarySwitches: f64;
}

/** How a synchronous child ended. */
export type EndedChild = {
  pid: number;
  /** -1 when it was killed by `signal`. */
  code: number;
  signal: number;
  /** A negative errno, or 0. */
  errno: number;
  /** The bytes from each pipe; null for other descriptors. */
  outputs: (Uint8Array | null)[];
  usage: ChildUsage;
};

/**
 * Starts a program. `file` without a slash is searched in the PATH of `environment` (`NAME=value` each). Its exit is
 * reported by the event `EXIT`. Throws the system's error (syscall `spawn`).
 * @permission run(file, environment, directory)
 */
export declare function spawn(
  file: Path,
  argv: string[],
  environment: string[],
  directory: Path | null,
  options: SpawnOptions,
): Started;

/**
 * The resource usage of the child whose exit is being reported.
 * @permission none: works on a child of this process
 */
export declare function usageOfEnded(): ChildUsage;

/**
 * Sends a signal (0 only checks that the child exists). Returns 0 or a negative errno: -3 when the child has exited.
 * @permission none: works on a child of this process
 */
export declare function signal(child: u32, number: i32): i32;

/**
 * Sets whether the running child keeps the process alive.
 * @permission none: works on a child of this process
 */
export declare function setReferenced(child: u32, referenced: boolean): void;

/**
 * Starts a program and waits until it has exited and its pipes are closed. `inputs`: the input bytes for each descriptor,
 * or null. Otherwise as `spawn`.
 * @permission run(file, environment, directory)
 */
export declare function spawnSync(
  file: Path,
  argv: string[],
  environment: string[],
  directory: Path | null,
  options: SpawnOptions,
  inputs: Any<(Uint8Array | null)[]>,
  limits: SpawnLimits,
): Any<EndedChild>;

/**
 * Replaces this process by another program. Returns only by throwing (syscall `execve`).
 * @permission run(file, environment)
 */
export declare function execute(file: Path, argv: string[], environment: string[]): void;

/**
 * Takes ownership of the connected Unix socket `fd` as an IPC channel. It does not keep the process alive until
 * `referenceChannel`. The event `CHANNEL` reports what happens to it.
 * @permission none: takes over an open descriptor
 */
export declare function openChannel(fd: i32): u32;

/**
 * Starts or stops reading.
 * @permission none: works on an open channel
 */
export declare function readChannel(channel: u32, reads: boolean): void;

/**
 * Sends bytes, with a duplicate of descriptor `fd` unless it is null. Returns a `ChannelSendResult` or a negative
 * errno.
 * @permission none: works on an open channel
 */
export declare function send(channel: u32, bytes: Bytes, fd: i32 | null): i32;

/**
 * The next descriptor that arrived with bytes; the caller owns it. Null without one.
 * @permission none: works on an open channel
 */
export declare function takeDescriptor(channel: u32): i32 | null;

/**
 * Sets whether the open channel keeps the process alive.
 * @permission none: works on an open channel
 */
export declare function referenceChannel(channel: u32, referenced: boolean): void;

/**
 * Closes the channel after the queue is sent. No event follows.
 * @permission none: works on an open channel
 */
export declare function closeChannel(channel: u32): void;

/**
 * The kind of a socket descriptor.
 * @permission none: works on an open descriptor
 */
export declare function kindOfSocket(fd: i32): SocketKind;
