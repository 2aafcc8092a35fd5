// `Math.cbrt` (ECMA-262 §21.3.2.9). The function of the system's library, which the engine calls, may be off by one unit in the last
// place (3.0000000000000004 for 27). This is a power and one step of Newton's method with a remainder of twice the precision.

/** Splits a number in two halves whose products are exact (Veltkamp). */
const SPLITTER = 2 ** 27 + 1;
/** Outside of these, cubes and their errors overflow or lose bits. */
const [SMALLEST, LARGEST] = [1e-200, 1e300];
/** Its cube root is a power of two. */
const SCALE = 2 ** 300;
const ROOT_OF_SCALE = 2 ** 100;

/** The real cube root of a number. */
export function cubeRoot(value: number): number {
  if (value === 0 || value - value !== 0) return value;
  const size = value < 0 ? -value : value;
  const root = rootOfPositive(size);
  return value < 0 ? -root : root;
}

function rootOfPositive(value: number): number {
  if (value < SMALLEST) return refined(value * SCALE) / ROOT_OF_SCALE;
  if (value > LARGEST) return refined(value / SCALE) * ROOT_OF_SCALE;
  return refined(value);
}

function refined(value: number): number {
  const estimate = value ** (1 / 3);
  const square = estimate * estimate;
  const cube = square * estimate;
  const error = productError(square, estimate, cube) + productError(estimate, estimate, square) * estimate;
  return estimate + (value - cube - error) / (3 * square);
}

/** What the product of two numbers lost when it was rounded (Dekker). */
function productError(one: number, other: number, product: number): number {
  const [oneScaled, otherScaled] = [one * SPLITTER, other * SPLITTER];
  const oneHigh = oneScaled - (oneScaled - one);
  const otherHigh = otherScaled - (otherScaled - other);
  const [oneLow, otherLow] = [one - oneHigh, other - otherHigh];
  return oneHigh * otherHigh - product + oneHigh * otherLow + oneLow * otherHigh + oneLow * otherLow;
}
