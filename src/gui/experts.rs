//! The experts in the window: what comes from the ontology, what of it is shown, and what is done with it.

use super::app::Window;
use super::context::Target;
use super::grade_history::Moment;
use super::layout::{self, Pane};
use super::panels::grades;
use super::settings::Settings;
use crate::app::command::Command;
use crate::app::knowledge::audit::Audit;
use crate::app::knowledge::marks::Mark;
use crate::app::knowledge::table::PatternTable;
use crate::app::knowledge::work_list::WorkGame;
use crate::app::knowledge::{Deed, News, State, Waiting};
use crate::app::wiring::{self, Sources};
use crate::app::{Document, NodeKey, params_without_experts};
use crate::board::{Color, Move, Position, Rules};
use crate::engine::Limits;
use crate::ontology::concepts::Concept;
use crate::ontology::from_record::{line_to, source_of};
use crate::ontology::fusion::Operator;
use crate::ontology::store::{Change, Edit, Grade};
use crate::ontology::{Annotation, Expert, ExpertId, GameSource, Line, LineError, Record, SourceRef, TermCode};
use crate::record::{Collection, Game, NodeId, Properties, Tree, Value, known};
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// The commands that grade, the best first, with their terms.
pub const GRADES: [(Command, TermCode); 5] = [
    (Command::GradeVeryGood, TermCode::VERY_GOOD),
    (Command::GradeGood, TermCode::GOOD),
    (Command::GradeUncertain, TermCode::UNCERTAIN),
    (Command::GradeBad, TermCode::BAD),
    (Command::GradeVeryBad, TermCode::VERY_BAD),
];

/// What experts say of what is shown, as far as it may be seen.
#[derive(Clone, Debug, Default)]
pub struct Here {
    /// Who grades.
    pub me: Option<ExpertId>,
    /// On the moves that could come next.
    pub next: Vec<(Move, Mark)>,
    /// What the experts say together of each of those moves, 0 to 1.
    pub scores: Vec<(Move, f32)>,
    /// On the move shown.
    pub shown: Vec<Mark>,
    /// Grades of next moves on their way to the disk.
    pub waiting: Vec<Waiting>,
    /// Engine and others are hidden until one has graded.
    pub is_blind: bool,
}

impl Here {
    /// My own grade of a next move.
    pub fn mine(&self, mv: Move) -> Option<TermCode> {
        self.next.iter().find(|(at, mark)| *at == mv && Some(mark.expert) == self.me).map(|(_, mark)| mark.term)
    }

    /// What the experts say together of a next move, 0 to 1.
    pub fn score(&self, mv: Move) -> Option<f32> {
        self.scores.iter().find(|(at, _)| *at == mv).map(|(_, score)| *score)
    }

    /// My own grade of the move shown.
    pub fn mine_of_shown(&self) -> Option<TermCode> {
        self.shown.iter().find(|mark| Some(mark.expert) == self.me).map(|mark| mark.term)
    }
}

impl Window {
    /// Takes what came from the threads of the ontology.
    pub(super) fn hear_experts(&mut self) {
        for news in self.knowledge.poll() {
            match news {
                News::Opened => self.give_experts_to_engine(true),
                News::Failed(trouble) | News::Stuck(trouble) => self.tell_trouble(trouble),
                News::Reloaded { foreign } => {
                    self.give_experts_to_engine(true);
                    if foreign {
                        self.say(self.texts.get("trouble.reloaded").to_owned());
                    }
                }
                News::Saved { label, deed, changes, grade, step } => {
                    self.saved_in_ontology(label, deed, &changes, grade, step);
                }
                News::NotOurs(fault) => self.not_ours(fault),
                News::Refused(fault, deed, job) => self.refused(fault, deed, job),
                News::Source(source, number) => self.found_source(&source, number),
                News::Answered => {}
            }
        }
        if let Some(document) = self.session.active() {
            self.marks_done = self.marks.update(document, &self.knowledge);
        }
        self.here = self.look_around();
    }

    fn saved_in_ontology(
        &mut self,
        label: String,
        deed: Deed,
        changes: &[Change],
        grade: Option<Waiting>,
        seq: Option<i64>,
    ) {
        let shown = self.session.active_mut().map(|document| document.view());
        let concerns_shown = |grade: &Waiting| shown.as_ref().is_some_and(|v| v.position.hash() == grade.position);
        self.give_experts_to_engine(grade.as_ref().is_none_or(concerns_shown));
        if changes.is_empty() {
            if deed != Deed::Change {
                self.say(self.texts.get("experts.nothing").to_owned());
            }
            return;
        }
        let said = match (deed, &grade) {
            (Deed::Change, Some(Waiting { mv, size, mark: Some(mark), .. })) => {
                let term = grades::name_of_term(&self.texts, self.knowledge.index().terms(), mark.term);
                self.texts.fill("experts.saved", &[("move", &mv.to_gtp(*size)), ("term", &term)])
            }
            (Deed::Change, Some(Waiting { mv, size, mark: None, .. })) => {
                self.texts.fill("experts.cleared", &[("move", &mv.to_gtp(*size))])
            }
            (Deed::Change, None) => self.texts.fill("experts.changed", &[("label", &label)]),
            (Deed::Undo, _) => self.texts.fill("experts.undone", &[("label", &self.in_short(changes, &label))]),
            (Deed::Redo, _) => self.texts.fill("experts.redone", &[("label", &self.in_short(changes, &label))]),
        };
        if deed == Deed::Change {
            let name = self.in_short(changes, &label);
            self.grade_history.push(Moment::now(self.session.active()), seq, name);
        }
        self.say(said);
    }

    /// What a change is called: a single verdict by its move and term, any other by its label, which is in the
    /// language of whoever made it.
    fn in_short(&self, changes: &[Change], label: &str) -> String {
        let verdicts = changes.iter().filter_map(|change| match change.before.as_ref().or(change.after.as_ref()) {
            Some(Record::Annotation(verdict)) => Some(verdict),
            _ => None,
        });
        match verdicts.collect::<Vec<_>>().as_slice() {
            [verdict] => {
                let mv = verdict.line.last().map(|(_, mv)| mv.to_gtp(verdict.line.size())).unwrap_or_default();
                let terms = self.knowledge.index().terms();
                let term = verdict.term.map(|term| grades::name_of_term(&self.texts, terms, term));
                term.map_or(mv.clone(), |term| format!("{mv} {term}"))
            }
            _ => label.to_owned(),
        }
    }

    /// The engine feels what is known now: at once, or from the next position on.
    fn give_experts_to_engine(&mut self, at_once: bool) {
        let sources = Sources::with_experts(self.knowledge.adviser());
        self.analysis.set_priors(sources.priors, at_once);
        self.book = sources.book;
    }

    /// Verdicts are made one in another way: wherever they are shown, and in the engine at once.
    pub(super) fn set_operator(&mut self, operator: &'static dyn Operator) {
        self.knowledge.set_operator(operator);
        self.give_experts_to_engine(true);
    }

    /// Who grades, if it is somebody the ontology knows.
    pub(super) fn me(&self) -> Option<ExpertId> {
        self.memory.expert.filter(|&id| self.knowledge.expert(id).is_some())
    }

    fn look_around(&mut self) -> Here {
        let me = self.me();
        let Some(document) = self.session.active_mut() else { return Here { me, ..Here::default() } };
        let view = document.view();
        let mut next = self.knowledge.exact(&view.position);
        let mut shown = self.marks.of(view.node).to_vec();
        let here = view.position.hash();
        let waiting = self.knowledge.waiting().filter(|waiting| waiting.position == here).cloned().collect();
        let mine = |mark: &Mark| Some(mark.expert) == me;
        let graded = shown.iter().any(mine) || next.iter().any(|(_, mark)| mine(mark));
        let is_blind = self.settings.blind && self.knowledge.is_open() && !graded;
        if is_blind {
            next.clear();
            shown.clear();
        }
        let scores = if next.is_empty() { Vec::new() } else { self.knowledge.scores(&view.position) };
        Here { me, next, scores, shown, waiting, is_blind }
    }

    /// Grades a move as the chosen expert; asks who grades where nobody is chosen.
    pub(super) fn grade(&mut self, target: Target, term: Option<TermCode>) {
        match self.knowledge.state() {
            State::Open => {}
            State::Opening => return self.say(self.texts.get("experts.opening").to_owned()),
            State::Absent => return self.say(self.texts.get("experts.absent").to_owned()),
            State::Failed(why) => match self.knowledge.trouble().cloned() {
                Some(trouble) => return self.tell_trouble(trouble),
                None => return self.say(self.texts.fill("experts.failed", &[("why", why)])),
            },
        }
        let (line, before) = match self.line_of(target) {
            None => return self.say(self.texts.get("experts.no_move").to_owned()),
            Some(Err(error)) => return self.say(self.texts.fill("experts.cannot", &[("why", &error)])),
            Some(Ok(found)) => found,
        };
        let Some(expert) = self.me() else {
            self.dialogs.open_who(self.shown_node().map(|shown| (shown, target, term)));
            return;
        };
        let Some(document) = self.session.active() else { return };
        let file = document.path().map(|path| path.display().to_string()).unwrap_or_default();
        let game = source_of(document.tree(), &file);
        let source = SourceRef { id: game.id, number: line.moves().len() as u32 };
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64);
        let Some((_, mv)) = line.last() else { return };
        let grade = Grade {
            rules: Some(before.rules().name().to_owned()),
            komi: Some(before.komi()),
            source: Some(source),
            game: Some(game),
            time: now,
            ..Grade::new(expert, line, term)
        };
        self.knowledge.grade(grade, &before, mv);
    }

    /// The moves up to and with the graded one, and the position before it; `None` where there is no move.
    fn line_of(&mut self, target: Target) -> Option<Result<(Line, Position), LineError>> {
        let document = self.session.active_mut()?;
        let view = document.view();
        let tree = document.tree();
        match target {
            Target::Shown | Target::Node(_) => {
                let node = if let Target::Node(node) = target { node } else { view.node };
                if !tree.contains(node) {
                    return None;
                }
                tree.move_at(node, tree.size())?.1?;
                let before = tree.replay_to(tree.parent(node)?, Rules::JAPANESE).position;
                Some(line_to(tree, node).map(|line| (line, before)))
            }
            Target::Next(mv) => {
                let color = view.position.to_play();
                let line = line_to(tree, view.node).and_then(|line| line.with(color, mv));
                Some(line.map(|line| (line, view.position.clone())))
            }
        }
    }

    /// Chooses who grades; somebody new is added first.
    pub(super) fn set_expert(&mut self, expert: Expert) {
        self.memory.expert = Some(expert.id);
        self.settings_changed = Some(std::time::Instant::now());
        if self.knowledge.expert(expert.id).is_none() {
            let label = self.texts.fill("experts.add_label", &[("name", &expert.title())]);
            self.knowledge.write(&label, vec![Edit::Put(Record::Expert(expert))]);
        }
    }

    /// The answer of the dialog that asks who grades: chosen at once, the waiting grade when the ontology
    /// knows the expert.
    pub(super) fn who_answers(&mut self) {
        if let Some(expert) = self.dialogs.take_who() {
            self.set_expert(expert);
        }
        if self.me().is_some()
            && let Some((shown, target, term)) = self.dialogs.take_waiting_grade()
        {
            // A file that was opened meanwhile is shown now, and none of its moves was meant.
            match self.shown_node() == Some(shown) {
                true => self.grade(target, term),
                false => self.say(self.texts.get("experts.other_game").to_owned()),
            }
        }
    }

    fn shown_node(&self) -> Option<NodeKey> {
        self.session.active().map(|document| (document.id(), document.game_index(), document.current()))
    }

    // Undo

    /// Takes back what was done last: an edit of the game or a change of the ontology.
    pub(super) fn undo(&mut self) {
        let now = Moment::now(self.session.active());
        if self.knowledge.unwritten() > 0 || self.grade_history.next_undo(now).is_some() {
            self.undo_grade();
        } else if let Some(document) = self.session.active_mut() {
            document.undo();
        }
    }

    /// Makes again what was taken back last.
    pub(super) fn redo(&mut self) {
        let now = Moment::now(self.session.active());
        let has_edit = self.session.active().is_some_and(|document| document.game().next_redo().is_some());
        if self.grade_history.next_redo(now, has_edit).is_some() {
            self.redo_grade();
        } else if let Some(document) = self.session.active_mut() {
            document.redo();
        }
    }

    /// Takes the last change of the ontology back, also one of an earlier run.
    pub(super) fn undo_grade(&mut self) {
        if self.knowledge.take_back_unwritten() {
            return self.say(self.texts.get("trouble.taken_back").to_owned());
        }
        let step = self.grade_history.undo();
        self.knowledge.undo(step);
    }

    /// Makes the change of the ontology again that was last taken back.
    pub(super) fn redo_grade(&mut self) {
        self.grade_history.redo();
        self.knowledge.redo();
    }

    /// The commands of the menu of experts.
    pub(super) fn expert_command(&mut self, ctx: &egui::Context, command: Command) {
        let switch = |settings: &mut Settings, name: &str| {
            let params = settings.engine.params().0;
            let is_on = if name == "book" { params.book } else { params.experts };
            settings.engine.put(name, if is_on { "off" } else { "on" });
        };
        match command {
            Command::GradeNone => self.grade_chosen(None),
            Command::ChooseExpert => self.dialogs.open_who(None),
            Command::UndoGrade => self.undo_grade(),
            Command::RedoGrade => self.redo_grade(),
            Command::Grades => self.change(ctx, |settings| settings.grades ^= true),
            Command::Blind => self.change(ctx, |settings| settings.blind ^= true),
            Command::ExpertBias => self.change(ctx, |settings| switch(settings, "experts")),
            Command::ShowVerdicts => self.bring(Pane::Verdicts),
            Command::ShowOntology => self.bring(Pane::Ontology),
            Command::ShowAudit => self.bring(Pane::Audit),
            Command::ShowBias => self.bring(Pane::Bias),
            Command::OpenOntology | Command::OwnOntology | Command::TryOntology => {
                self.ontology_file_command(ctx, command);
            }
            Command::ExpertBook => self.change(ctx, |settings| switch(settings, "book")),
            _ => {
                if let Some((_, term)) = GRADES.into_iter().find(|(grades, _)| *grades == command) {
                    self.grade_chosen(Some(term));
                }
            }
        }
    }

    /// Shows a panel in front of its neighbours; the same again goes back to the board.
    fn bring(&mut self, pane: Pane) {
        let shown = layout::is_in_front(&self.dock, pane);
        layout::set_shown(&mut self.dock, pane, !shown || matches!(pane, Pane::Verdicts | Pane::Bias));
        if shown {
            layout::set_shown(&mut self.dock, Pane::Board, true);
        }
        self.settings_changed = Some(std::time::Instant::now());
    }

    // The ontology as a map: from verdicts to positions and games

    /// What the panel of the ontology wants to know, where it is shown.
    pub(super) fn ask_for_ontology(&mut self) -> Option<Arc<PatternTable>> {
        if !layout::is_shown(&self.dock, Pane::Ontology) {
            return None;
        }
        self.knowledge.ask_concepts(&Concept::Root);
        for concept in &self.panels.ontology.open {
            self.knowledge.ask_concepts(concept);
        }
        self.knowledge.table(&self.panels.ontology.filter)
    }

    /// The verdicts made ready for comparing, where the panel is shown.
    pub(super) fn ask_for_audit(&mut self) -> Option<Arc<Audit>> {
        if layout::is_shown(&self.dock, Pane::Audit) { self.knowledge.audit() } else { None }
    }

    /// Shows a node of any open game.
    pub(super) fn show_node(&mut self, (id, game, node): NodeKey) {
        layout::set_shown(&mut self.dock, Pane::Board, true);
        if let Some(index) = self.session.documents().iter().position(|document| document.id() == id) {
            self.session.show(index);
        }
        if let Some(document) = self.session.find_mut(id) {
            document.show_game(game);
            document.go_to(node);
        }
    }

    /// Looks through the open games for what is worth an expert's time.
    pub(super) fn look_for_work(&mut self) {
        let mut games = Vec::new();
        let mut rates = HashMap::new();
        for document in self.session.documents() {
            for (n, game) in document.collection().games.iter().enumerate() {
                let place = (document.id(), n);
                for node in game.tree().main_line() {
                    let key = (place.0, place.1, node);
                    if let Some(verdict) = self.analysis.verdict(key) {
                        rates.insert(key, verdict.winrate);
                    }
                }
                games.push(WorkGame { tree: game.tree().clone(), place });
            }
        }
        self.knowledge.look_for_work(games, rates);
    }

    // The engine without experts

    /// Keeps the second engine at what the panels want of it.
    pub(super) fn think_without_experts(&mut self, ctx: &egui::Context) {
        self.second.poll();
        let compares = layout::is_in_front(&self.dock, Pane::Bias) && self.settings.analysis && !self.here.is_blind;
        if self.second.progress().is_some() {
            return;
        }
        match self.session.active_mut().filter(|_| compares && self.has_engine) {
            Some(document) => {
                let view = document.view();
                self.start_second(ctx);
                self.second.think(&view.position, self.settings.engine.limits());
            }
            None => self.second.stop(),
        }
    }

    fn start_second(&mut self, ctx: &egui::Context) {
        if !self.second.is_started() {
            let params = params_without_experts(&self.settings.engine.params().0);
            let wake = ctx.clone();
            let engine = wiring::start_engine(params, Some(Arc::new(move || wake.request_repaint())));
            self.second.start(Box::new(engine));
        }
    }

    /// The engine without experts looks at every judged move, or stops doing so.
    pub(super) fn ask_second(&mut self, ctx: &egui::Context, begin: bool) {
        if !begin || !self.has_engine {
            self.second.stop();
            return;
        }
        let Some(audit) = self.knowledge.audit() else { return };
        let both = audit.moves.iter().filter_map(|judged| judged.positions());
        let mut positions: Vec<Position> = both.flat_map(|(before, after)| [before, after]).collect();
        let mut seen = HashSet::new();
        positions.retain(|position| seen.insert(position.hash()));
        self.start_second(ctx);
        self.second.look_through(positions, Limits::simulations(self.settings.engine.game_simulations));
    }

    /// Shows the position that a verdict is about: where the game at hand comes through it, there.
    pub(super) fn show_verdict(&mut self, verdict: &Annotation) {
        self.show_line(&verdict.line, verdict.rules.as_deref(), verdict.komi);
    }

    /// Shows the end of a sequence: in the game at hand where it has it, else in a new one.
    pub(super) fn show_line(&mut self, line: &Line, rules: Option<&str>, komi: Option<f32>) {
        layout::set_shown(&mut self.dock, Pane::Board, true);
        let found = self.session.documents().iter().enumerate().find_map(|(index, document)| {
            let tree = document.tree();
            find_line(tree, line).map(|node| (index, node))
        });
        if let Some((index, node)) = found {
            self.session.show(index);
            if let Some(document) = self.session.active_mut() {
                document.go_to(node);
            }
            return;
        }
        let mut document = Document::new(Collection::of(game_of(line, rules, komi)), None);
        document.end();
        self.session.add(document);
    }

    /// Shows the game that a verdict comes from, at its move; the file is opened where it is not.
    pub(super) fn show_source(&mut self, verdict: &Annotation) {
        let Some(source) = verdict.source else { return };
        layout::set_shown(&mut self.dock, Pane::Board, true);
        let open = self.session.documents().iter().enumerate().find_map(|(index, document)| {
            let mut games = document.collection().games.iter().enumerate();
            let game = games.find(|(_, game)| source_of(game.tree(), "").id == source.id)?.0;
            Some((index, game))
        });
        if let Some((index, game)) = open {
            self.session.show(index);
            if let Some(document) = self.session.active_mut() {
                document.show_game(game);
                match find_line(document.tree(), &verdict.line) {
                    Some(node) => document.go_to(node),
                    None => document.go_to_number(source.number),
                }
            }
            return;
        }
        self.knowledge.find_source(source);
    }

    /// The game of a verdict is known: its file is opened, and its move shown when it is there.
    fn found_source(&mut self, source: &GameSource, number: u32) {
        let path = PathBuf::from(&source.file);
        if source.file.is_empty() || !path.exists() {
            self.say(self.texts.fill("experts.no_file", &[("title", &source.title)]));
            return;
        }
        self.go_to_after_opening = Some((path.clone(), number));
        self.open(path);
        self.go_to_waiting();
    }

    /// Goes to the move that waited for its file.
    pub(super) fn go_to_waiting(&mut self) {
        let Some((path, number)) = self.go_to_after_opening.clone() else { return };
        if let Some(document) = self.session.active_mut()
            && document.path() == Some(path.as_path())
        {
            document.go_to_number(number);
            self.go_to_after_opening = None;
        }
    }
}

/// The node at which a game has come through a sequence, from its first position on.
fn find_line(tree: &Tree, line: &Line) -> Option<NodeId> {
    let first = tree.first_position(Rules::JAPANESE);
    if tree.size() != line.size()
        || !line.setup().is_empty()
        || first.board().empty_points().len() != first.board().area() as usize
    {
        return None;
    }
    let size = tree.size();
    let mut node = tree.root();
    for &(color, mv) in line.moves() {
        node = tree.children(node).find(|&child| tree.move_at(child, size) == Some((color, Some(mv))))?;
    }
    Some(node)
}

/// A game that consists of a sequence.
fn game_of(line: &Line, rules: Option<&str>, komi: Option<f32>) -> Game {
    let empty = Game::new(line.size());
    let mut root = empty.tree().properties(empty.tree().root()).clone();
    if let Some(rules) = rules {
        root = root.with(known::RU, &[Value::text(rules)]);
    }
    if let Some(komi) = komi {
        root = root.with(known::KM, &[Value::text(&komi.to_string())]);
    }
    for (color, name) in [(Color::Black, known::AB), (Color::White, known::AW)] {
        let stones: Vec<Value> = line.setup().iter().filter(|s| s.0 == color).map(|s| Value::point(s.1)).collect();
        if !stones.is_empty() {
            root = root.with(name, &stones);
        }
    }
    let mut tree = Tree::new(root);
    let mut node = tree.root();
    for &(color, mv) in line.moves() {
        node = tree.push_child(node, Properties::of_move(color, mv));
    }
    Game::from(tree)
}
