//! `tests/apps/**/app.toml`: complete programs. A script runs to its end and its output is compared; a server is
//! started on a free port, sent requests, compared and stopped. Programs with npm packages are in `package_apps`.

use super::Options;
use super::app_case::{self, App, Exchange};
use super::http_client::{self, Reply, Request};
use super::package_apps;
use super::parallel;
use super::temporary_folder::{TemporaryFolder, copy_folder};
use super::wildcard;
use crate::process;
use crate::report::Tally;
use crate::workspace::Workspace;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const RUN_LIMIT: Duration = Duration::from_secs(60);
const START_LIMIT: Duration = Duration::from_secs(15);

/// Runs the apps whose file, home or name matches the filter.
pub fn run(workspace: &Workspace, options: &Options) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let mut apps: Vec<(String, App)> = Vec::new();
    for file in workspace.files("tests/apps", "app.toml") {
        let path = workspace.relative(&file);
        match fs::read_to_string(&file).map_err(|error| error.to_string()).and_then(|text| app_case::read(&text)) {
            Ok(found) => {
                apps.extend(found.into_iter().map(|app| (format!("{path} ({}): {}", app.home, app.name), app)))
            }
            Err(message) => tally.fail(&path, &message),
        }
    }
    apps.retain(|(name, _)| options.wants(name));
    let unstable = parallel::for_each_with_second_attempt(
        &apps,
        |(_, app)| run_app(workspace, app),
        |(name, _), outcome| Some((name.clone(), outcome.as_ref().err()?.clone())),
        |(name, _), outcome| options.expected.count(&mut tally, name, outcome),
    );
    tally.unstable += unstable;
    package_apps::run(workspace, options, &mut tally)?;
    options.finish_suite(&mut tally, "tests/apps/");
    Ok(tally)
}

fn run_app(workspace: &Workspace, app: &App) -> Result<(), String> {
    let program = workspace.root.join(&app.program);
    let source = program.parent().ok_or("the program lies in no folder")?;
    // One folder deeper, so that a program can access `../data` within the folder that is removed afterwards.
    let temporary_folder = TemporaryFolder::new()?;
    let folder = temporary_folder.path.join("app");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    copy_folder(source, &folder)?;
    for (name, content) in &app.files {
        let path = folder.join(name);
        let written = fs::create_dir_all(path.parent().expect("a file lies in a folder"))
            .and_then(|()| fs::write(&path, content));
        written.map_err(|error| format!("cannot write {name}: {error}"))?;
    }
    let copy = folder.join(program.file_name().ok_or("the program has no name")?);
    if app.requests.is_empty() {
        run_script(workspace, app, &folder, &copy)
    } else {
        run_server(workspace, app, &folder, &copy)
    }
}

fn run_script(workspace: &Workspace, app: &App, folder: &Path, program: &Path) -> Result<(), String> {
    let outcome = process::run(&mut command(workspace, app, folder, program), b"", RUN_LIMIT)?;
    let expected = app.stdout.as_deref().unwrap_or("");
    if outcome.timed_out {
        return Err(format!("stopped after {} seconds\n{}{}", RUN_LIMIT.as_secs(), outcome.stdout, outcome.stderr));
    }
    if outcome.code() != app.exit {
        return Err(format!(
            "exit code is {} instead of {}\n{}{}",
            outcome.code(),
            app.exit,
            outcome.stdout,
            outcome.stderr
        ));
    }
    if wildcard::matches(expected, &outcome.stdout) {
        Ok(())
    } else {
        Err(wildcard::explain("standard output", expected, &outcome.stdout) + &outcome.stderr)
    }
}

fn run_server(workspace: &Workspace, app: &App, folder: &Path, program: &Path) -> Result<(), String> {
    let port = http_client::free_port()?;
    let mut command = command(workspace, app, folder, program);
    match app.port {
        Some(written) => replace_port(program, written, port)?,
        None => drop(command.env("PORT", port.to_string())),
    }
    let log = folder.join("output.log");
    let output =
        fs::File::create(&log).and_then(|file| Ok((file.try_clone()?, file))).map_err(|error| error.to_string())?;
    command.stdin(Stdio::null()).stdout(output.0).stderr(output.1).process_group(0);
    let mut server = Running(command.spawn().map_err(|error| format!("cannot start the server: {error}"))?);
    let outcome = ask_all(app, port, &mut server);
    drop(server);
    outcome
        .map_err(|message| format!("{message}\nthe server printed:\n{}", fs::read_to_string(&log).unwrap_or_default()))
}

fn ask_all(app: &App, port: u16, server: &mut Running) -> Result<(), String> {
    http_client::wait_for_port(port, START_LIMIT, || server.is_alive())?;
    for exchange in &app.requests {
        let request = Request {
            method: &exchange.method,
            path: &exchange.path,
            headers: &exchange.headers,
            body: &exchange.body,
        };
        let compared = http_client::send(port, &request).and_then(|reply| compare(exchange, &reply));
        compared.map_err(|message| format!("{} {}: {message}", exchange.method, exchange.path))?;
    }
    if server.is_alive() { Ok(()) } else { Err("the server ended by itself".to_string()) }
}

fn compare(exchange: &Exchange, reply: &Reply) -> Result<(), String> {
    let body = String::from_utf8_lossy(&reply.body);
    if reply.status != exchange.status {
        return Err(format!("status {} instead of {}\n{body}", reply.status, exchange.status));
    }
    for (name, expected) in &exchange.reply_headers {
        let actual = reply.header(name).unwrap_or("(none)");
        if !wildcard::matches(expected, actual) {
            return Err(format!("header {name} is \"{actual}\" instead of \"{expected}\""));
        }
    }
    if exchange.reply_bytes.is_some_and(|bytes| bytes != reply.body.len()) {
        return Err(format!(
            "the body has {} bytes instead of {}",
            reply.body.len(),
            exchange.reply_bytes.unwrap_or(0)
        ));
    }
    match &exchange.reply_body {
        Some(expected) if !wildcard::matches(expected, &body) => Err(wildcard::explain("the body", expected, &body)),
        _ => Ok(()),
    }
}

fn command(workspace: &Workspace, app: &App, folder: &Path, program: &Path) -> Command {
    let mut command = workspace.brio();
    if !workspace.binary_is_foreign() {
        command.args(&app.flags);
    }
    command.arg(program).args(&app.args).current_dir(folder).env("NO_COLOR", "1");
    command
}

/// The papers' programs have their port in their source, so the copy is edited.
fn replace_port(program: &Path, written: u16, port: u16) -> Result<(), String> {
    let text = fs::read_to_string(program).map_err(|error| error.to_string())?;
    if !text.contains(&written.to_string()) {
        return Err(format!("the program does not name port {written}"));
    }
    fs::write(program, text.replace(&written.to_string(), &port.to_string())).map_err(|error| error.to_string())
}

/// A server that is killed when the test ends, with all its children.
struct Running(Child);

impl Running {
    fn is_alive(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(None))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        process::kill_group(&self.0);
        // The status of a killed server is meaningless.
        let _ = self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::{Exchange, Reply, compare};

    fn reply() -> Reply {
        Reply {
            status: 200,
            headers: vec![("content-type".to_string(), "text/plain;charset=utf-8".to_string())],
            body: b"hello".to_vec(),
        }
    }

    fn expecting(change: impl FnOnce(&mut Exchange)) -> Result<(), String> {
        let mut exchange = Exchange { status: 200, ..Exchange::default() };
        change(&mut exchange);
        compare(&exchange, &reply())
    }

    #[test]
    fn what_is_expected_passes() {
        assert_eq!(expecting(|exchange| exchange.reply_body = Some("hel[WILDCARD]".to_string())), Ok(()));
        assert_eq!(
            expecting(|exchange| exchange.reply_headers =
                vec![("content-type".to_string(), "text/plain[WILDCARD]".to_string())]),
            Ok(())
        );
    }

    #[test]
    fn each_difference_fails() {
        assert!(expecting(|exchange| exchange.status = 404).is_err());
        assert!(expecting(|exchange| exchange.reply_bytes = Some(4)).is_err());
        assert!(expecting(|exchange| exchange.reply_body = Some("bye".to_string())).is_err());
        assert!(expecting(|exchange| exchange.reply_headers = vec![("etag".to_string(), "x".to_string())]).is_err());
    }
}
