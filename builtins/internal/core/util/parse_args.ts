// `util.parseArgs`: splits command line arguments into options and positionals.
import {
  ERR_INVALID_ARG_VALUE,
  ERR_PARSE_ARGS_INVALID_OPTION_VALUE,
  ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL,
  ERR_PARSE_ARGS_UNKNOWN_OPTION,
} from "internal:core/errors";
import {
  validateArray,
  validateBoolean,
  validateBooleanArray,
  validateObject,
  validateString,
  validateStringArray,
  validateUnion,
} from "internal:core/validators";
import { services } from "internal:core/bootstrap";

/** The configuration of one option, before it is checked. */
type OptionConfig = Record<string, unknown>;
type Options = Record<string, OptionConfig>;
type Token =
  | {
      kind: "option";
      name: string;
      rawName: string;
      index: number;
      value: string | undefined;
      inlineValue: boolean | undefined;
    }
  | { kind: "positional"; index: number; value: string }
  | { kind: "option-terminator"; index: number };

/** What `parseArgs` returns. */
interface Parsed {
  values: Record<string, unknown>;
  positionals: string[];
  tokens?: Token[];
}

function own(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined;
}

function optionField(options: Options, name: string, field: string): unknown {
  return Object.hasOwn(options, name) ? own(options[name]!, field) : undefined;
}

/**
 * Parses `config.args` (default: the program's arguments) by `config.options`.
 * Throws ERR_PARSE_ARGS_… for invalid arguments when `strict`, ERR_INVALID_ARG_TYPE or …_VALUE for an invalid configuration.
 */
export function parseArgs(config: object = {}): Parsed {
  const args = own(config, "args") ?? mainArguments();
  const strict = own(config, "strict") ?? true;
  const allowPositionals = own(config, "allowPositionals") ?? !strict;
  const returnTokens = own(config, "tokens") ?? false;
  const allowNegative = own(config, "allowNegative") ?? false;
  const options = (own(config, "options") ?? Object.create(null)) as Options;
  validateArray(args, "args");
  validateBoolean(strict, "strict");
  validateBoolean(allowPositionals, "allowPositionals");
  validateBoolean(returnTokens, "tokens");
  validateBoolean(allowNegative, "allowNegative");
  validateOptions(options);

  const tokens = tokenize(args, options);
  const result: Parsed = { values: Object.create(null), positionals: [] };
  if (returnTokens) result.tokens = tokens;
  for (const token of tokens) {
    if (token.kind === "option") {
      if (strict) checkOption(token, options, allowPositionals, allowNegative);
      store(token, options, result.values, allowNegative);
    } else if (token.kind === "positional") {
      if (!allowPositionals) throw new ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL(token.value);
      result.positionals.push(token.value);
    }
  }
  for (const [name, option] of Object.entries(options)) {
    const value = own(option, "default");
    if (value !== undefined && result.values[name] === undefined && name !== "__proto__") result.values[name] = value;
  }
  return result;
}

function mainArguments(): string[] {
  const { argv, execArgv } = services().process;
  // A program from --eval has no file name in argv.
  const evaluates = execArgv.some((arg: string) => /^(?:-e|--eval|-p|--print|-pe)(?:=|$)/.test(arg));
  return argv.slice(evaluates ? 1 : 2);
}

function validateOptions(options: Options): void {
  validateObject(options, "options");
  for (const [name, option] of Object.entries(options)) {
    const path = `options.${name}`;
    validateObject(option, path);
    const type = own(option, "type");
    validateUnion(type, `${path}.type`, ["string", "boolean"]);
    if (Object.hasOwn(option, "short")) {
      const { short } = option;
      validateString(short, `${path}.short`);
      if (short.length !== 1) throw new ERR_INVALID_ARG_VALUE(`${path}.short`, short, "must be a single character");
    }
    const multiple = own(option, "multiple");
    if (Object.hasOwn(option, "multiple")) validateBoolean(multiple, `${path}.multiple`);
    const value = own(option, "default");
    if (value === undefined) continue;
    const validate: (value: unknown, name: string) => void =
      type === "string"
        ? multiple
          ? validateStringArray
          : validateString
        : multiple
          ? validateBooleanArray
          : validateBoolean;
    validate(value, `${path}.default`);
  }
}

function longName(short: string, options: Options): string {
  return Object.entries(options).find(([, option]) => own(option, "short") === short)?.[0] ?? short;
}

function tokenize(args: readonly string[], options: Options): Token[] {
  const tokens: Token[] = [];
  const rest = [...args];
  let index = -1;
  let expandedCount = 0; // arguments at the head of `rest` that were expanded from one group
  const takesValue = (name: string) => optionField(options, name, "type") === "string";
  const pushOption = (name: string, rawName: string) => {
    const value = takesValue(name) && rest[0] != null ? rest.shift() : undefined;
    tokens.push({ kind: "option", name, rawName, index, value, inlineValue: value === undefined ? undefined : false });
    if (value != null) index++;
  };
  while (rest.length > 0) {
    const arg = rest.shift()!;
    if (expandedCount > 0) expandedCount--;
    else index++;
    const isLong = arg.startsWith("--");
    if (arg === "--") {
      tokens.push({ kind: "option-terminator", index });
      for (const value of rest) tokens.push({ kind: "positional", index: ++index, value });
      break;
    }
    if (isLong) {
      const equals = arg.indexOf("=", 3);
      if (equals === -1) pushOption(arg.slice(2), arg);
      else {
        const name = arg.slice(2, equals);
        tokens.push({
          kind: "option",
          name,
          rawName: `--${name}`,
          index,
          value: arg.slice(equals + 1),
          inlineValue: true,
        });
      }
    } else if (arg.length < 2 || arg[0] !== "-") {
      tokens.push({ kind: "positional", index, value: arg });
    } else if (arg.length === 2) {
      pushOption(longName(arg[1]!, options), arg);
    } else if (takesValue(longName(arg[1]!, options))) {
      tokens.push({
        kind: "option",
        name: longName(arg[1]!, options),
        rawName: arg.slice(0, 2),
        index,
        value: arg.slice(2),
        inlineValue: true,
      });
    } else {
      const expanded = expandGroup(arg, (short) => takesValue(longName(short, options)));
      rest.unshift(...expanded);
      expandedCount = expanded.length;
    }
  }
  return tokens;
}

/** `-abf` becomes `-a -b -f`; the first option that takes a value gets the rest: `-afFILE` becomes `-a -fFILE`. */
function expandGroup(arg: string, takesValue: (short: string) => boolean): string[] {
  const expanded: string[] = [];
  for (let position = 1; position < arg.length; position++) {
    if (takesValue(arg[position]!) && position !== arg.length - 1) {
      expanded.push(`-${arg.slice(position)}`);
      break;
    }
    expanded.push(`-${arg[position]}`);
  }
  return expanded;
}

function checkOption(
  token: Token & { kind: "option" },
  options: Options,
  allowPositionals: boolean,
  allowNegative: boolean,
): void {
  let { name } = token;
  if (!Object.hasOwn(options, name)) {
    const positive = allowNegative && name.startsWith("no-") ? name.slice(3) : undefined;
    if (positive === undefined || optionField(options, positive, "type") !== "boolean") {
      throw new ERR_PARSE_ARGS_UNKNOWN_OPTION(token.rawName, allowPositionals);
    }
    name = positive;
  }
  const short = optionField(options, name, "short");
  const shown = `${short ? `-${short}, ` : ""}--${name}`;
  const type = optionField(options, name, "type");
  if (type === "string" && typeof token.value !== "string") {
    throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${shown} <value>' argument missing`);
  }
  if (type === "boolean" && token.value != null) {
    throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${shown}' does not take an argument`);
  }
  if (!token.inlineValue && token.value != null && token.value.length > 1 && token.value[0] === "-") {
    const example = token.rawName.startsWith("--")
      ? `'${token.rawName}=-XYZ'`
      : `'--${token.name}=-XYZ' or '${token.rawName}-XYZ'`;
    throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(
      `Option '${token.rawName}' argument is ambiguous.\n` +
        `Did you forget to specify the option argument for '${token.rawName}'?\n` +
        `To specify an option argument starting with a dash use ${example}.`,
    );
  }
}

function store(
  token: Token & { kind: "option" },
  options: Options,
  values: Parsed["values"],
  allowNegative: boolean,
): void {
  if (token.name === "__proto__") return;
  let value: string | boolean = token.value ?? true;
  if (allowNegative && token.name.startsWith("no-") && token.value === undefined) {
    token.name = token.name.slice(3);
    value = false;
  }
  if (!optionField(options, token.name, "multiple")) values[token.name] = value;
  else if (values[token.name]) (values[token.name] as unknown[]).push(value);
  else values[token.name] = [value];
}
