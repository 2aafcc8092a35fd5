import assert from "node:assert";
import https from "node:https";
import http from "node:http";
import tls from "node:tls";
import { test } from "../harness.ts";

test("the agent's name distinguishes TLS connections", () => {
  const agent: any = https.globalAgent;
  assert.strictEqual(agent.getName(), "localhost::::::::::::::::::::::");
  assert.strictEqual(
    agent.getName({
      host: "0.0.0.0",
      port: 443,
      localAddress: "192.168.1.1",
      ca: "ca",
      cert: "cert",
      clientCertEngine: "dynamic",
      ciphers: "ciphers",
      crl: [Buffer.from("c")],
      dhparam: "dhparam",
      ecdhCurve: "ecdhCurve",
      honorCipherOrder: false,
      key: "key",
      pfx: "pfx",
      rejectUnauthorized: false,
      secureOptions: 0,
      secureProtocol: "sp",
      servername: "localhost",
      sessionIdContext: "sic",
      sigalgs: "sigalgs",
      privateKeyIdentifier: "pki",
      privateKeyEngine: "pke",
      minVersion: "min",
      maxVersion: "max",
    }),
    '0.0.0.0:443:192.168.1.1:ca:cert:dynamic:ciphers:key:pfx:false:localhost:min:max:sp:c:false:ecdhCurve:dhparam:0:sic:"sigalgs":pki:pke',
  );
});

test("the agent caches as many sessions as allowed", () => {
  const agent: any = new https.Agent({ maxCachedSessions: 1 });
  agent._cacheSession("a", 1);
  agent._cacheSession("b", 2);
  assert.deepStrictEqual([agent._getSession("a"), agent._getSession("b")], [undefined, 2]);
  agent._evictSession("b");
  assert.strictEqual(agent._getSession("b"), undefined);
  const none: any = new https.Agent({ maxCachedSessions: 0 });
  none._cacheSession("a", 1);
  assert.strictEqual(none._getSession("a"), undefined);
});

test("the classes are related as in Node", () => {
  assert.ok(https.createServer() instanceof tls.Server);
  assert.ok(new https.Agent() instanceof http.Agent);
  assert.deepStrictEqual([https.globalAgent.defaultPort, https.globalAgent.protocol], [443, "https:"]);
  const server: any = (https as any).Server();
  assert.deepStrictEqual(
    [server.timeout, server.headersTimeout, server.requestTimeout, server.keepAliveTimeout],
    [0, 60_000, 300_000, 5_000],
  );
});

test("the protocol must be https", () => {
  assert.throws(() => https.request("http://a/"), {
    name: "TypeError",
    code: "ERR_INVALID_PROTOCOL",
    message: 'Protocol "http:" not supported. Expected "https:"',
  });
  assert.throws(() => (https as any).createServer(1), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
});
