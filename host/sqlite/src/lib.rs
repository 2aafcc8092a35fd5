//! `native:sqlite`: databases, statements and their functions, sessions and backups, by number, for `node:sqlite` and
//! `bun:sqlite`.
//!
//! Does not: call SQLite directly (`brio_sqlite`), or define classes, options and the errors of Node and Bun
//! (`builtins/internal/node/sqlite`). Start reading at `ops.rs`, then `batch.rs` (rows to JavaScript) and `binding.rs`
//! (values to SQLite).

mod batch;
mod binding;
mod callbacks;
mod generated {
    pub mod sqlite_ops;
}
mod memory;
mod ops;
mod running;
mod table;

use batch::Batch;
use brio_realm::jsc::{Context, Value, Weak};
use brio_realm::op::{Slot, Thrown};
use brio_sqlite::{Backup, Connection, Session, Statement};
pub use generated::sqlite_ops::AREA;
use memory::Memory;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use table::Table;

/// A database of a program.
pub(crate) struct Database {
    connection: Rc<Connection>,
    number: Cell<u32>,
}

/// A statement of a program.
pub(crate) struct Entry {
    statement: Statement,
    database: Rc<Database>,
    /// How it reads and binds integers (`prepare` in the contract).
    integers: Cell<u32>,
    /// The object that a program holds.
    owner: RefCell<Option<Weak>>,
}

/// State of the area on one thread.
#[derive(Default)]
pub struct Sqlite {
    /// Declared before the databases, so that they are dropped first.
    backups: RefCell<Table<Backup>>,
    sessions: RefCell<Table<Rc<Session>>>,
    statements: RefCell<Table<Rc<Entry>>>,
    databases: RefCell<Table<Rc<Database>>>,
    /// The number of statements at which unreferenced ones are searched for.
    statements_searched_at: Cell<usize>,
    memory: Memory,
    /// The next rows; taken out while they are read, since a function of the statement may run another one.
    batch: Cell<Option<Box<Batch>>>,
    /// How many batches were started: a statement whose function ran others notices, and restores its values.
    batches_begun: Cell<u64>,
    /// How many values of the current batch are in the shared memory.
    cells_in_use: Cell<usize>,
    /// The values of batches whose statements' functions run other statements.
    set_aside: RefCell<Vec<Vec<u64>>>,
    wide_text: RefCell<Vec<u16>>,
    blobs: RefCell<Vec<u8>>,
    failure: RefCell<brio_sqlite::Failure>,
    dispatcher: Slot,
    /// The exception that JavaScript threw while SQLite called it.
    thrown: Slot,
    has_thrown: Cell<bool>,
}

impl Sqlite {
    fn database(&self, number: u32) -> Option<Rc<Database>> {
        self.databases.borrow().get(number).cloned()
    }

    #[inline]
    fn statement(&self, number: u32) -> Option<Rc<Entry>> {
        self.statements.borrow().get(number).cloned()
    }

    /// Stores a failure for `failure()`.
    fn fail(&self, failure: brio_sqlite::Failure) {
        self.failure.replace(failure);
    }

    /// Stores the first exception that JavaScript threw during a statement.
    fn note_thrown<'cx>(&self, cx: Context<'cx>, thrown: Value<'cx>) {
        if !self.has_thrown.replace(true) {
            self.thrown.set(cx, thrown);
        }
    }

    /// Rethrows the stored exception.
    #[inline]
    fn rethrow<'cx>(&self, cx: Context<'cx>) -> Result<(), Thrown<'cx>> {
        if !self.has_thrown.replace(false) {
            return Ok(());
        }
        let thrown = self.thrown.get(cx).unwrap_or(Value::undefined());
        self.thrown.clear();
        Err(Thrown::Value(thrown))
    }
}

/// Whether the program of this thread may open a database: what `ATTACH` and `VACUUM INTO` name is checked only here.
fn may_open(path: &std::path::Path, writes: bool) -> bool {
    use brio_realm::permission::{Permission, Subject, check};
    check(&Permission::Read(Subject::Path(path))).is_ok()
        && (!writes || check(&Permission::Write(Subject::Path(path))).is_ok())
}
