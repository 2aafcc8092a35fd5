//! The lab from outside, with a stand-in for runtimes: complete runs, failing programs, stopping and resuming, and that
//! no process is left running.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const LAB: &str = env!("CARGO_BIN_EXE_brio-lab");

/// A lab home of its own, with a rival `known` and one experiment.
struct Home {
    folder: PathBuf,
}

impl Home {
    fn new(name: &str, experiment: &str, programs: &[(&str, &str)]) -> Home {
        let folder = std::env::temp_dir().join(format!("brio_lab_whole_{name}_{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let runtime = Path::new(LAB).parent().unwrap().join("examples/known_runtime");
        fs::create_dir_all(folder.join("lab/rivals")).unwrap();
        fs::create_dir_all(folder.join("lab/experiments/tiny/programs")).unwrap();
        let rival = format!(
            "name = \"known\"\ntitle = \"Known\"\nminimum = \"1.0\"\non_path = \"{}\"\ncommand = [\"{{binary}}\", \"{{file}}\"]\n",
            runtime.display()
        );
        fs::write(folder.join("lab/rivals/known.toml"), rival).unwrap();
        let head = format!("name = \"tiny-{name}\"\ntitle = \"Tiny\"\nquestion = \"Which?\"\n");
        let source = "\n[source]\npaper = \"P\"\nauthors = \"A\"\nyear = 2026\nplace = \"1\"\n";
        let mut text = format!("{head}{}", experiment.replace("[source]", source));
        for (program, content) in programs {
            fs::write(folder.join("lab/experiments/tiny/programs").join(program), content).unwrap();
            text.push_str(&format!("\n[[program]]\nname = \"{program}\"\nrival = \"known\"\nfile = \"{program}\"\n"));
        }
        fs::write(folder.join("lab/experiments/tiny/experiment.toml"), text).unwrap();
        Home { folder }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(LAB);
        command
            .args(arguments)
            .current_dir(&self.folder)
            .env("XDG_CACHE_HOME", self.folder.join("cache"))
            .env("BRIO_LAB_HOME", self.folder.join("lab"))
            .env("BRIO_LAB_MEMORY_MB", "100");
        command
    }

    fn lab(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    fn file(&self, name: &str) -> String {
        fs::read_to_string(self.folder.join("out").join(name)).unwrap_or_default()
    }

    fn records(&self) -> Vec<serde_json::Value> {
        let folder = fs::read_dir(self.folder.join("out/records")).into_iter().flatten().flatten();
        folder
            .flat_map(|entry| {
                fs::read_to_string(entry.path())
                    .unwrap()
                    .lines()
                    .map(|line| serde_json::from_str(line).unwrap())
                    .collect::<Vec<_>>()
            })
            .collect()
    }

    /// Processes whose command line or working directory is in this home.
    fn running(&self) -> Vec<String> {
        let mark = self.folder.to_string_lossy().into_owned();
        let processes = fs::read_dir("/proc")
            .unwrap()
            .flatten()
            .filter(|entry| entry.file_name().to_string_lossy().parse::<u32>().is_ok());
        processes
            .filter_map(|entry| {
                let line = fs::read_to_string(entry.path().join("cmdline")).unwrap_or_default().replace('\0', " ");
                let folder = fs::read_link(entry.path().join("cwd"))
                    .map(|path| path.to_string_lossy().into_owned())
                    .unwrap_or_default();
                (!line.is_empty() && (line.contains(&mark) || folder.starts_with(&mark))).then_some(line)
            })
            .collect()
    }

    fn wait_until_nothing_runs(&self) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while !self.running().is_empty() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(self.running(), Vec::<String>::new(), "something is left running");
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

const SERVERS: &str = "kind = \"server\"\n[source]\n[settings]\nprimary = \"requests_per_second\"\nstart_seconds = 2.0\n\n[[case]]\nname = \"two\"\nconnections = 2\nexpect = \"hello\"\n\n[[claim]]\nsays = \"They are alike.\"\nmetric = \"requests_per_second\"\ncase = \"two\"\nleft = \"a\"\nright = \"b\"\nat_least = 0.01\n";
const QUICK: &[&str] = &["--out", "out", "--rounds", "2", "--seconds", "200ms", "--warm-up", "50ms", "--idle", "50ms"];

fn with_quick(first: &[&'static str]) -> Vec<&'static str> {
    first.iter().chain(QUICK).copied().collect()
}

#[test]
fn a_tiny_experiment_ends_in_a_report_and_is_not_measured_again() {
    let home = Home::new("whole", SERVERS, &[("a", "serve hello"), ("b", "serve hello")]);
    let output = home.lab(&with_quick(&["run", "tiny"]));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let records = home.records();
    assert_eq!(records.len(), 4, "two rounds of two programs: {records:?}");
    for record in &records {
        let metrics = &record["metrics"];
        assert!(
            record["failure"].is_null()
                && metrics["requests_per_second"].as_f64().unwrap() > 100.0
                && metrics["success_percent"] == 100.0,
            "{record}"
        );
        for metric in ["latency_p99_ms", "rss_before_mb", "rss_peak_mb", "pss_load_mb", "threads", "start_ms"] {
            assert!(metrics[metric].as_f64().is_some_and(|value| value > 0.0), "{metric} in {record}");
        }
        assert!(
            !record["warm_up"].as_array().unwrap().is_empty()
                && !record["series"].as_array().unwrap().is_empty()
                && record["phases"].as_array().unwrap().len() >= 3,
            "{record}"
        );
    }
    assert!(records.iter().any(|record| record["metrics"]["rss_idle_mb"].as_f64().is_some()));
    assert!(
        home.file("report.html").contains("They are alike.") && home.file("report.md").contains("the claim holds"),
        "{}",
        home.file("report.md")
    );
    assert!(home.file("results.csv").lines().count() > 40);
    let again = home.lab(&with_quick(&["run", "tiny"]));
    assert!(again.status.success() && home.records().len() == 4, "a finished experiment is left alone");
    home.wait_until_nothing_runs();
}

#[test]
fn bad_servers_say_why_and_the_others_are_measured() {
    let programs = [
        ("a", "serve hello"),
        ("b", "serve hello"),
        ("crashes", "crash no such module: sqlite"),
        ("silent", "sleep 60000"),
        ("wrong", "serve goodbye"),
        ("gives-up", "serve-and-exit hello"),
        ("leaks", "leak hello"),
        ("breeds", "serve-with-child hello"),
    ];
    let home = Home::new("bad", SERVERS, &programs);
    let output = home.lab(&[
        "run",
        "--all",
        "--out",
        "out",
        "--rounds",
        "1",
        "--seconds",
        "1500ms",
        "--warm-up",
        "0",
        "--idle",
        "0",
    ]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let records = home.records();
    let of = |program: &str| {
        records.iter().find(|record| record["program"] == program).unwrap_or_else(|| panic!("no record of {program}"))
    };
    let reason = |program: &str| of(program)["failure"]["reason"].as_str().unwrap_or("none").to_string();
    assert_eq!((reason("a").as_str(), reason("b").as_str(), reason("breeds").as_str()), ("none", "none", "none"));
    assert_eq!(reason("crashes"), "the server exited with code 3 before it listened");
    assert_eq!(of("crashes")["failure"]["last_lines"][0], "no such module: sqlite");
    assert_eq!(reason("silent"), "the server listened on no port within 2 s and was ended");
    assert!(reason("wrong").ends_with("it got \"goodbye\""), "{}", reason("wrong"));
    assert_eq!(reason("gives-up"), "the server exited with code 3 during the load");
    assert_eq!(of("gives-up")["failure"]["last_lines"][0], "enough is enough");
    assert!(reason("leaks").contains("more than 100 MB, and was ended"), "{}", reason("leaks"));
    home.wait_until_nothing_runs();
    assert!(home.file("report.html").contains("no such module: sqlite"));
}

#[test]
fn processes_are_measured_and_wrong_output_is_told() {
    let experiment = "kind = \"process\"\n[source]\n[settings]\nprimary = \"wall_ms\"\nlimit_seconds = 1.0\n\n[[case]]\nname = \"run\"\nexpect = \"5\"\nestimate_seconds = 0.01\n";
    let home = Home::new("process", experiment, &[("right", "print 5"), ("wrong", "print 6"), ("slow", "sleep 30000")]);
    let output = home.lab(&with_quick(&["run", "tiny"]));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let records = home.records();
    let right: Vec<_> = records.iter().filter(|record| record["program"] == "right").collect();
    assert!(
        right.len() > 3
            && right.iter().all(|record| record["metrics"]["wall_ms"].as_f64().is_some_and(|ms| ms > 0.0)
                && record["metrics"]["peak_rss_mb"].as_f64().is_some_and(|mb| mb > 0.5)),
        "{right:?}"
    );
    assert!(right.iter().any(|record| record["round"] == 0), "the warm-up is kept");
    let reasons: Vec<&str> = records.iter().filter_map(|record| record["failure"]["reason"].as_str()).collect();
    assert!(
        reasons.contains(&"printed \"6\" instead of \"5\"") && reasons.contains(&"ran longer than 1 s and was ended"),
        "{reasons:?}"
    );
    home.wait_until_nothing_runs();
}

/// Starts a long run and waits until a server of it runs.
fn start_long(home: &Home) -> Child {
    let child = home
        .command(&[
            "run",
            "--all",
            "--out",
            "out",
            "--rounds",
            "1",
            "--seconds",
            "60s",
            "--warm-up",
            "0",
            "--idle",
            "0",
        ])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(20);
    while !home.running().iter().any(|line| line.contains("setsid") || line.contains("sleep 300"))
        && Instant::now() < deadline
    {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(home.running().len() >= 3, "lab, guard and server run: {:?}", home.running());
    child
}

#[test]
fn nothing_is_left_after_ctrl_c_and_the_run_goes_on_afterwards() {
    let home = Home::new("interrupt", SERVERS, &[("a", "serve-with-child hello"), ("b", "serve-with-child hello")]);
    let mut child = start_long(&home);
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    home.wait_until_nothing_runs();
    assert!(home.records().is_empty(), "what was cut off does not count");
    assert!(home.lab(&with_quick(&["run", "tiny"])).status.success());
    assert_eq!(home.records().len(), 4);
}

#[test]
fn nothing_is_left_after_the_lab_was_killed() {
    let home = Home::new("kill", SERVERS, &[("a", "serve-with-child hello"), ("b", "serve-with-child hello")]);
    let mut child = start_long(&home);
    child.kill().unwrap();
    child.wait().unwrap();
    home.wait_until_nothing_runs();
}

#[test]
fn mistakes_are_told_in_a_sentence() {
    let home = Home::new(
        "mistakes",
        &SERVERS.replace("connections = 2", "conections = 2"),
        &[("a", "serve hello"), ("b", "serve hello")],
    );
    let error = |arguments: &[&str]| {
        let output = home.lab(arguments);
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(
        error(&["list"]).contains("experiment.toml:18: unknown field `conections`, expected one of"),
        "{}",
        error(&["list"])
    );
    assert!(error(&["run"]).contains("which experiment?"));
    assert!(error(&["rnu"]).contains("there is no command \"rnu\""));
    assert!(
        error(&["run", "--all", "--budget", "soon"]).contains("--budget needs a time")
            || error(&["run", "--all", "--budget", "soon"]).contains("conections")
    );
    assert!(error(&["compare", "nothing.ts"]).contains("nothing.ts"));
    assert!(error(&["load", "ftp://x"]).contains("does not begin with http://"));
}

#[test]
fn a_program_of_ones_own_is_compared_without_configuration() {
    let home = Home::new("compare", SERVERS, &[("a", "serve hello"), ("b", "serve hello")]);
    fs::write(home.folder.join("own.txt"), "serve mine").unwrap();
    let output = home.lab(&with_quick(&["compare", "own.txt", "--runtimes", "known"]));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(
        home.records()
            .iter()
            .all(|record| record["metrics"]["requests_per_second"].as_f64().is_some_and(|rate| rate > 100.0)),
        "{:?}",
        home.records()
    );
    assert!(home.file("report.html").contains("own.txt"));
    home.wait_until_nothing_runs();
}
