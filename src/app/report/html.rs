//! A report as one HTML file: no script, nothing from elsewhere, fit to be printed.

use super::drawing::escape;
use super::{Mistake, Report};
use crate::board::Color;
use std::fmt::Write;

const STYLE: &str = "\
:root{color-scheme:light}
body{font:16px/1.5 Georgia,'Noto Serif',serif;color:#222;background:#fbfaf7;margin:0}
main{max-width:880px;margin:0 auto;padding:28px 22px 60px}
h1{font-size:1.8em;margin:0 0 .1em}h2{font-size:1.25em;margin:2em 0 .5em;border-bottom:1px solid #d9d4c8}
h3{font-size:1.05em;margin:0 0 .3em}p{margin:.4em 0}.quiet{color:#666}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.25em .7em;border-bottom:1px solid #e6e2d8}
td.n,th.n{text-align:right}.dot{display:inline-block;width:.75em;height:.75em;border-radius:50%;margin-right:.45em;border:1px solid #0003}
article{break-inside:avoid;margin:1.6em 0}figure{margin:0}figcaption{font-size:.85em;color:#555;text-align:center}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:18px;margin:.7em 0}svg{width:100%;height:auto;display:block}
blockquote{margin:.5em 0;padding:.1em .9em;border-left:3px solid #c9b98f;white-space:pre-line}
@media(max-width:560px){.pair{grid-template-columns:1fr}}
@media print{body{background:#fff;font-size:11pt}main{padding:0;max-width:none}h2{break-after:avoid}a{color:inherit;text-decoration:none}}
";

/// The report as a page.
pub fn to_html(report: &Report) -> String {
    let mut page = String::new();
    write_page(&mut page, report).expect("writing to a string cannot fail");
    page
}

fn write_page(page: &mut String, report: &Report) -> std::fmt::Result {
    let title = escape(&report.title);
    write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
    )?;
    let facts: Vec<String> = report.facts.iter().map(|(label, text)| format!("{label}: {}", escape(text))).collect();
    writeln!(page, "<p>{}</p>", facts.join(" · "))?;
    writeln!(page, "<p class=\"quiet\">{}</p>", escape(&report.judged_by))?;
    write!(page, "<h2>The game</h2>\n<figure>{}", report.graph.to_svg())?;
    page.push_str(
        "<figcaption>Black’s chance to win (black line, left) and lead in points (brown line, right). \
         Bars are what moves lost; rings are where the lead changed hands.</figcaption></figure>\n",
    );
    players(page, report)?;
    turns(page, report)?;
    mistakes(page, report)?;
    experts(page, report)?;
    page.push_str("</main>\n</body>\n</html>\n");
    Ok(())
}

fn dot(rgb: u32) -> String {
    format!("<span class=\"dot\" style=\"background:#{rgb:06x}\"></span>")
}

fn players(page: &mut String, report: &Report) -> std::fmt::Result {
    let players = &report.verdict.players;
    let row = |page: &mut String, label: &str, cell: &dyn Fn(Color) -> String| {
        writeln!(
            page,
            "<tr><th scope=\"row\">{label}</th><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
            cell(Color::Black),
            cell(Color::White)
        )
    };
    writeln!(
        page,
        "<h2>The players</h2>\n<table>\n<tr><td></td><th class=\"n\" scope=\"col\">{}</th><th class=\"n\" \
         scope=\"col\">{}</th></tr>",
        escape(&report.names.black),
        escape(&report.names.white)
    )?;
    row(page, "Accuracy", &|color| format!("{:.0}", players[color].accuracy))?;
    row(page, "Moves judged", &|color| players[color].moves.to_string())?;
    row(page, "Engine’s first choice", &|color| {
        let player = &players[color];
        format!("{:.0} %", 100.0 * player.first_choices as f32 / player.moves.max(1) as f32)
    })?;
    row(page, "Mean loss of points", &|color| {
        players[color].mean_points.map_or("–".to_owned(), |points| format!("{points:.1}"))
    })?;
    row(page, "Mean loss of chance", &|color| format!("{:.1} %", players[color].mean_rate * 100.0))?;
    for (class, count) in report.classes() {
        let sign = class.symbol();
        let label = format!("{}{} {sign}", dot(class.rgb()), class.name());
        row(page, label.trim_end(), &|color| count[color].to_string())?;
    }
    page.push_str("</table>\n");
    Ok(())
}

fn turns(page: &mut String, report: &Report) -> std::fmt::Result {
    if report.verdict.turning_points.is_empty() {
        return Ok(());
    }
    page.push_str("<h2>Turning points</h2>\n<ul>\n");
    for turn in &report.verdict.turning_points {
        let (before, after) = turn.win_rate;
        let leader = if after > 0.5 { &report.names.black } else { &report.names.white };
        writeln!(
            page,
            "<li>Move {}: the lead goes to {} (Black {:.0} % → {:.0} %)</li>",
            turn.number,
            escape(leader),
            before * 100.0,
            after * 100.0
        )?;
    }
    page.push_str("</ul>\n");
    Ok(())
}

fn mistakes(page: &mut String, report: &Report) -> std::fmt::Result {
    page.push_str("<h2>Mistakes and better moves</h2>\n");
    if report.mistakes.is_empty() {
        page.push_str("<p>No move lost three points and six percent of the chance to win.</p>\n");
    }
    let (shown, listed): (Vec<&Mistake>, Vec<&Mistake>) = report.mistakes.iter().partition(|m| m.diagrams.is_some());
    for mistake in shown {
        let judged = &mistake.verdict;
        let (before, after) = report.chances(judged);
        let best = &judged.best;
        writeln!(
            page,
            "<article>\n<h3>{}Move {}, {} {}: {} {}</h3>\n<p>Lost {}: {before:.0} % → {after:.0} %. \
             Better was {} ({}).</p>",
            dot(judged.class().rgb()),
            judged.number,
            escape(&report.names[judged.color]),
            report.mv(judged.mv),
            judged.class().name(),
            judged.class().symbol(),
            report.loss(judged),
            report.mv(best.mv),
            report.line(&best.line)
        )?;
        if !mistake.comment.is_empty() {
            writeln!(page, "<blockquote>{}</blockquote>", escape(&mistake.comment))?;
        }
        if let Some((game, better)) = &mistake.diagrams {
            writeln!(
                page,
                "<div class=\"pair\"><figure>{}<figcaption>{}</figcaption></figure>\
                 <figure>{}<figcaption>{}</figcaption></figure></div>",
                game.to_svg(),
                escape(&game.title),
                better.to_svg(),
                escape(&better.title)
            )?;
        }
        both_opinions(page, report, judged.number)?;
        page.push_str("</article>\n");
    }
    if !listed.is_empty() {
        page.push_str("<table>\n<tr><th>Move</th><th>Played</th><th>Better</th><th>Lost</th></tr>\n");
        for mistake in listed {
            let judged = &mistake.verdict;
            writeln!(
                page,
                "<tr><td>{}{}</td><td>{} {}</td><td>{}</td><td>{}</td></tr>",
                dot(judged.class().rgb()),
                judged.number,
                judged.color,
                report.mv(judged.mv),
                report.mv(judged.best.mv),
                report.loss(judged)
            )?;
        }
        page.push_str("</table>\n");
    }
    Ok(())
}

/// What experts say of the same move, beside the engine.
fn both_opinions(page: &mut String, report: &Report, number: u32) -> std::fmt::Result {
    for remark in report.remarks.iter().filter(|remark| remark.number == number && remark.played) {
        writeln!(page, "<p>{}: <b>{}</b></p>", escape(&remark.expert), escape(&remark.term))?;
        if !remark.comment.is_empty() {
            writeln!(page, "<blockquote>{}</blockquote>", escape(&remark.comment))?;
        }
    }
    Ok(())
}

fn experts(page: &mut String, report: &Report) -> std::fmt::Result {
    if report.remarks.is_empty() {
        return Ok(());
    }
    page.push_str("<h2>What experts say</h2>\n");
    let agreement = report.agreement;
    if agreement.compared > 0 {
        writeln!(
            page,
            "<p>Engine and experts agree on {} of {} verdicts about moves that were played.</p>",
            agreement.agreed, agreement.compared
        )?;
    }
    page.push_str("<table>\n<tr><th>Move</th><th>At</th><th>Expert</th><th>Verdict</th><th>Engine</th></tr>\n");
    for remark in &report.remarks {
        let judged =
            report.verdict.moves.iter().find(|judged| (judged.number, judged.mv) == (remark.number, remark.mv));
        let engine = judged.map_or("–".to_owned(), |judged| {
            format!("{}{} {}", dot(judged.class().rgb()), judged.class().name(), judged.class().symbol())
        });
        writeln!(
            page,
            "<tr><td>{}</td><td>{} {}{}</td><td>{}</td><td>{}</td><td>{engine}</td></tr>",
            remark.number,
            remark.color,
            report.mv(remark.mv),
            if remark.played { "" } else { " (not played)" },
            escape(&remark.expert),
            escape(&remark.term)
        )?;
        if !remark.comment.is_empty() {
            writeln!(page, "<tr><td></td><td colspan=\"4\">“{}”</td></tr>", escape(&remark.comment))?;
        }
    }
    page.push_str("</table>\n");
    Ok(())
}
