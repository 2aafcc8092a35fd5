// @generated from ops/sqlite.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Sqlite;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// The last error of this thread.
#[derive(Debug)]
pub struct Failure {
    /// SQLite's extended result code.
    pub code: i32,
    pub message: Text,
    /// SQLite's English message for the code.
    pub meaning: Text,
    /// The byte offset of the error in the SQL; -1 when it is unknown.
    pub offset: i32,
}

impl<'cx> op::IntoValue<'cx> for Failure {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "code", op::IntoValue::into_value(self.code, cx)?)?;
        object.set(cx, "message", op::IntoValue::into_value(self.message, cx)?)?;
        object.set(cx, "meaning", op::IntoValue::into_value(self.meaning, cx)?)?;
        object.set(cx, "offset", op::IntoValue::into_value(self.offset, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for Failure {}

/// The origin of a column; null where SQLite does not know.
#[derive(Debug)]
pub struct Origin {
    pub column: Option<Text>,
    pub database: Option<Text>,
    pub table: Option<Text>,
    /// Its declared type.
    pub declared: Option<Text>,
}

impl<'cx> op::IntoValue<'cx> for Origin {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "column", op::IntoValue::into_value(self.column, cx)?)?;
        object.set(cx, "database", op::IntoValue::into_value(self.database, cx)?)?;
        object.set(cx, "table", op::IntoValue::into_value(self.table, cx)?)?;
        object.set(cx, "declared", op::IntoValue::into_value(self.declared, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for Origin {}

/// The sizes of the result memory, and places in its head that are not 32-bit integers.
pub mod sqlite_memory {
    /// Words of 64 bits before the values.
    pub const HEAD_WORDS: u16 = 8;
    /// How many values a batch has at most: more than a row can have.
    pub const CELLS_MAX: u16 = 4096;
    /// The word of the number of changed rows, a double.
    pub const CHANGES_WORD: u16 = 4;
    /// The word of the last row id, a double.
    pub const LAST_INSERT_ROWID_WORD: u16 = 6;
    /// The word of the last row id, or of an integer that is too large to read as a number, with 64 bits.
    pub const EXACT_WORD: u16 = 7;
}

/// The 32-bit integers of the head of the result memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum SqliteHead {
    /// How a run ended (`SqliteStatus`).
    Status = 0,
    /// How many rows the batch has.
    Rows = 1,
    /// Extra parts of the batch (`SqliteExtras`), or whether parameters have names.
    Extras = 2,
    /// How many values a row has.
    Columns = 3,
    /// How often the statement was recompiled.
    CompiledAgain = 4,
    /// A number that explains the status.
    Detail = 5,
}

impl SqliteHead {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Status,
            1 => Self::Rows,
            2 => Self::Extras,
            3 => Self::Columns,
            4 => Self::CompiledAgain,
            5 => Self::Detail,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for SqliteHead {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of SqliteHead")
    }
}

impl<'cx> op::IntoValue<'cx> for SqliteHead {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// Extra parts of a batch.
pub mod sqlite_extras {
    /// `wideText` has strings beyond Latin-1.
    pub const WIDE_TEXT: u8 = 1;
    /// `blobs` has bytes.
    pub const BLOBS: u8 = 2;
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum SqliteStatus {
    /// At the end; the statement can be run again.
    Done = 0,
    /// There may be more rows.
    More = 1,
    /// `failure` returns the reason.
    Failed = 2,
    /// The value of parameter `DETAIL` has a type that SQLite does not support.
    Unbindable = 3,
    /// A big integer does not fit 64 bits.
    TooLargeToBind = 4,
    /// An integer of the row exceeds the exact range of numbers.
    TooLargeToRead = 5,
    /// The statement is already running.
    Running = 6,
    /// The statement was ended.
    Finalized = 7,
}

impl SqliteStatus {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: i32) -> Option<Self> {
        Some(match number {
            0 => Self::Done,
            1 => Self::More,
            2 => Self::Failed,
            3 => Self::Unbindable,
            4 => Self::TooLargeToBind,
            5 => Self::TooLargeToRead,
            6 => Self::Running,
            7 => Self::Finalized,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for SqliteStatus {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <i32 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of SqliteStatus")
    }
}

impl<'cx> op::IntoValue<'cx> for SqliteStatus {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as i32, cx)
    }
}

/// The kinds of values in a batch.
pub mod sqlite_value_kind {
    pub const NULL: u8 = 0;
    pub const INT32: u8 = 1;
    pub const DOUBLE: u8 = 2;
    /// Start and end in the batch's Latin-1 string.
    pub const TEXT: u8 = 3;
    /// Start and end in the batch's UTF-16 string.
    pub const WIDE_TEXT: u8 = 4;
    pub const BIG_INT: u8 = 5;
    /// Start and end in the batch's bytes.
    pub const BLOB: u8 = 6;
}

/// How a statement or function reads integers, and binds values.
pub mod sqlite_integers {
    /// As numbers; those that are too large are errors.
    pub const AS_NUMBERS: u32 = 0;
    pub const AS_BIG_INTS: u32 = 1;
    /// As numbers that may lose digits.
    pub const AS_ROUNDED_NUMBERS: u32 = 2;
    pub const READING: u32 = 3;
    /// Added: values are bound as Bun does, integral numbers as integers.
    pub const AS_BUN: u32 = 4;
}

/// What calls the dispatcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum SqliteCall {
    Function = 0,
    Step = 1,
    Inverse = 2,
    Value = 3,
    Final = 4,
    Authorize = 5,
    Filter = 6,
    Conflict = 7,
    Update = 8,
}

impl SqliteCall {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Function,
            1 => Self::Step,
            2 => Self::Inverse,
            3 => Self::Value,
            4 => Self::Final,
            5 => Self::Authorize,
            6 => Self::Filter,
            7 => Self::Conflict,
            8 => Self::Update,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for SqliteCall {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of SqliteCall")
    }
}

impl<'cx> op::IntoValue<'cx> for SqliteCall {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// A function that a program registers.
#[derive(Debug)]
pub struct SqliteFunction {
    /// How many arguments it has; -1 for any number.
    pub argument_count: i32,
    /// SQLite's flags of `sqlite3_create_function_v2`.
    pub flags: i32,
    /// Its number, for the handler `dispatch`.
    pub callee: u32,
    /// How its arguments are read.
    pub integers: u32,
}

impl<'cx> op::FromArgument<'cx> for SqliteFunction {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self {
            argument_count: op::field(cx, value, "argumentCount")?,
            flags: op::field(cx, value, "flags")?,
            callee: op::field(cx, value, "callee")?,
            integers: op::field(cx, value, "integers")?,
        })
    }
}

/// What the databases of a thread call.
pub struct SqliteHandlers {
    /// A call of a program's function, authorizer or filter. `callee` is its number, `group` that of the rows of an aggregate,
    /// 0 for none yet.
    pub dispatch: op::Root,
}

impl<'cx> op::FromArgument<'cx> for SqliteHandlers {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self { dispatch: op::handler(cx, value, "dispatch")? })
    }
}

/// What `crate::Sqlite` implements.
pub trait SqliteOps {
    /// The result memory: a Uint8Array that lives as long as the thread.
    /// @permission none: memory of this thread
    fn memory<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Sets the handlers of this thread.
    /// @permission none: sets a callback of this thread
    fn set_handlers(&self, handlers: SqliteHandlers) -> Result<(), OpError>;
    /// SQLite's version.
    /// @permission none: a constant
    fn version(&self) -> Result<Text, OpError>;
    /// SQLite's English message for a result code.
    /// @permission none: a pure computation
    fn error_string(&self, code: i32) -> Result<Text, OpError>;
    /// The last error.
    /// @permission none: the last error of this thread
    fn failure(&self) -> Result<Failure, OpError>;
    /// Opens a database with flags of `sqlite3_open_v2`; 0 when that fails.
    /// @permission database(location, flags)
    fn open(&self, location: &[u8], flags: i32) -> Result<u32, OpError>;
    /// Closes a database. `waits`: statements in use end later; else they make it fail. Returns whether it succeeded.
    /// @permission none: works on an open database
    fn close(&self, database: u32, waits: bool) -> Result<bool, OpError>;
    /// Finalizes all statements and ends all sessions of a database. False while one of them is running.
    /// @permission none: works on an open database
    fn end_statements(&self, database: u32) -> Result<bool, OpError>;
    /// Sets an option of `sqlite3_db_config`. Returns whether it succeeded.
    /// @permission none: works on an open database
    fn configure(&self, database: u32, option: i32, value: i32) -> Result<bool, OpError>;
    /// How long to wait for the locks of other connections, in milliseconds.
    /// @permission none: works on an open database
    fn set_busy_timeout(&self, database: u32, timeout_ms: i32) -> Result<(), OpError>;
    /// The limit of that number (`sqlite3_limit`); a `value` that is not negative is set first.
    /// @permission none: works on an open database
    fn limit(&self, database: u32, number: i32, value: i32) -> Result<i32, OpError>;
    /// Whether a transaction is open.
    /// @permission none: works on an open database
    fn is_in_transaction(&self, database: u32) -> Result<bool, OpError>;
    /// The path of the attached database `name`; null in memory or for an unknown name.
    /// @permission none: works on an open database
    fn location_of(&self, database: u32, name: &str) -> Result<Option<Text>, OpError>;
    /// Runs all statements of `sql`. Returns whether it succeeded.
    /// @permission none: works on an open database
    fn exec<'cx>(&self, cx: Context<'cx>, database: u32, sql: Value<'cx>) -> Result<bool, Thrown<'cx>>;
    /// The database in its file format; null when that fails.
    /// @permission none: works on an open database
    fn serialize(&self, database: u32, name: &str) -> Result<Option<Vec<u8>>, OpError>;
    /// Replaces the attached database `name` by the contents of a file. Returns whether it succeeded.
    /// @permission none: works on an open database
    fn deserialize(&self, database: u32, name: &str, bytes: &[u8], is_read_only: bool) -> Result<bool, OpError>;
    /// Loads an extension library; returns null, or the error message. `entryPoint` may be empty.
    /// @permission ffi(path)
    fn load_extension(&self, database: u32, path: &str, entry_point: &str) -> Result<Option<Text>, OpError>;
    /// `sqlite3_file_control` for an operation on an integer. Returns its result code; the resulting integer is in
    /// `detail`.
    /// @permission none: works on an open database
    fn file_control(&self, database: u32, name: &str, operation: i32, value: i32) -> Result<i32, OpError>;
    /// Registers a function. Returns whether it succeeded.
    /// @permission none: works on an open database
    fn create_function(&self, database: u32, name: &str, options: SqliteFunction) -> Result<bool, OpError>;
    /// Registers an aggregate function, and a window function when it `hasInverse`. Returns whether it succeeded.
    /// @permission none: works on an open database
    fn create_aggregate(
        &self,
        database: u32,
        name: &str,
        options: SqliteFunction,
        has_inverse: bool,
    ) -> Result<bool, OpError>;
    /// Turns reports of changed rows to the dispatcher on or off.
    /// @permission none: works on an open database
    fn set_update_hook(&self, database: u32, is_on: bool) -> Result<(), OpError>;
    /// Turns authorizing of statements by the dispatcher on or off.
    /// @permission none: works on an open database
    fn set_authorizer(&self, database: u32, is_on: bool) -> Result<(), OpError>;
    /// Compiles the first statement of `sql` from byte `start` on; 0 when there is none or when that fails (`status` says
    /// which). `flags` are those of `sqlite3_prepare_v3`. `detail` is where the next statement begins, and `extras` 1 when parameters have names.
    /// @permission none: works on an open database
    fn prepare<'cx>(
        &self,
        cx: Context<'cx>,
        database: u32,
        sql: Value<'cx>,
        start: u32,
        flags: u32,
        integers: u32,
    ) -> Result<u32, Thrown<'cx>>;
    /// Changes how a statement reads integers (`prepare`).
    /// @permission none: works on an open statement
    fn set_integers(&self, statement: u32, integers: u32) -> Result<(), OpError>;
    /// Finalizes a statement. False while it is running.
    /// @permission none: works on an open statement
    fn finalize(&self, statement: u32) -> Result<bool, OpError>;
    /// Whether a statement was finalized, by itself or with its database.
    /// @permission none: works on an open statement
    fn is_finalized(&self, statement: u32) -> Result<bool, OpError>;
    /// Finalizes a statement some time after `owner` was collected.
    /// @permission none: works on an open statement
    fn watch<'cx>(&self, cx: Context<'cx>, statement: u32, owner: Value<'cx>) -> Result<(), Thrown<'cx>>;
    /// The names of the columns of a statement, each followed by a NUL.
    /// @permission none: works on an open statement
    fn column_names_of(&self, statement: u32) -> Result<Text, OpError>;
    /// The names of its parameters with their first character, each followed by a NUL; empty for a parameter without one.
    /// @permission none: works on an open statement
    fn parameter_names_of(&self, statement: u32) -> Result<Text, OpError>;
    /// Whether running a statement cannot change the database.
    /// @permission none: works on an open statement
    fn is_read_only(&self, statement: u32) -> Result<bool, OpError>;
    /// The origins of the columns of a statement.
    /// @permission none: works on an open statement
    fn origins_of(&self, statement: u32) -> Result<Vec<Origin>, OpError>;
    /// The SQL of a statement; null when it is too long with its values in it.
    /// @permission none: works on an open statement
    fn sql_of(&self, statement: u32, is_expanded: bool) -> Result<Option<Text>, OpError>;
    /// A counter of `sqlite3_stmt_status`.
    /// @permission none: works on an open statement
    fn counter_of(&self, statement: u32, number: i32, resets: bool) -> Result<i32, OpError>;
    /// The SQLite types of the values of the first row (such as `SQLITE_INTEGER`), one byte each; none without a row or
    /// when running it writes.
    /// @permission none: works on an open statement
    fn types_of(&self, statement: u32) -> Result<Vec<u8>, OpError>;
    /// Runs a statement with values for its parameters to its first row. Returns the status.
    /// @permission none: works on an open statement
    fn run<'cx>(&self, cx: Context<'cx>, statement: u32, values: &[Value<'cx>]) -> Result<i32, Thrown<'cx>>;
    /// The same to its end.
    /// @permission none: works on an open statement
    fn run_to_end<'cx>(&self, cx: Context<'cx>, statement: u32, values: &[Value<'cx>]) -> Result<i32, Thrown<'cx>>;
    /// Runs a statement to its first row, which is returned, and ends the run. Returns the batch's string or undefined.
    /// @permission none: works on an open statement
    fn get<'cx>(&self, cx: Context<'cx>, statement: u32, values: &[Value<'cx>]) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Runs a statement; returns the first batch of its rows: the batch's string or undefined.
    /// @permission none: works on an open statement
    fn all<'cx>(&self, cx: Context<'cx>, statement: u32, values: &[Value<'cx>]) -> Result<Value<'cx>, Thrown<'cx>>;
    /// The next batch of rows after `all`.
    /// @permission none: works on an open statement
    fn more<'cx>(&self, cx: Context<'cx>, statement: u32) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Starts a statement with values for its parameters. Returns the status.
    /// @permission none: works on an open statement
    fn begin<'cx>(&self, cx: Context<'cx>, statement: u32, values: &[Value<'cx>]) -> Result<i32, Thrown<'cx>>;
    /// The next row of a started statement.
    /// @permission none: works on an open statement
    fn step<'cx>(&self, cx: Context<'cx>, statement: u32) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Ends the run of a statement. Returns the status.
    /// @permission none: works on an open statement
    fn reset(&self, statement: u32) -> Result<i32, OpError>;
    /// The string of the last batch with the values beyond Latin-1.
    /// @permission none: memory of this thread
    fn wide_text<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// The blobs of the last batch.
    /// @permission none: memory of this thread
    fn blobs(&self) -> Result<Vec<u8>, OpError>;
    /// Starts to record changes of a table, or of all when `table` is null; 0 when that fails.
    /// @permission none: works on an open database
    fn create_session(&self, database: u32, name: &str, table: Option<&str>) -> Result<u32, OpError>;
    /// The changes since the session began; null when that fails.
    /// @permission none: works on an open session
    fn changes_of(&self, session: u32, is_patch: bool) -> Result<Option<Vec<u8>>, OpError>;
    /// Ends a session.
    /// @permission none: works on an open session
    fn end_session(&self, session: u32) -> Result<(), OpError>;
    /// Whether a session was ended, by itself or with its database.
    /// @permission none: works on an open session
    fn is_ended_session(&self, session: u32) -> Result<bool, OpError>;
    /// Applies recorded changes. The dispatcher decides about tables and conflicts. Returns SQLite's result code.
    /// @permission none: works on an open database
    fn apply_changeset<'cx>(
        &self,
        cx: Context<'cx>,
        database: u32,
        changeset: Value<'cx>,
        filter: u32,
        conflict: u32,
    ) -> Result<i32, Thrown<'cx>>;
    /// Starts a backup of `source` into the database at `path`; 0 when that fails.
    /// @permission database(path, 6)
    fn begin_backup(&self, database: u32, source: &str, path: &[u8], target: &str) -> Result<u32, OpError>;
    /// Copies this many pages. Returns SQLite's result code; `detail` is how many are left, and `changes` how many there
    /// are.
    /// @permission none: works on an open backup
    fn step_backup(&self, backup: u32, pages: i32) -> Result<i32, OpError>;
    /// Ends a backup.
    /// @permission none: works on an open backup
    fn end_backup(&self, backup: u32) -> Result<(), OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Sqlite>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Sqlite> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Sqlite>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct MemoryOp;
impl NativeFunction for MemoryOp {
    const NAME: &'static str = "memory";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, SqliteOps::memory(&*state(), cx))
    }
}

struct SetHandlersOp;
impl NativeFunction for SetHandlersOp {
    const NAME: &'static str = "setHandlers";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handlers: SqliteHandlers = op::argument(cx, &arguments, 0, "setHandlers: handlers")?;
        op::finish(cx, SqliteOps::set_handlers(&*state(), handlers))
    }
}

struct VersionOp;
impl NativeFunction for VersionOp {
    const NAME: &'static str = "version";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, SqliteOps::version(&*state()))
    }
}

struct ErrorStringOp;
impl NativeFunction for ErrorStringOp {
    const NAME: &'static str = "errorString";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut code: i32 = op::argument(cx, &arguments, 0, "errorString: code")?;
        op::finish(cx, SqliteOps::error_string(&*state(), code))
    }
}

struct FailureOp;
impl NativeFunction for FailureOp {
    const NAME: &'static str = "failure";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, SqliteOps::failure(&*state()))
    }
}

struct OpenOp;
impl NativeFunction for OpenOp {
    const NAME: &'static str = "open";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut location: &[u8] = op::argument(cx, &arguments, 0, "open: location")?;
        let mut flags: i32 = op::argument(cx, &arguments, 1, "open: flags")?;
        op::permit(cx, &[op::Permission::Database(op::Subject::from(&location), flags)])?;
        op::finish(cx, SqliteOps::open(&*state(), location, flags))
    }
}

struct CloseOp;
impl NativeFunction for CloseOp {
    const NAME: &'static str = "close";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut database: u32 = op::argument(cx, &arguments, 0, "close: database")?;
        let mut waits: bool = op::argument(cx, &arguments, 1, "close: waits")?;
        op::finish(cx, SqliteOps::close(&*state(), database, waits))
    }
}

struct EndStatementsOp;
impl NativeFunction for EndStatementsOp {
    const NAME: &'static str = "endStatements";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut database: u32 = op::argument(cx, &arguments, 0, "endStatements: database")?;
        op::finish(cx, SqliteOps::end_statements(&*state(), database))
    }
}

struct ConfigureOp;
impl NativeFunction for ConfigureOp {
    const NAME: &'static str = "configure";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut database: u32 = op::argument(cx, &arguments, 0, "configure: database")?;
        let mut option: i32 = op::argument(cx, &arguments, 1, "configure: option")?;
        let mut value: i32 = op::argument(cx, &arguments, 2, "configure: value")?;
        op::finish(cx, SqliteOps::configure(&*state(), database, option, value))
    }
}

struct SetBusyTimeoutOp;
impl NativeFunction for SetBusyTimeoutOp {
    const NAME: &'static str = "setBusyTimeout";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut database: u32 = op::argument(cx, &arguments, 0, "setBusyTimeout: database")?;
        let mut timeout_ms: i32 = op::argument(cx, &arguments, 1, "setBusyTimeout: timeout_ms")?;
        op::finish(cx, SqliteOps::set_busy_timeout(&*state(), database, timeout_ms))
    }
}

struct LimitOp;
impl NativeFunction for LimitOp {
    const NAME: &'static str = "limit";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut database: u32 = op::argument(cx, &arguments, 0, "limit: database")?;
        let mut number: i32 = op::argument(cx, &arguments, 1, "limit: number")?;
        let mut value: i32 = op::argument(cx, &arguments, 2, "limit: value")?;
        op::finish(cx, SqliteOps::limit(&*state(), database, number, value))
    }
}

struct IsInTransactionOp;
impl NativeFunction for IsInTransactionOp {
    const NAME: &'static str = "isInTransaction";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut database: u32 = op::argument(cx, &arguments, 0, "isInTransaction: database")?;
        op::finish(cx, SqliteOps::is_in_transaction(&*state(), database))
    }
}

struct LocationOfOp;
impl NativeFunction for LocationOfOp {
    const NAME: &'static str = "locationOf";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut database: u32 = op::argument(cx, &arguments, 0, "locationOf: database")?;
        let mut name: String = op::argument(cx, &arguments, 1, "locationOf: name")?;
        op::finish(cx, SqliteOps::location_of(&*state(), database, &name))
    }
}

struct ExecOp;
impl NativeFunction for ExecOp {
    const NAME: &'static str = "exec";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut database: u32 = op::argument(cx, &arguments, 0, "exec: database")?;
        let mut sql: Value<'cx> = op::argument(cx, &arguments, 1, "exec: sql")?;
        op::finish(cx, SqliteOps::exec(&*state(), cx, database, sql))
    }
}

struct SerializeOp;
impl NativeFunction for SerializeOp {
    const NAME: &'static str = "serialize";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut database: u32 = op::argument(cx, &arguments, 0, "serialize: database")?;
        let mut name: String = op::argument(cx, &arguments, 1, "serialize: name")?;
        op::finish(cx, SqliteOps::serialize(&*state(), database, &name))
    }
}

struct DeserializeOp;
impl NativeFunction for DeserializeOp {
    const NAME: &'static str = "deserialize";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut database: u32 = op::argument(cx, &arguments, 0, "deserialize: database")?;
        let mut name: String = op::argument(cx, &arguments, 1, "deserialize: name")?;
        let mut bytes: &[u8] = op::argument(cx, &arguments, 2, "deserialize: bytes")?;
        let mut is_read_only: bool = op::argument(cx, &arguments, 3, "deserialize: is_read_only")?;
        op::finish(cx, SqliteOps::deserialize(&*state(), database, &name, bytes, is_read_only))
    }
}

struct LoadExtensionOp;
impl NativeFunction for LoadExtensionOp {
    const NAME: &'static str = "loadExtension";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut database: u32 = op::argument(cx, &arguments, 0, "loadExtension: database")?;
        let mut path: String = op::argument(cx, &arguments, 1, "loadExtension: path")?;
        let mut entry_point: String = op::argument(cx, &arguments, 2, "loadExtension: entry_point")?;
        op::permit(cx, &[op::Permission::Ffi(op::Subject::from(&path))])?;
        op::finish(cx, SqliteOps::load_extension(&*state(), database, &path, &entry_point))
    }
}

struct FileControlOp;
impl NativeFunction for FileControlOp {
    const NAME: &'static str = "fileControl";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut database: u32 = op::argument(cx, &arguments, 0, "fileControl: database")?;
        let mut name: String = op::argument(cx, &arguments, 1, "fileControl: name")?;
        let mut operation: i32 = op::argument(cx, &arguments, 2, "fileControl: operation")?;
        let mut value: i32 = op::argument(cx, &arguments, 3, "fileControl: value")?;
        op::finish(cx, SqliteOps::file_control(&*state(), database, &name, operation, value))
    }
}

struct CreateFunctionOp;
impl NativeFunction for CreateFunctionOp {
    const NAME: &'static str = "createFunction";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut database: u32 = op::argument(cx, &arguments, 0, "createFunction: database")?;
        let mut name: String = op::argument(cx, &arguments, 1, "createFunction: name")?;
        let mut options: SqliteFunction = op::argument(cx, &arguments, 2, "createFunction: options")?;
        op::finish(cx, SqliteOps::create_function(&*state(), database, &name, options))
    }
}

struct CreateAggregateOp;
impl NativeFunction for CreateAggregateOp {
    const NAME: &'static str = "createAggregate";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut database: u32 = op::argument(cx, &arguments, 0, "createAggregate: database")?;
        let mut name: String = op::argument(cx, &arguments, 1, "createAggregate: name")?;
        let mut options: SqliteFunction = op::argument(cx, &arguments, 2, "createAggregate: options")?;
        let mut has_inverse: bool = op::argument(cx, &arguments, 3, "createAggregate: has_inverse")?;
        op::finish(cx, SqliteOps::create_aggregate(&*state(), database, &name, options, has_inverse))
    }
}

struct SetUpdateHookOp;
impl NativeFunction for SetUpdateHookOp {
    const NAME: &'static str = "setUpdateHook";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut database: u32 = op::argument(cx, &arguments, 0, "setUpdateHook: database")?;
        let mut is_on: bool = op::argument(cx, &arguments, 1, "setUpdateHook: is_on")?;
        op::finish(cx, SqliteOps::set_update_hook(&*state(), database, is_on))
    }
}

struct SetAuthorizerOp;
impl NativeFunction for SetAuthorizerOp {
    const NAME: &'static str = "setAuthorizer";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut database: u32 = op::argument(cx, &arguments, 0, "setAuthorizer: database")?;
        let mut is_on: bool = op::argument(cx, &arguments, 1, "setAuthorizer: is_on")?;
        op::finish(cx, SqliteOps::set_authorizer(&*state(), database, is_on))
    }
}

struct PrepareOp;
impl NativeFunction for PrepareOp {
    const NAME: &'static str = "prepare";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut database: u32 = op::argument(cx, &arguments, 0, "prepare: database")?;
        let mut sql: Value<'cx> = op::argument(cx, &arguments, 1, "prepare: sql")?;
        let mut start: u32 = op::argument(cx, &arguments, 2, "prepare: start")?;
        let mut flags: u32 = op::argument(cx, &arguments, 3, "prepare: flags")?;
        let mut integers: u32 = op::argument(cx, &arguments, 4, "prepare: integers")?;
        op::finish(cx, SqliteOps::prepare(&*state(), cx, database, sql, start, flags, integers))
    }
}

struct SetIntegersOp;
impl NativeFunction for SetIntegersOp {
    const NAME: &'static str = "setIntegers";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut statement: u32 = op::argument(cx, &arguments, 0, "setIntegers: statement")?;
        let mut integers: u32 = op::argument(cx, &arguments, 1, "setIntegers: integers")?;
        op::finish(cx, SqliteOps::set_integers(&*state(), statement, integers))
    }
}

struct FinalizeOp;
impl NativeFunction for FinalizeOp {
    const NAME: &'static str = "finalize";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut statement: u32 = op::argument(cx, &arguments, 0, "finalize: statement")?;
        op::finish(cx, SqliteOps::finalize(&*state(), statement))
    }
}

struct IsFinalizedOp;
impl NativeFunction for IsFinalizedOp {
    const NAME: &'static str = "isFinalized";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut statement: u32 = op::argument(cx, &arguments, 0, "isFinalized: statement")?;
        op::finish(cx, SqliteOps::is_finalized(&*state(), statement))
    }
}

struct WatchOp;
impl NativeFunction for WatchOp {
    const NAME: &'static str = "watch";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut statement: u32 = op::argument(cx, &arguments, 0, "watch: statement")?;
        let mut owner: Value<'cx> = op::argument(cx, &arguments, 1, "watch: owner")?;
        op::finish(cx, SqliteOps::watch(&*state(), cx, statement, owner))
    }
}

struct ColumnNamesOfOp;
impl NativeFunction for ColumnNamesOfOp {
    const NAME: &'static str = "columnNamesOf";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut statement: u32 = op::argument(cx, &arguments, 0, "columnNamesOf: statement")?;
        op::finish(cx, SqliteOps::column_names_of(&*state(), statement))
    }
}

struct ParameterNamesOfOp;
impl NativeFunction for ParameterNamesOfOp {
    const NAME: &'static str = "parameterNamesOf";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut statement: u32 = op::argument(cx, &arguments, 0, "parameterNamesOf: statement")?;
        op::finish(cx, SqliteOps::parameter_names_of(&*state(), statement))
    }
}

struct IsReadOnlyOp;
impl NativeFunction for IsReadOnlyOp {
    const NAME: &'static str = "isReadOnly";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut statement: u32 = op::argument(cx, &arguments, 0, "isReadOnly: statement")?;
        op::finish(cx, SqliteOps::is_read_only(&*state(), statement))
    }
}

struct OriginsOfOp;
impl NativeFunction for OriginsOfOp {
    const NAME: &'static str = "originsOf";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut statement: u32 = op::argument(cx, &arguments, 0, "originsOf: statement")?;
        op::finish(cx, SqliteOps::origins_of(&*state(), statement))
    }
}

struct SqlOfOp;
impl NativeFunction for SqlOfOp {
    const NAME: &'static str = "sqlOf";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut statement: u32 = op::argument(cx, &arguments, 0, "sqlOf: statement")?;
        let mut is_expanded: bool = op::argument(cx, &arguments, 1, "sqlOf: is_expanded")?;
        op::finish(cx, SqliteOps::sql_of(&*state(), statement, is_expanded))
    }
}

struct CounterOfOp;
impl NativeFunction for CounterOfOp {
    const NAME: &'static str = "counterOf";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut statement: u32 = op::argument(cx, &arguments, 0, "counterOf: statement")?;
        let mut number: i32 = op::argument(cx, &arguments, 1, "counterOf: number")?;
        let mut resets: bool = op::argument(cx, &arguments, 2, "counterOf: resets")?;
        op::finish(cx, SqliteOps::counter_of(&*state(), statement, number, resets))
    }
}

struct TypesOfOp;
impl NativeFunction for TypesOfOp {
    const NAME: &'static str = "typesOf";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut statement: u32 = op::argument(cx, &arguments, 0, "typesOf: statement")?;
        op::finish(cx, SqliteOps::types_of(&*state(), statement))
    }
}

struct RunOp;
impl NativeFunction for RunOp {
    const NAME: &'static str = "run";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut statement: u32 = op::argument(cx, &arguments, 0, "run: statement")?;
        let values = arguments.rest(1);
        op::finish(cx, SqliteOps::run(&*state(), cx, statement, values))
    }
}

struct RunToEndOp;
impl NativeFunction for RunToEndOp {
    const NAME: &'static str = "runToEnd";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut statement: u32 = op::argument(cx, &arguments, 0, "runToEnd: statement")?;
        let values = arguments.rest(1);
        op::finish(cx, SqliteOps::run_to_end(&*state(), cx, statement, values))
    }
}

struct GetOp;
impl NativeFunction for GetOp {
    const NAME: &'static str = "get";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut statement: u32 = op::argument(cx, &arguments, 0, "get: statement")?;
        let values = arguments.rest(1);
        op::finish(cx, SqliteOps::get(&*state(), cx, statement, values))
    }
}

struct AllOp;
impl NativeFunction for AllOp {
    const NAME: &'static str = "all";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut statement: u32 = op::argument(cx, &arguments, 0, "all: statement")?;
        let values = arguments.rest(1);
        op::finish(cx, SqliteOps::all(&*state(), cx, statement, values))
    }
}

struct MoreOp;
impl NativeFunction for MoreOp {
    const NAME: &'static str = "more";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut statement: u32 = op::argument(cx, &arguments, 0, "more: statement")?;
        op::finish(cx, SqliteOps::more(&*state(), cx, statement))
    }
}

struct BeginOp;
impl NativeFunction for BeginOp {
    const NAME: &'static str = "begin";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut statement: u32 = op::argument(cx, &arguments, 0, "begin: statement")?;
        let values = arguments.rest(1);
        op::finish(cx, SqliteOps::begin(&*state(), cx, statement, values))
    }
}

struct StepOp;
impl NativeFunction for StepOp {
    const NAME: &'static str = "step";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut statement: u32 = op::argument(cx, &arguments, 0, "step: statement")?;
        op::finish(cx, SqliteOps::step(&*state(), cx, statement))
    }
}

struct ResetOp;
impl NativeFunction for ResetOp {
    const NAME: &'static str = "reset";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut statement: u32 = op::argument(cx, &arguments, 0, "reset: statement")?;
        op::finish(cx, SqliteOps::reset(&*state(), statement))
    }
}

struct WideTextOp;
impl NativeFunction for WideTextOp {
    const NAME: &'static str = "wideText";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, SqliteOps::wide_text(&*state(), cx))
    }
}

struct BlobsOp;
impl NativeFunction for BlobsOp {
    const NAME: &'static str = "blobs";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, SqliteOps::blobs(&*state()))
    }
}

struct CreateSessionOp;
impl NativeFunction for CreateSessionOp {
    const NAME: &'static str = "createSession";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut database: u32 = op::argument(cx, &arguments, 0, "createSession: database")?;
        let mut name: String = op::argument(cx, &arguments, 1, "createSession: name")?;
        let mut table: Option<String> = op::argument(cx, &arguments, 2, "createSession: table")?;
        op::finish(cx, SqliteOps::create_session(&*state(), database, &name, table.as_deref()))
    }
}

struct ChangesOfOp;
impl NativeFunction for ChangesOfOp {
    const NAME: &'static str = "changesOf";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "changesOf: session")?;
        let mut is_patch: bool = op::argument(cx, &arguments, 1, "changesOf: is_patch")?;
        op::finish(cx, SqliteOps::changes_of(&*state(), session, is_patch))
    }
}

struct EndSessionOp;
impl NativeFunction for EndSessionOp {
    const NAME: &'static str = "endSession";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "endSession: session")?;
        op::finish(cx, SqliteOps::end_session(&*state(), session))
    }
}

struct IsEndedSessionOp;
impl NativeFunction for IsEndedSessionOp {
    const NAME: &'static str = "isEndedSession";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "isEndedSession: session")?;
        op::finish(cx, SqliteOps::is_ended_session(&*state(), session))
    }
}

struct ApplyChangesetOp;
impl NativeFunction for ApplyChangesetOp {
    const NAME: &'static str = "applyChangeset";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut database: u32 = op::argument(cx, &arguments, 0, "applyChangeset: database")?;
        let mut changeset: Value<'cx> = op::argument(cx, &arguments, 1, "applyChangeset: changeset")?;
        let mut filter: u32 = op::argument(cx, &arguments, 2, "applyChangeset: filter")?;
        let mut conflict: u32 = op::argument(cx, &arguments, 3, "applyChangeset: conflict")?;
        op::finish(cx, SqliteOps::apply_changeset(&*state(), cx, database, changeset, filter, conflict))
    }
}

struct BeginBackupOp;
impl NativeFunction for BeginBackupOp {
    const NAME: &'static str = "beginBackup";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut database: u32 = op::argument(cx, &arguments, 0, "beginBackup: database")?;
        let mut source: String = op::argument(cx, &arguments, 1, "beginBackup: source")?;
        let mut path: &[u8] = op::argument(cx, &arguments, 2, "beginBackup: path")?;
        let mut target: String = op::argument(cx, &arguments, 3, "beginBackup: target")?;
        op::permit(cx, &[op::Permission::Database(op::Subject::from(&path), 6)])?;
        op::finish(cx, SqliteOps::begin_backup(&*state(), database, &source, path, &target))
    }
}

struct StepBackupOp;
impl NativeFunction for StepBackupOp {
    const NAME: &'static str = "stepBackup";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut backup: u32 = op::argument(cx, &arguments, 0, "stepBackup: backup")?;
        let mut pages: i32 = op::argument(cx, &arguments, 1, "stepBackup: pages")?;
        op::finish(cx, SqliteOps::step_backup(&*state(), backup, pages))
    }
}

struct EndBackupOp;
impl NativeFunction for EndBackupOp {
    const NAME: &'static str = "endBackup";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut backup: u32 = op::argument(cx, &arguments, 0, "endBackup: backup")?;
        op::finish(cx, SqliteOps::end_backup(&*state(), backup))
    }
}

/// The functions of `native:sqlite`.
pub const AREA: Area = Area {
    name: "sqlite",
    functions: &[
        AreaFunction { name: "memory", is_async: false, make: op::make::<MemoryOp> },
        AreaFunction { name: "setHandlers", is_async: false, make: op::make::<SetHandlersOp> },
        AreaFunction { name: "version", is_async: false, make: op::make::<VersionOp> },
        AreaFunction { name: "errorString", is_async: false, make: op::make::<ErrorStringOp> },
        AreaFunction { name: "failure", is_async: false, make: op::make::<FailureOp> },
        AreaFunction { name: "open", is_async: false, make: op::make::<OpenOp> },
        AreaFunction { name: "close", is_async: false, make: op::make::<CloseOp> },
        AreaFunction { name: "endStatements", is_async: false, make: op::make::<EndStatementsOp> },
        AreaFunction { name: "configure", is_async: false, make: op::make::<ConfigureOp> },
        AreaFunction { name: "setBusyTimeout", is_async: false, make: op::make::<SetBusyTimeoutOp> },
        AreaFunction { name: "limit", is_async: false, make: op::make::<LimitOp> },
        AreaFunction { name: "isInTransaction", is_async: false, make: op::make::<IsInTransactionOp> },
        AreaFunction { name: "locationOf", is_async: false, make: op::make::<LocationOfOp> },
        AreaFunction { name: "exec", is_async: false, make: op::make::<ExecOp> },
        AreaFunction { name: "serialize", is_async: false, make: op::make::<SerializeOp> },
        AreaFunction { name: "deserialize", is_async: false, make: op::make::<DeserializeOp> },
        AreaFunction { name: "loadExtension", is_async: false, make: op::make::<LoadExtensionOp> },
        AreaFunction { name: "fileControl", is_async: false, make: op::make::<FileControlOp> },
        AreaFunction { name: "createFunction", is_async: false, make: op::make::<CreateFunctionOp> },
        AreaFunction { name: "createAggregate", is_async: false, make: op::make::<CreateAggregateOp> },
        AreaFunction { name: "setUpdateHook", is_async: false, make: op::make::<SetUpdateHookOp> },
        AreaFunction { name: "setAuthorizer", is_async: false, make: op::make::<SetAuthorizerOp> },
        AreaFunction { name: "prepare", is_async: false, make: op::make::<PrepareOp> },
        AreaFunction { name: "setIntegers", is_async: false, make: op::make::<SetIntegersOp> },
        AreaFunction { name: "finalize", is_async: false, make: op::make::<FinalizeOp> },
        AreaFunction { name: "isFinalized", is_async: false, make: op::make::<IsFinalizedOp> },
        AreaFunction { name: "watch", is_async: false, make: op::make::<WatchOp> },
        AreaFunction { name: "columnNamesOf", is_async: false, make: op::make::<ColumnNamesOfOp> },
        AreaFunction { name: "parameterNamesOf", is_async: false, make: op::make::<ParameterNamesOfOp> },
        AreaFunction { name: "isReadOnly", is_async: false, make: op::make::<IsReadOnlyOp> },
        AreaFunction { name: "originsOf", is_async: false, make: op::make::<OriginsOfOp> },
        AreaFunction { name: "sqlOf", is_async: false, make: op::make::<SqlOfOp> },
        AreaFunction { name: "counterOf", is_async: false, make: op::make::<CounterOfOp> },
        AreaFunction { name: "typesOf", is_async: false, make: op::make::<TypesOfOp> },
        AreaFunction { name: "run", is_async: false, make: op::make::<RunOp> },
        AreaFunction { name: "runToEnd", is_async: false, make: op::make::<RunToEndOp> },
        AreaFunction { name: "get", is_async: false, make: op::make::<GetOp> },
        AreaFunction { name: "all", is_async: false, make: op::make::<AllOp> },
        AreaFunction { name: "more", is_async: false, make: op::make::<MoreOp> },
        AreaFunction { name: "begin", is_async: false, make: op::make::<BeginOp> },
        AreaFunction { name: "step", is_async: false, make: op::make::<StepOp> },
        AreaFunction { name: "reset", is_async: false, make: op::make::<ResetOp> },
        AreaFunction { name: "wideText", is_async: false, make: op::make::<WideTextOp> },
        AreaFunction { name: "blobs", is_async: false, make: op::make::<BlobsOp> },
        AreaFunction { name: "createSession", is_async: false, make: op::make::<CreateSessionOp> },
        AreaFunction { name: "changesOf", is_async: false, make: op::make::<ChangesOfOp> },
        AreaFunction { name: "endSession", is_async: false, make: op::make::<EndSessionOp> },
        AreaFunction { name: "isEndedSession", is_async: false, make: op::make::<IsEndedSessionOp> },
        AreaFunction { name: "applyChangeset", is_async: false, make: op::make::<ApplyChangesetOp> },
        AreaFunction { name: "beginBackup", is_async: false, make: op::make::<BeginBackupOp> },
        AreaFunction { name: "stepBackup", is_async: false, make: op::make::<StepBackupOp> },
        AreaFunction { name: "endBackup", is_async: false, make: op::make::<EndBackupOp> },
    ],
};
