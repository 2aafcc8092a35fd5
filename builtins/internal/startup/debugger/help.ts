/** The commands of the debugger. */
export const HELP = `
run, restart, r         Start the program again, or connect again
kill                    End the program, or disconnect
cont, c                 Continue
next, n                 Go to the next line
step, s                 Go into a call
out, o                  Go on until the function returns
pause                   Pause a running program
backtrace, bt           List the calls
list(n)                 Print the source, n lines around where the program is
setContextLineNumber(n) Print n lines around each pause

setBreakpoint, sb       Set a breakpoint: sb(), sb(line), sb(file, line, condition)
clearBreakpoint, cb     Remove one: cb(file, line)
breakpoints             List the breakpoints
breakOnException        Pause at every exception
breakOnUncaught         Pause at exceptions that nothing catches
breakOnNone             Do not pause at exceptions

exec EXPR, p EXPR       Evaluate an expression where the program is
exec .scope             Print the names in scope
repl                    Evaluate all that is typed, until Ctrl+C
watch(expr)             Print an expression at each pause
unwatch(expr), unwatch(n)
                        Do not print it any more
watchers                Print the watched expressions

scripts, scripts(true)  List the scripts; with true, all
profile, profileEnd     Begin and end a CPU profile
profiles, profiles[n].save(file)
                        List and save the profiles
takeHeapSnapshot(file)  Write a heap snapshot
version                 Print the version of V8 that the program reports
.exit                   End
`.trim();
