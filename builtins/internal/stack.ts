// Stacks as V8 shapes them.
export function stackOf(error: any): string { return error.stack; }
