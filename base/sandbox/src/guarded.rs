//! A program behind the wall whose changes of modes, owners, times and attributes this process makes: Landlock has no
//! rules for them. Unlike with `supervisor`, this process may have threads, and the program is another one.

use crate::Prepared;
use crate::listener::{Answer, Handshake, Listener, Request};
use crate::metadata;
use crate::supervisor::Reach;
use crate::system;
use std::io;
use std::net::SocketAddr;
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

/// Which files the program may change so.
struct Changes<F>(F);

impl<F: Fn(&Path) -> bool + Send + Sync + 'static> Reach for Changes<F> {
    fn connects(&self, _: SocketAddr) -> bool {
        false
    }

    fn redirects(&self, _: SocketAddr) -> Option<SocketAddr> {
        None
    }

    fn listens(&self, _: SocketAddr) -> bool {
        false
    }

    fn connects_to_file(&self, _: &Path) -> bool {
        false
    }

    fn listens_at_file(&self, _: &Path) -> bool {
        false
    }

    fn changes(&self, path: &Path) -> bool {
        (self.0)(path)
    }
}

impl Prepared {
    /// Makes `command` start its program behind the wall, where it changes modes, owners, times and attributes of those
    /// files only that `changes` accepts by their paths without links. It is started once.
    ///
    /// # Errors
    /// The system's: for the pipes, and where it has no such filters.
    pub fn confine_guarded(
        self,
        command: &mut Command,
        changes: impl Fn(&Path) -> bool + Send + Sync + 'static,
    ) -> io::Result<()> {
        let calls: Vec<i64> = metadata::calls().collect();
        let handshake = Arc::new(Handshake::new(&calls)?);
        let announce = Arc::clone(&handshake);
        let enter = move || {
            self.apply()?;
            announce.announce()
        };
        // SAFETY: `apply` and `announce` make system calls only: everything they need was allocated before.
        unsafe { command.pre_exec(enter) };
        let reach = Changes(changes);
        // It ends with the last process behind the wall, or with this one.
        std::thread::Builder::new().spawn(move || serve(&handshake, &reach))?;
        Ok(())
    }
}

fn serve(handshake: &Handshake, reach: &dyn Reach) {
    let Ok(Some(listener)) = handshake.accept() else { return };
    while system::wait_call(listener.as_fd()) {
        match listener.receive() {
            Ok(Some(request)) => listener.answer(&request, answer(&listener, &request, reach)),
            Ok(None) => {}
            Err(_) => return,
        }
    }
}

fn answer(listener: &Listener, request: &Request, reach: &dyn Reach) -> Answer {
    match metadata::prepare(listener, request) {
        Some(Ok(change)) => match change.run(reach) {
            Ok(()) => Answer::Done,
            Err(error) => Answer::Refused(error.raw_os_error().unwrap_or(libc::EACCES)),
        },
        Some(Err(errno)) => Answer::Refused(errno),
        None => Answer::Refused(libc::EACCES),
    }
}
