// Elliptic curves: their names, and those of JSON Web Keys.

/** A curve of a JSON Web Key. */
export interface JwkCurve {
  /** OpenSSL's name. */
  name: string;
  /** The name in JSON Web Keys (RFC 7518 §6.2.1.1, RFC 8812). */
  jwk: string;
  /** The content of its object identifier, in hexadecimal. */
  identifier: string;
  /** Bytes of a coordinate. */
  bytes: number;
}

const JWK_CURVES: JwkCurve[] = [
  { name: "prime256v1", jwk: "P-256", identifier: "2a8648ce3d030107", bytes: 32 },
  { name: "secp384r1", jwk: "P-384", identifier: "2b81040022", bytes: 48 },
  { name: "secp521r1", jwk: "P-521", identifier: "2b81040023", bytes: 66 },
  { name: "secp256k1", jwk: "secp256k1", identifier: "2b8104000a", bytes: 32 },
];

// NIST's names, which OpenSSL's objects do not have (FIPS 186-4 §D).
const NIST: Record<string, string> = {
  "P-192": "prime192v1",
  "P-224": "secp224r1",
  "P-256": "prime256v1",
  "P-384": "secp384r1",
  "P-521": "secp521r1",
  "B-163": "sect163r2",
  "B-233": "sect233r1",
  "B-283": "sect283r1",
  "B-409": "sect409r1",
  "B-571": "sect571r1",
  "K-163": "sect163k1",
  "K-233": "sect233k1",
  "K-283": "sect283k1",
  "K-409": "sect409k1",
  "K-571": "sect571k1",
};

/** The curve with a name of OpenSSL or of JSON Web Keys. */
export function findCurve(name: string | undefined): JwkCurve | undefined {
  return JWK_CURVES.find((curve) => curve.name === name || curve.jwk === name);
}

/** The curve of JSON Web Keys with an object identifier, in hexadecimal. */
export function findCurveByIdentifier(identifier: string): JwkCurve | undefined {
  return JWK_CURVES.find((curve) => curve.identifier === identifier);
}

/** OpenSSL's name of a curve with a name of NIST. */
export function curveName(name: string): string {
  return NIST[name] ?? name;
}

/** Like `curveName`, with the names of getCurves() in any case, for new keys; undefined for an unknown one. */
export function curveNameInAnyCase(name: string): string | undefined {
  const known = curveName(name);
  if (CURVES.includes(known)) return known;
  const lower = name.toLowerCase();
  return CURVES.find((curve) => curve.toLowerCase() === lower);
}

/** As Node lists them (`crypto.getCurves()`). */
export const CURVES = [
  "Oakley-EC2N-3",
  "Oakley-EC2N-4",
  "SM2",
  "brainpoolP160r1",
  "brainpoolP160t1",
  "brainpoolP192r1",
  "brainpoolP192t1",
  "brainpoolP224r1",
  "brainpoolP224t1",
  "brainpoolP256r1",
  "brainpoolP256t1",
  "brainpoolP320r1",
  "brainpoolP320t1",
  "brainpoolP384r1",
  "brainpoolP384t1",
  "brainpoolP512r1",
  "brainpoolP512t1",
  "c2pnb163v1",
  "c2pnb163v2",
  "c2pnb163v3",
  "c2pnb176v1",
  "c2pnb208w1",
  "c2pnb272w1",
  "c2pnb304w1",
  "c2pnb368w1",
  "c2tnb191v1",
  "c2tnb191v2",
  "c2tnb191v3",
  "c2tnb239v1",
  "c2tnb239v2",
  "c2tnb239v3",
  "c2tnb359v1",
  "c2tnb431r1",
  "prime192v1",
  "prime192v2",
  "prime192v3",
  "prime239v1",
  "prime239v2",
  "prime239v3",
  "prime256v1",
  "secp112r1",
  "secp112r2",
  "secp128r1",
  "secp128r2",
  "secp160k1",
  "secp160r1",
  "secp160r2",
  "secp192k1",
  "secp224k1",
  "secp224r1",
  "secp256k1",
  "secp384r1",
  "secp521r1",
  "sect113r1",
  "sect113r2",
  "sect131r1",
  "sect131r2",
  "sect163k1",
  "sect163r1",
  "sect163r2",
  "sect193r1",
  "sect193r2",
  "sect233k1",
  "sect233r1",
  "sect239k1",
  "sect283k1",
  "sect283r1",
  "sect409k1",
  "sect409r1",
  "sect571k1",
  "sect571r1",
  "wap-wsg-idm-ecid-wtls1",
  "wap-wsg-idm-ecid-wtls10",
  "wap-wsg-idm-ecid-wtls11",
  "wap-wsg-idm-ecid-wtls12",
  "wap-wsg-idm-ecid-wtls3",
  "wap-wsg-idm-ecid-wtls4",
  "wap-wsg-idm-ecid-wtls5",
  "wap-wsg-idm-ecid-wtls6",
  "wap-wsg-idm-ecid-wtls7",
  "wap-wsg-idm-ecid-wtls8",
  "wap-wsg-idm-ecid-wtls9",
];
