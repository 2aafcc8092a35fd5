// @generated from ops/dgram.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Dgram;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// One endpoint of a socket.
#[derive(Debug)]
pub struct Endpoint {
    pub address: Text,
    pub port: u32,
    /// `IPv4` or `IPv6`.
    pub family: Text,
}

impl<'cx> op::IntoValue<'cx> for Endpoint {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "address", op::IntoValue::into_value(self.address, cx)?)?;
        object.set(cx, "port", op::IntoValue::into_value(self.port, cx)?)?;
        object.set(cx, "family", op::IntoValue::into_value(self.family, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for Endpoint {}

/// What `event` reports of a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum DatagramEvent {
    /// Receiving failed: the errno.
    ReceiveFailed = 1,
    /// A queued packet was sent or failed: its number, then its size or the negated errno.
    Sent = 2,
    Closed = 3,
}

impl DatagramEvent {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            1 => Self::ReceiveFailed,
            2 => Self::Sent,
            3 => Self::Closed,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for DatagramEvent {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of DatagramEvent")
    }
}

impl<'cx> op::IntoValue<'cx> for DatagramEvent {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// How a socket is bound.
pub mod datagram_bind_flags {
    /// Receives over IPv6 only.
    pub const IPV6_ONLY: u8 = 1;
    /// Shares the address with sockets that do so too (SO_REUSEADDR).
    pub const SHARE_ADDRESS: u8 = 2;
    /// Shares the port (SO_REUSEPORT).
    pub const SHARE_PORT: u8 = 4;
}

/// The options of a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum DatagramOption {
    Broadcast = 1,
    Ttl = 2,
    MulticastTtl = 3,
    MulticastLoopback = 4,
}

impl DatagramOption {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            1 => Self::Broadcast,
            2 => Self::Ttl,
            3 => Self::MulticastTtl,
            4 => Self::MulticastLoopback,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for DatagramOption {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of DatagramOption")
    }
}

impl<'cx> op::IntoValue<'cx> for DatagramOption {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// Results of `send` besides a size and a negated errno.
pub mod negated_send_result {
    /// The negated number: the packet is queued. No errno is that large.
    pub const QUEUED: u32 = 1000000;
}

/// The words of the sender of a packet, by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum SenderWord {
    Port = 0,
    /// 4 or 6; 1 of a unix socket, whose path `senderPath` returns.
    Family = 1,
    /// Of an IPv6 address; 0 for none.
    Scope = 2,
    /// The first of four words of the address; an IPv4 address has one.
    Address = 3,
    /// How many there are.
    Count = 7,
}

impl SenderWord {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Port,
            1 => Self::Family,
            2 => Self::Scope,
            3 => Self::Address,
            7 => Self::Count,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for SenderWord {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of SenderWord")
    }
}

impl<'cx> op::IntoValue<'cx> for SenderWord {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// What the sockets of a thread notify.
pub struct DatagramHandlers {
    /// A packet was received: it is at the start of `receive`, its sender is in `sender`.
    pub message: op::Root,
    /// A later result; `size` only of `SENT`.
    pub event: op::Root,
}

impl<'cx> op::FromArgument<'cx> for DatagramHandlers {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self { message: op::handler(cx, value, "message")?, event: op::handler(cx, value, "event")? })
    }
}

/// What `crate::Dgram` implements.
pub trait DgramOps {
    /// Sets the callbacks of this thread. `receive` has at least 64 kB, `sender` the words of `SenderWord`.
    /// @permission none: sets callbacks of this thread
    fn set_handlers<'cx>(
        &self,
        cx: Context<'cx>,
        handlers: DatagramHandlers,
        receive: Value<'cx>,
        sender: Value<'cx>,
    ) -> Result<(), Thrown<'cx>>;
    /// Creates a handle; its socket is created by the first call that needs it.
    /// @permission none: a new handle has no address
    fn open(&self, is_i_pv6: bool) -> Result<u32, OpError>;
    /// Creates a handle of a unix datagram socket. Returns the negated errno when it fails.
    /// @permission none: a new handle has no address
    fn open_unix(&self) -> Result<i32, OpError>;
    /// Binds a unix datagram socket to a path; the file remains when the handle is closed.
    /// @permission unix(path)
    fn bind_path(&self, handle: u32, path: &str) -> Result<i32, OpError>;
    /// Sends the bytes of an array of views as one packet to the socket at a path. Results as of `send`.
    /// @permission unix(path)
    fn send_to_path<'cx>(
        &self,
        cx: Context<'cx>,
        handle: u32,
        chunks: Value<'cx>,
        path: &str,
        packet: u32,
    ) -> Result<f64, Thrown<'cx>>;
    /// The path of the sender of the current packet; null for a socket without one.
    /// @permission none: describes a packet that was received
    fn sender_path(&self) -> Result<Option<Text>, OpError>;
    /// Takes ownership of the descriptor of a UDP socket. EINVAL for another one.
    /// @permission none: takes over an open descriptor
    fn open_descriptor(&self, fd: i32) -> Result<i32, OpError>;
    /// Binds to a local address.
    /// @permission net(address, port)
    fn bind(&self, handle: u32, address: &str, port: u16, flags: u8) -> Result<i32, OpError>;
    /// Connects: exchanges packets with one peer only.
    /// @permission net(address, port)
    fn connect(&self, handle: u32, address: &str, port: u16) -> Result<i32, OpError>;
    /// Disconnects.
    /// @permission none: works on an open handle
    fn disconnect(&self, handle: u32) -> Result<i32, OpError>;
    /// Starts receiving.
    /// @permission none: works on an open handle
    fn receive_start(&self, handle: u32) -> Result<i32, OpError>;
    /// Stops receiving.
    /// @permission none: works on an open handle
    fn receive_stop(&self, handle: u32) -> Result<(), OpError>;
    /// Sends the bytes of an array of views as one packet, to a numeric address or, when it is empty, to the connected
    /// peer. Returns the size when it is sent; `-NegatedSendResult.QUEUED` when it is queued: `SENT` with `packet` follows.
    /// @permission net(address, port)
    fn send<'cx>(
        &self,
        cx: Context<'cx>,
        handle: u32,
        chunks: Value<'cx>,
        address: &str,
        port: u16,
        packet: u32,
    ) -> Result<f64, Thrown<'cx>>;
    /// Closes. `CLOSED` follows, after `SENT` for queued packets.
    /// @permission none: works on an open handle
    fn close(&self, handle: u32) -> Result<(), OpError>;
    /// Sets whether receiving keeps the loop alive.
    /// @permission none: works on an open handle
    fn set_referenced(&self, handle: u32, referenced: bool) -> Result<(), OpError>;
    /// Sets an option.
    /// @permission none: works on an open handle
    fn set_option(&self, handle: u32, option: DatagramOption, value: i32) -> Result<i32, OpError>;
    /// Sets the interface of outgoing multicast packets: one of its addresses, or for IPv6 `::%interface`.
    /// @permission none: works on an open handle
    fn set_multicast_interface(&self, handle: u32, address: &str) -> Result<i32, OpError>;
    /// Joins (or leaves) a multicast group, on an interface when that is not empty.
    /// @permission net(group)
    fn set_membership(&self, handle: u32, group: &str, interface_address: &str, joins: bool) -> Result<i32, OpError>;
    /// The same for one source of the group.
    /// @permission net(group)
    fn set_source_membership(
        &self,
        handle: u32,
        source: &str,
        group: &str,
        interface_address: &str,
        joins: bool,
    ) -> Result<i32, OpError>;
    /// The size of the system's receive or send buffer; a `size` above 0 sets it first.
    /// @permission none: works on an open handle
    fn buffer_size(&self, handle: u32, size: u32, receives: bool) -> Result<i32, OpError>;
    /// The local endpoint; null without one.
    /// @permission none: works on an open handle
    fn local_endpoint(&self, handle: u32) -> Result<Option<Endpoint>, OpError>;
    /// The connected peer; null without one.
    /// @permission none: works on an open handle
    fn remote_endpoint(&self, handle: u32) -> Result<Option<Endpoint>, OpError>;
    /// The number of the descriptor; -1 without one.
    /// @permission none: works on an open handle
    fn descriptor_of(&self, handle: u32) -> Result<i32, OpError>;
    /// Duplicates the descriptor of the socket; the caller owns the duplicate.
    /// @permission none: works on an open handle
    fn duplicate_descriptor(&self, handle: u32) -> Result<i32, OpError>;
    /// Bytes of queued packets.
    /// @permission none: works on an open handle
    fn waiting_bytes(&self, handle: u32) -> Result<f64, OpError>;
    /// The number of queued packets.
    /// @permission none: works on an open handle
    fn waiting_packets(&self, handle: u32) -> Result<u32, OpError>;
    /// The name of the interface with that number; the number when it has none.
    /// @permission sys("networkInterfaces")
    fn interface_name(&self, index: u32) -> Result<Text, OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Dgram>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Dgram> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Dgram>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct SetHandlersOp;
impl NativeFunction for SetHandlersOp {
    const NAME: &'static str = "setHandlers";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handlers: DatagramHandlers = op::argument(cx, &arguments, 0, "setHandlers: handlers")?;
        let mut receive: Value<'cx> = op::argument(cx, &arguments, 1, "setHandlers: receive")?;
        let mut sender: Value<'cx> = op::argument(cx, &arguments, 2, "setHandlers: sender")?;
        op::finish(cx, DgramOps::set_handlers(&*state(), cx, handlers, receive, sender))
    }
}

struct OpenOp;
impl NativeFunction for OpenOp {
    const NAME: &'static str = "open";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut is_i_pv6: bool = op::argument(cx, &arguments, 0, "open: is_i_pv6")?;
        op::finish(cx, DgramOps::open(&*state(), is_i_pv6))
    }
}

struct OpenUnixOp;
impl NativeFunction for OpenUnixOp {
    const NAME: &'static str = "openUnix";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, DgramOps::open_unix(&*state()))
    }
}

struct BindPathOp;
impl NativeFunction for BindPathOp {
    const NAME: &'static str = "bindPath";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "bindPath: handle")?;
        let mut path: String = op::argument(cx, &arguments, 1, "bindPath: path")?;
        op::permit(cx, &[op::Permission::Unix(op::Subject::from(&path))])?;
        op::finish(cx, DgramOps::bind_path(&*state(), handle, &path))
    }
}

struct SendToPathOp;
impl NativeFunction for SendToPathOp {
    const NAME: &'static str = "sendToPath";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "sendToPath: handle")?;
        let mut chunks: Value<'cx> = op::argument(cx, &arguments, 1, "sendToPath: chunks")?;
        let mut path: String = op::argument(cx, &arguments, 2, "sendToPath: path")?;
        let mut packet: u32 = op::argument(cx, &arguments, 3, "sendToPath: packet")?;
        op::permit(cx, &[op::Permission::Unix(op::Subject::from(&path))])?;
        op::finish(cx, DgramOps::send_to_path(&*state(), cx, handle, chunks, &path, packet))
    }
}

struct SenderPathOp;
impl NativeFunction for SenderPathOp {
    const NAME: &'static str = "senderPath";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, DgramOps::sender_path(&*state()))
    }
}

struct OpenDescriptorOp;
impl NativeFunction for OpenDescriptorOp {
    const NAME: &'static str = "openDescriptor";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "openDescriptor: fd")?;
        op::finish(cx, DgramOps::open_descriptor(&*state(), fd))
    }
}

struct BindOp;
impl NativeFunction for BindOp {
    const NAME: &'static str = "bind";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "bind: handle")?;
        let mut address: String = op::argument(cx, &arguments, 1, "bind: address")?;
        let mut port: u16 = op::argument(cx, &arguments, 2, "bind: port")?;
        let mut flags: u8 = op::argument(cx, &arguments, 3, "bind: flags")?;
        op::permit(cx, &[op::Permission::Net(op::Subject::from(&address), Some(port.into()))])?;
        op::finish(cx, DgramOps::bind(&*state(), handle, &address, port, flags))
    }
}

struct ConnectOp;
impl NativeFunction for ConnectOp {
    const NAME: &'static str = "connect";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "connect: handle")?;
        let mut address: String = op::argument(cx, &arguments, 1, "connect: address")?;
        let mut port: u16 = op::argument(cx, &arguments, 2, "connect: port")?;
        op::permit(cx, &[op::Permission::Net(op::Subject::from(&address), Some(port.into()))])?;
        op::finish(cx, DgramOps::connect(&*state(), handle, &address, port))
    }
}

struct DisconnectOp;
impl NativeFunction for DisconnectOp {
    const NAME: &'static str = "disconnect";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "disconnect: handle")?;
        op::finish(cx, DgramOps::disconnect(&*state(), handle))
    }
}

struct ReceiveStartOp;
impl NativeFunction for ReceiveStartOp {
    const NAME: &'static str = "receiveStart";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "receiveStart: handle")?;
        op::finish(cx, DgramOps::receive_start(&*state(), handle))
    }
}

struct ReceiveStopOp;
impl NativeFunction for ReceiveStopOp {
    const NAME: &'static str = "receiveStop";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "receiveStop: handle")?;
        op::finish(cx, DgramOps::receive_stop(&*state(), handle))
    }
}

struct SendOp;
impl NativeFunction for SendOp {
    const NAME: &'static str = "send";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "send: handle")?;
        let mut chunks: Value<'cx> = op::argument(cx, &arguments, 1, "send: chunks")?;
        let mut address: String = op::argument(cx, &arguments, 2, "send: address")?;
        let mut port: u16 = op::argument(cx, &arguments, 3, "send: port")?;
        let mut packet: u32 = op::argument(cx, &arguments, 4, "send: packet")?;
        op::permit(cx, &[op::Permission::Net(op::Subject::from(&address), Some(port.into()))])?;
        op::finish(cx, DgramOps::send(&*state(), cx, handle, chunks, &address, port, packet))
    }
}

struct CloseOp;
impl NativeFunction for CloseOp {
    const NAME: &'static str = "close";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "close: handle")?;
        op::finish(cx, DgramOps::close(&*state(), handle))
    }
}

struct SetReferencedOp;
impl NativeFunction for SetReferencedOp {
    const NAME: &'static str = "setReferenced";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "setReferenced: handle")?;
        let mut referenced: bool = op::argument(cx, &arguments, 1, "setReferenced: referenced")?;
        op::finish(cx, DgramOps::set_referenced(&*state(), handle, referenced))
    }
}

struct SetOptionOp;
impl NativeFunction for SetOptionOp {
    const NAME: &'static str = "setOption";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "setOption: handle")?;
        let mut option: DatagramOption = op::argument(cx, &arguments, 1, "setOption: option")?;
        let mut value: i32 = op::argument(cx, &arguments, 2, "setOption: value")?;
        op::finish(cx, DgramOps::set_option(&*state(), handle, option, value))
    }
}

struct SetMulticastInterfaceOp;
impl NativeFunction for SetMulticastInterfaceOp {
    const NAME: &'static str = "setMulticastInterface";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "setMulticastInterface: handle")?;
        let mut address: String = op::argument(cx, &arguments, 1, "setMulticastInterface: address")?;
        op::finish(cx, DgramOps::set_multicast_interface(&*state(), handle, &address))
    }
}

struct SetMembershipOp;
impl NativeFunction for SetMembershipOp {
    const NAME: &'static str = "setMembership";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "setMembership: handle")?;
        let mut group: String = op::argument(cx, &arguments, 1, "setMembership: group")?;
        let mut interface_address: String = op::argument(cx, &arguments, 2, "setMembership: interface_address")?;
        let mut joins: bool = op::argument(cx, &arguments, 3, "setMembership: joins")?;
        op::permit(cx, &[op::Permission::Net(op::Subject::from(&group), None)])?;
        op::finish(cx, DgramOps::set_membership(&*state(), handle, &group, &interface_address, joins))
    }
}

struct SetSourceMembershipOp;
impl NativeFunction for SetSourceMembershipOp {
    const NAME: &'static str = "setSourceMembership";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "setSourceMembership: handle")?;
        let mut source: String = op::argument(cx, &arguments, 1, "setSourceMembership: source")?;
        let mut group: String = op::argument(cx, &arguments, 2, "setSourceMembership: group")?;
        let mut interface_address: String = op::argument(cx, &arguments, 3, "setSourceMembership: interface_address")?;
        let mut joins: bool = op::argument(cx, &arguments, 4, "setSourceMembership: joins")?;
        op::permit(cx, &[op::Permission::Net(op::Subject::from(&group), None)])?;
        op::finish(cx, DgramOps::set_source_membership(&*state(), handle, &source, &group, &interface_address, joins))
    }
}

struct BufferSizeOp;
impl NativeFunction for BufferSizeOp {
    const NAME: &'static str = "bufferSize";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "bufferSize: handle")?;
        let mut size: u32 = op::argument(cx, &arguments, 1, "bufferSize: size")?;
        let mut receives: bool = op::argument(cx, &arguments, 2, "bufferSize: receives")?;
        op::finish(cx, DgramOps::buffer_size(&*state(), handle, size, receives))
    }
}

struct LocalEndpointOp;
impl NativeFunction for LocalEndpointOp {
    const NAME: &'static str = "localEndpoint";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "localEndpoint: handle")?;
        op::finish(cx, DgramOps::local_endpoint(&*state(), handle))
    }
}

struct RemoteEndpointOp;
impl NativeFunction for RemoteEndpointOp {
    const NAME: &'static str = "remoteEndpoint";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "remoteEndpoint: handle")?;
        op::finish(cx, DgramOps::remote_endpoint(&*state(), handle))
    }
}

struct DescriptorOfOp;
impl NativeFunction for DescriptorOfOp {
    const NAME: &'static str = "descriptorOf";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "descriptorOf: handle")?;
        op::finish(cx, DgramOps::descriptor_of(&*state(), handle))
    }
}

struct DuplicateDescriptorOp;
impl NativeFunction for DuplicateDescriptorOp {
    const NAME: &'static str = "duplicateDescriptor";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "duplicateDescriptor: handle")?;
        op::finish(cx, DgramOps::duplicate_descriptor(&*state(), handle))
    }
}

struct WaitingBytesOp;
impl NativeFunction for WaitingBytesOp {
    const NAME: &'static str = "waitingBytes";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "waitingBytes: handle")?;
        op::finish(cx, DgramOps::waiting_bytes(&*state(), handle))
    }
}

struct WaitingPacketsOp;
impl NativeFunction for WaitingPacketsOp {
    const NAME: &'static str = "waitingPackets";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "waitingPackets: handle")?;
        op::finish(cx, DgramOps::waiting_packets(&*state(), handle))
    }
}

struct InterfaceNameOp;
impl NativeFunction for InterfaceNameOp {
    const NAME: &'static str = "interfaceName";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut index: u32 = op::argument(cx, &arguments, 0, "interfaceName: index")?;
        op::permit(cx, &[op::Permission::Sys(op::Subject::from(&"networkInterfaces"))])?;
        op::finish(cx, DgramOps::interface_name(&*state(), index))
    }
}

/// The functions of `native:dgram`.
pub const AREA: Area = Area {
    name: "dgram",
    functions: &[
        AreaFunction { name: "setHandlers", is_async: false, make: op::make::<SetHandlersOp> },
        AreaFunction { name: "open", is_async: false, make: op::make::<OpenOp> },
        AreaFunction { name: "openUnix", is_async: false, make: op::make::<OpenUnixOp> },
        AreaFunction { name: "bindPath", is_async: false, make: op::make::<BindPathOp> },
        AreaFunction { name: "sendToPath", is_async: false, make: op::make::<SendToPathOp> },
        AreaFunction { name: "senderPath", is_async: false, make: op::make::<SenderPathOp> },
        AreaFunction { name: "openDescriptor", is_async: false, make: op::make::<OpenDescriptorOp> },
        AreaFunction { name: "bind", is_async: false, make: op::make::<BindOp> },
        AreaFunction { name: "connect", is_async: false, make: op::make::<ConnectOp> },
        AreaFunction { name: "disconnect", is_async: false, make: op::make::<DisconnectOp> },
        AreaFunction { name: "receiveStart", is_async: false, make: op::make::<ReceiveStartOp> },
        AreaFunction { name: "receiveStop", is_async: false, make: op::make::<ReceiveStopOp> },
        AreaFunction { name: "send", is_async: false, make: op::make::<SendOp> },
        AreaFunction { name: "close", is_async: false, make: op::make::<CloseOp> },
        AreaFunction { name: "setReferenced", is_async: false, make: op::make::<SetReferencedOp> },
        AreaFunction { name: "setOption", is_async: false, make: op::make::<SetOptionOp> },
        AreaFunction { name: "setMulticastInterface", is_async: false, make: op::make::<SetMulticastInterfaceOp> },
        AreaFunction { name: "setMembership", is_async: false, make: op::make::<SetMembershipOp> },
        AreaFunction { name: "setSourceMembership", is_async: false, make: op::make::<SetSourceMembershipOp> },
        AreaFunction { name: "bufferSize", is_async: false, make: op::make::<BufferSizeOp> },
        AreaFunction { name: "localEndpoint", is_async: false, make: op::make::<LocalEndpointOp> },
        AreaFunction { name: "remoteEndpoint", is_async: false, make: op::make::<RemoteEndpointOp> },
        AreaFunction { name: "descriptorOf", is_async: false, make: op::make::<DescriptorOfOp> },
        AreaFunction { name: "duplicateDescriptor", is_async: false, make: op::make::<DuplicateDescriptorOp> },
        AreaFunction { name: "waitingBytes", is_async: false, make: op::make::<WaitingBytesOp> },
        AreaFunction { name: "waitingPackets", is_async: false, make: op::make::<WaitingPacketsOp> },
        AreaFunction { name: "interfaceName", is_async: false, make: op::make::<InterfaceNameOp> },
    ],
};
