// A module with an export that nobody uses.
export const greet = (name) => `Hello, ${name}!`;
export function unused() {
  return "never called";
}
