// The options of `inspect`, its colours and styles, and the state of one inspection.
import { safe } from "internal:core/bootstrap";
import { highlightRegExp } from "internal:core/util/inspect/regexp";

// A program may replace it.
const { keys: objectKeys } = safe;

/** The state of one call: the options, and the position in the value. */
export interface Context {
  /** Output length per indentation, to stop before a string exceeds the engine's limit. */
  budget: Record<number, number>;
  indentationLvl: number;
  currentDepth: number;
  /** The objects on the path to the current value, outermost first. */
  seen: unknown[];
  /** Objects that contain themselves, with the number of their reference. */
  circular: Map<unknown, number> | undefined;
  stylize: (text: string, style: string) => string;
  showHidden: boolean;
  depth: number | null;
  colors: boolean;
  customInspect: boolean;
  showProxy: boolean;
  maxArrayLength: number;
  maxStringLength: number;
  breakLength: number;
  compact: boolean | number;
  sorted: boolean | ((a: string, b: string) => number);
  getters: boolean | "get" | "set";
  numericSeparator: boolean;
  userOptions: object | undefined;
}

/** The options of a program, which `inspect.defaultOptions` may change. */
type Options = Omit<
  Context,
  "budget" | "indentationLvl" | "currentDepth" | "seen" | "circular" | "stylize" | "userOptions"
>;

export const defaultOptions: Options = safe.seal({
  showHidden: false,
  depth: 2,
  colors: false,
  customInspect: true,
  showProxy: false,
  maxArrayLength: 100,
  maxStringLength: 10000,
  breakLength: 80,
  compact: 3,
  sorted: false,
  getters: false,
  numericSeparator: false,
});

export function makeContext(): Context {
  const options = defaultOptions;
  return {
    budget: {},
    indentationLvl: 0,
    currentDepth: 0,
    seen: [],
    circular: undefined,
    stylize: stylizeNoColor,
    showHidden: options.showHidden,
    depth: options.depth,
    colors: options.colors,
    customInspect: options.customInspect,
    showProxy: options.showProxy,
    maxArrayLength: options.maxArrayLength,
    maxStringLength: options.maxStringLength,
    breakLength: options.breakLength,
    compact: options.compact,
    sorted: options.sorted,
    getters: options.getters,
    numericSeparator: options.numericSeparator,
    userOptions: undefined,
  };
}

/** The options that a custom inspection function receives. An object of another realm must not receive objects of this one. */
export function optionsForCustom(context: Context, isForeign: boolean): object {
  const options: Record<string, unknown> = {
    stylize: context.stylize,
    showHidden: context.showHidden,
    depth: context.depth,
    colors: context.colors,
    customInspect: context.customInspect,
    showProxy: context.showProxy,
    maxArrayLength: context.maxArrayLength,
    maxStringLength: context.maxStringLength,
    breakLength: context.breakLength,
    compact: context.compact,
    sorted: context.sorted,
    getters: context.getters,
    numericSeparator: context.numericSeparator,
  };
  if (context.userOptions !== undefined) safe.assign(options, context.userOptions);
  if (!isForeign) return options;
  safe.setPrototypeOf(options, null);
  for (const key of objectKeys(options)) {
    const type = typeof options[key];
    if ((type === "object" && options[key] !== null) || type === "function") delete options[key];
  }
  options.stylize = safe.setPrototypeOf((value: string, style: string) => {
    try {
      const styled = `${context.stylize(value, style)}`;
      return styled;
    } catch {
      return value;
    }
  }, null);
  return options;
}

/** SGR codes: [on, off]. */
export const colors: Record<string, [number, number]> = safe.assign(safe.create(null), {
  reset: [0, 0],
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  blink: [5, 25],
  inverse: [7, 27],
  hidden: [8, 28],
  strikethrough: [9, 29],
  doubleunderline: [21, 24],
  black: [30, 39],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
  white: [37, 39],
  bgBlack: [40, 49],
  bgRed: [41, 49],
  bgGreen: [42, 49],
  bgYellow: [43, 49],
  bgBlue: [44, 49],
  bgMagenta: [45, 49],
  bgCyan: [46, 49],
  bgWhite: [47, 49],
  framed: [51, 54],
  overlined: [53, 55],
  gray: [90, 39],
  redBright: [91, 39],
  greenBright: [92, 39],
  yellowBright: [93, 39],
  blueBright: [94, 39],
  magentaBright: [95, 39],
  cyanBright: [96, 39],
  whiteBright: [97, 39],
  bgGray: [100, 49],
  bgRedBright: [101, 49],
  bgGreenBright: [102, 49],
  bgYellowBright: [103, 49],
  bgBlueBright: [104, 49],
  bgMagentaBright: [105, 49],
  bgCyanBright: [106, 49],
  bgWhiteBright: [107, 49],
});

for (const [target, aliases] of safe.entries({
  gray: ["grey", "blackBright"],
  bgGray: ["bgGrey", "bgBlackBright"],
  dim: ["faint"],
  strikethrough: ["crossedout", "strikeThrough", "crossedOut"],
  hidden: ["conceal"],
  inverse: ["swapColors", "swapcolors"],
  doubleunderline: ["doubleUnderline"],
})) {
  for (const alias of aliases) {
    safe.defineProperty(colors, alias, {
      get(this: Record<string, unknown>) {
        return this[target];
      },
      set(this: Record<string, unknown>, value: unknown) {
        this[target] = value;
      },
      configurable: true,
      enumerable: false,
    });
  }
}

/** The name of a colour, or a function that adds colours, for each kind of value. */
export const styles: Record<string, string | ((text: string) => string)> = safe.assign(safe.create(null), {
  special: "cyan",
  number: "yellow",
  bigint: "yellow",
  boolean: "yellow",
  undefined: "grey",
  null: "bold",
  string: "green",
  symbol: "green",
  date: "magenta",
  regexp: highlightRegExp,
  module: "underline",
});

export function stylizeWithColor(text: string, style: string): string {
  const styling = styles[style];
  if (styling === undefined) return text;
  const color = colors[styling as string];
  if (color !== undefined) return `\u001b[${color[0]}m${text}\u001b[${color[1]}m`;
  return typeof styling === "function" ? styling(text) : text;
}

export function stylizeNoColor(text: string): string {
  return text;
}
