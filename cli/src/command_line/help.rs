//! The texts that `--help` and `--version` print.

use super::flags::{FLAGS, Takes};

/// What `brio --version` prints.
pub fn version() -> String {
    format!("brio {}\n", env!("CARGO_PKG_VERSION"))
}

/// What `brio --help` prints.
pub fn help() -> String {
    let mut text = String::from(
        "Brio runs JavaScript and TypeScript: the programs of Node.js, Bun and Deno.

Usage:
  brio                               read and run code line by line
  brio [FLAGS] FILE [ARGUMENTS]      run a file
  brio [FLAGS] -e CODE [ARGUMENTS]   run code
  brio [FLAGS] - [ARGUMENTS]         run what standard input holds
  brio lab [COMMAND]                 compare runtimes (a file of that name is ./lab)

Flags:
",
    );
    for flag in FLAGS {
        let value = if let Takes::Value(name) = flag.takes { format!(" {name}") } else { String::new() };
        let short = flag.short.map_or("    ".to_string(), |short| format!("{short}, "));
        text += &format!("  {short}{:<20} {}\n", format!("{}{value}", flag.long), flag.about);
    }
    text += "
Flags stand before FILE; what follows FILE belongs to the program, and `--` ends the flags.
Without --as the program's own files tell which runtime it was written for.
NODE_OPTIONS holds flags that come first; NO_COLOR=1 turns colours off.
";
    text
}
