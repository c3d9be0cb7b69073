//! `fuzeki analyze`: whole games under the eyes of an engine.

use super::{Failure, can_be_written};
use crate::app::config::Folders;
use crate::app::engines::Profiles;
use crate::app::matches::Contestant;
use crate::app::report::{Report, to_html, to_markdown};
use crate::app::review::{
    Agreement, Cache, Effort, GameVerdict, JudgeSpec, MoveVerdict, Place, Plan, PlayerVerdict, Remark, Run, Said, Step,
    agreement, places, remarks, store,
};
use crate::app::texts::{Language, Texts};
use crate::board::Color;
use crate::ontology::{Index, Store, shipped};
use crate::record::format::is_game_file;
use crate::record::{Collection, Game, NodeId, Tree, known, read_path, sgf};
use crate::util::atomic_file::save;
use crate::util::progress::Progress;
use clap::ValueEnum;
use serde_json::{Value, json};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Arguments of `fuzeki analyze`.
#[derive(clap::Args)]
#[command(after_help = "\
Every position is judged once and kept in a cache, so that a run that was broken off goes on where it was and
the same command again answers at once. The hardest fifth of the positions is looked at three times as long.

Examples:
  fuzeki analyze game.sgf --sims 1000 --format html --out game.html
  fuzeki analyze game.sgf --format html --lang zh --out game.html
  fuzeki analyze games/ --time 2 --format sgf --out analysed/
  fuzeki analyze game.sgf --moves 50-100 --variations --format json")]
pub struct Args {
    /// Game files, or folders of them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Seconds for each position
    #[arg(long, value_parser = super::seconds, conflicts_with = "sims")]
    time: Option<Duration>,
    /// Simulations for each position [default: 1000]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    sims: Option<u64>,
    /// Only these moves, such as 50-100
    #[arg(long, value_parser = move_range)]
    moves: Option<RangeInclusive<u32>>,
    /// Variations too, not only the main line
    #[arg(long)]
    variations: bool,
    /// Who judges: `fuzeki`, `fuzeki:name=value,…`, an engine kept by `fuzeki engines`, or a command line
    #[arg(long, default_value = "fuzeki")]
    engine: String,
    /// What is written
    #[arg(long, value_enum, default_value_t = Format::Md)]
    format: Format,
    /// The file to write, or the folder where there are several games; standard output without
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// The language of the report: en, zh or ja; that of the system without
    #[arg(long, value_name = "LANGUAGE", value_parser = super::language)]
    lang: Option<Language>,
    /// Threads to work on; all cores without
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// The cache, instead of the one in your data directory
    #[arg(long, value_name = "FILE", conflicts_with = "no_cache")]
    cache: Option<PathBuf>,
    /// Compute everything anew and keep nothing
    #[arg(long)]
    no_cache: bool,
    /// The ontology whose experts are heard, instead of the one in your data directory
    #[arg(long, value_name = "FILE")]
    ontology: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For programs
    Json,
    /// The games with the analysis inside
    Sgf,
    /// A report as Markdown
    Md,
    /// A report as a page of its own
    Html,
}

impl Format {
    fn ending(self) -> &'static str {
        match self {
            Format::Json => "json",
            Format::Sgf => "sgf",
            Format::Md => "md",
            Format::Html => "html",
        }
    }
}

/// Reads `50-100`, `50-` or `50`.
fn move_range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let wanted = || format!("`{text}`: moves are written 50-100, 50- or 50");
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let from: u32 = from.trim().parse().map_err(|_| wanted())?;
    let to: u32 = if to.trim().is_empty() { u32::MAX } else { to.trim().parse().map_err(|_| wanted())? };
    if from == 0 || to < from { Err(wanted()) } else { Ok(from..=to) }
}

impl Args {
    /// Whether there are, or could have been, several files to write.
    fn writes_folder(&self, items: &[Item]) -> bool {
        items.len() > 1 || self.files.iter().any(|file| file.is_dir())
    }
}

/// A game with what is needed of it.
struct Item {
    /// The file it came from, and which of its games it is where there are several.
    name: String,
    file: PathBuf,
    game: Game,
    places: Vec<Place>,
}

/// Analyses the games and writes what was asked for.
pub fn run(args: Args) -> Result<(), Failure> {
    let effort = match (args.time, args.sims) {
        (Some(time), _) => Effort::Time(time),
        (None, sims) => Effort::Simulations(sims.unwrap_or(1000)),
    };
    let plan = Plan { moves: args.moves.clone(), variations: args.variations };
    let judge = judge(&args.engine)?;
    let (items, left_out) = items(&args.files, &plan)?;
    if items.iter().all(|item| item.places.is_empty()) {
        return Err("there is no position to analyse; check --moves".into());
    }
    let outputs = outputs(&args, &items)?;
    let kept = args.cache.clone().or_else(|| Folders::platform().map(|folders| Cache::path_in(&folders.data)));
    let open = |path: PathBuf| Cache::open(&path).map_err(|error| format!("{error}; --no-cache works without it"));
    let cache = kept.filter(|_| !args.no_cache).map(open).transpose()?;
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let threads = args.threads.map_or(cores, usize::from);
    let places: Vec<Vec<Place>> = items.iter().map(|item| item.places.clone()).collect();
    let begun = Instant::now();
    let total = places.iter().map(|places| places.len() as u64).sum::<u64>();
    let progress = Progress::new("analysing", total + total / 5);
    let stop = AtomicBool::new(false);
    let run = Run { judge: &judge, effort, cache: cache.as_ref(), threads, stop: &stop, leash: Default::default() };
    let last = std::sync::Mutex::new(None);
    let said = run.go(&places, &|step, _| {
        progress.go_on_from(step.known as u64);
        progress.set(step.done as u64);
        *last.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(step);
    })?;
    drop(progress);
    if let Some(step) = last.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
        eprintln!("{}", how_it_went(step, begun.elapsed(), threads));
    }
    let experts = experts(args.ontology.as_deref())?;
    let texts = Texts::of(args.lang.unwrap_or_else(Language::of_environment));
    let judged_by = judged_by(&judge, effort, &texts);
    write_all(&args, &items, outputs.as_deref(), &said, experts.as_ref(), &judged_by, &texts)?;
    match left_out {
        0 => Ok(()),
        1 => Err("one file could not be read; the others are done".into()),
        n => Err(format!("{n} files could not be read; the others are done").into()),
    }
}

/// Where each game is written to; `None` for standard output. Told before anything is computed.
fn outputs(args: &Args, items: &[Item]) -> Result<Option<Vec<PathBuf>>, Failure> {
    let Some(out) = &args.out else { return Ok(None) };
    if !args.writes_folder(items) && !out.is_dir() {
        if let Some(folder) = out.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
            return Err(
                format!("{}: there is no such folder; make it, or choose another --out", folder.display()).into()
            );
        }
        can_be_written("--out", out)?;
        return Ok(Some(vec![out.clone()]));
    }
    let is_same = |a: &Path, b: &Path| a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b));
    let mut paths: Vec<PathBuf> = Vec::new();
    for item in items {
        let path = out.join(format!("{}.{}", item.name, args.format.ending()));
        if is_same(&path, &item.file) {
            return Err(format!("{} would be written over; choose another --out", path.display()).into());
        }
        if paths.contains(&path) {
            let (file, name) = (item.file.display(), &item.name);
            return Err(
                format!("{file}: another game is called {name} too; analyse it into a folder of its own").into()
            );
        }
        paths.push(path);
    }
    std::fs::create_dir_all(out).map_err(|error| format!("{}: {error}; choose another --out", out.display()))?;
    for path in &paths {
        can_be_written("--out", path)?;
    }
    Ok(Some(paths))
}

/// Positions, time and speed; the last number is of positions that the cache knew.
fn how_it_went(step: Step, time: Duration, threads: usize) -> String {
    let Step { done, known, simulations, .. } = step;
    let seconds = time.as_secs_f64();
    let speed = match simulations {
        0 => String::new(),
        _ => format!(
            " ({simulations} simulations, {:.0} a second, {threads} threads)",
            simulations as f64 / seconds.max(1e-3)
        ),
    };
    format!("{done} positions in {seconds:.1} s{speed}, {known} of them from the cache")
}

fn judge(text: &str) -> Result<JudgeSpec, Failure> {
    let profiles = Folders::platform().map(|folders| Profiles::load(&folders).value).unwrap_or_default();
    match Contestant::named(text, &profiles)? {
        Contestant::Own { is_joined: true, .. } => Err("the joined engine plays, but does not analyse".into()),
        Contestant::Own { ontology: Some(_), .. } => {
            Err("the engine that judges hears no experts; --ontology names those whose word stands beside its own"
                .into())
        }
        Contestant::Own { params, simulations: None, time: None, .. } => Ok(JudgeSpec::Own(params)),
        Contestant::Own { .. } => Err("limits are given by --sims or --time".into()),
        Contestant::Program(line) => {
            let name = profiles.find(text.trim()).map_or(text.trim(), |profile| &profile.name);
            Ok(JudgeSpec::Program { name: name.to_owned(), line })
        }
    }
}

fn judged_by(judge: &JudgeSpec, effort: Effort, t: &Texts) -> String {
    let effort = match effort {
        Effort::Simulations(simulations) => t.fill("engines.simulations", &[("n", &simulations)]),
        Effort::Time(time) => format!("{} s", time.as_secs_f64()),
    };
    t.fill("report.judged_each", &[("name", &judge.name()), ("effort", &effort)])
}

/// Reads the files, those of folders in the order of their names. A file of a folder that cannot be read is told
/// and left out; how many there are is the second answer.
fn items(files: &[PathBuf], plan: &Plan) -> Result<(Vec<Item>, usize), Failure> {
    let mut paths = Vec::new();
    for file in files {
        if !file.is_dir() {
            paths.push((file.clone(), true));
            continue;
        }
        let mut found: Vec<PathBuf> = Vec::new();
        for entry in std::fs::read_dir(file).map_err(|error| format!("{}: {error}", file.display()))? {
            found.push(entry?.path());
        }
        found.retain(|path| is_game_file(path));
        found.sort();
        if found.is_empty() {
            return Err(format!("{} holds no game files", file.display()).into());
        }
        paths.extend(found.into_iter().map(|path| (path, false)));
    }
    let (mut items, mut left_out) = (Vec::new(), 0);
    for (path, is_named) in paths {
        let loaded = match read_path(&path, &Default::default()) {
            Ok(loaded) => loaded,
            Err(error) if is_named => return Err(error.into()),
            Err(error) => {
                eprintln!("{error}; it is left out");
                left_out += 1;
                continue;
            }
        };
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let several = loaded.collection.games.len() > 1;
        for (i, game) in loaded.collection.games.into_iter().enumerate() {
            let name = if several { format!("{stem}-{}", i + 1) } else { stem.clone() };
            let places = places(game.tree(), plan);
            items.push(Item { name, file: path.clone(), game, places });
        }
    }
    if items.is_empty() && left_out > 0 {
        return Err("none of the files could be read".into());
    }
    Ok((items, left_out))
}

type Experts = (Store, Index);

/// The experts to be heard. Without an ontology of the user's own there are those that come with us.
fn experts(path: Option<&Path>) -> Result<Option<Experts>, Failure> {
    let store = match (path, Store::default_path()) {
        (Some(path), _) => Store::open_to_read(path)?,
        (None, Some(path)) if path.exists() => Store::open_to_read(&path)?,
        (None, Some(path)) => match shipped::open(&path) {
            Ok(store) => store,
            Err(error) => {
                eprintln!("fuzeki: no experts are heard: {error}");
                return Ok(None);
            }
        },
        (None, None) => return Ok(None),
    };
    let index = Index::load(&store)?;
    Ok(Some((store, index)))
}

fn write_all(
    args: &Args,
    items: &[Item],
    outputs: Option<&[PathBuf]>,
    said: &[Said],
    experts: Option<&Experts>,
    judged_by: &str,
    t: &Texts,
) -> Result<(), Failure> {
    let text = |item: &Item, said: &Said| -> Result<String, Failure> {
        let tree = item.game.tree();
        if args.format == Format::Sgf {
            let mut game = item.game.clone();
            store(&mut game, said)?;
            return Ok(sgf::to_string(&Collection::of(game)));
        }
        let verdict = GameVerdict::of(tree, judged_line(tree, args.moves.as_ref()), said);
        let heard = match experts {
            Some((store, index)) => remarks(store, index, tree, &item.places)?,
            None => Vec::new(),
        };
        let shared = agreement(&heard, &verdict);
        let report =
            |verdict, heard, shared| Report::new(tree, &item.places, verdict, (heard, shared), judged_by.to_owned(), t);
        Ok(match args.format {
            Format::Json => format!("{}\n", as_json(item, &verdict, &heard, shared, judged_by)),
            Format::Md => to_markdown(&report(verdict, heard, shared), t),
            Format::Html => to_html(&report(verdict, heard, shared), t),
            Format::Sgf => String::new(),
        })
    };
    let Some(outputs) = outputs else {
        for (item, said) in items.iter().zip(said) {
            print!("{}", text(item, said)?);
        }
        return Ok(());
    };
    for ((item, said), path) in items.iter().zip(said).zip(outputs) {
        write_file(path, &text(item, said)?)?;
    }
    Ok(())
}

/// The main line up to the last move that was asked for.
fn judged_line(tree: &Tree, moves: Option<&RangeInclusive<u32>>) -> Vec<NodeId> {
    let last = moves.map_or(u32::MAX, |range| *range.end());
    let mut number = 0;
    let within = |&node: &NodeId| {
        number += u32::from(tree.properties(node).move_text().is_some());
        number <= last
    };
    tree.main_line().take_while(within).collect()
}

fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    Ok(save(path, |out| out.write_all(text.as_bytes()))?)
}

fn as_json(item: &Item, verdict: &GameVerdict, remarks: &[Remark], shared: Agreement, judged_by: &str) -> Value {
    let tree = item.game.tree();
    let size = tree.size();
    let info = |name| tree.info(name).map(|text| text.into_owned());
    json!({
        "file": item.file.display().to_string(),
        "game": item.name,
        "size": size,
        "black": info(known::PB),
        "white": info(known::PW),
        "result": info(known::RE),
        "judged_by": judged_by,
        "players": {
            "black": player_json(&verdict.players[Color::Black]),
            "white": player_json(&verdict.players[Color::White]),
        },
        "moves": verdict.moves.iter().map(|judged| move_json(judged, size)).collect::<Vec<_>>(),
        "mistakes": verdict.mistakes().iter().map(|judged| judged.number).collect::<Vec<_>>(),
        "turning_points": verdict.turning_points.iter().map(|turn| turn.number).collect::<Vec<_>>(),
        "experts": {
            "compared": shared.compared,
            "agreed": shared.agreed,
            "remarks": remarks.iter().map(|remark| json!({
                "number": remark.number, "color": remark.color,
                "moves": remark.moves.iter().map(|mv| mv.to_gtp(size)).collect::<Vec<_>>(),
                "played": remark.played, "expert": remark.expert, "term": remark.term, "comment": remark.comment,
            })).collect::<Vec<_>>(),
        },
    })
}

fn player_json(player: &PlayerVerdict) -> Value {
    json!({
        "moves": player.moves,
        "accuracy": player.accuracy,
        "first_choices": player.first_choices,
        "mean_loss_win_rate": player.mean_rate,
        "mean_loss_points": player.mean_points,
        "classes": player.classes,
    })
}

fn move_json(judged: &MoveVerdict, size: u8) -> Value {
    json!({
        "number": judged.number,
        "color": judged.color,
        "move": judged.mv.to_gtp(size),
        "black_win_rate": [judged.win_rate.0, judged.win_rate.1],
        "black_score": [judged.score.0, judged.score.1],
        "loss_win_rate": judged.loss.win_rate,
        "loss_points": judged.loss.points,
        "class": judged.class().name(),
        "rank": judged.rank,
        "best": judged.best.mv.to_gtp(size),
        "line": judged.best.line.iter().map(|mv| mv.to_gtp(size)).collect::<Vec<_>>(),
    })
}
