//! Charts as inline SVG and HTML, without libraries: no scripts, no fonts, colours from the page's style sheet, so that
//! they follow light and dark. `scale` maps values to positions, the others are one kind of chart each.

pub mod bars;
pub mod distribution;
pub mod forest;
pub mod lines;
mod scale;
pub mod time_series;

use super::findings::Entrant;

/// Escapes text for HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The CSS classes that set a program's colour.
pub fn class(entrant: &Entrant) -> String {
    format!("rival-{} variant-{}", entrant.rival, entrant.variant.min(2))
}

/// The colours and names, for charts with several lines.
pub fn legend<'a>(entrants: impl Iterator<Item = &'a Entrant>) -> String {
    let items: String = entrants
        .map(|entrant| {
            format!("<li class=\"{}\"><span class=\"swatch\"></span>{}</li>", class(entrant), escape(&entrant.label))
        })
        .collect();
    format!("<ul class=\"legend\">{items}</ul>")
}

/// An SVG figure with a text alternative.
pub fn figure(width: f64, height: f64, label: &str, content: &str) -> String {
    format!(
        "<svg class=\"chart\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">{content}</svg>",
        escape(label)
    )
}
