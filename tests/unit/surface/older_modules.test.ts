// node:sea, and the older names of node:tls.
import assert from "node:assert";
import { createRequire } from "node:module";
import tls from "node:tls";
import { test } from "../harness.ts";

const require = createRequire(import.meta.url);

test("a program learns that it is no single executable application", () => {
  const sea = require("node:sea");
  assert.deepStrictEqual(Object.keys(sea), ["isSea", "getAsset", "getRawAsset", "getAssetAsBlob", "getAssetKeys"]);
  assert.strictEqual(sea.isSea(), false);
  const code = "ERR_NOT_IN_SINGLE_EXECUTABLE_APPLICATION";
  for (const name of ["getAsset", "getRawAsset", "getAssetAsBlob", "getAssetKeys"])
    assert.throws(() => sea[name]("key"), { code });
  assert.throws(() => sea.getAsset(1), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => sea.getAsset("key", 1), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => require("sea"), { code: "MODULE_NOT_FOUND" });
});

test("_tls_common and _tls_wrap are parts of node:tls, with a warning", async () => {
  const warnings: string[] = [];
  process.on("warning", (warning: any) => warnings.push(`${warning.code} ${warning.message}`));
  const common = require("_tls_common");
  const wrap = require("node:_tls_wrap");
  assert.deepStrictEqual(Object.keys(common), ["SecureContext", "createSecureContext", "translatePeerCertificate"]);
  assert.deepStrictEqual(Object.keys(wrap), ["TLSSocket", "Server", "createServer", "connect"]);
  assert.ok(common.createSecureContext === tls.createSecureContext && wrap.TLSSocket === tls.TLSSocket);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepStrictEqual(warnings, [
    "DEP0192 The _tls_common module is deprecated. Use `node:tls` instead.",
    "DEP0192 The _tls_wrap module is deprecated. Use `node:tls` instead.",
  ]);
});

test("translatePeerCertificate parses the access to information about issuers", () => {
  const { translatePeerCertificate } = require("_tls_common");
  assert.strictEqual(translatePeerCertificate(null), null);
  const issuer = { infoAccess: 'OCSP - URI:http://a\nCA Issuers - URI:"b"\nOCSP - URI:c' };
  const { issuerCertificate } = translatePeerCertificate({ issuerCertificate: issuer });
  assert.deepStrictEqual(issuerCertificate.infoAccess, {
    __proto__: null,
    "OCSP - URI": ["http://a", "c"],
    "CA Issuers - URI": ["b"],
  });
});
