//! A report as Markdown, for mails and notes: the same words, without pictures.

use super::Report;
use crate::board::Color;
use std::fmt::Write;

/// The report as Markdown.
pub fn to_markdown(report: &Report) -> String {
    let mut text = String::new();
    write_text(&mut text, report).expect("writing to a string cannot fail");
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

fn write_text(text: &mut String, report: &Report) -> std::fmt::Result {
    writeln!(text, "# {}\n", plain(&report.title))?;
    for (label, value) in &report.facts {
        writeln!(text, "- {label}: {}", plain(value))?;
    }
    writeln!(text, "\n{}\n", plain(&report.judged_by))?;
    let players = &report.verdict.players;
    writeln!(text, "## The players\n\n| | {} | {} |", plain(&report.names.black), plain(&report.names.white))?;
    writeln!(text, "|---|---:|---:|")?;
    let row = |text: &mut String, label: &str, cell: &dyn Fn(Color) -> String| {
        writeln!(text, "| {label} | {} | {} |", cell(Color::Black), cell(Color::White))
    };
    row(text, "Accuracy", &|color| format!("{:.0}", players[color].accuracy))?;
    row(text, "Moves judged", &|color| players[color].moves.to_string())?;
    row(text, "Engine's first choice", &|color| players[color].first_choices.to_string())?;
    row(text, "Mean loss of points", &|color| {
        players[color].mean_points.map_or("–".to_owned(), |points| format!("{points:.1}"))
    })?;
    row(text, "Mean loss of chance", &|color| format!("{:.1} %", players[color].mean_rate * 100.0))?;
    for (class, count) in report.classes() {
        row(text, format!("{} {}", class.name(), class.symbol()).trim_end(), &|color| count[color].to_string())?;
    }
    if !report.verdict.turning_points.is_empty() {
        writeln!(text, "\n## Turning points\n")?;
        for turn in &report.verdict.turning_points {
            let (before, after) = turn.win_rate;
            writeln!(text, "- Move {}: Black {:.0} % → {:.0} %", turn.number, before * 100.0, after * 100.0)?;
        }
    }
    writeln!(text, "\n## Mistakes and better moves\n")?;
    if report.mistakes.is_empty() {
        writeln!(text, "No move lost three points and six percent of the chance to win.")?;
    }
    for mistake in &report.mistakes {
        let judged = &mistake.verdict;
        let (before, after) = report.chances(judged);
        writeln!(
            text,
            "- **Move {}**, {} {} ({}{}): lost {}, {before:.0} % → {after:.0} %. Better was {}: {}.",
            judged.number,
            judged.color,
            report.mv(judged.mv),
            judged.class().name(),
            judged.class().symbol(),
            report.loss(judged),
            report.mv(judged.best.mv),
            report.line(&judged.best.line)
        )?;
        if !mistake.comment.is_empty() {
            writeln!(text, "  > {}", plain(&mistake.comment))?;
        }
    }
    if !report.remarks.is_empty() {
        writeln!(text, "\n## What experts say\n")?;
        if report.agreement.compared > 0 {
            let agreement = report.agreement;
            writeln!(
                text,
                "Engine and experts agree on {} of {} verdicts about moves that were played.\n",
                agreement.agreed, agreement.compared
            )?;
        }
        for remark in &report.remarks {
            let played = if remark.played { "" } else { " (not played)" };
            let comment =
                if remark.comment.is_empty() { String::new() } else { format!(": “{}”", plain(&remark.comment)) };
            writeln!(
                text,
                "- Move {}, {} {}{played}: {} by {}{comment}",
                remark.number,
                remark.color,
                report.mv(remark.mv),
                plain(&remark.term),
                plain(&remark.expert)
            )?;
        }
    }
    Ok(())
}
