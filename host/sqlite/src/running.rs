//! Running statements: one call from JavaScript covers a run and its first batch of rows; each further batch is one
//! call.

use crate::batch::Batch;
use crate::binding::{self, BindError};
use crate::generated::sqlite_ops::sqlite_extras;
use crate::generated::sqlite_ops::sqlite_integers::AS_BUN;
use crate::memory::{Double, Int, Status};
use crate::{Entry, Sqlite};
use brio_realm::jsc::{Context, Value};
use brio_realm::op::Thrown;
use brio_sqlite::Failure;
use brio_sqlite::codes::{SQLITE_DONE, SQLITE_OK, SQLITE_ROW};

/// How many rows a call reads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum RowLimit {
    /// One row, then the run ends.
    First,
    /// One row, and the run continues.
    Next,
    /// A batch of rows.
    Batch,
}

impl Sqlite {
    /// Starts a run with values. Returns the status when it could not start.
    #[inline]
    pub(crate) fn begin_run<'cx>(&self, cx: Context<'cx>, statement: &Entry, values: &[Value<'cx>]) -> Result<(), i32> {
        binding::begin(cx, &self.memory, statement, values).map_err(|BindError(status, failure)| {
            if let Some(failure) = failure {
                self.fail(failure);
            }
            self.memory.end(status)
        })
    }

    /// The status of a failure.
    pub(crate) fn failed(&self, failure: Failure) -> i32 {
        self.fail(failure);
        self.memory.end(Status::Failed)
    }

    /// Steps a started statement to its first row or its end. Returns the status.
    #[inline]
    pub(crate) fn finish_run<'cx>(&self, cx: Context<'cx>, entry: &Entry, to_end: bool) -> Result<i32, Thrown<'cx>> {
        let statement = &entry.statement;
        // Bun counts only the changes of this statement.
        let is_bun = entry.integers.get() & AS_BUN != 0;
        let before = if is_bun { statement.total_changes() } else { 0 };
        let mut code = statement.step();
        while to_end && code == SQLITE_ROW {
            code = statement.step();
        }
        if code != SQLITE_DONE && code != SQLITE_ROW {
            let status = self.failed(statement.failure(code));
            statement.reset();
            self.rethrow(cx)?;
            return Ok(status);
        }
        let code = statement.reset();
        self.rethrow(cx)?;
        if code != SQLITE_OK {
            return Ok(self.failed(statement.failure(code)));
        }
        let changes = if is_bun && statement.total_changes() == before { 0 } else { statement.changes() };
        let last_insert_rowid = statement.last_insert_rowid();
        self.memory.set_double(Double::Changes, changes as f64);
        self.memory.set_double(Double::LastInsertRowid, last_insert_rowid as f64);
        self.memory.set_exact(last_insert_rowid);
        Ok(0)
    }

    /// Reads the next rows of a started statement. Returns the batch's string or undefined.
    pub(crate) fn read<'cx>(
        &self,
        cx: Context<'cx>,
        entry: &Entry,
        row_limit: RowLimit,
    ) -> Result<Value<'cx>, Thrown<'cx>> {
        let mut batch = self.batch.take().unwrap_or_default();
        batch.clear();
        self.set_aside();
        let status = self.fill(entry, &mut batch, row_limit);
        let result = self.hand_over(cx, entry, &mut batch, status);
        self.cells_in_use.set(0);
        self.batch.set(Some(batch));
        self.rethrow(cx)?;
        Ok(result)
    }

    /// Starts a batch. The values of the outer batch, whose statement's function requests this one, are copied away.
    fn set_aside(&self) {
        self.batches_begun.set(self.batches_begun.get() + 1);
        let count = self.cells_in_use.replace(0);
        if count > 0 {
            self.set_aside.borrow_mut().push(self.memory.cells()[..count].iter().map(std::cell::Cell::get).collect());
        }
    }

    /// Restores the values of the current batch, if other batches were started meanwhile.
    fn put_back(&self, count: usize) {
        let Some(values) = (count > 0).then(|| self.set_aside.borrow_mut().pop()).flatten() else { return };
        for (cell, value) in self.memory.cells().iter().zip(values) {
            cell.set(value);
        }
    }

    fn fill(&self, entry: &Entry, batch: &mut Batch, row_limit: RowLimit) -> Status {
        let statement = &entry.statement;
        let integers = entry.integers.get();
        let cells = self.memory.cells();
        loop {
            let begun = self.batches_begun.get();
            self.cells_in_use.set(batch.kinds.len());
            let code = statement.step();
            if self.batches_begun.get() != begun {
                self.put_back(batch.kinds.len());
            }
            if code == SQLITE_DONE {
                break;
            }
            if code != SQLITE_ROW {
                return self.end_failed(entry, code);
            }
            let row = statement.row().expect("a statement that gave a row is not running");
            let added = batch.add(&row, integers, cells);
            drop(row);
            if let Err(number) = added {
                self.memory.set_exact(number);
                if row_limit != RowLimit::Next {
                    statement.reset();
                }
                return Status::TooLargeToRead;
            }
            match row_limit {
                RowLimit::First => break,
                RowLimit::Next => return Status::More,
                RowLimit::Batch if batch.is_full() => return Status::More,
                RowLimit::Batch => {}
            }
        }
        match statement.reset() {
            SQLITE_OK => Status::Done,
            code => self.end_failed(entry, code),
        }
    }

    fn end_failed(&self, entry: &Entry, code: i32) -> Status {
        self.fail(entry.statement.failure(code));
        entry.statement.reset();
        Status::Failed
    }

    fn hand_over<'cx>(&self, cx: Context<'cx>, entry: &Entry, batch: &mut Batch, status: Status) -> Value<'cx> {
        let memory = &self.memory;
        memory.end(status);
        memory.set_int(Int::Rows, batch.row_count as i32);
        if batch.row_count == 0 {
            return Value::undefined();
        }
        let wide_text = if batch.wide_text.is_empty() { 0 } else { sqlite_extras::WIDE_TEXT };
        let blobs = if batch.blobs.is_empty() { 0 } else { sqlite_extras::BLOBS };
        let extras = i32::from(wide_text | blobs);
        memory.set_int(Int::Extras, extras);
        memory.set_int(Int::Columns, batch.column_count as i32);
        memory.set_int(Int::CompiledAgain, entry.statement.times_compiled_again());
        memory.set_kinds(&batch.kinds);
        if extras != 0 {
            self.wide_text.replace(std::mem::take(&mut batch.wide_text));
            self.blobs.replace(std::mem::take(&mut batch.blobs));
        }
        if batch.text.is_empty() { Value::undefined() } else { cx.latin1_string(&batch.text) }
    }
}
