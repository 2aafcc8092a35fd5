// Members of Node's modules that exist, and that the published types lack.
export {};

declare module "node:stream" {
  function destroy(stream: object, error?: Error | null): void;
  function isDisturbed(stream: object): boolean;
}

declare module "node:zlib" {
  const codes: Record<string, number | string>;
  interface Gzip {
    reset(): void;
  }
}

declare module "node:repl" {
  const builtinModules: string[];
}

declare module "node:sqlite" {
  const Session: new () => Session;
}

declare module "node:https" {
  interface Agent {
    defaultPort: number;
    protocol: string;
  }
}

declare module "node:perf_hooks" {
  interface PerformanceResourceTiming {
    readonly deliveryType: string;
  }
}
