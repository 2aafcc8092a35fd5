//! The developers' commands behind `./x`. This file lists them; each command is a module. `x` (the shell script) has
//! installed missing tools and has set BRIO_ROOT and CARGO_TARGET_DIR.
//!
//! Start reading at `COMMANDS`.

mod bench;
mod build;
mod bytecode;
mod codegen;
mod dist;
mod engine;
mod function_order;
mod jsc_stress;
mod lab_report;
mod node_test;
mod package_test;
mod process;
mod reference;
mod report;
mod score;
mod score_file;
mod suites;
mod system_packages;
mod test262;
mod tidy;
mod where_is;
mod workspace;

use workspace::Workspace;

/// A command: its name, its arguments, one line for the list, and the function that returns the exit code.
struct Command {
    name: &'static str,
    arguments: &'static str,
    about: &'static str,
    run: fn(&Workspace, &[String]) -> Result<i32, String>,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "run",
        arguments: "FILE [ARGS]",
        about: "build if something changed, then run a program with Brio",
        run: build::run,
    },
    Command {
        name: "dev",
        arguments: "FILE [ARGS]",
        about: "the same, with the builtins read from disk: an edit needs no build",
        run: build::dev,
    },
    Command {
        name: "build",
        arguments: "[--engine static]",
        about: "build the release binary as out/brio, or with the engine linked in as out/brio-static",
        run: build::build,
    },
    Command {
        name: "engine",
        arguments: "build|show",
        about: "build JavaScriptCore from Debian's source for `--engine static`",
        run: engine::run,
    },
    Command {
        name: "test",
        arguments: "[--filter TEXT] [--only SUITES] [--engine static] [--update]",
        about: "build, check and run every test",
        run: suites::run,
    },
    Command { name: "ready", arguments: "", about: "what CI runs: tidy, codegen --check and test", run: suites::ready },
    Command {
        name: "tidy",
        arguments: "[--ratchet]",
        about: "check layers, sizes, names, unsafe blocks and links",
        run: tidy::run,
    },
    Command {
        name: "reference",
        arguments: "[--check]",
        about: "write docs/reference from the tables",
        run: reference::run,
    },
    Command {
        name: "format",
        arguments: "",
        about: "format Rust, TypeScript and JavaScript",
        run: suites::lint::format,
    },
    Command { name: "codegen", arguments: "[--check]", about: "write the Rust side of ops/*.ops.ts", run: run_codegen },
    Command {
        name: "where",
        arguments: "NAME",
        about: "find the op, the Rust code, the builtin and the tests of a name",
        run: where_is::run,
    },
    Command {
        name: "bench",
        arguments: "[NAMES | sweep | jobs | tools] [--rounds N] [--engine static]",
        about: "measure Brio against Bun, Deno and Node: figures, everyday operations and jobs, command-line tools",
        run: bench::run,
    },
    Command {
        name: "test262",
        arguments: "[PATTERN] [--sample] [--engine JSC] [--update]",
        about: "run the conformance tests of ECMAScript",
        run: test262::run,
    },
    Command {
        name: "jsc-stress",
        arguments: "FOLDER [PATTERN]",
        about: "run WebKit's JSTests/stress of a checkout, compared with the engine's shell",
        run: jsc_stress::run,
    },
    Command {
        name: "node-test",
        arguments: "[PATTERN] [--more]",
        about: "run Node's own test files; --more: those beyond the list",
        run: node_test::run,
    },
    Command {
        name: "package-test",
        arguments: "[PATTERN]",
        about: "run the npm packages' own tests",
        run: package_test::run,
    },
    Command {
        name: "lab-report-check",
        arguments: "[FOLDER]",
        about: "check the lab's report in a real browser and write screenshots",
        run: lab_report::run,
    },
    Command {
        name: "dist",
        arguments: "[check]",
        about: "make the archives, packages and the image of a release; check: install them in clean systems",
        run: dist::run,
    },
    Command {
        name: "setup",
        arguments: "",
        about: "install missing tools and list the available ones",
        run: build::setup,
    },
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(name) = arguments.first().filter(|name| !matches!(name.as_str(), "help" | "--help" | "-h")) else {
        print_commands();
        return;
    };
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        eprintln!("x: unknown command \"{name}\"; `./x` lists them");
        std::process::exit(2);
    };
    let outcome = Workspace::find().and_then(|workspace| (command.run)(&workspace, &arguments[1..]));
    let code = outcome.unwrap_or_else(|message| {
        eprintln!("x {name}: {message}");
        1
    });
    std::process::exit(code);
}

fn print_commands() {
    println!("usage: ./x COMMAND [ARGUMENTS]\n");
    for command in COMMANDS {
        println!("  {:<44} {}", format!("{} {}", command.name, command.arguments), command.about);
    }
}

fn run_codegen(workspace: &Workspace, arguments: &[String]) -> Result<i32, String> {
    Ok(codegen::run(&workspace.root, arguments))
}
