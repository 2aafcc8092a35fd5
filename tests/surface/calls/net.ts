// http, https, net, tls, dns, dgram, child_process. Nothing here may reach beyond this machine.
import childProcess from "node:child_process";
import dgram from "node:dgram";
import dns from "node:dns";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import tls from "node:tls";
import { CALLBACK as CB } from "../outcome.ts";
import { of } from "./table.ts";
import { single } from "./util.ts";

function fn(): void {}
/** The port of the discard service, without a listening socket. */
const PORT = 9;
const at = { isImmediate: true };

/** The calls that this file is about. */
export function* calls(): Generator<any> {
  yield* netCalls();
  yield* httpCalls();
  yield* tlsCalls();
  yield* dnsCalls();
  yield* dgramCalls();
  yield* childCalls();
}

function* netCalls(): Generator<any> {
  const connecting = { isImmediate: true, skip: { connect: ["'x'", "''"], createConnection: ["'x'", "''"] } };
  yield* of(
    "net.",
    () => net,
    {
      connect: [PORT, "127.0.0.1", fn],
      createConnection: [PORT, "127.0.0.1", fn],
      createServer: [{}, fn],
      isIP: ["1.2.3.4"],
      isIPv4: ["1.2.3.4"],
      isIPv6: ["::1"],
      getDefaultAutoSelectFamily: [],
      setDefaultAutoSelectFamily: [true],
      setDefaultAutoSelectFamilyAttemptTimeout: [250],
      getDefaultAutoSelectFamilyAttemptTimeout: [],
      _normalizeArgs: [[]],
    },
    connecting,
  );
  yield* of("net.Socket ", () => net.Socket, { new: [{}] }, at);
  yield* of("net.Server ", () => net.Server, { new: [{}, fn] }, at);
  for (const option of [
    "port",
    "host",
    "localAddress",
    "localPort",
    "family",
    "hints",
    "lookup",
    "path",
    "timeout",
    "signal",
    "noDelay",
    "keepAlive",
    "keepAliveInitialDelay",
    "autoSelectFamily",
    "autoSelectFamilyAttemptTimeout",
    "allowHalfOpen",
    "onread",
  ]) {
    yield* single(`net.connect:${option}`, (value) => {
      const socket = net.connect({ port: PORT, host: "127.0.0.1", [option]: value } as any);
      socket.on("error", fn);
      socket.destroy();
    });
  }
  for (const option of [
    "fd",
    "handle",
    "readable",
    "writable",
    "allowHalfOpen",
    "signal",
    "onread",
    "objectMode",
    "readableObjectMode",
    "blockList",
  ]) {
    yield* single(`new net.Socket:${option}`, (value) => {
      const socket = new net.Socket({ [option]: value } as any);
      socket.on("error", fn);
      socket.destroy();
    });
  }
  yield* of(
    "Socket#",
    () => new net.Socket().on("error", fn),
    {
      setTimeout: [1000, fn],
      setNoDelay: [true],
      setKeepAlive: [true, 1],
      address: [],
      connect: [PORT, "127.0.0.1", fn],
      setEncoding: ["utf8"],
      pause: [],
      resume: [],
      ref: [],
      unref: [],
      write: ["a", "utf8", fn],
      end: ["a", "utf8", fn],
      destroySoon: [],
      resetAndDestroy: [],
      setTypeOfService: [0],
      getTypeOfService: [],
    },
    { isImmediate: true, skip: { connect: ["'x'", "''"] } },
  );
  yield* of(
    "Server#",
    () => net.createServer().on("error", fn),
    { listen: [0, "127.0.0.1", 1, fn], close: [fn], address: [], getConnections: [fn], ref: [], unref: [] },
    { isImmediate: true, skip: { listen: ["'x'"] } },
  );
  for (const option of [
    "port",
    "host",
    "path",
    "backlog",
    "exclusive",
    "readableAll",
    "ipv6Only",
    "reusePort",
    "signal",
    "fd",
  ]) {
    yield* single(`Server#listen:${option}`, (value) => {
      const server = net.createServer().on("error", fn);
      server.listen({ ...(option === "path" || option === "fd" ? {} : { port: 0 }), [option]: value } as any);
      server.close();
    });
  }
  yield* of("BlockList#", () => new net.BlockList(), {
    addAddress: ["1.2.3.4", "ipv4"],
    addRange: ["1.2.3.4", "1.2.3.5", "ipv4"],
    addSubnet: ["1.2.3.4", 8, "ipv4"],
    check: ["1.2.3.4", "ipv4"],
    toJSON: [],
    fromJSON: [[]],
  });
  yield* of("BlockList.", () => net.BlockList, { isBlockList: [{}] });
  yield* of("SocketAddress ", () => net.SocketAddress, { new: [{}] });
  yield* of("SocketAddress.", () => net.SocketAddress, { parse: ["1.2.3.4:80"], isSocketAddress: [{}] });
  for (const option of ["address", "port", "family", "flowlabel"])
    yield* single(`net.SocketAddress:${option}`, (value) => new net.SocketAddress({ [option]: value } as any));
}

function* httpCalls(): Generator<any> {
  yield* of("http.", () => http, {
    validateHeaderName: ["a", "l"],
    validateHeaderValue: ["a", "b"],
    createServer: [{}, fn],
    setMaxIdleHTTPParsers: [1000],
    setGlobalProxyFromEnv: [{}],
  });
  const refused = `http://127.0.0.1:${PORT}/`;
  for (const [name, module] of [
    ["http", http],
    ["https", https],
  ] as [string, any][]) {
    yield* of(
      `${name}.`,
      () => module,
      { request: [refused.replace("http", name), {}, fn], get: [refused.replace("http", name), {}, fn] },
      {
        isImmediate: true,
        skip: { request: ["missing", "undefined", "null", "{}"], get: ["missing", "undefined", "null", "{}"] },
      },
    );
    yield* of(`${name}.Agent `, () => module.Agent, { new: [{}] });
    for (const option of [
      "method",
      "path",
      "headers",
      "host",
      "hostname",
      "port",
      "protocol",
      "agent",
      "timeout",
      "insecureHTTPParser",
      "maxHeaderSize",
      "setHost",
      "joinDuplicateHeaders",
      "auth",
      "socketPath",
      "localAddress",
      "family",
      "createConnection",
      "defaultPort",
      "signal",
      "lookup",
      "uniqueHeaders",
      "setDefaultHeaders",
    ]) {
      yield* single(`${name}.request:${option}`, (value) => {
        const request = module.request({ host: "127.0.0.1", port: PORT, [option]: value });
        request.on("error", fn);
        request.destroy();
      });
    }
  }
  for (const option of [
    "maxHeaderSize",
    "headersTimeout",
    "requestTimeout",
    "keepAliveTimeout",
    "keepAliveTimeoutBuffer",
    "connectionsCheckingInterval",
    "insecureHTTPParser",
    "requireHostHeader",
    "joinDuplicateHeaders",
    "rejectNonStandardBodyWrites",
    "highWaterMark",
    "uniqueHeaders",
    "noDelay",
    "keepAlive",
    "IncomingMessage",
    "ServerResponse",
    "optimizeEmptyRequests",
    "shouldUpgradeCallback",
  ]) {
    yield* single(`http.createServer:${option}`, (value) => {
      http.createServer({ [option]: value } as any).close();
    });
  }
  for (const option of [
    "keepAlive",
    "keepAliveMsecs",
    "agentKeepAliveTimeoutBuffer",
    "maxSockets",
    "maxTotalSockets",
    "maxFreeSockets",
    "scheduling",
    "timeout",
    "proxyEnv",
  ])
    yield* single(`http.Agent:${option}`, (value) => {
      new http.Agent({ [option]: value } as any);
    });
  const message = (): any => new (http as any).OutgoingMessage();
  yield* of(
    "OutgoingMessage#",
    message,
    {
      setHeader: ["a", "b"],
      getHeader: ["a"],
      hasHeader: ["a"],
      removeHeader: ["a"],
      appendHeader: ["a", "b"],
      getHeaderNames: [],
      getRawHeaderNames: [],
      getHeaders: [],
      setHeaders: [new Map()],
      addTrailers: [{}],
      flushHeaders: [],
      write: ["a", "utf8", fn],
      end: ["a", "utf8", fn],
      setTimeout: [1, fn],
      cork: [],
      uncork: [],
      pipe: [],
      destroy: [],
    },
    at,
  );
  const response = (): any =>
    new http.ServerResponse({ method: "GET", httpVersionMajor: 1, httpVersionMinor: 1, headers: {} } as any);
  yield* of(
    "ServerResponse#",
    response,
    {
      writeHead: [200, "OK", {}],
      writeContinue: [fn],
      writeProcessing: [fn],
      writeEarlyHints: [{ link: "</a>; rel=preload" }, fn],
      writeInformation: [103, {}, fn],
      assignSocket: [{}],
      end: ["a", "utf8", fn],
      write: ["a", "utf8", fn],
      statusCode: [],
    },
    { isImmediate: true, skip: { statusCode: ["missing"], assignSocket: ["missing", "0"] } },
  );
  yield* single("ServerResponse#statusCode=", (value) => {
    const one = response();
    one.statusCode = value;
    one.writeHead(one.statusCode);
  });
  yield* single("ServerResponse#statusMessage=", (value) => {
    const one = response();
    one.statusMessage = value;
    one.writeHead(200);
  });
  yield* of("http.IncomingMessage ", () => http.IncomingMessage, { new: [new net.Socket()] }, at);
  yield* of("http.ServerResponse ", () => http.ServerResponse, { new: [{ method: "GET" }, {}] }, at);
  yield* of(
    "http.ClientRequest ",
    () => http.ClientRequest,
    { new: [{ port: PORT, host: "127.0.0.1" }, fn] },
    { isImmediate: true, skip: { new: ["missing", "undefined", "null", "{}"] } },
  );
  yield* of(
    "Server#",
    () => http.createServer(),
    { setTimeout: [1, fn], close: [fn], closeAllConnections: [], closeIdleConnections: [] },
    at,
  );
  yield* of("Agent#", () => new http.Agent(), { getName: [{}], destroy: [] }, at);
}

function* tlsCalls(): Generator<any> {
  yield* of(
    "tls.",
    () => tls,
    {
      checkServerIdentity: ["a.b", { subject: { CN: "a.b" } }],
      createSecureContext: [{}],
      createServer: [{}, fn],
      getCACertificates: ["default"],
      setDefaultCACertificates: [[]],
      convertALPNProtocols: [["http/1.1"], {}],
      getCiphers: [],
    },
    { skip: { setDefaultCACertificates: ["[]"] } },
  );
  for (const option of [
    "ca",
    "cert",
    "key",
    "ciphers",
    "clientCertEngine",
    "crl",
    "dhparam",
    "ecdhCurve",
    "honorCipherOrder",
    "maxVersion",
    "minVersion",
    "passphrase",
    "pfx",
    "privateKeyEngine",
    "privateKeyIdentifier",
    "secureOptions",
    "secureProtocol",
    "sessionIdContext",
    "sigalgs",
    "ticketKeys",
    "sessionTimeout",
    "allowPartialTrustChain",
    "certificateCompression",
  ]) {
    yield* single(`tls.createSecureContext:${option}`, (value) => tls.createSecureContext({ [option]: value } as any));
  }
  for (const option of [
    "handshakeTimeout",
    "SNICallback",
    "ticketKeys",
    "sessionTimeout",
    "ALPNProtocols",
    "ALPNCallback",
    "pskCallback",
    "pskIdentityHint",
    "requestCert",
    "rejectUnauthorized",
    "enableTrace",
    "sessionIdContext",
    "secureContext",
  ]) {
    yield* single(`tls.createServer:${option}`, (value) => {
      tls.createServer({ [option]: value } as any);
    });
  }
  for (const option of [
    "host",
    "port",
    "path",
    "servername",
    "checkServerIdentity",
    "minDHSize",
    "ALPNProtocols",
    "session",
    "pskCallback",
    "requestOCSP",
    "highWaterMark",
    "lookup",
    "timeout",
    "secureContext",
    "rejectUnauthorized",
    "socket",
    "allowHalfOpen",
  ]) {
    yield* single(`tls.connect:${option}`, (value) => {
      const socket = tls.connect({ port: PORT, host: "127.0.0.1", [option]: value } as any);
      socket.on("error", fn);
      socket.destroy();
    });
  }
  yield* of(
    "tls.",
    () => tls,
    { connect: [PORT, "127.0.0.1", {}, fn] },
    { isImmediate: true, skip: { connect: ["'x'", "''", "missing"] } },
  );
  yield* of("tls.TLSSocket ", () => tls.TLSSocket, { new: [new net.Socket(), {}] }, at);
  const socket = (): any => new tls.TLSSocket(new net.Socket());
  yield* of(
    "TLSSocket#",
    socket,
    {
      setServername: ["a"],
      setSession: [Buffer.alloc(1)],
      setMaxSendFragment: [1024],
      exportKeyingMaterial: [16, "l", Buffer.alloc(1)],
      getPeerCertificate: [true],
      getCertificate: [],
      getCipher: [],
      getProtocol: [],
      getSession: [],
      getSharedSigalgs: [],
      getTLSTicket: [],
      isSessionReused: [],
      renegotiate: [{}, fn],
      setKeyCert: [{}],
      getFinished: [],
      getPeerFinished: [],
      getPeerX509Certificate: [],
      getX509Certificate: [],
      disableRenegotiation: [],
    },
    { isImmediate: true, skip: { setSession: ["0"], setServername: ["'x'"], renegotiate: ["missing"] } },
  );
  yield* of(
    "tls.Server#",
    () => tls.createServer(),
    { addContext: ["a", {}], setSecureContext: [{}], getTicketKeys: [], setTicketKeys: [Buffer.alloc(48)] },
    at,
  );
}

function* dnsCalls(): Generator<any> {
  const quiet = ["''", "'x'"];
  const names = [
    "resolve4",
    "resolve6",
    "resolveAny",
    "resolveCaa",
    "resolveCname",
    "resolveMx",
    "resolveNaptr",
    "resolveNs",
    "resolvePtr",
    "resolveSoa",
    "resolveSrv",
    "resolveTlsa",
    "resolveTxt",
  ];
  const table: Record<string, unknown[]> = {
    lookup: ["127.0.0.1", {}, fn],
    "lookup#2": ["127.0.0.1", fn],
    lookupService: ["127.0.0.1", PORT, fn],
    resolve: ["a.invalid", "A", fn],
    reverse: ["127.0.0.1", fn],
    setServers: [["127.0.0.1"]],
    setDefaultResultOrder: ["verbatim"],
    getServers: [],
    getDefaultResultOrder: [],
  };
  for (const name of names) table[name] = ["a.invalid", fn];
  const skip = Object.fromEntries(Object.keys(table).map((name) => [name, quiet]));
  yield* of("dns.", () => dns, table, { isImmediate: true, skip: { ...skip, setServers: ["[]"] } });
  const promised = Object.fromEntries(
    Object.entries(table).map(([name, args]) => [name, args.filter((one) => one !== fn)]),
  );
  delete promised["lookup#2"];
  yield* of("dns.promises.", () => dns.promises, promised, {
    isImmediate: true,
    skip: { ...skip, setServers: ["[]"] },
  });
  yield* of(
    "dns.promises.",
    () => dns.promises,
    { lookup: ["127.0.0.1", {}], lookupService: ["127.0.0.1", PORT] },
    { skip: { lookup: ["'x'"], lookupService: [...quiet, "missing"] } },
  );
  yield* of("Resolver ", () => dns.Resolver, { new: [{}] });
  for (const option of ["timeout", "tries", "maxTimeout"])
    yield* single(`dns.Resolver:${option}`, (value) => new dns.Resolver({ [option]: value } as any));
  for (const option of ["family", "hints", "all", "verbatim", "order"])
    yield* single(`dns.lookup:${option}`, (value) => dns.lookup("127.0.0.1", { [option]: value } as any, fn));
  yield* of("Resolver#", () => new dns.Resolver(), {
    setLocalAddress: ["127.0.0.1", "::1"],
    setServers: [["127.0.0.1"]],
    cancel: [],
    getServers: [],
  });
}

function* dgramCalls(): Generator<any> {
  yield* of("dgram.", () => dgram, { createSocket: ["udp4", fn] }, at);
  for (const option of [
    "type",
    "reuseAddr",
    "reusePort",
    "ipv6Only",
    "recvBufferSize",
    "sendBufferSize",
    "lookup",
    "signal",
    "receiveBlockList",
    "sendBlockList",
    "msgCount",
  ])
    yield* single(`dgram.createSocket:${option}`, (value) => {
      dgram.createSocket({ type: "udp4", [option]: value } as any).close();
    });
  const socket = (): any => dgram.createSocket("udp4").on("error", fn);
  yield* of(
    "dgram.Socket#",
    socket,
    {
      bind: [0, "127.0.0.1", fn],
      "bind#2": [{}, fn],
      send: [Buffer.from("a"), 0, 1, PORT, "127.0.0.1", fn],
      "send#2": ["a", PORT, "127.0.0.1", fn],
      connect: [PORT, "127.0.0.1", fn],
      disconnect: [],
      address: [],
      remoteAddress: [],
      addMembership: ["224.0.0.114", "127.0.0.1"],
      dropMembership: ["224.0.0.114", "127.0.0.1"],
      addSourceSpecificMembership: ["127.0.0.1", "224.0.0.114", "127.0.0.1"],
      dropSourceSpecificMembership: ["127.0.0.1", "224.0.0.114", "127.0.0.1"],
      setBroadcast: [true],
      setMulticastInterface: ["127.0.0.1"],
      setMulticastLoopback: [true],
      setMulticastTTL: [1],
      setTTL: [1],
      setRecvBufferSize: [1000],
      setSendBufferSize: [1000],
      getRecvBufferSize: [],
      getSendBufferSize: [],
      getSendQueueSize: [],
      getSendQueueCount: [],
      ref: [],
      unref: [],
      close: [fn],
    },
    { isImmediate: true, skip: { send: ["'x'", "''"], "send#2": ["'x'", "''"] } },
  );
}

function* childCalls(): Generator<any> {
  const skip = ["missing"];
  const wait = { skip: { execSync: ["''", "'x'"], exec: ["''", "'x'"], fork: ["'x'", "''"] } };
  yield* of(
    "child_process.",
    () => childProcess,
    {
      exec: ["true", {}, CB],
      execFile: ["true", [], {}, CB],
      spawn: ["true", [], {}],
      spawnSync: ["true", [], {}],
      execFileSync: ["true", [], {}],
      execSync: ["true", {}],
    },
    wait,
  );
  yield* of(
    "child_process.",
    () => childProcess,
    { fork: ["/nonexistent-module.js", [], { stdio: ["ignore", "ignore", "ignore", "ipc"] }] },
    {
      isImmediate: true,
      skip: {
        fork: [...skip, "2:undefined", "2:null", "2:{}", "2:[]", "2:date", "2:function", "1:null", "1:undefined"],
      },
    },
  );
  for (const option of [
    "cwd",
    "detached",
    "uid",
    "gid",
    "shell",
    "argv0",
    "windowsHide",
    "windowsVerbatimArguments",
    "env",
    "stdio",
    "timeout",
    "killSignal",
    "maxBuffer",
    "encoding",
    "input",
    "serialization",
    "signal",
  ]) {
    if (option === "uid" || option === "gid") continue;
    yield* single(`child_process.spawnSync:${option}`, (value) => {
      const { error, status } = childProcess.spawnSync("true", [], { [option]: value } as any);
      if (error) throw error;
      return `${status}`;
    });
    yield* single(`child_process.spawn:${option}`, (value) => {
      const child = childProcess.spawn("true", [], { [option]: value } as any);
      child.on("error", fn);
    });
    yield* single(`child_process.execFile:${option}`, (value) => {
      const child = childProcess.execFile("true", [], { [option]: value } as any);
      child.on("error", fn);
    });
  }
  for (const option of ["uid", "gid"])
    yield* single(`child_process.spawnSync:${option}`, (value) =>
      typeof value === "number" && value > 0 && Number.isInteger(value)
        ? 1
        : childProcess.spawnSync("true", [], { [option]: value } as any).status,
    );
  for (const option of [
    "execPath",
    "execArgv",
    "silent",
    "stdio",
    "serialization",
    "killSignal",
    "timeout",
    "cwd",
    "env",
  ]) {
    if (option === "execPath") continue;
    yield* single(`child_process.fork:${option}`, (value) => {
      const child = childProcess.fork("/nonexistent-module.js", [], { silent: true, [option]: value } as any);
      child.on("error", fn);
      child.kill("SIGKILL");
    });
  }
  const child = (): any => childProcess.spawn("true");
  yield* of(
    "ChildProcess#",
    child,
    { kill: ["SIGTERM"], ref: [], unref: [], disconnect: [] },
    { isImmediate: true, skip: { kill: ["date"] } },
  );
  yield* of("ChildProcess ", () => (childProcess as any).ChildProcess, { new: [] });
  yield* of(
    "ChildProcess#",
    () => new (childProcess as any).ChildProcess(),
    { spawn: [{ file: "true", args: ["true"] }] },
    { isImmediate: true },
  );
}
