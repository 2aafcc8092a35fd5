//! A request whose response is being received.

use super::body::Body;
use super::{Method, Partial, Response, Task};
use crate::error::{Error, Result};
use brio_http_client::ClientError;

/// The request, and what of the response has arrived.
pub struct Exchange {
    task: Task,
    response: Response,
    pub body: Body,
}

/// What a connection hands back.
pub enum Outcome {
    Complete(Task, Response),
    Failed(Task, ClientError),
    /// Another attempt would not succeed.
    Refused(Task, Error),
}

impl Exchange {
    /// Nothing has arrived.
    pub fn new(task: Task) -> Self {
        Self { task, response: Response::default(), body: Body::default() }
    }

    /// Whether the request has a body.
    pub fn sends_body(&self) -> bool {
        self.task.request.body.is_some()
    }

    /// Whether the head has arrived.
    pub fn has_begun(&self) -> bool {
        self.response.status != 0
    }

    /// Takes the head. A response that continues an earlier attempt becomes one from the beginning.
    pub fn begin(&mut self, status: u16, headers: Vec<(String, String)>) {
        self.response.status = status;
        self.response.headers = headers;
        if status != 206 {
            let length = self.response.header("content-length").and_then(|length| length.parse().ok());
            if let (200, Some(length), true) = (status, length, self.task.request.spill_folder.is_some()) {
                self.body.expect(length);
            }
            return;
        }
        let start = self.response.header("content-range").and_then(first_byte_of);
        if let Some(partial) = self.task.partial.take_if(|partial| Some(partial.body.len()) == start) {
            self.response.status = 200;
            let more = std::mem::replace(&mut self.body, partial.body);
            self.body.memory.extend_from_slice(&more.memory);
        }
    }

    /// Checks the length of what has arrived, and moves much of it to a file.
    ///
    /// # Errors
    /// `ETOOLARGE`, and the system's.
    pub fn check(&mut self) -> Result<()> {
        let request = &self.task.request;
        if self.body.len() > request.response_bytes_max {
            let message = format!("{} is larger than {} bytes", request.address, request.response_bytes_max);
            return Err(Error::new("ETOOLARGE", message));
        }
        match &request.spill_folder {
            Some(folder) => self.body.spill(folder),
            None => Ok(()),
        }
    }

    /// Ends the exchange with the complete response.
    pub fn finish(mut self) -> Outcome {
        match self.body.finish(self.task.request.spill_folder.as_deref()) {
            Ok(body) => {
                self.response.body = body;
                Outcome::Complete(self.task, self.response)
            }
            Err(error) => Outcome::Refused(self.task, error),
        }
    }

    /// Ends the exchange with the request; what has arrived is not requested again when the server can continue.
    pub fn into_task(mut self) -> Task {
        let is_continuable = self.response.status == 200
            && !self.body.is_empty()
            && self.task.request.method == Method::Get
            && self.response.header("accept-ranges").is_none_or(|unit| unit.trim() == "bytes");
        let etag = self.response.header("etag").filter(|tag| tag.starts_with('"'));
        let validator = etag.or_else(|| self.response.header("last-modified")).map(str::to_string);
        if let Some(validator) = validator.filter(|_| is_continuable) {
            self.task.partial = Some(Partial { body: self.body, validator });
        }
        self.task
    }
}

/// The first position of `bytes 5-9/10` (RFC 9110 §14.4).
fn first_byte_of(range: &str) -> Option<usize> {
    range.trim().strip_prefix("bytes ")?.split('-').next()?.trim().parse().ok()
}
