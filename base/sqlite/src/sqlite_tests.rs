use crate::codes::{SQLITE_DONE, SQLITE_MISUSE, SQLITE_OK, SQLITE_RANGE, SQLITE_ROW};
use crate::{
    Aggregate, Arguments, Backup, Connection, Function, FunctionOptions, Output, Session, Statement, Value,
    apply_changeset,
};
use std::rc::Rc;

const READ_WRITE_CREATE: i32 = 6;

fn memory() -> Rc<Connection> {
    Connection::open(b":memory:", READ_WRITE_CREATE).expect("memory is there")
}

fn prepare(connection: &Rc<Connection>, sql: &str) -> Statement {
    connection.prepare(sql.as_bytes(), 0).expect("compiles").statement.expect("is no comment")
}

fn run(connection: &Rc<Connection>, sql: &str) {
    let sql = std::ffi::CString::new(sql).expect("has no NUL");
    assert_eq!(connection.exec(&sql), SQLITE_OK);
}

fn integer(connection: &Rc<Connection>, sql: &str) -> i64 {
    let statement = prepare(connection, sql);
    assert_eq!(statement.step(), SQLITE_ROW);
    let row = statement.row().expect("is at a row");
    let Value::Integer(number) = row.value(0) else { panic!("{:?}", row.value(0)) };
    number
}

#[test]
fn values_of_all_types_come_back() {
    let connection = memory();
    let statement = prepare(&connection, "SELECT ?, ?, ?, ?, ?");
    let long = vec![b'x'; 5000];
    let values = [Value::Integer(1 << 40), Value::Real(0.5), Value::Text(b"short"), Value::Blob(&long), Value::Null];
    for _ in 0..2 {
        assert_eq!(statement.begin(5), SQLITE_OK);
        for (index, value) in values.iter().enumerate() {
            assert_eq!(statement.bind(index + 1, *value), SQLITE_OK);
        }
        assert_eq!(statement.bind(6, Value::Null), SQLITE_RANGE);
        assert_eq!(statement.step(), SQLITE_ROW);
        let row = statement.row().expect("is at a row");
        let found: Vec<Value<'_>> = (0..row.count()).map(|index| row.value(index)).collect();
        assert_eq!(found, values);
        assert_eq!(row.values().collect::<Vec<_>>(), values);
        assert_eq!(statement.step(), SQLITE_MISUSE, "its row is being read");
    }
    assert_eq!(statement.step(), SQLITE_DONE);
}

#[test]
fn an_empty_text_and_an_empty_blob_are_not_null() {
    let connection = memory();
    let statement = prepare(&connection, "SELECT ?, ?");
    statement.begin(2);
    statement.bind(1, Value::Text(b""));
    statement.bind(2, Value::Blob(b""));
    assert_eq!(statement.step(), SQLITE_ROW);
    let row = statement.row().expect("is at a row");
    assert_eq!((row.value(0), row.value(1)), (Value::Text(b""), Value::Blob(b"")));
}

#[test]
fn a_failure_tells_code_message_and_place() {
    let connection = memory();
    let failure = connection.prepare(b"SELECT nope", 0).err().expect("fails");
    assert_eq!((failure.code, failure.message.as_str(), failure.offset), (1, "no such column: nope", 7));
    let missing = Connection::open(b"/nonexistent/file.db", 1).err().expect("fails");
    assert_eq!(missing.code & 0xff, 14);
}

#[test]
fn a_statement_that_was_ended_does_nothing() {
    let connection = memory();
    let statement = prepare(&connection, "SELECT ?");
    assert!(statement.finalize() && statement.is_finalized());
    assert_eq!(
        (statement.begin(0), statement.step(), statement.bind(1, Value::Null)),
        (SQLITE_MISUSE, SQLITE_MISUSE, SQLITE_MISUSE)
    );
    assert!(statement.column_names().is_empty() && statement.parameter_names().is_empty() && statement.row().is_none());
    assert_eq!(statement.changes(), 0);
}

#[test]
fn statements_outlive_the_closing_of_their_connection() {
    let connection = memory();
    run(&connection, "CREATE TABLE t(a)");
    let statement = prepare(&connection, "INSERT INTO t VALUES (1)");
    assert!(connection.close(false).is_err());
    assert!(connection.close(true).is_ok() && !connection.is_open());
    assert_eq!(statement.step(), SQLITE_DONE);
    assert_eq!(statement.last_insert_rowid(), 1);
    assert!(connection.prepare(b"SELECT 1", 0).is_err());
}

struct Twice;
impl Function for Twice {
    fn call(&self, arguments: &Arguments<'_>) -> Output {
        match arguments.get(0) {
            Value::Integer(number) => Output::Integer(number * 2),
            _ => Output::Error("not a number".into()),
        }
    }
}

struct Sum;
impl Aggregate for Sum {
    fn step(&self, group: u32, is_inverse: bool, arguments: &Arguments<'_>) -> Result<u32, String> {
        let Value::Integer(number) = arguments.get(0) else { return Err("not a number".into()) };
        let number = number as u32;
        Ok(if is_inverse { group - number } else { group + number })
    }
    fn value(&self, group: u32, _is_final: bool) -> Output {
        Output::Integer(i64::from(group))
    }
}

#[test]
fn functions_and_aggregates_are_called() {
    let connection = memory();
    let options = FunctionOptions { argument_count: 1, flags: 0 };
    assert_eq!(connection.create_function("twice", options, Box::new(Twice)), SQLITE_OK);
    assert_eq!(connection.create_aggregate("total_of", options, true, Box::new(Sum)), SQLITE_OK);
    assert_eq!(integer(&connection, "SELECT twice(21)"), 42);
    assert_eq!(
        integer(
            &connection,
            "SELECT total_of(value) FROM (VALUES (1),(2),(3)) AS t(value)"
                .replace("AS t(value)", "")
                .replace("value)", "column1)")
                .as_str()
        ),
        6
    );
    let statement = prepare(&connection, "SELECT twice('a')");
    let code = statement.step();
    assert_eq!(statement.failure(code).message, "not a number");
}

#[test]
fn an_authorizer_can_forbid() {
    let connection = memory();
    connection.authorize_with(Box::new(|_, _| crate::codes::SQLITE_DENY));
    assert_eq!(connection.prepare(b"SELECT 1", 0).err().expect("is denied").message, "not authorized");
    connection.stop_authorizing();
    assert!(connection.prepare(b"SELECT 1", 0).is_ok());
}

#[test]
fn recorded_changes_apply_elsewhere() {
    const TABLE: &str = "CREATE TABLE t(a INTEGER PRIMARY KEY, b)";
    let (from, to) = (memory(), memory());
    run(&from, TABLE);
    run(&to, TABLE);
    let session = Session::new(&from, "main", None).expect("begins");
    run(&from, "INSERT INTO t VALUES (1, 'x')");
    let changes = session.changes(false).expect("has changes");
    assert_eq!(apply_changeset(&to, &changes, &|_| true, &|_| 2), SQLITE_OK);
    assert_eq!(integer(&to, "SELECT count(*) FROM t"), 1);
    assert!(from.close(true).is_err(), "a session watches it");
    session.end();
    assert!(from.close(true).is_ok());
}

#[test]
fn a_backup_and_the_bytes_of_a_database_hold_its_rows() {
    let (from, to) = (memory(), memory());
    run(&from, "CREATE TABLE t(a); INSERT INTO t VALUES (7)");
    let backup = Backup::new(&from, "main", to.clone(), "main").expect("begins");
    assert_eq!(backup.step(-1), SQLITE_DONE);
    drop(backup);
    assert_eq!(integer(&to, "SELECT a FROM t"), 7);
    let other = memory();
    assert_eq!(other.deserialize("main", &from.serialize("main").expect("has bytes"), false), SQLITE_OK);
    assert_eq!(integer(&other, "SELECT a FROM t"), 7);
}
