//! The commands of `brio`, each declared once: its name, what help says, and the function that runs it. A command is a
//! module below; its flags are a table in that module.

pub mod bench;
pub mod build;
pub mod bundle;
pub mod cache_modules;
pub mod coverage;
pub mod doctor;
pub mod eval;
pub mod help;
pub mod inspect;
pub mod lab;
pub mod managers;
pub mod packages;
pub mod peer_commands;
pub mod run;
pub mod sandbox;
pub mod serve;
pub mod task;
pub mod test;

/// Lets programs use what only the complete binary has: the toolchain. Call it before a program starts.
pub fn enable_tools() {
    static AREAS: &[&brio_runtime::realm::op::Area] = &[&brio_host_bundler::AREA];
    brio_runtime::add_areas(AREAS);
    run::tools::set(run::tools::Tools {
        overview: help::overview,
        run_script: packages::run_script,
        run_script_of_node: packages::run_script_of_node,
        program_of_package: |package| packages::program_of_package(package).map_err(|error| error.to_string()),
        enable_imports: run::imports::enable,
    });
}

/// A command.
pub struct Command {
    pub name: &'static str,
    /// What follows the name.
    pub arguments: &'static str,
    pub about: &'static str,
    /// Prints what `brio help NAME` shows.
    pub print_help: fn(),
    /// Runs it with what follows its name. Returns the exit code.
    pub start: fn(&[String]) -> i32,
}

/// All commands, in the order in which help lists them.
pub const ALL: &[Command] = &[
    Command {
        name: "run",
        arguments: "[FLAGS] FILE|SCRIPT [ARGUMENTS]",
        about: "run a program, for which the word `run` may be left out, or a script of package.json",
        print_help: run::print_help,
        start: run::start_command,
    },
    Command {
        name: "eval",
        arguments: "[FLAGS] CODE [ARGUMENTS]",
        about: "run code with the flags of `deno eval` (a file of that name is ./eval)",
        print_help: eval::print_help,
        start: eval::start,
    },
    Command {
        name: "serve",
        arguments: "[FLAGS] FILE [ARGUMENTS]",
        about: "serve the default export of a program with the flags of `deno serve` (a file of that name is ./serve)",
        print_help: serve::print_help,
        start: serve::start,
    },
    Command {
        name: "inspect",
        arguments: "[--port=PORT] FILE [ARGUMENTS] | HOST:PORT | -p PID",
        about: "debug a program on the command line, as `node inspect` (a file of that name is ./inspect)",
        print_help: inspect::print_help,
        start: inspect::start,
    },
    Command {
        name: "task",
        arguments: "[FLAGS] [NAME [ARGUMENTS]]",
        about: "run a task of deno.json, or a script of package.json (a file of that name is ./task)",
        print_help: task::print_help,
        start: task::start,
    },
    Command {
        name: "test",
        arguments: "[FLAGS] [PATTERN…]",
        about: "run test files, each in its dialect (a file of that name is ./test)",
        print_help: test::print_help,
        start: test::start,
    },
    Command {
        name: "build",
        arguments: "[FLAGS] ENTRY…",
        about: "bundle a program or a page, or make an executable of it (a file of that name is ./build)",
        print_help: build::print_help,
        start: build::start,
    },
    Command {
        name: "bundle",
        arguments: "[FLAGS] ENTRY…",
        about: "bundle a program with the flags of `deno bundle` (a file of that name is ./bundle)",
        print_help: bundle::print_help,
        start: bundle::start,
    },
    Command {
        name: "compile",
        arguments: "-A [--output FILE] FILE [ARGUMENTS]",
        about: "make an executable with the flags of `deno compile` (a file of that name is ./compile)",
        print_help: bundle::print_compile_help,
        start: bundle::start_compile,
    },
    Command {
        name: "bench",
        arguments: "[FLAGS] [PATTERN…]",
        about: "run benchmark files (a file of that name is ./bench)",
        print_help: bench::print_help,
        start: bench::start,
    },
    Command {
        name: "coverage",
        arguments: "[FLAGS] [FOLDER…]",
        about: "report coverage that was written to a folder (a file of that name is ./coverage)",
        print_help: coverage::print_help,
        start: coverage::start,
    },
    Command {
        name: "lab",
        arguments: "[COMMAND]",
        about: "compare runtimes (a file of that name is ./lab)",
        print_help: lab::print_help,
        start: lab::start,
    },
    Command {
        name: "sandbox",
        arguments: "explain|suggest",
        about: "say what a policy allows, or write the policy that a program needs",
        print_help: sandbox::print_help,
        start: sandbox::start,
    },
    Command {
        name: "doctor",
        arguments: "",
        about: "show the engine, the kernel, and what of a sandbox it enforces",
        print_help: doctor::print_help,
        start: doctor::start,
    },
    Command {
        name: "help",
        arguments: "[COMMAND]",
        about: "show what a command does and its flags",
        print_help: help::print_help,
        start: help::start,
    },
];

/// Finds a command by its name.
pub fn find(name: &str) -> Option<&'static Command> {
    ALL.iter().find(|command| command.name == name)
}
