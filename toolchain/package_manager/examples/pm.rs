//! Installs into the current folder: a small program for trying the package manager without the whole of Brio.
use brio_package_manager::install::{Options, install};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut options = Options::default();
    let mut is_add = false;
    for argument in &arguments {
        match argument.as_str() {
            "add" => is_add = true,
            "ci" => (options.is_frozen, options.is_clean) = (true, true),
            "--lock-only" => options.only_lockfile = true,
            "--force" => options.force = true,
            "--any-age" => options.minimum_age_days = Some(0.0),
            "--ignore-scripts" => options.without_scripts = true,
            other if is_add => options.add.push(other.to_string()),
            other => panic!("{other}"),
        }
    }
    match install(&std::env::current_dir().expect("a folder"), options) {
        Ok(summary) => println!("{summary:#?}"),
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
}
