// native:dgram. UDP and unix datagram sockets. Implemented by host/dgram; builtins use it through `internal:node/dgram/handle`.
//
// A handle is a number until `close`. Operations return a number: 0 or more is success, a negative number is the
// negated errno. Later results are reported by the handler `event`, each a task of its own.
import type { Any, Enum, EnumOf, Flags, FlagsOf, Handlers, f64, i32, u16, u32, u8 } from "./types.ts";

/** What `event` reports of a socket. */
export declare const DatagramEvent: Enum<
  u8,
  {
    /** Receiving failed: the errno. */
    RECEIVE_FAILED: 1;
    /** A queued packet was sent or failed: its number, then its size or the negated errno. */
    SENT: 2;
    CLOSED: 3;
  }
>;
export type DatagramEvent = EnumOf<typeof DatagramEvent>;

/** How a socket is bound. */
export declare const DatagramBindFlags: Flags<
  u8,
  {
    /** Receives over IPv6 only. */
    IPV6_ONLY: 1;
    /** Shares the address with sockets that do so too (SO_REUSEADDR). */
    SHARE_ADDRESS: 2;
    /** Shares the port (SO_REUSEPORT). */
    SHARE_PORT: 4;
  }
>;
export type DatagramBindFlags = FlagsOf<typeof DatagramBindFlags>;

/** The options of a socket. */
export declare const DatagramOption: Enum<u8, { BROADCAST: 1; TTL: 2; MULTICAST_TTL: 3; MULTICAST_LOOPBACK: 4 }>;
export type DatagramOption = EnumOf<typeof DatagramOption>;

/** Results of `send` besides a size and a negated errno. */
export declare const NegatedSendResult: Flags<
  u32,
  {
    /** The negated number: the packet is queued. No errno is that large. */
    QUEUED: 1000000;
  }
>;

/** What the sockets of a thread notify. */
export interface DatagramHandlers extends Handlers {
  /** A packet was received: it is at the start of `receive`, its sender is in `sender`. */
  message(handle: u32, length: u32): void;
  /** A later result; `size` only of `SENT`. */
  event(handle: u32, kind: DatagramEvent, value: i32, size: i32): void;
}

/** The words of the sender of a packet, by their index. */
export declare const SenderWord: Enum<
  u8,
  {
    PORT: 0;
    /** 4 or 6; 1 of a unix socket, whose path `senderPath` returns. */
    FAMILY: 1;
    /** Of an IPv6 address; 0 for none. */
    SCOPE: 2;
    /** The first of four words of the address; an IPv4 address has one. */
    ADDRESS: 3;
    /** How many there are. */
    COUNT: 7;
  }
>;

/** One endpoint of a socket. */
export interface Endpoint {
  address: string;
  port: u32;
  /** `IPv4` or `IPv6`. */
  family: string;
}

/**
 * Sets the callbacks of this thread. `receive` has at least 64 kB, `sender` the words of `SenderWord`.
 * @permission none: sets callbacks of this thread
 */
export declare function setHandlers(
  handlers: DatagramHandlers,
  receive: Any<Uint8Array>,
  sender: Any<Int32Array>,
): void;

/**
 * Creates a handle; its socket is created by the first call that needs it.
 * @permission none: a new handle has no address
 */
export declare function open(isIPv6: boolean): u32;

/**
 * Creates a handle of a unix datagram socket. Returns the negated errno when it fails.
 * @permission none: a new handle has no address
 */
export declare function openUnix(): i32;

/**
 * Binds a unix datagram socket to a path; the file remains when the handle is closed.
 * @permission unix(path)
 */
export declare function bindPath(handle: u32, path: string): i32;

/**
 * Sends the bytes of an array of views as one packet to the socket at a path. Results as of `send`.
 * @permission unix(path)
 */
export declare function sendToPath(
  handle: u32,
  chunks: Any<readonly ArrayBufferView[]>,
  path: string,
  packet: u32,
): f64;

/**
 * The path of the sender of the current packet; null for a socket without one.
 * @permission none: describes a packet that was received
 */
export declare function senderPath(): string | null;

/**
 * Takes ownership of the descriptor of a UDP socket. EINVAL for another one.
 * @permission none: takes over an open descriptor
 */
export declare function openDescriptor(fd: i32): i32;

/**
 * Binds to a local address.
 * @permission net(address, port)
 */
export declare function bind(handle: u32, address: string, port: u16, flags: DatagramBindFlags): i32;

/**
 * Connects: exchanges packets with one peer only.
 * @permission net(address, port)
 */
export declare function connect(handle: u32, address: string, port: u16): i32;

/**
 * Disconnects.
 * @permission none: works on an open handle
 */
export declare function disconnect(handle: u32): i32;

/**
 * Starts receiving.
 * @permission none: works on an open handle
 */
export declare function receiveStart(handle: u32): i32;

/**
 * Stops receiving.
 * @permission none: works on an open handle
 */
export declare function receiveStop(handle: u32): void;

/**
 * Sends the bytes of an array of views as one packet, to a numeric address or, when it is empty, to the connected
 * peer. Returns the size when it is sent; `-NegatedSendResult.QUEUED` when it is queued: `SENT` with `packet` follows.
 * @permission net(address, port)
 */
export declare function send(
  handle: u32,
  chunks: Any<readonly ArrayBufferView[]>,
  address: string,
  port: u16,
  packet: u32,
): f64;

/**
 * Closes. `CLOSED` follows, after `SENT` for queued packets.
 * @permission none: works on an open handle
 */
export declare function close(handle: u32): void;

/**
 * Sets whether receiving keeps the loop alive.
 * @permission none: works on an open handle
 */
export declare function setReferenced(handle: u32, referenced: boolean): void;

/**
 * Sets an option.
 * @permission none: works on an open handle
 */
export declare function setOption(handle: u32, option: DatagramOption, value: i32): i32;

/**
 * Sets the interface of outgoing multicast packets: one of its addresses, or for IPv6 `::%interface`.
 * @permission none: works on an open handle
 */
export declare function setMulticastInterface(handle: u32, address: string): i32;

/**
 * Joins (or leaves) a multicast group, on an interface when that is not empty.
 * @permission net(group)
 */
export declare function setMembership(handle: u32, group: string, interfaceAddress: string, joins: boolean): i32;

/**
 * The same for one source of the group.
 * @permission net(group)
 */
export declare function setSourceMembership(
  handle: u32,
  source: string,
  group: string,
  interfaceAddress: string,
  joins: boolean,
): i32;

/**
 * The size of the system's receive or send buffer; a `size` above 0 sets it first.
 * @permission none: works on an open handle
 */
export declare function bufferSize(handle: u32, size: u32, receives: boolean): i32;

/**
 * The local endpoint; null without one.
 * @permission none: works on an open handle
 */
export declare function localEndpoint(handle: u32): Endpoint | null;

/**
 * The connected peer; null without one.
 * @permission none: works on an open handle
 */
export declare function remoteEndpoint(handle: u32): Endpoint | null;

/**
 * The number of the descriptor; -1 without one.
 * @permission none: works on an open handle
 */
export declare function descriptorOf(handle: u32): i32;

/**
 * Duplicates the descriptor of the socket; the caller owns the duplicate.
 * @permission none: works on an open handle
 */
export declare function duplicateDescriptor(handle: u32): i32;

/**
 * Bytes of queued packets.
 * @permission none: works on an open handle
 */
export declare function waitingBytes(handle: u32): f64;

/**
 * The number of queued packets.
 * @permission none: works on an open handle
 */
export declare function waitingPackets(handle: u32): u32;

/**
 * The name of the interface with that number; the number when it has none.
 * @permission sys("networkInterfaces")
 */
export declare function interfaceName(index: u32): string;
