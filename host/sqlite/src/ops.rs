//! The functions of `ops/sqlite.ops.ts`.

use crate::callbacks::{self, Caller};
use crate::generated::sqlite_ops::{Failure, Origin, SqliteFunction, SqliteHandlers, SqliteOps};
use crate::memory::{Double, Int, Status};
use crate::running::RowLimit;
use crate::{Database, Entry, Sqlite};
use brio_realm::jsc::{Context, Value};
use brio_realm::op::{OpError, Text, Thrown};
use brio_sqlite::codes::{SQLITE_OK, SQLITE_ROW};
use brio_sqlite::{Backup, Connection, FunctionOptions, Session, Value as SqlValue, apply_changeset};
use std::cell::{Cell, RefCell};
use std::ffi::CString;
use std::rc::Rc;

const OPEN_BACKUP_FLAGS: i32 = 0x02 | 0x04 | 0x40;
const SQLITE_MISUSE: i32 = 21;

/// Approximate size of a statement outside the engine's heap, for the collector.
const STATEMENT_BYTES: usize = 2048;
/// Below this count unreferenced statements are not searched for.
const STATEMENTS_SEARCHED_MIN: usize = 512;

/// Names, each followed by a NUL.
fn ended_names(names: Vec<String>) -> String {
    names.into_iter().fold(String::new(), |all, name| all + &name + "\0")
}

fn text_of<'cx>(cx: Context<'cx>, value: Value<'cx>) -> Result<String, Thrown<'cx>> {
    Ok(value.to_string(cx)?)
}

impl Sqlite {
    /// Stores a failure; true without one.
    fn succeeds(&self, connection: &Connection, code: i32) -> bool {
        if code != SQLITE_OK {
            self.fail(connection.failure(code));
        }
        code == SQLITE_OK
    }

    /// The connection of a database; stores a failure when there is none.
    fn connection(&self, database: u32) -> Option<Rc<Connection>> {
        let found = self.database(database).map(|database| database.connection.clone());
        if found.is_none() {
            self.fail(brio_sqlite::Failure::of_code(SQLITE_MISUSE));
        }
        found
    }

    /// Finalizes the statements whose owners were collected, when many were added since the last search.
    fn end_lost_statements(&self) {
        let count = self.statements.borrow().count();
        if count < self.statements_searched_at.get().max(STATEMENTS_SEARCHED_MIN) {
            return;
        }
        let is_lost = |entry: &Rc<Entry>| entry.owner.borrow().as_ref().is_some_and(|owner| !owner.is_alive());
        let lost = self.statements.borrow().numbers_of(is_lost);
        for number in lost {
            let ended = self.statements.borrow_mut().remove(number);
            drop(ended);
        }
        self.statements_searched_at.set(self.statements.borrow().count() * 2);
    }

    fn query<'cx>(
        &self,
        cx: Context<'cx>,
        statement: u32,
        values: &[Value<'cx>],
        row_limit: RowLimit,
    ) -> Result<Value<'cx>, Thrown<'cx>> {
        let Some(entry) = self.statement(statement) else { return Ok(self.no_statement()) };
        match self.begin_run(cx, &entry, values) {
            Ok(()) => self.read(cx, &entry, row_limit),
            Err(_) => Ok(Value::undefined()),
        }
    }

    fn continue_run<'cx>(
        &self,
        cx: Context<'cx>,
        statement: u32,
        row_limit: RowLimit,
    ) -> Result<Value<'cx>, Thrown<'cx>> {
        let Some(entry) = self.statement(statement) else { return Ok(self.no_statement()) };
        if entry.statement.is_finalized() {
            return Ok(self.no_statement());
        }
        if entry.statement.is_busy() {
            self.memory.end(Status::Running);
            return Ok(Value::undefined());
        }
        self.read(cx, &entry, row_limit)
    }

    fn no_statement<'cx>(&self) -> Value<'cx> {
        self.memory.end(Status::Finalized);
        Value::undefined()
    }

    #[inline]
    fn run_statement<'cx>(
        &self,
        cx: Context<'cx>,
        statement: u32,
        values: &[Value<'cx>],
        to_end: bool,
    ) -> Result<i32, Thrown<'cx>> {
        let Some(entry) = self.statement(statement) else { return Ok(self.memory.end(Status::Finalized)) };
        match self.begin_run(cx, &entry, values) {
            Ok(()) => self.finish_run(cx, &entry, to_end),
            Err(status) => Ok(status),
        }
    }
}

impl SqliteOps for Sqlite {
    fn memory<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(cx.shared_words(self.memory.words())?)
    }

    fn set_handlers(&self, handlers: SqliteHandlers) -> Result<(), OpError> {
        self.dispatcher.set_root(handlers.dispatch);
        Ok(())
    }

    fn version(&self) -> Result<Text, OpError> {
        Ok(brio_sqlite::version().into())
    }

    fn error_string(&self, code: i32) -> Result<Text, OpError> {
        Ok(brio_sqlite::error_string(code).into())
    }

    fn failure(&self) -> Result<Failure, OpError> {
        let failure = self.failure.borrow();
        Ok(Failure {
            code: failure.code,
            message: failure.message.as_str().into(),
            meaning: brio_sqlite::error_string(failure.code).into(),
            offset: failure.offset,
        })
    }

    fn open(&self, location: &[u8], flags: i32) -> Result<u32, OpError> {
        if brio_realm::permission::is_active() {
            brio_sqlite::guard_files(crate::may_open);
        }
        match Connection::open(location, flags) {
            Ok(connection) => {
                let database = Rc::new(Database { connection, number: Cell::new(0) });
                let number = self.databases.borrow_mut().add(database.clone());
                database.number.set(number);
                Ok(number)
            }
            Err(failure) => {
                self.fail(failure);
                Ok(0)
            }
        }
    }

    fn close(&self, database: u32, waits: bool) -> Result<bool, OpError> {
        let Some(connection) = self.connection(database) else { return Ok(false) };
        if let Err(code) = connection.close(waits) {
            return Ok(self.succeeds(&connection, code));
        }
        let closed = self.databases.borrow_mut().remove(database);
        drop(closed);
        Ok(true)
    }

    fn end_statements(&self, database: u32) -> Result<bool, OpError> {
        let Some(database) = self.database(database) else { return Ok(true) };
        let entries: Vec<Rc<Entry>> =
            self.statements.borrow().items().filter(|entry| Rc::ptr_eq(&entry.database, &database)).cloned().collect();
        // `all` would stop at the first.
        let ended = entries.iter().filter(|entry| !entry.statement.finalize()).count() == 0;
        let sessions: Vec<Rc<Session>> = self
            .sessions
            .borrow()
            .items()
            .filter(|session| Rc::ptr_eq(session.connection(), &database.connection))
            .cloned()
            .collect();
        sessions.iter().for_each(|session| session.end());
        let backups = self.backups.borrow().numbers_of(|backup| backup.copies_from(&database.connection));
        for number in backups {
            let ended = self.backups.borrow_mut().remove(number);
            drop(ended);
        }
        Ok(ended)
    }

    fn configure(&self, database: u32, option: i32, value: i32) -> Result<bool, OpError> {
        let Some(connection) = self.connection(database) else { return Ok(false) };
        let code = connection.configure(option, value);
        Ok(self.succeeds(&connection, code))
    }

    fn set_busy_timeout(&self, database: u32, timeout_ms: i32) -> Result<(), OpError> {
        if let Some(connection) = self.connection(database) {
            connection.set_busy_timeout(timeout_ms);
        }
        Ok(())
    }

    fn limit(&self, database: u32, number: i32, value: i32) -> Result<i32, OpError> {
        Ok(self.connection(database).map_or(-1, |connection| connection.limit(number, value)))
    }

    fn is_in_transaction(&self, database: u32) -> Result<bool, OpError> {
        Ok(self.connection(database).is_some_and(|connection| connection.is_in_transaction()))
    }

    fn location_of(&self, database: u32, name: &str) -> Result<Option<Text>, OpError> {
        Ok(self.connection(database).and_then(|connection| connection.location(name)).map(Text::from))
    }

    fn exec<'cx>(&self, cx: Context<'cx>, database: u32, sql: Value<'cx>) -> Result<bool, Thrown<'cx>> {
        let Some(connection) = self.connection(database) else { return Ok(false) };
        let mut sql = text_of(cx, sql)?;
        sql.truncate(sql.find('\0').unwrap_or(sql.len()));
        let sql = CString::new(sql).expect("cut before the first NUL");
        let code = connection.exec(&sql);
        self.rethrow(cx)?;
        Ok(self.succeeds(&connection, code))
    }

    fn serialize(&self, database: u32, name: &str) -> Result<Option<Vec<u8>>, OpError> {
        let Some(connection) = self.connection(database) else { return Ok(None) };
        let bytes = connection.serialize(name);
        if bytes.is_none() {
            self.fail(connection.failure(SQLITE_MISUSE));
        }
        Ok(bytes)
    }

    fn deserialize(&self, database: u32, name: &str, bytes: &[u8], is_read_only: bool) -> Result<bool, OpError> {
        let Some(connection) = self.connection(database) else { return Ok(false) };
        let code = connection.deserialize(name, bytes, is_read_only);
        Ok(self.succeeds(&connection, code))
    }

    fn load_extension(&self, database: u32, path: &str, entry_point: &str) -> Result<Option<Text>, OpError> {
        let Some(connection) = self.connection(database) else { return Ok(Some("database is not open".into())) };
        Ok(connection.load_extension(path, Some(entry_point).filter(|name| !name.is_empty())).err().map(Text::from))
    }

    fn file_control(&self, database: u32, name: &str, operation: i32, value: i32) -> Result<i32, OpError> {
        let Some(connection) = self.connection(database) else { return Ok(SQLITE_MISUSE) };
        let mut number = i64::from(value);
        let code = connection.file_control(name, operation, &mut number);
        self.memory.set_int(Int::Detail, number as i32);
        Ok(code)
    }

    fn create_function(&self, database: u32, name: &str, options: SqliteFunction) -> Result<bool, OpError> {
        let Some(connection) = self.connection(database) else { return Ok(false) };
        let (options, caller) = registration(database, &options);
        let code = connection.create_function(name, options, Box::new(caller));
        Ok(self.succeeds(&connection, code))
    }

    fn create_aggregate(
        &self,
        database: u32,
        name: &str,
        options: SqliteFunction,
        has_inverse: bool,
    ) -> Result<bool, OpError> {
        let Some(connection) = self.connection(database) else { return Ok(false) };
        let (options, caller) = registration(database, &options);
        let code = connection.create_aggregate(name, options, has_inverse, Box::new(caller));
        Ok(self.succeeds(&connection, code))
    }

    fn set_update_hook(&self, database: u32, is_on: bool) -> Result<(), OpError> {
        let Some(connection) = self.connection(database) else { return Ok(()) };
        match is_on {
            true => connection.tell_updates(Box::new(move |action, name, table, row| {
                callbacks::notify_update(database, action, name, table, row)
            })),
            false => connection.stop_telling_updates(),
        }
        Ok(())
    }

    fn set_authorizer(&self, database: u32, is_on: bool) -> Result<(), OpError> {
        let Some(connection) = self.connection(database) else { return Ok(()) };
        match is_on {
            true => connection
                .authorize_with(Box::new(move |action, subjects| callbacks::authorize(database, action, &subjects))),
            false => connection.stop_authorizing(),
        }
        Ok(())
    }

    fn prepare<'cx>(
        &self,
        cx: Context<'cx>,
        database: u32,
        sql: Value<'cx>,
        start: u32,
        flags: u32,
        integers: u32,
    ) -> Result<u32, Thrown<'cx>> {
        self.memory.end(Status::Failed);
        let Some(database) = self.database(database) else {
            self.fail(brio_sqlite::Failure::of_code(SQLITE_MISUSE));
            return Ok(0);
        };
        let sql = text_of(cx, sql)?;
        let rest = sql.as_bytes().get(start as usize..).unwrap_or(&[]);
        let prepared = database.connection.prepare(rest, flags);
        self.rethrow(cx)?;
        match prepared {
            Err(mut failure) => {
                if failure.offset >= 0 {
                    failure.offset += start as i32;
                }
                self.fail(failure);
                Ok(0)
            }
            Ok(prepared) => {
                self.memory.end(Status::Done);
                self.memory.set_int(Int::Detail, start as i32 + prepared.end as i32);
                let Some(statement) = prepared.statement else { return Ok(0) };
                // `?` and `?NNN` are bound by position.
                let has_names =
                    statement.parameter_names().iter().any(|name| !name.is_empty() && !name.starts_with('?'));
                self.memory.set_int(Int::Extras, i32::from(has_names));
                self.end_lost_statements();
                cx.report_extra_memory(STATEMENT_BYTES);
                let entry =
                    Rc::new(Entry { statement, database, integers: Cell::new(integers), owner: RefCell::default() });
                Ok(self.statements.borrow_mut().add(entry))
            }
        }
    }

    fn set_integers(&self, statement: u32, integers: u32) -> Result<(), OpError> {
        if let Some(entry) = self.statement(statement) {
            entry.integers.set(integers);
        }
        Ok(())
    }

    fn finalize(&self, statement: u32) -> Result<bool, OpError> {
        let Some(entry) = self.statement(statement) else { return Ok(true) };
        if !entry.statement.finalize() {
            return Ok(false);
        }
        let ended = self.statements.borrow_mut().remove(statement);
        drop(ended);
        Ok(true)
    }

    fn is_finalized(&self, statement: u32) -> Result<bool, OpError> {
        Ok(self.statement(statement).is_none_or(|entry| entry.statement.is_finalized()))
    }

    fn watch<'cx>(&self, cx: Context<'cx>, statement: u32, owner: Value<'cx>) -> Result<(), Thrown<'cx>> {
        if let Some(entry) = self.statement(statement) {
            entry.owner.replace(owner.weak(cx));
        }
        Ok(())
    }

    fn column_names_of(&self, statement: u32) -> Result<Text, OpError> {
        Ok(self
            .statement(statement)
            .map(|entry| ended_names(entry.statement.column_names()))
            .unwrap_or_default()
            .into())
    }

    fn parameter_names_of(&self, statement: u32) -> Result<Text, OpError> {
        Ok(self
            .statement(statement)
            .map(|entry| ended_names(entry.statement.parameter_names()))
            .unwrap_or_default()
            .into())
    }

    fn is_read_only(&self, statement: u32) -> Result<bool, OpError> {
        Ok(self.statement(statement).is_none_or(|entry| entry.statement.is_read_only()))
    }

    fn origins_of(&self, statement: u32) -> Result<Vec<Origin>, OpError> {
        let Some(entry) = self.statement(statement) else { return Ok(Vec::new()) };
        let origins = entry.statement.origins().into_iter();
        Ok(origins
            .map(|origin| Origin {
                column: origin.column.map(Text::from),
                database: origin.database.map(Text::from),
                table: origin.table.map(Text::from),
                declared: origin.declared.map(Text::from),
            })
            .collect())
    }

    fn sql_of(&self, statement: u32, is_expanded: bool) -> Result<Option<Text>, OpError> {
        let Some(entry) = self.statement(statement) else { return Ok(None) };
        let sql = if is_expanded { entry.statement.expanded_sql() } else { entry.statement.sql() };
        Ok(sql.map(Text::from))
    }

    fn counter_of(&self, statement: u32, number: i32, resets: bool) -> Result<i32, OpError> {
        Ok(self.statement(statement).map_or(0, |entry| entry.statement.counter(number, resets)))
    }

    fn types_of(&self, statement: u32) -> Result<Vec<u8>, OpError> {
        let Some(entry) = self.statement(statement) else { return Ok(Vec::new()) };
        let statement = &entry.statement;
        if !statement.is_read_only() || statement.is_busy() {
            return Ok(Vec::new());
        }
        statement.reset();
        let types = match statement.step() {
            SQLITE_ROW => statement
                .row()
                .map(|row| (0..row.count()).map(|index| SqlValue::type_number(&row.value(index)) as u8).collect()),
            _ => None,
        };
        statement.reset();
        Ok(types.unwrap_or_default())
    }

    fn run<'cx>(&self, cx: Context<'cx>, statement: u32, values: &[Value<'cx>]) -> Result<i32, Thrown<'cx>> {
        self.run_statement(cx, statement, values, false)
    }

    fn run_to_end<'cx>(&self, cx: Context<'cx>, statement: u32, values: &[Value<'cx>]) -> Result<i32, Thrown<'cx>> {
        self.run_statement(cx, statement, values, true)
    }

    fn get<'cx>(&self, cx: Context<'cx>, statement: u32, values: &[Value<'cx>]) -> Result<Value<'cx>, Thrown<'cx>> {
        self.query(cx, statement, values, RowLimit::First)
    }

    fn all<'cx>(&self, cx: Context<'cx>, statement: u32, values: &[Value<'cx>]) -> Result<Value<'cx>, Thrown<'cx>> {
        self.query(cx, statement, values, RowLimit::Batch)
    }

    fn more<'cx>(&self, cx: Context<'cx>, statement: u32) -> Result<Value<'cx>, Thrown<'cx>> {
        self.continue_run(cx, statement, RowLimit::Batch)
    }

    fn begin<'cx>(&self, cx: Context<'cx>, statement: u32, values: &[Value<'cx>]) -> Result<i32, Thrown<'cx>> {
        let Some(entry) = self.statement(statement) else { return Ok(self.memory.end(Status::Finalized)) };
        let status = self.begin_run(cx, &entry, values).err().unwrap_or(0);
        self.rethrow(cx)?;
        Ok(status)
    }

    fn step<'cx>(&self, cx: Context<'cx>, statement: u32) -> Result<Value<'cx>, Thrown<'cx>> {
        self.continue_run(cx, statement, RowLimit::Next)
    }

    fn reset(&self, statement: u32) -> Result<i32, OpError> {
        let Some(entry) = self.statement(statement) else { return Ok(self.memory.end(Status::Finalized)) };
        if entry.statement.is_busy() {
            return Ok(self.memory.end(Status::Running));
        }
        Ok(match entry.statement.reset() {
            SQLITE_OK => self.memory.end(Status::Done),
            code => self.failed(entry.statement.failure(code)),
        })
    }

    fn wide_text<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(cx.utf16_string(&self.wide_text.take()))
    }

    fn blobs(&self) -> Result<Vec<u8>, OpError> {
        Ok(self.blobs.take())
    }

    fn create_session(&self, database: u32, name: &str, table: Option<&str>) -> Result<u32, OpError> {
        let Some(connection) = self.connection(database) else { return Ok(0) };
        match Session::new(&connection, name, table) {
            Ok(session) => Ok(self.sessions.borrow_mut().add(Rc::new(session))),
            Err(failure) => {
                self.fail(failure);
                Ok(0)
            }
        }
    }

    fn changes_of(&self, session: u32, is_patch: bool) -> Result<Option<Vec<u8>>, OpError> {
        let Some(session) = self.sessions.borrow().get(session).cloned() else { return Ok(None) };
        Ok(session.changes(is_patch).map_err(|failure| self.fail(failure)).ok())
    }

    fn end_session(&self, session: u32) -> Result<(), OpError> {
        let ended = self.sessions.borrow_mut().remove(session);
        if let Some(session) = ended {
            session.end();
        }
        Ok(())
    }

    fn is_ended_session(&self, session: u32) -> Result<bool, OpError> {
        Ok(self.sessions.borrow().get(session).is_none_or(|session| session.is_ended()))
    }

    fn apply_changeset<'cx>(
        &self,
        cx: Context<'cx>,
        database: u32,
        changeset: Value<'cx>,
        filter: u32,
        conflict: u32,
    ) -> Result<i32, Thrown<'cx>> {
        let Some(connection) = self.connection(database) else { return Ok(SQLITE_MISUSE) };
        // Copied: a callback may change the bytes.
        let changeset = changeset.bytes(cx).unwrap_or_default().to_vec();
        const ABORT: i32 = 2;
        let wants =
            |table: &str| filter == 0 || (!self.has_thrown.get() && callbacks::wants_table(database, filter, table));
        let resolve =
            |kind: i32| if conflict == 0 { ABORT } else { callbacks::resolve_conflict(database, conflict, kind) };
        let code = apply_changeset(&connection, &changeset, &wants, &resolve);
        self.rethrow(cx)?;
        Ok(code)
    }

    fn begin_backup(&self, database: u32, source: &str, path: &[u8], target: &str) -> Result<u32, OpError> {
        let Some(connection) = self.connection(database) else { return Ok(0) };
        let begun =
            Connection::open(path, OPEN_BACKUP_FLAGS).and_then(|copy| Backup::new(&connection, source, copy, target));
        match begun {
            Ok(backup) => Ok(self.backups.borrow_mut().add(backup)),
            Err(failure) => {
                self.fail(failure);
                Ok(0)
            }
        }
    }

    fn step_backup(&self, backup: u32, pages: i32) -> Result<i32, OpError> {
        let backups = self.backups.borrow();
        let Some(backup) = backups.get(backup) else { return Ok(SQLITE_MISUSE) };
        let code = backup.step(pages);
        self.memory.set_int(Int::Detail, backup.remaining());
        self.memory.set_double(Double::Changes, f64::from(backup.page_count()));
        Ok(code)
    }

    fn end_backup(&self, backup: u32) -> Result<(), OpError> {
        let ended = self.backups.borrow_mut().remove(backup);
        drop(ended);
        Ok(())
    }
}

/// How SQLite registers a function, and what it calls.
fn registration(database: u32, function: &SqliteFunction) -> (FunctionOptions, Caller) {
    let &SqliteFunction { argument_count, flags, callee, integers } = function;
    (FunctionOptions { argument_count, flags }, Caller { database, callee, integers })
}
