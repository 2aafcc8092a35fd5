//! `yarn workspaces run SCRIPT` of yarn 1, and `yarn workspaces foreach [FLAGS] COMMAND` of the later ones.

/// The arguments of `brio` for what follows `yarn workspaces`.
pub fn of_workspaces(arguments: &[String]) -> Vec<String> {
    match arguments.split_first() {
        Some((first, rest)) if first == "foreach" => foreach(rest),
        Some((first, rest)) if first == "run" => [strings(&["run", "--workspaces"]), rest.to_vec()].concat(),
        _ => strings(&["help", "run"]),
    }
}

/// What the flags of `foreach` say.
#[derive(Default)]
struct Choice {
    filters: Vec<String>,
    froms: Vec<String>,
    is_parallel: bool,
    is_ordered: bool,
    is_with_dependencies: bool,
    count_max: Option<String>,
}

fn foreach(arguments: &[String]) -> Vec<String> {
    let mut choice = Choice::default();
    let mut index = 0;
    while let Some(argument) = arguments.get(index).filter(|argument| argument.starts_with('-')) {
        index += choice.take(argument, arguments.get(index + 1));
    }
    let rest = arguments.get(index..).unwrap_or_default();
    let (command, own) = match rest.split_first() {
        Some((first, own)) if first == "run" || first == "exec" => (first.as_str(), own),
        _ => ("run", rest),
    };
    [strings(&[command]), choice.flags(), own.to_vec()].concat()
}

impl Choice {
    /// Reads a flag. Returns how many arguments it is: one, or two with its value.
    fn take(&mut self, argument: &str, next: Option<&String>) -> usize {
        let (name, inline) =
            argument.split_once('=').map_or((argument, None), |(name, value)| (name, Some(value.to_string())));
        let count = if inline.is_some() { 1 } else { 2 };
        let value = || inline.clone().or_else(|| next.cloned()).unwrap_or_default();
        match name {
            "--include" => self.filters.push(value()),
            "--exclude" => self.filters.push(format!("!{}", value())),
            "--from" => self.froms.push(value()),
            "-j" | "--jobs" => self.count_max = Some(value()),
            "--since" => {
                self.filters.extend(inline.map(|commit| format!("[{commit}]")));
                return 1;
            }
            _ if name.starts_with("--") => {
                self.switch(name);
                return 1;
            }
            // Short switches may be written together: `-Apt`.
            _ => {
                name.chars().skip(1).for_each(|letter| self.switch(&format!("-{letter}")));
                return 1;
            }
        }
        count
    }

    fn switch(&mut self, name: &str) {
        match name {
            "-p" | "--parallel" => self.is_parallel = true,
            "-t" | "--topological" | "--topological-dev" => self.is_ordered = true,
            "-R" | "--recursive" => self.is_with_dependencies = true,
            // What is printed, and `--all`.
            _ => {}
        }
    }

    /// The flags of `brio run` and `brio exec`. Without an order all start at once, as watchers do that never end.
    fn flags(mut self) -> Vec<String> {
        if self.is_with_dependencies && self.froms.is_empty() {
            self.froms.push("{.}".to_string());
        }
        let end = if self.is_with_dependencies { "..." } else { "" };
        let froms = self.froms.iter().map(|from| format!("{from}{end}"));
        let mut flags: Vec<String> =
            froms.chain(self.filters.iter().cloned()).flat_map(|filter| ["--filter".to_string(), filter]).collect();
        if flags.is_empty() {
            flags.push("--recursive".to_string());
        }
        match (self.count_max.filter(|count| count != "unlimited"), self.is_parallel, self.is_ordered) {
            (_, false, _) => flags.extend(strings(&["--concurrency", "1"])),
            (Some(count), true, _) => flags.extend(["--concurrency".to_string(), count]),
            (None, true, false) => flags.push("--parallel".to_string()),
            (None, true, true) => {}
        }
        flags
    }
}

fn strings(list: &[&str]) -> Vec<String> {
    list.iter().map(|word| word.to_string()).collect()
}
