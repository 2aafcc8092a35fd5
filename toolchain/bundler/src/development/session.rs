//! A page on the development server: a thread that builds it, watches its sources and says what changed.

use std::collections::{BTreeSet, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use super::state::{Settings, State};
use super::{Served, client};
use crate::build::Extensions;

/// Editors write a file in several steps: changes within this time belong together.
const SETTLE: Duration = Duration::from_millis(15);

/// What a page reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The response to a request of the page: the document, or that of an error page. False: the sources have errors.
    Built { document: String, is_built: bool },
    /// A message for the browsers that have the page, as JSON.
    Message(String),
    /// The code of a module that was requested with this number. None for an unknown module.
    Module { number: u32, code: Option<String> },
    /// What was found wrong after a change, for the terminal.
    Failed(String),
}

enum Command {
    Request,
    /// The code of the module of a name is requested.
    Module(u32, String),
    Changed(Vec<PathBuf>),
    Close,
}

/// A page that is built by a thread of its own.
#[derive(Debug)]
pub struct Page {
    commands: Sender<Command>,
    served: Arc<Served>,
}

impl Page {
    /// Opens a page. Nothing is built before it is requested. `extensions` are its plugins. `report` is called on the page's thread; when it returns
    /// false the page is closed.
    ///
    /// # Errors
    /// The system gives no thread, or no watches of files.
    pub fn open(
        settings: Settings,
        extensions: Extensions,
        report: impl Fn(Event) -> bool + Send + 'static,
    ) -> std::io::Result<Self> {
        let (commands, received) = channel();
        let changes = commands.clone();
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            if let Ok(event) = event
                && (event.kind.is_modify() || event.kind.is_create() || event.kind.is_remove())
            {
                // A page that is closed receives nothing.
                let _ = changes.send(Command::Changed(event.paths));
            }
        })
        .map_err(std::io::Error::other)?;
        let served = Arc::new(Served::default());
        let of_thread = Arc::clone(&served);
        std::thread::Builder::new().name("page".to_owned()).spawn(move || {
            let state = State::new(settings, extensions, of_thread);
            Session { state, watcher, watched: BTreeSet::new(), report: Box::new(report) }.run(&received);
        })?;
        Ok(Self { commands, served })
    }

    /// Requests the page: it is built if it is not current. The result is reported as [`Event::Built`].
    pub fn request(&self) {
        let _ = self.commands.send(Command::Request);
    }

    /// A file of the page by its address.
    pub fn file(&self, address: &str) -> Option<Vec<u8>> {
        self.served.get(address)
    }

    /// Requests the code of a module that a browser's page does not have yet, with what it imports. It is reported as
    /// [`Event::Module`].
    pub fn request_module(&self, number: u32, name: &str) {
        let _ = self.commands.send(Command::Module(number, name.to_owned()));
    }

    /// Ends the page's thread.
    pub fn close(&self) {
        let _ = self.commands.send(Command::Close);
    }
}

struct Session {
    state: State,
    watcher: RecommendedWatcher,
    watched: BTreeSet<PathBuf>,
    report: Box<dyn Fn(Event) -> bool + Send>,
}

impl Session {
    fn run(mut self, commands: &Receiver<Command>) {
        let mut queue = VecDeque::new();
        loop {
            let Some(command) = queue.pop_front().or_else(|| commands.recv().ok()) else { return };
            let goes_on = match command {
                Command::Close => false,
                Command::Request => self.request(commands, &mut queue),
                Command::Module(number, name) => {
                    let code = self.state.module(&name);
                    (self.report)(Event::Module { number, code })
                }
                Command::Changed(paths) => {
                    let mut all: BTreeSet<PathBuf> = paths.into_iter().collect();
                    while let Ok(command) = commands.recv_timeout(SETTLE) {
                        match command {
                            Command::Changed(paths) => all.extend(paths),
                            command => queue.push_back(command),
                        }
                    }
                    self.changed(&all)
                }
            };
            if !goes_on || !self.watch() {
                return;
            }
        }
    }

    /// Responds to a request, after the changes that are known.
    fn request(&mut self, commands: &Receiver<Command>, queue: &mut VecDeque<Command>) -> bool {
        let mut changed = BTreeSet::new();
        while let Ok(command) = commands.try_recv() {
            match command {
                Command::Changed(paths) => changed.extend(paths),
                command => queue.push_back(command),
            }
        }
        if !changed.is_empty() && !self.changed(&changed) {
            return false;
        }
        let had_errors = self.state.has_errors();
        let (document, is_built) = match self.state.document() {
            Ok(document) => (document, true),
            Err(diagnostics) => {
                if !had_errors {
                    (self.report)(Event::Failed(client::text(&diagnostics)));
                }
                (client::error_page(&self.state, &diagnostics), false)
            }
        };
        (self.report)(Event::Built { document, is_built })
    }

    fn changed(&mut self, paths: &BTreeSet<PathBuf>) -> bool {
        let Some(message) = self.state.change(paths) else { return true };
        if let Err(diagnostics) = &message {
            (self.report)(Event::Failed(client::text(diagnostics)));
        }
        (self.report)(Event::Message(client::message(&message)))
    }

    /// Watches the folders of the sources. Packages are not edited. What has changed since it was read is read again.
    fn watch(&mut self) -> bool {
        let mut added = BTreeSet::new();
        for folder in self.state.folders() {
            let is_package = folder.components().any(|part| part.as_os_str() == "node_modules");
            if !is_package && self.watched.insert(folder.clone()) {
                // A folder that is gone cannot change.
                let _ = self.watcher.watch(&folder, RecursiveMode::NonRecursive);
                added.insert(folder);
            }
        }
        if added.is_empty() {
            return true;
        }
        added.extend(self.state.sources());
        self.changed(&added)
    }
}
