//! Parses `app.toml`: a program of `examples/` (or of the case's own folder), and its expected output or responses.

use toml_edit::{DocumentMut, Item, Table, TableLike};

/// One `[[app]]`.
#[derive(Debug, Default)]
pub struct App {
    /// A sentence that states the behaviour.
    pub name: String,
    /// Relative to the repository's root.
    pub program: String,
    /// `node`, `bun` or `deno` when the program uses that runtime's own API.
    pub home: String,
    /// Brio's own flags, for a program whose home cannot be detected.
    pub flags: Vec<String>,
    pub args: Vec<String>,
    /// The port in the program's source; the test replaces it by a free one.
    pub port: Option<u16>,
    /// Files beside the program: path and content.
    pub files: Vec<(String, Vec<u8>)>,
    /// With requests the program is a server that the test stops; without, it runs to its end.
    pub requests: Vec<Exchange>,
    pub stdout: Option<String>,
    pub exit: i32,
}

/// One request and its expected reply. A field that is None matches anything.
#[derive(Debug, Default)]
pub struct Exchange {
    pub method: String,
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: String,
    pub status: u16,
    pub reply_headers: Vec<(String, String)>,
    pub reply_body: Option<String>,
    pub reply_bytes: Option<usize>,
}

/// Parses a file with one or more `[[app]]`.
pub fn read(text: &str) -> Result<Vec<App>, String> {
    let document: DocumentMut = text.parse().map_err(|error| format!("{error}"))?;
    let apps = document.get("app").and_then(Item::as_array_of_tables).ok_or("there is no [[app]]")?;
    apps.iter().map(read_app).collect()
}

fn read_app(table: &Table) -> Result<App, String> {
    let mut app = App::default();
    for (key, item) in table {
        match key {
            "name" => app.name = text(key, item)?,
            "program" => app.program = text(key, item)?,
            "home" => app.home = text(key, item)?,
            "args" => app.args = texts(key, item)?,
            "flags" => app.flags = texts(key, item)?,
            "port" => app.port = Some(number(key, item)?),
            "files" => app.files = read_files(item)?,
            "stdout" => app.stdout = Some(text(key, item)?),
            "exit" => app.exit = number(key, item)?,
            "request" => {
                app.requests = item
                    .as_array_of_tables()
                    .ok_or("\"request\" must be [[app.request]]")?
                    .iter()
                    .map(read_exchange)
                    .collect::<Result<_, _>>()?
            }
            other => return Err(format!("\"{other}\" is not a key of an app")),
        }
    }
    if app.name.is_empty() || app.program.is_empty() {
        return Err("an app needs a name and a program".to_string());
    }
    if app.stdout.is_none() && app.requests.is_empty() {
        return Err(format!("\"{}\" checks nothing: give it stdout or a request", app.name));
    }
    Ok(app)
}

fn read_exchange(table: &Table) -> Result<Exchange, String> {
    let mut exchange = Exchange { method: "GET".to_string(), status: 200, ..Exchange::default() };
    for (key, item) in table {
        match key {
            "method" => exchange.method = text(key, item)?,
            "path" => exchange.path = text(key, item)?,
            "headers" => exchange.headers = pairs(key, item)?,
            "body" => exchange.body = text(key, item)?,
            "status" => exchange.status = number(key, item)?,
            "reply_headers" => exchange.reply_headers = pairs(key, item)?,
            "reply_body" => exchange.reply_body = Some(text(key, item)?),
            "reply_bytes" => exchange.reply_bytes = Some(number(key, item)?),
            other => return Err(format!("\"{other}\" is not a key of a request")),
        }
    }
    Ok(exchange)
}

/// `"name" = "text"`, or `"name" = { bytes = 100000 }` for that many bytes of a pattern.
fn read_files(item: &Item) -> Result<Vec<(String, Vec<u8>)>, String> {
    let table: &dyn TableLike = item.as_table_like().ok_or("\"files\" must be a table")?;
    table
        .iter()
        .map(|(name, item)| {
            let size = item.get("bytes").map(|bytes| number::<usize>("bytes", bytes)).transpose()?;
            let content = match size {
                Some(size) => (0..size).map(|index| (index % 251) as u8).collect(),
                None => text(name, item)?.into_bytes(),
            };
            Ok((name.to_string(), content))
        })
        .collect()
}

fn texts(key: &str, item: &Item) -> Result<Vec<String>, String> {
    let values = item.as_array().ok_or_else(|| format!("\"{key}\" must be a list"))?.iter();
    values
        .map(|value| value.as_str().map(str::to_string).ok_or_else(|| format!("\"{key}\" must hold text only")))
        .collect()
}

fn text(key: &str, item: &Item) -> Result<String, String> {
    item.as_str().map(str::to_string).ok_or_else(|| format!("\"{key}\" must be text"))
}

fn number<T: TryFrom<i64>>(key: &str, item: &Item) -> Result<T, String> {
    item.as_integer()
        .and_then(|number| T::try_from(number).ok())
        .ok_or_else(|| format!("\"{key}\" must be a number in range"))
}

fn pairs(key: &str, item: &Item) -> Result<Vec<(String, String)>, String> {
    let table = item.as_table_like().ok_or_else(|| format!("\"{key}\" must be a table"))?;
    table.iter().map(|(name, item)| Ok((name.to_ascii_lowercase(), text(name, item)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn an_app_is_read_with_its_requests_and_files() {
        let text = "[[app]]\nname = \"a\"\nprogram = \"p.js\"\nport = 3000\nfiles = { \"../data/x\" = { bytes = 300 }, y = \"text\" }\n[[app.request]]\npath = \"/\"\nstatus = 404\nreply_headers = { Server = \"x\" }\n";
        let app = read(text).expect("valid").remove(0);
        assert_eq!(app.port, Some(3000));
        assert_eq!(app.files[0].1.len(), 300);
        assert_eq!(app.files[1], ("y".to_string(), b"text".to_vec()));
        assert_eq!((app.requests[0].status, app.requests[0].method.as_str()), (404, "GET"));
        assert_eq!(app.requests[0].reply_headers, [("server".to_string(), "x".to_string())]);
    }

    #[test]
    fn a_case_that_checks_nothing_or_misspells_a_key_is_refused() {
        assert!(
            read("[[app]]\nname = \"a\"\nprogram = \"p.js\"\n").expect_err("checks nothing").contains("checks nothing")
        );
        assert!(read("[[app]]\nname = \"a\"\nprogramme = \"p.js\"\n").expect_err("misspelt").contains("\"programme\""));
        assert!(
            read("[[app]]\nname = \"a\"\nprogram = \"p\"\nport = 70000\n")
                .expect_err("out of range")
                .contains("\"port\"")
        );
    }
}
