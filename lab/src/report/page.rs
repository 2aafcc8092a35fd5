//! The report as one self-contained HTML file: style, charts and numbers are all in it.

use super::charts::escape;
use super::findings::{Findings, Found};
use super::{section, summary};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

pub fn html(findings: &Findings<'_>) -> String {
    let navigation: String = findings
        .experiments
        .iter()
        .map(|found| format!("<li><a href=\"#{}\">{}</a></li>", found.experiment.id(), escape(&found.experiment.title)))
        .collect();
    let sections: String = findings.experiments.iter().map(section::html).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<title>JavaScript runtimes, compared</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#summary\">Skip to the summary</a>\n<header class=\"top\"><div><p class=\"brand\">brio lab</p><h1>JavaScript runtimes, compared</h1>{}</div><button id=\"theme\" type=\"button\" aria-pressed=\"false\">Light / dark</button></header>\n\
         <nav aria-label=\"Experiments\"><ul><li><a href=\"#summary\">Summary</a></li>{navigation}<li><a href=\"#machine\">Machine and method</a></li></ul></nav>\n<main>{}{sections}{}</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n",
        header(findings),
        overview(findings),
        machine(findings),
    )
}

fn header(findings: &Findings<'_>) -> String {
    let environment = &findings.environment;
    let field = |name: &str| escape(environment[name].as_str().unwrap_or(""));
    let noise = findings.noise();
    let badge = if noise.is_noisy() {
        "<span class=\"badge noisy\">noisy machine</span>"
    } else {
        "<span class=\"badge quiet\">quiet machine</span>"
    };
    format!(
        "<p class=\"lead\">{} {}, {} cores, {} GB, {}</p>",
        badge,
        field("cpu"),
        environment["cores"],
        environment["memory_gb"],
        escape(&field("started").replace('T', " ").replace('Z', " UTC"))
    )
}

fn overview(findings: &Findings<'_>) -> String {
    let wins = summary::wins(findings);
    let mut rows = String::new();
    let mut last = "";
    for win in &wins {
        let title = if last == win.experiment {
            String::new()
        } else {
            format!("<a href=\"#{}\">{}</a>", win.experiment, escape(&win.title))
        };
        last = &win.experiment;
        let sure = if win.is_sure {
            if win.noisy {
                "<span class=\"sure\">yes, on a noisy machine</span>"
            } else {
                "<span class=\"sure\">yes</span>"
            }
        } else {
            "<span class=\"tie\">too close to call</span>"
        };
        rows.push_str(&format!("<tr class=\"{}\"><th scope=\"row\">{title}</th><td>{}</td><td><span class=\"swatch\"></span><strong>{}</strong></td><td class=\"number\">{}</td><td>{}</td><td class=\"number\">{}</td><td>{sure}</td></tr>", win.winner_class, escape(&win.case), escape(&win.winner), escape(&win.value), escape(&win.second), escape(&summary::lead(win))));
    }
    let table = format!(
        "<h3>Who wins what, by how much, how sure</h3><div class=\"wide\"><table class=\"wins\"><thead><tr><th scope=\"col\">experiment</th><th scope=\"col\">case</th><th scope=\"col\">winner</th><th scope=\"col\">median</th><th scope=\"col\">ahead of</th><th scope=\"col\">by</th><th scope=\"col\">sure</th></tr></thead><tbody>{rows}</tbody></table></div>"
    );
    let forest = summary::forest(findings).map_or(String::new(), |chart| format!("<h3>Brio beside the best of the others</h3><p>How many times as good, in the metric that decides: right of the line Brio is better. A line is the 95 % interval; grey is too close to call.</p><div class=\"forest\">{chart}</div>"));
    let failures: String =
        summary::own_failures(findings).iter().map(|sentence| format!("<li>{}</li>", escape(sentence))).collect();
    let failures = if failures.is_empty() {
        String::new()
    } else {
        format!("<h3>What Brio did not run</h3><ul class=\"notes\">{failures}</ul>")
    };
    format!(
        "<section id=\"summary\"><h2>Summary</h2>{}<p class=\"lead\">{}</p>{table}{forest}{failures}</section>",
        cards(findings),
        escape(&summary::claims(findings))
    )
}

/// How often each runtime wins.
fn cards(findings: &Findings<'_>) -> String {
    let mut counts: Vec<(String, String, usize, usize)> = Vec::new();
    for win in summary::wins(findings) {
        let rival = win.winner_class.split(' ').next().unwrap_or("").to_string();
        // A program that is its own runtime has only its own title.
        let title = findings.environment["rivals"][rival.trim_start_matches("rival-")]["title"]
            .as_str()
            .filter(|_| rival != "rival-native");
        let name = title.unwrap_or(&win.winner).to_string();
        match counts.iter_mut().find(|count| count.0 == rival) {
            Some(count) => {
                count.2 += usize::from(win.is_sure);
                count.3 += usize::from(!win.is_sure);
            }
            None => counts.push((rival, name, usize::from(win.is_sure), usize::from(!win.is_sure))),
        }
    }
    counts.sort_by_key(|count| std::cmp::Reverse((count.2, count.3)));
    let all = counts.iter().map(|count| count.2 + count.3).sum::<usize>();
    let cards: String = counts
        .iter()
        .map(|(class, name, sure, close)| {
            format!(
                "<li class=\"{class}\"><b>{sure}</b><span>{}</span><small>of {all} cases won for sure{}</small></li>",
                escape(name),
                if *close > 0 { format!(", {close} more not for sure") } else { String::new() }
            )
        })
        .collect();
    format!("<ul class=\"cards\">{cards}</ul>")
}

fn machine(findings: &Findings<'_>) -> String {
    let environment = &findings.environment;
    let row = |name: &str, value: &str| format!("<tr><th scope=\"row\">{name}</th><td>{}</td></tr>", escape(value));
    let text = |name: &str| environment[name].as_str().map_or_else(|| environment[name].to_string(), str::to_string);
    let fields = [
        ("processor", "cpu"),
        ("cores", "cores"),
        ("memory, GB", "memory_gb"),
        ("governor", "governor"),
        ("kernel", "kernel"),
        ("system", "system"),
        ("JavaScriptCore of the system", "javascriptcore"),
        ("commit", "commit"),
        ("command", "command"),
        ("begun", "started"),
        ("load average at the beginning", "load_average"),
    ];
    let mut rows: String = fields.iter().map(|(name, field)| row(name, &text(field))).collect();
    for (name, rival) in environment["rivals"].as_object().into_iter().flatten() {
        let value = match rival["missing"].as_str() {
            Some(reason) => format!("not measured: {reason}"),
            None => format!(
                "{} ({}) {}",
                rival["title"].as_str().unwrap_or(""),
                rival["origin"].as_str().unwrap_or(""),
                rival["binary"].as_str().unwrap_or("")
            ),
        };
        rows.push_str(&row(&escape(name), &value));
    }
    let rounds: u32 = findings.experiments.iter().map(Found::rounds).max().unwrap_or(0);
    format!(
        "<section id=\"machine\"><h2>Machine and method</h2><div class=\"wide\"><table class=\"facts\"><tbody>{rows}</tbody></table></div>\
         <ul class=\"notes\"><li>Each round measures every program once, in random order; up to {rounds} rounds. Rounds go on until the ratio of every program to the best one is known well enough, or the time is over.</li>\
         <li>Values are medians. Intervals are the middle 95 % of 2,000 bootstrap resamples of the rounds; a ratio resamples both sides. A winner is sure when the interval of its lead does not reach 1.</li>\
         <li>Servers are pinned to all cores but the last one, which is the load generator's, unless an experiment says otherwise. On two cores that is one each.</li>\
         <li>A closed loop finds the peak: each connection sends when it has its answer. An open loop keeps its rate, and latency counts from when a request was due, so that a stall of the server counts for every request that had to wait.</li>\
         <li>Answers are checked: status and body. Memory is the sum of the resident sets of the process tree; peak memory is the kernel's own high-water mark. CPU time is that of the whole tree.</li>\
         <li>The raw records of every measurement, with time series and complete distributions, are beside this file in <code>records/</code>; <code>results.csv</code> and <code>results.json</code> hold all numbers.</li></ul><p>{}.</p></section>",
        escape(&findings.noise().describe()),
    )
}
