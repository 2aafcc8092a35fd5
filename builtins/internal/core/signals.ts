// The signals of Linux on x86-64 and arm64 and their numbers, in the order in which `os.constants.signals` lists them.
import { safe } from "internal:core/bootstrap";

export const signals: Record<string, number> = safe.assign(safe.create(null), {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGTRAP: 5,
  SIGABRT: 6,
  SIGIOT: 6,
  SIGBUS: 7,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGSEGV: 11,
  SIGUSR2: 12,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
  SIGCHLD: 17,
  SIGSTKFLT: 16,
  SIGCONT: 18,
  SIGSTOP: 19,
  SIGTSTP: 20,
  SIGTTIN: 21,
  SIGTTOU: 22,
  SIGURG: 23,
  SIGXCPU: 24,
  SIGXFSZ: 25,
  SIGVTALRM: 26,
  SIGPROF: 27,
  SIGWINCH: 28,
  SIGIO: 29,
  SIGPOLL: 29,
  SIGPWR: 30,
  SIGSYS: 31,
});

/** The name of a signal; null for 0. */
export function signalName(number: number): string | null {
  if (number === 0) return null;
  for (const name of Object.keys(signals)) if (signals[name] === number) return name;
  return `SIG${number}`;
}
