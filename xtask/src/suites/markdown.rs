//! Finds the code blocks of a Markdown page and the options in their info strings.
//!
//! A block tagged `js`, `ts`, `jsx`, `tsx`, `mjs`, `cjs` or `sh` is run, in the order of the page and in one folder per
//! page. Words after the tag: `title=NAME` saves the block under that name before it runs; `norun` only saves it;
//! `ignore` skips it. A `text` block directly after a block that ran is its expected output.

/// One fenced block.
#[derive(Debug, PartialEq, Eq)]
pub struct Block {
    /// The line of its opening fence, from 1.
    pub line: usize,
    pub tag: String,
    pub title: Option<String>,
    pub is_ignored: bool,
    pub runs: bool,
    pub code: String,
    /// The `text` block that follows it.
    pub expected: Option<String>,
}

const SCRIPTS: &[&str] = &["js", "ts", "jsx", "tsx", "mjs", "cjs", "mts", "cts"];

/// The blocks of a page that a test has to handle.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut open: Option<(String, Block)> = None;
    let mut last_ended_at = 0;
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        match &mut open {
            Some((fence, _)) if trimmed.trim_end() == fence.as_str() => {
                let Some((_, block)) = open.take() else { continue };
                let follows = found.last().is_some_and(|last| last.runs)
                    && text.lines().take(block.line - 1).skip(last_ended_at).all(|line| line.trim().is_empty());
                if block.tag == "text" && follows {
                    found.last_mut().expect("just looked at it").expected = Some(block.code);
                } else if block.runs || block.title.is_some() {
                    found.push(block);
                }
                last_ended_at = index + 1;
            }
            Some((_, block)) => {
                block.code.push_str(line);
                block.code.push('\n');
            }
            None if trimmed.starts_with("```") => {
                let ticks = trimmed.chars().take_while(|character| *character == '`').count();
                open = Some(("`".repeat(ticks), read_info(&trimmed[ticks..], index + 1)));
            }
            None => {}
        }
    }
    found.retain(|block| !block.is_ignored);
    found
}

fn read_info(info: &str, line: usize) -> Block {
    let mut words = info.split_whitespace();
    let tag = words.next().unwrap_or("").to_string();
    let mut block = Block {
        line,
        runs: SCRIPTS.contains(&tag.as_str()) || tag == "sh",
        tag,
        title: None,
        is_ignored: false,
        code: String::new(),
        expected: None,
    };
    for word in words {
        match word.split_once('=') {
            Some(("title", name)) => block.title = Some(name.trim_matches('"').to_string()),
            _ if word == "norun" => block.runs = false,
            _ if word == "ignore" => block.is_ignored = true,
            _ => {}
        }
    }
    block.runs &= !block.is_ignored;
    block
}

#[cfg(test)]
mod tests {
    use super::blocks;

    #[test]
    fn blocks_are_read_with_their_output() {
        let page = "# T\n```ts\nconsole.log(1);\n```\n\n```text\n1\n```\ntext\n```sh ignore\nrm x\n```\n```js title=a.js norun\nexport {};\n```\n```json\n{}\n```\n";
        let found = blocks(page);
        assert_eq!(found.len(), 2);
        assert_eq!(
            (found[0].line, found[0].code.as_str(), found[0].expected.as_deref()),
            (2, "console.log(1);\n", Some("1\n"))
        );
        assert_eq!((found[1].title.as_deref(), found[1].runs), (Some("a.js"), false));
    }

    #[test]
    fn a_text_block_after_prose_or_after_an_ignored_block_expects_nothing() {
        assert_eq!(blocks("```ts\n1\n```\nThis is a picture:\n```text\na\n```\n")[0].expected, None);
        assert!(blocks("```ts ignore\n1\n```\n```text\na\n```\n").is_empty());
    }

    #[test]
    fn a_longer_fence_holds_a_shorter_one() {
        let found = blocks("````md\n```ts\n1\n```\n````\n```ts\n2\n```\n");
        assert_eq!(found.iter().map(|block| block.code.as_str()).collect::<Vec<_>>(), ["2\n"]);
    }
}
