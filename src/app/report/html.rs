//! A report as one HTML file: no script, nothing from elsewhere, fit to be printed.

use super::drawing::escape;
use super::{Mistake, Report, class_name, color_name, term_name};
use crate::app::texts::Texts;
use crate::board::Color;
use std::fmt::Write;

const STYLE: &str = "\
:root{color-scheme:light}
body{font:16px/1.5 Georgia,'Noto Serif',serif;line-break:strict;color:#222;background:#fbfaf7;margin:0}
main{max-width:880px;margin:0 auto;padding:28px 22px 60px}
h1{font-size:1.8em;margin:0 0 .1em}h2{font-size:1.25em;margin:2em 0 .5em;border-bottom:1px solid #d9d4c8}
h3{font-size:1.05em;margin:0 0 .3em}p{margin:.4em 0}.quiet{color:#666}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.25em .7em;border-bottom:1px solid #e6e2d8}
td.n,th.n{text-align:right}.dot{display:inline-block;width:.75em;height:.75em;border-radius:50%;margin-right:.45em;border:1px solid #0003;print-color-adjust:exact;-webkit-print-color-adjust:exact}
thead th,tbody td:nth-child(4){white-space:nowrap}
.said td{padding-top:0;white-space:pre-line}.has-words td{border-bottom:0}
article{break-inside:avoid;margin:1.6em 0}figure{margin:0}figcaption{font-size:.85em;color:#555;text-align:center}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:18px;margin:.7em 0}svg{width:100%;height:auto;display:block}
blockquote{margin:.5em 0;padding:.1em .9em;border-left:3px solid #c9b98f;white-space:pre-line}
@media(max-width:560px){.pair{grid-template-columns:1fr}}
@media print{body{background:#fff;font-size:11pt}main{padding:0;max-width:none}h2,h3{break-after:avoid}tr,li{break-inside:avoid}.has-words{break-after:avoid}.pair{max-width:13cm}a{color:inherit;text-decoration:none}}
";

/// The report as a page.
pub fn to_html(report: &Report, t: &Texts) -> String {
    let mut page = Page { text: String::new(), report, t };
    page.write().expect("writing to a string cannot fail");
    page.text
}

/// A page that is being written.
struct Page<'a> {
    text: String,
    report: &'a Report,
    t: &'a Texts,
}

fn dot(rgb: u32) -> String {
    format!("<span class=\"dot\" style=\"background:#{rgb:06x}\"></span>")
}

impl Page<'_> {
    fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn heading(&mut self, key: &str) {
        let title = escape(self.t.get(key));
        self.put(&format!("<h2>{title}</h2>\n"));
    }

    /// The head of a table.
    fn columns(&mut self, keys: &[&str]) {
        let cells: Vec<String> =
            keys.iter().map(|key| format!("<th scope=\"col\">{}</th>", escape(self.t.get(key)))).collect();
        // Printers repeat the head on every page.
        self.put(&format!("<table>\n<thead><tr>{}</tr></thead>\n<tbody>\n", cells.concat()));
    }

    fn write(&mut self) -> std::fmt::Result {
        let (report, t) = (self.report, self.t);
        let (title, tag) = (escape(&report.title), t.language().tag());
        write!(
            self.text,
            "<!DOCTYPE html>\n<html lang=\"{tag}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
        )?;
        let facts: Vec<String> =
            report.facts.iter().map(|(label, text)| format!("{}: {}", escape(label), escape(text))).collect();
        if !facts.is_empty() {
            writeln!(self.text, "<p>{}</p>", facts.join(" · "))?;
        }
        writeln!(self.text, "<p class=\"quiet\">{}</p>", escape(&report.judged_by))?;
        self.heading("report.game");
        let (graph, caption) = (report.graph.to_svg(), escape(t.get("report.graph")));
        writeln!(self.text, "<figure>{graph}<figcaption>{caption}</figcaption></figure>")?;
        self.players()?;
        self.turns()?;
        self.mistakes()?;
        self.experts()?;
        self.put("</main>\n</body>\n</html>\n");
        Ok(())
    }

    fn players(&mut self) -> std::fmt::Result {
        let (report, t) = (self.report, self.t);
        let players = &report.verdict.players;
        self.heading("report.players");
        let (black, white) = (escape(&report.names.black), escape(&report.names.white));
        writeln!(
            self.text,
            "<table>\n<tr><td></td><th class=\"n\" scope=\"col\">{black}</th><th class=\"n\" \
             scope=\"col\">{white}</th></tr>"
        )?;
        let mut row = |label: &str, cell: &dyn Fn(Color) -> String| {
            let (black, white) = (cell(Color::Black), cell(Color::White));
            writeln!(
                self.text,
                "<tr><th scope=\"row\">{label}</th><td class=\"n\">{black}</td><td class=\"n\">{white}</td></tr>"
            )
        };
        let label = |key| escape(t.get(key));
        row(&label("review.accuracy"), &|color| format!("{:.0}", players[color].accuracy))?;
        row(&label("report.moves"), &|color| players[color].moves.to_string())?;
        row(&label("report.first"), &|color| {
            let player = &players[color];
            format!("{:.0} %", 100.0 * player.first_choices as f32 / player.moves.max(1) as f32)
        })?;
        row(&label("report.mean_points"), &|color| {
            players[color].mean_points.map_or("–".to_owned(), |points| format!("{points:.1}"))
        })?;
        row(&label("report.mean_rate"), &|color| format!("{:.1} %", players[color].mean_rate * 100.0))?;
        for (class, count) in report.classes() {
            let label = format!("{}{} {}", dot(class.rgb()), escape(class_name(class, t)), class.symbol());
            row(label.trim_end(), &|color| count[color].to_string())?;
        }
        self.put("</table>\n");
        Ok(())
    }

    fn turns(&mut self) -> std::fmt::Result {
        if self.report.verdict.turning_points.is_empty() {
            return Ok(());
        }
        self.heading("review.turns");
        self.put("<ul>\n");
        for turn in &self.report.verdict.turning_points {
            let (before, after) = turn.win_rate;
            let names = &self.report.names;
            let leader = if after > 0.5 { &names.black } else { &names.white };
            let (before, after) = (format!("{:.0}", before * 100.0), format!("{:.0}", after * 100.0));
            let text = self
                .t
                .fill("report.turn", &[("n", &turn.number), ("name", leader), ("before", &before), ("after", &after)]);
            writeln!(self.text, "<li>{}</li>", escape(&text))?;
        }
        self.put("</ul>\n");
        Ok(())
    }

    fn mistakes(&mut self) -> std::fmt::Result {
        let (report, t) = (self.report, self.t);
        self.heading("report.mistakes");
        if report.mistakes.is_empty() {
            writeln!(self.text, "<p>{}</p>", escape(t.get("report.no_mistakes")))?;
        }
        let (shown, listed): (Vec<&Mistake>, Vec<&Mistake>) =
            report.mistakes.iter().partition(|mistake| mistake.diagrams.is_some());
        for mistake in shown {
            self.mistake(mistake)?;
        }
        if !listed.is_empty() {
            self.columns(&["analysis.move", "report.played", "report.better", "report.lost"]);
            for mistake in listed {
                let judged = &mistake.verdict;
                writeln!(
                    self.text,
                    "<tr><td>{}{}</td><td>{} {}</td><td>{}</td><td>{}</td></tr>",
                    dot(judged.class().rgb()),
                    judged.number,
                    color_name(judged.color, t),
                    report.mv(judged.mv),
                    report.mv(judged.best.mv),
                    escape(&report.loss(judged, t))
                )?;
            }
            self.put("</tbody>\n</table>\n");
        }
        Ok(())
    }

    fn mistake(&mut self, mistake: &Mistake) -> std::fmt::Result {
        let (report, t) = (self.report, self.t);
        let judged = &mistake.verdict;
        let (title, loss) = (super::mistake_title(report, judged, t), super::mistake_loss(report, judged, t));
        writeln!(
            self.text,
            "<article>\n<h3>{}{}</h3>\n<p>{}</p>",
            dot(judged.class().rgb()),
            escape(&title),
            escape(&loss)
        )?;
        if !mistake.comment.is_empty() {
            writeln!(self.text, "<blockquote>{}</blockquote>", escape(&mistake.comment))?;
        }
        if let Some((game, better)) = &mistake.diagrams {
            writeln!(
                self.text,
                "<div class=\"pair\"><figure>{}<figcaption>{}</figcaption></figure>\
                 <figure>{}<figcaption>{}</figcaption></figure></div>",
                game.to_svg(),
                escape(&game.title),
                better.to_svg(),
                escape(&better.title)
            )?;
        }
        // What experts say of the same move, beside the engine.
        for remark in report.remarks.iter().filter(|remark| remark.number == judged.number && remark.played) {
            writeln!(self.text, "<p>{}: <b>{}</b></p>", escape(&remark.expert), escape(term_name(remark, t)))?;
            if !remark.comment.is_empty() {
                writeln!(self.text, "<blockquote>{}</blockquote>", escape(&remark.comment))?;
            }
        }
        self.put("</article>\n");
        Ok(())
    }

    fn experts(&mut self) -> std::fmt::Result {
        let (report, t) = (self.report, self.t);
        if report.remarks.is_empty() {
            return Ok(());
        }
        self.heading("report.experts");
        if let Some(text) = super::agreement_text(report, t) {
            writeln!(self.text, "<p>{}</p>", escape(&text))?;
        }
        self.columns(&["analysis.move", "report.at", "report.expert", "report.verdict", "pane.engine"]);
        for remark in &report.remarks {
            let engine = remark.judged(&report.verdict).map_or("–".to_owned(), |judged| {
                let class = judged.class();
                format!("{}{} {}", dot(class.rgb()), escape(class_name(class, t)), class.symbol())
            });
            let note = if remark.played { String::new() } else { format!(" {}", t.get("report.not_played")) };
            writeln!(
                self.text,
                "<tr{}><td>{}</td><td>{} {}{}</td><td>{}</td><td>{}</td><td>{engine}</td></tr>",
                if remark.comment.is_empty() { "" } else { " class=\"has-words\"" },
                remark.number,
                color_name(remark.color, t),
                report.same_moves(&remark.moves),
                escape(&note),
                escape(&remark.expert),
                escape(term_name(remark, t))
            )?;
            if !remark.comment.is_empty() {
                writeln!(
                    self.text,
                    "<tr class=\"said\"><td></td><td colspan=\"4\">“{}”</td></tr>",
                    escape(&remark.comment)
                )?;
            }
        }
        self.put("</tbody>\n</table>\n");
        Ok(())
    }
}
