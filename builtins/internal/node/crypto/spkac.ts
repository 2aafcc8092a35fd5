// crypto.Certificate: SPKAC, the certificate requests of old browsers (Netscape's SignedPublicKeyAndChallenge).
import { Buffer } from "internal:core/buffer";
import { ERR_OUT_OF_RANGE } from "internal:core/errors";
import { argumentBytes, asBuffer, concat } from "internal:web/crypto/bytes";
import { dotted, readElements, readSequence, toPem } from "internal:web/crypto/der";
import { objectNames, readPublicKey, verifyMessage } from "native:keys";

const BYTES_MAX = 2 ** 31 - 1;

interface Request {
  signed: Uint8Array;
  publicKey: Uint8Array;
  challenge: Uint8Array;
  digest: string | undefined;
  signature: Uint8Array;
}

// Signature algorithms: the hash is the first part of OpenSSL's long name.
function digestOf(identifier: Uint8Array): string | undefined {
  return objectNames(dotted(identifier))
    ?.longName.toLowerCase()
    .match(/^(md5|sha\d+)/)?.[1];
}

function read(spkac: unknown, encoding: unknown): Request | undefined {
  const bytes = argumentBytes(spkac, "spkac", encoding);
  if (bytes.length > BYTES_MAX) throw new ERR_OUT_OF_RANGE("spkac", `<= ${BYTES_MAX}`, bytes.length);
  const text = asBuffer(bytes).toString("latin1").trim();
  const der: Uint8Array = Buffer.from(text.replace(/^SPKAC=/, ""), "base64");
  const [inner, algorithm, signature] = readSequence(der);
  if (inner === undefined || algorithm === undefined || signature === undefined) return undefined;
  const [publicKey, challenge] = readElements(inner.content);
  const identifier = readElements(algorithm.content)[0];
  if (publicKey === undefined || challenge === undefined || identifier === undefined) return undefined;
  return {
    signed: inner.whole,
    publicKey: publicKey.whole,
    challenge: challenge.content,
    digest: digestOf(identifier.content),
    signature: signature.content.subarray(1),
  };
}

function verifySpkac(spkac: unknown, encoding?: unknown): boolean {
  const request = read(spkac, encoding);
  if (request?.digest === undefined) return false;
  const key = readPublicKey(concat(request.publicKey), "spki");
  return verifyMessage(key, request.digest, [], request.signed, request.signature);
}

function exportPublicKey(spkac: unknown, encoding?: unknown): unknown {
  const request = read(spkac, encoding);
  return request === undefined ? "" : Buffer.from(toPem("PUBLIC KEY", request.publicKey), "latin1");
}

function exportChallenge(spkac: unknown, encoding?: unknown): unknown {
  const request = read(spkac, encoding);
  return request === undefined ? "" : Buffer.from(request.challenge);
}

/** `crypto.Certificate`, with its functions also on its instances. */
export const Certificate: any = function Certificate(this: unknown): unknown {
  if (!(this instanceof Certificate)) return new (Certificate as any)();
};
for (const target of [Certificate, Certificate.prototype])
  Object.assign(target, { verifySpkac, exportPublicKey, exportChallenge });
