// The number of colours of a terminal, by the environment: `getColorDepth` and `hasColors` of tty.WriteStream.
import { services } from "internal:core/bootstrap";
import { emitWarning } from "internal:core/process/warn";
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { validateInteger } from "internal:core/validators";

const COLORS_2 = 1;
const COLORS_16 = 4;
const COLORS_256 = 8;
const COLORS_16M = 24;

type Environment = Record<string, string | undefined>;

/** Bits by the value of TERM. */
const TERMS: Record<string, number> = {
  eterm: COLORS_16,
  cons25: COLORS_16,
  console: COLORS_16,
  cygwin: COLORS_16,
  dtterm: COLORS_16,
  gnome: COLORS_16,
  hurd: COLORS_16,
  jfbterm: COLORS_16,
  konsole: COLORS_16,
  kterm: COLORS_16,
  mlterm: COLORS_16,
  mosh: COLORS_16M,
  putty: COLORS_16,
  st: COLORS_16,
  "rxvt-unicode-24bit": COLORS_16M,
  terminator: COLORS_16M,
  "xterm-kitty": COLORS_16M,
};
/** A TERM that contains one of these has 16 colours. */
const TERM_PARTS = [
  /ansi/,
  /color/,
  /linux/,
  /direct/,
  /^con[0-9]*x[0-9]/,
  /^rxvt/,
  /^screen/,
  /^xterm/,
  /^vt100/,
  /^vt220/,
];
/** The logs of these services show colours. */
const SERVICES: [string, number][] = [
  ["APPVEYOR", COLORS_256],
  ["BUILDKITE", COLORS_256],
  ["CIRCLECI", COLORS_16M],
  ["DRONE", COLORS_256],
  ["GITEA_ACTIONS", COLORS_16M],
  ["GITHUB_ACTIONS", COLORS_16M],
  ["GITLAB_CI", COLORS_256],
  ["TRAVIS", COLORS_256],
];

let hasWarned = false;

function warnOfConflict(environment: Environment): void {
  if (hasWarned) return;
  hasWarned = true;
  const ignored =
    environment.NODE_DISABLE_COLORS !== undefined
      ? "NODE_DISABLE_COLORS"
      : environment.NO_COLOR !== undefined
        ? "NO_COLOR"
        : undefined;
  if (ignored !== undefined)
    emitWarning(`The '${ignored}' env is ignored due to the 'FORCE_COLOR' env being set.`, "Warning");
}

function forcedDepth(environment: Environment): number | undefined {
  switch (environment.FORCE_COLOR) {
    case undefined:
      return undefined;
    case "":
    case "1":
    case "true":
      warnOfConflict(environment);
      return COLORS_16;
    case "2":
      warnOfConflict(environment);
      return COLORS_256;
    case "3":
      warnOfConflict(environment);
      return COLORS_16M;
    default:
      return COLORS_2;
  }
}

/** The bits of a colour: 1, 4, 8 or 24. */
export function getColorDepth(environment: Environment = services().variables): number {
  const forced = forcedDepth(environment);
  if (forced !== undefined) return forced;
  const isOff = (name: string): boolean => environment[name] !== undefined && environment[name] !== "";
  if (isOff("NODE_DISABLE_COLORS") || isOff("NO_COLOR") || environment.TERM === "dumb") return COLORS_2;
  if (environment.TMUX) return COLORS_16M;
  // Azure Pipelines does not set TERM.
  if ("TF_BUILD" in environment && "AGENT_NAME" in environment) return COLORS_16;
  if ("CI" in environment) {
    for (const [name, depth] of SERVICES) if (name in environment) return depth;
    return environment.CI_NAME === "codeship" ? COLORS_256 : COLORS_2;
  }
  if ("TEAMCITY_VERSION" in environment) {
    return /^(9\.(0*[1-9]\d*)\.|\d{2,}\.)/.test(environment.TEAMCITY_VERSION!) ? COLORS_16 : COLORS_2;
  }
  return depthOfProgram(environment) ?? depthOfTerm(environment);
}

function depthOfProgram(environment: Environment): number | undefined {
  switch (environment.TERM_PROGRAM) {
    case "iTerm.app":
      return !environment.TERM_PROGRAM_VERSION || /^[0-2]\./.test(environment.TERM_PROGRAM_VERSION)
        ? COLORS_256
        : COLORS_16M;
    case "HyperTerm":
    case "MacTerm":
      return COLORS_16M;
    case "Apple_Terminal":
      return COLORS_256;
    default:
      return undefined;
  }
}

function depthOfTerm(environment: Environment): number {
  const { COLORTERM, TERM } = environment;
  if (COLORTERM === "truecolor" || COLORTERM === "24bit") return COLORS_16M;
  if (TERM) {
    if (/truecolor/.test(TERM)) return COLORS_16M;
    if (/^xterm-256/.test(TERM)) return COLORS_256;
    const term = TERM.toLowerCase();
    if (TERMS[term] !== undefined) return TERMS[term];
    if (TERM_PARTS.some((part) => part.test(term))) return COLORS_16;
  }
  return COLORTERM ? COLORS_16 : COLORS_2;
}

/** Whether the terminal shows at least `count` (16) colours. Throws for a count under 2. */
export function hasColors(count: unknown, environment: unknown): boolean {
  if (environment === undefined && (count === undefined || (typeof count === "object" && count !== null))) {
    environment = count;
    count = 16;
  } else validateInteger(count, "count", 2);
  if (environment !== undefined && typeof environment !== "object")
    throw new ERR_INVALID_ARG_TYPE("env", "Object", environment);
  return (count as number) <= 2 ** getColorDepth(environment as Environment | undefined);
}
