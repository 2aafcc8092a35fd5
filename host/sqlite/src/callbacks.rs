//! JavaScript callbacks of SQLite. All calls go through one function of `internal:node/sqlite/dispatch`, which finds
//! the program's function by the numbers of the database and the function. So nothing here keeps a database or a
//! function of a program alive.

use crate::binding::{number_value, with_latin1};
use crate::generated::sqlite_ops::sqlite_integers::{AS_BIG_INTS, AS_BUN, AS_NUMBERS, READING};
use crate::generated::sqlite_ops::{SqliteCall, state};
use brio_realm::Realm;
use brio_realm::jsc::{CellKind, Context, Value, ValueKind};
use brio_realm::op::{self, OpError};
use brio_sqlite::codes::SQLITE_DENY;
use brio_sqlite::{Aggregate, Arguments, Function, Output, Value as SqlValue};
use brio_text_encoding::utf16_to_utf8;

/// The function or aggregate of that number.
pub struct Caller {
    pub database: u32,
    pub callee: u32,
    pub integers: u32,
}

/// Arguments up to this count need no heap allocation.
const SHORT_COUNT: usize = 64;
const HEAD_COUNT: usize = 4;

/// Calls the dispatcher. None when it threw; the exception is stored for the end of the statement.
fn dispatch<'cx>(
    cx: Context<'cx>,
    kind: SqliteCall,
    [database, callee, group]: [u32; 3],
    count: usize,
    mut argument: impl FnMut(usize) -> Result<Value<'cx>, Value<'cx>>,
) -> Option<Value<'cx>> {
    let state = state();
    let dispatcher = state.dispatcher.get(cx)?;
    let head = [Value::int32(kind as i32), Value::uint32(database), Value::uint32(callee), Value::uint32(group)];
    let outcome = if count <= SHORT_COUNT {
        // On the stack, where the collector sees them.
        let mut values = [Value::undefined(); HEAD_COUNT + SHORT_COUNT];
        values[..HEAD_COUNT].copy_from_slice(&head);
        (0..count)
            .try_for_each(|index| {
                values[HEAD_COUNT + index] = argument(index)?;
                Ok(())
            })
            .and_then(|()| dispatcher.call(cx, &values[..HEAD_COUNT + count]))
    } else {
        // The array keeps the values alive while they are in use.
        cx.array_from((0..count).map(&mut argument)).and_then(|array| {
            let mut values = head.to_vec();
            for index in 0..count {
                values.push(array.get_index(cx, index as u32)?);
            }
            let outcome = dispatcher.call(cx, &values);
            std::hint::black_box(array);
            outcome
        })
    };
    outcome.map_err(|thrown| state.note_thrown(cx, thrown)).ok()
}

/// An argument of a function as a JavaScript value.
fn to_javascript<'cx>(cx: Context<'cx>, value: SqlValue<'_>, integers: u32) -> Result<Value<'cx>, Value<'cx>> {
    const SAFE_INTEGER_MAX: u64 = (1 << 53) - 1;
    Ok(match value {
        SqlValue::Null => Value::null(),
        SqlValue::Integer(number) if integers & READING == AS_BIG_INTS => cx.big_int(number),
        SqlValue::Integer(number) if number.unsigned_abs() > SAFE_INTEGER_MAX && integers & READING == AS_NUMBERS => {
            let message = format!("Value is too large to be represented as a JavaScript number: {number}");
            return op::finish(cx, Err::<(), _>(OpError::coded("ERR_OUT_OF_RANGE", message)));
        }
        SqlValue::Integer(number) => Value::number(number as f64),
        SqlValue::Real(number) => Value::number(number),
        SqlValue::Text(text) => cx.string(&String::from_utf8_lossy(text)),
        SqlValue::Blob(bytes) => return cx.uint8_array(bytes.to_vec()),
    })
}

/// A JavaScript result as an SQLite value.
fn to_output<'cx>(cx: Context<'cx>, value: Value<'cx>, is_bun: bool) -> Output {
    if value.is_nullish() {
        return Output::Null;
    }
    if let Some(number) = value.as_number() {
        return match number_value(number, is_bun) {
            SqlValue::Integer(number) => Output::Integer(number),
            _ => Output::Real(number),
        };
    }
    let unknown = || Output::Error("Returned JavaScript value cannot be converted to a SQLite value".into());
    match value.kind(cx) {
        ValueKind::String => {
            let text = value.with_characters(cx, |latin1| with_latin1(latin1, <[u8]>::to_vec), utf16_to_utf8);
            text.map_or_else(|_| unknown(), Output::Text)
        }
        ValueKind::BigInt => match cx.big_int_to_i64(value) {
            (number, true) => Output::Integer(number),
            _ => Output::Error("BigInt value is too large for SQLite".into()),
        },
        ValueKind::Boolean if is_bun => Output::Integer(i64::from(value.truthy(cx))),
        ValueKind::Object => match value.bytes(cx) {
            Some(bytes) => Output::Blob(bytes.to_vec()),
            None if value.cell_kind(cx) == Some(CellKind::Promise) => {
                Output::Error("Asynchronous user-defined functions are not supported".into())
            }
            None => unknown(),
        },
        _ => unknown(),
    }
}

impl Caller {
    fn call<'cx>(
        &self,
        cx: Context<'cx>,
        kind: SqliteCall,
        group: u32,
        arguments: &Arguments<'_>,
    ) -> Option<Value<'cx>> {
        dispatch(cx, kind, [self.database, self.callee, group], arguments.count(), |index| {
            to_javascript(cx, arguments.get(index), self.integers)
        })
    }

    fn output<'cx>(&self, cx: Context<'cx>, returned: Option<Value<'cx>>) -> Output {
        // The error is the exception that JavaScript threw; this string is never seen.
        returned.map_or_else(|| Output::Error(String::new()), |value| to_output(cx, value, self.integers & AS_BUN != 0))
    }
}

impl Function for Caller {
    fn call(&self, arguments: &Arguments<'_>) -> Output {
        let realm = Realm::current();
        let cx = realm.context();
        let returned = Caller::call(self, cx, SqliteCall::Function, 0, arguments);
        self.output(cx, returned)
    }
}

impl Aggregate for Caller {
    fn step(&self, group: u32, is_inverse: bool, arguments: &Arguments<'_>) -> Result<u32, String> {
        let realm = Realm::current();
        let kind = if is_inverse { SqliteCall::Inverse } else { SqliteCall::Step };
        let returned = Caller::call(self, realm.context(), kind, group, arguments);
        returned.and_then(Value::as_number).map(|group| group as u32).ok_or_else(String::new)
    }

    fn value(&self, group: u32, is_final: bool) -> Output {
        let realm = Realm::current();
        let cx = realm.context();
        let kind = if is_final { SqliteCall::Final } else { SqliteCall::Value };
        let returned = dispatch(cx, kind, [self.database, self.callee, group], 0, |_| Ok(Value::undefined()));
        self.output(cx, returned)
    }
}

/// Asks the authorizer callback whether a statement may perform an action.
pub fn authorize(database: u32, action: i32, subjects: &[Option<String>; 4]) -> i32 {
    let realm = Realm::current();
    let cx = realm.context();
    let returned = dispatch(cx, SqliteCall::Authorize, [database, 0, 0], 5, |index| {
        Ok(match index {
            0 => Value::int32(action),
            _ => subjects[index - 1].as_deref().map_or(Value::null(), |subject| cx.string(subject)),
        })
    });
    returned.and_then(Value::as_int32).unwrap_or(SQLITE_DENY)
}

/// Asks the filter callback whether changes of a table are wanted.
pub fn wants_table(database: u32, filter: u32, table: &str) -> bool {
    let realm = Realm::current();
    let cx = realm.context();
    dispatch(cx, SqliteCall::Filter, [database, filter, 0], 1, |_| Ok(cx.string(table)))
        .is_some_and(|value| value.truthy(cx))
}

/// Asks the conflict callback what to do; -1 when the result is invalid.
pub fn resolve_conflict(database: u32, conflict: u32, kind: i32) -> i32 {
    const ABORT: i32 = 2;
    let realm = Realm::current();
    dispatch(realm.context(), SqliteCall::Conflict, [database, conflict, 0], 1, |_| Ok(Value::int32(kind)))
        .map_or(ABORT, |value| value.as_int32().unwrap_or(-1))
}

/// Reports a changed row.
pub fn notify_update(database: u32, action: i32, name: &str, table: &str, row: i64) {
    let realm = Realm::current();
    let cx = realm.context();
    dispatch(cx, SqliteCall::Update, [database, 0, 0], 4, |index| {
        Ok(match index {
            0 => Value::int32(action),
            1 => cx.string(name),
            2 => cx.string(table),
            _ => cx.big_int(row),
        })
    });
}
