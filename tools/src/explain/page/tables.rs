//! The tables of a part: kernels, edges that are not fused, and ops that can't be fused.
//!
//! They are the whole page where scripts are off, and in print.

use std::fmt::Write as _;

use hloom_passes::fusion::explain::{Explanation, time};

use super::data::Drawn;
use super::escape;
use crate::explain::part::size;
use crate::names::Written;

/// The tables of a part.
pub(super) fn tables(written: &Written<'_>, number: usize, drawn: &Drawn<'_>) -> String {
    let it = &drawn.part.explanation;
    let mut html = "<div class=\"tables\">\n".to_owned();
    html += &kernels(written, number, drawn);
    html += &not_fused(written, it);
    html += &unfusable(written, it);
    html + "</div>\n"
}

/// The kernels. Cells have the numbers that they are sorted by.
fn kernels(written: &Written<'_>, number: usize, drawn: &Drawn<'_>) -> String {
    let module = written.module();
    let total = drawn.part.total();
    let all = drawn.cards.iter().filter_map(|card| card.seconds);
    let slowest = all.fold(f64::MIN_POSITIVE, f64::max);
    let measured = drawn.cards.iter().any(|card| card.measured.is_some());
    let mut html =
        "<h3>Kernels</h3>\n<div class=\"wide\"><table class=\"sortable kernels\"><thead><tr>\
        <th class=\"n\">#</th><th>kernel</th><th>kind</th><th>makes</th>\
        <th class=\"n\">estimated</th>"
            .to_owned();
    if measured {
        html += "<th class=\"n\">measured</th>";
    }
    html += "<th class=\"n\">share</th><th class=\"n\">reads</th><th class=\"n\">writes</th>\
        <th>ops</th></tr></thead><tbody>\n";
    let mut kernel = 0;
    for (at, card) in drawn.cards.iter().enumerate() {
        let (Some(seconds), Some((read, wrote))) = (card.seconds, card.traffic) else { continue };
        kernel += 1;
        let share = if total > 0.0 { seconds / total } else { 0.0 };
        let number_cell =
            |value: f64, text: &str| format!("<td class=\"n\" data-v=\"{value:e}\">{text}</td>");
        let _ = write!(
            html,
            "<tr data-b=\"{at}\"><td class=\"n\" data-v=\"{kernel}\">{kernel}</td>\
             <th scope=\"row\"><a href=\"#p{number}b{at}\">{}</a> <code>{}</code></th>\
             <td>{}</td><td><code>{}</code></td>",
            escape(&card.title),
            escape(&card.name),
            if card.kind == "op" {
                "op".to_owned()
            } else {
                format!("{} · {} ops", card.kind, card.ops.len())
            },
            escape(&card.shape(module)),
        );
        html += &number_cell(seconds, &time(seconds));
        if measured {
            html += &match card.measured {
                Some(measured) => number_cell(measured, &time(measured)),
                None => "<td></td>".to_owned(),
            };
        }
        let long = 100.0 * seconds / slowest;
        let percent = format!("{:.1} %<i style=\"width:{long:.1}%\"></i>", share * 1e2);
        html += &number_cell(share, &percent);
        html += &number_cell(read, &size(read));
        html += &number_cell(wrote, &size(wrote));
        let _ = writeln!(html, "<td class=\"ops\"><code>{}</code></td></tr>", card.ops.join(" "));
    }
    html + "</tbody></table></div>\n"
}

fn not_fused(written: &Written<'_>, it: &Explanation) -> String {
    if it.edges.is_empty() {
        return String::new();
    }
    let mut html = "<h3>Not fused</h3>\n<div class=\"wide\"><table class=\"sortable\"><thead><tr>\
         <th>from</th><th>to</th><th>why not fused</th><th class=\"n\">now</th>\
         <th class=\"n\">fused</th><th>what would have to change</th></tr></thead><tbody>\n"
        .to_owned();
    for edge in &it.edges {
        let times = match edge.seconds {
            Some((now, fused)) => format!(
                "<td class=\"n\" data-v=\"{now:e}\">{}</td><td class=\"n\" data-v=\"{fused:e}\">{}</td>",
                time(now),
                time(fused)
            ),
            None => "<td></td><td></td>".to_owned(),
        };
        let _ = writeln!(
            html,
            "<tr><td><code>{}</code></td><td><code>{}</code></td><td>{}</td>{times}<td>{}</td></tr>",
            escape(&written.op(edge.producer)),
            escape(&written.op(edge.consumer)),
            escape(&edge.reason),
            escape(&edge.change),
        );
    }
    html + "</tbody></table></div>\n"
}

/// The ops that can't be fused.
fn unfusable(written: &Written<'_>, it: &Explanation) -> String {
    if it.unfusable.is_empty() {
        return String::new();
    }
    let mut html = "<h3>Not fusible</h3>\n<div class=\"wide\"><table class=\"sortable\"><thead><tr>\
        <th>op</th><th>why it can't be fused</th><th>what would have to change</th></tr></thead><tbody>\n"
        .to_owned();
    for (op, why) in &it.unfusable {
        let _ = writeln!(
            html,
            "<tr><td><code>{}</code></td><td>{}</td><td>{}</td></tr>",
            escape(&written.op(*op)),
            escape(&why.to_string()),
            escape(why.change()),
        );
    }
    html + "</tbody></table></div>\n"
}
