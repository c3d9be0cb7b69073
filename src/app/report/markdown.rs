//! A report as Markdown, for mails and notes: the same words, without pictures.

use super::{Report, class_name, color_name, term_name};
use crate::app::texts::Texts;
use crate::board::Color;
use std::fmt::Write;

/// The report as Markdown.
pub fn to_markdown(report: &Report, t: &Texts) -> String {
    let mut text = String::new();
    write_text(&mut text, report, t).expect("writing to a string cannot fail");
    text
}

/// Text that means nothing to Markdown, in one line.
fn plain(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '\n' | '\r' | '\t' => safe.push(' '),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '#' | '|' | '~' => {
                safe.push('\\');
                safe.push(sign);
            }
            _ if sign.is_control() => {}
            _ => safe.push(sign),
        }
    }
    safe
}

fn write_text(text: &mut String, report: &Report, t: &Texts) -> std::fmt::Result {
    writeln!(text, "# {}\n", plain(&report.title))?;
    for (label, value) in &report.facts {
        writeln!(text, "- {label}: {}", plain(value))?;
    }
    writeln!(text, "\n{}\n", plain(&report.judged_by))?;
    let players = &report.verdict.players;
    let (black, white) = (plain(&report.names.black), plain(&report.names.white));
    writeln!(text, "## {}\n\n| | {black} | {white} |", t.get("report.players"))?;
    writeln!(text, "|---|---:|---:|")?;
    let row = |text: &mut String, label: &str, cell: &dyn Fn(Color) -> String| {
        writeln!(text, "| {label} | {} | {} |", cell(Color::Black), cell(Color::White))
    };
    row(text, t.get("review.accuracy"), &|color| format!("{:.0}", players[color].accuracy))?;
    row(text, t.get("report.moves"), &|color| players[color].moves.to_string())?;
    row(text, t.get("report.first"), &|color| players[color].first_choices.to_string())?;
    row(text, t.get("report.mean_points"), &|color| {
        players[color].mean_points.map_or("–".to_owned(), |points| format!("{points:.1}"))
    })?;
    row(text, t.get("report.mean_rate"), &|color| format!("{:.1} %", players[color].mean_rate * 100.0))?;
    for (class, count) in report.classes() {
        let label = format!("{} {}", class_name(class, t), class.symbol());
        row(text, label.trim_end(), &|color| count[color].to_string())?;
    }
    if !report.verdict.turning_points.is_empty() {
        writeln!(text, "\n## {}\n", t.get("review.turns"))?;
        for turn in &report.verdict.turning_points {
            let (before, after) =
                (format!("{:.0}", turn.win_rate.0 * 100.0), format!("{:.0}", turn.win_rate.1 * 100.0));
            let leader = if turn.win_rate.1 > 0.5 { &black } else { &white };
            let parts: [(&str, &dyn std::fmt::Display); 4] =
                [("n", &turn.number), ("name", leader), ("before", &before), ("after", &after)];
            writeln!(text, "- {}", t.fill("report.turn", &parts))?;
        }
    }
    writeln!(text, "\n## {}\n", t.get("report.mistakes"))?;
    if report.mistakes.is_empty() {
        writeln!(text, "{}", t.get("report.no_mistakes"))?;
    }
    for mistake in &report.mistakes {
        let judged = &mistake.verdict;
        let (title, loss) = (super::mistake_title(report, judged, t), super::mistake_loss(report, judged, t));
        writeln!(text, "- **{}**: {loss}", plain(&title))?;
        if !mistake.comment.is_empty() {
            writeln!(text, "  > {}", plain(&mistake.comment))?;
        }
    }
    if !report.remarks.is_empty() {
        writeln!(text, "\n## {}\n", t.get("report.experts"))?;
        if let Some(agreement) = super::agreement_text(report, t) {
            writeln!(text, "{agreement}\n")?;
        }
        for remark in &report.remarks {
            let note = if remark.played { String::new() } else { format!(" {}", t.get("report.not_played")) };
            let comment =
                if remark.comment.is_empty() { String::new() } else { format!(": “{}”", plain(&remark.comment)) };
            writeln!(
                text,
                "- {}. {} {}{note}: {}: {}{comment}",
                remark.number,
                color_name(remark.color, t),
                report.same_moves(&remark.moves),
                plain(&remark.expert),
                plain(term_name(remark, t))
            )?;
        }
    }
    Ok(())
}
