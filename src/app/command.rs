//! The one list of commands: menus, keys, the palette, the key help and the tests all walk it.
//!
//! A command's name and help are texts of the window under `command.<id>`; its keys here are the
//! defaults, which the reader can change. What a command does is in the window's `execute`.

/// The menus of the window, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Menu {
    /// Files and the program.
    File,
    /// Changes of the game.
    Edit,
    /// Ways through the game.
    Go,
    /// What is shown.
    View,
    /// The engine.
    Engine,
    /// What experts say.
    Experts,
    /// Help.
    Help,
}

impl Menu {
    /// All menus in order.
    pub const ALL: [Menu; 7] = [Menu::File, Menu::Edit, Menu::Go, Menu::View, Menu::Engine, Menu::Experts, Menu::Help];

    /// The key of its title in the texts.
    pub fn text_key(self) -> &'static str {
        match self {
            Menu::File => "menu.file",
            Menu::Edit => "menu.edit",
            Menu::Go => "menu.go",
            Menu::View => "menu.view",
            Menu::Engine => "menu.engine",
            Menu::Experts => "menu.experts",
            Menu::Help => "menu.help",
        }
    }
}

/// What a command is called, where it stands and which keys it has.
#[derive(Debug)]
pub struct CommandSpec {
    /// The command.
    pub command: Command,
    /// Its name in settings files and texts.
    pub id: &'static str,
    /// The keys it has unless the reader chose others; the first one is shown in menus.
    pub keys: &'static [&'static str],
    /// Where it stands.
    pub menu: Menu,
    /// Commands of the same number stand together; a line divides them from the next.
    pub group: u8,
}

macro_rules! commands {
    ($($(#[$doc:meta])+ $name:ident = $id:literal, $menu:ident $group:literal, [$($key:literal),*];)+) => {
        /// Everything that can be done without saying more.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Command { $($(#[$doc])+ $name,)+ }

        /// All commands, in the order of the menus.
        pub static COMMANDS: &[CommandSpec] = &[$(CommandSpec {
            command: Command::$name, id: $id, keys: &[$($key),*], menu: Menu::$menu, group: $group,
        },)+];
    };
}

commands! {
    /// A new game, by a dialog.
    New = "new", File 0, ["Ctrl+N"];
    /// Opens files, by a dialog.
    Open = "open", File 0, ["Ctrl+O"];
    /// Saves to the file it came from.
    Save = "save", File 1, ["Ctrl+S"];
    /// Saves to another file.
    SaveAs = "save_as", File 1, ["Ctrl+Shift+S"];
    /// A report of the analysed game as a page.
    SaveReport = "save_report", File 1, ["Ctrl+P"];
    /// The game as SGF to the clipboard.
    CopySgf = "copy_sgf", File 2, ["Ctrl+C"];
    /// A game from the clipboard.
    PasteSgf = "paste_sgf", File 2, ["Ctrl+V"];
    /// The settings window.
    Settings = "settings", File 3, ["Ctrl+Comma"];
    /// Closes the game.
    Close = "close", File 4, ["Ctrl+W"];
    /// Ends the program.
    Quit = "quit", File 4, ["Ctrl+Q"];

    /// Takes the last edit back.
    Undo = "undo", Edit 0, ["Ctrl+Z"];
    /// Does it again.
    Redo = "redo", Edit 0, ["Ctrl+Shift+Z", "Ctrl+Y"];
    /// The game info window.
    GameInfo = "game_info", Edit 1, ["Ctrl+I"];
    /// To the comment field.
    EditComment = "edit_comment", Edit 1, ["Tab", "Ctrl+M"];
    /// A pass.
    Pass = "pass", Edit 2, ["P"];
    /// The side to move gives up.
    Resign = "resign", Edit 2, [];
    /// The other player moves next.
    SwitchTurn = "switch_turn", Edit 2, ["Ctrl+T"];
    /// The node and all below it.
    DeleteNode = "delete_node", Edit 3, ["Ctrl+Delete"];
    /// The node and all below it, kept for pasting.
    CutBranch = "cut_branch", Edit 3, ["Alt+X"];
    /// A copy of it, kept for pasting.
    CopyBranch = "copy_branch", Edit 3, ["Alt+C"];
    /// What was cut or copied becomes a variation here.
    PasteBranch = "paste_branch", Edit 3, ["Alt+V"];
    /// This line becomes the main line.
    MainLine = "main_line", Edit 3, ["Shift+B"];
    /// One place up among the variations.
    VariationUp = "variation_up", Edit 3, ["Ctrl+Shift+U"];
    /// One place down among the variations.
    VariationDown = "variation_down", Edit 3, ["Ctrl+Shift+D"];
    /// All marks of the node away.
    ClearMarks = "clear_marks", Edit 3, [];
    /// The bar of edit tools.
    EditTools = "edit_tools", Edit 4, ["Ctrl+E"];
    /// Tool: play.
    ToolPlay = "tool_play", Edit 4, ["Ctrl+1"];
    /// Tool: black stones.
    ToolBlack = "tool_black", Edit 4, ["Ctrl+2"];
    /// Tool: white stones.
    ToolWhite = "tool_white", Edit 4, ["Ctrl+3"];
    /// Tool: erase.
    ToolErase = "tool_erase", Edit 4, ["Ctrl+4"];
    /// Tool: triangle.
    ToolTriangle = "tool_triangle", Edit 4, ["Ctrl+5"];
    /// Tool: square.
    ToolSquare = "tool_square", Edit 4, ["Ctrl+6"];
    /// Tool: circle.
    ToolCircle = "tool_circle", Edit 4, ["Ctrl+7"];
    /// Tool: cross.
    ToolCross = "tool_cross", Edit 4, ["Ctrl+8"];
    /// Tool: letters.
    ToolLetter = "tool_letter", Edit 4, ["Ctrl+9"];
    /// Tool: numbers.
    ToolNumber = "tool_number", Edit 4, [];
    /// Tool: arrows.
    ToolArrow = "tool_arrow", Edit 4, [];
    /// Tool: lines.
    ToolLine = "tool_line", Edit 4, [];
    /// Tool: dim.
    ToolDim = "tool_dim", Edit 4, [];
    /// Tool: Black's territory.
    ToolTerritoryBlack = "tool_territory_black", Edit 4, [];
    /// Tool: White's territory.
    ToolTerritoryWhite = "tool_territory_white", Edit 4, [];

    /// One move forward.
    Forward = "forward", Go 0, ["Right"];
    /// One move back.
    Back = "back", Go 0, ["Left"];
    /// Ten moves forward.
    ForwardTen = "forward_ten", Go 0, ["PageDown", "Shift+Right"];
    /// Ten moves back.
    BackTen = "back_ten", Go 0, ["PageUp", "Shift+Left"];
    /// To the first position.
    Start = "start", Go 0, ["Home"];
    /// To the end of the line.
    End = "end", Go 0, ["End"];
    /// The next variation.
    NextVariation = "next_variation", Go 1, ["Down"];
    /// The variation before.
    PreviousVariation = "previous_variation", Go 1, ["Up"];
    /// Back to where the line left the main line.
    BackToMain = "back_to_main", Go 1, ["Ctrl+Home"];
    /// Hides or shows what follows in the tree.
    FoldBranch = "fold_branch", Go 1, ["F"];
    /// The next comment.
    NextComment = "next_comment", Go 2, ["Ctrl+Shift+Right"];
    /// The comment before.
    PreviousComment = "previous_comment", Go 2, ["Ctrl+Shift+Left"];
    /// The next mistake.
    NextMistake = "next_mistake", Go 2, ["N"];
    /// The mistake before.
    PreviousMistake = "previous_mistake", Go 2, ["Shift+N"];
    /// A move by its number.
    GoToMove = "go_to_move", Go 2, ["Ctrl+G"];
    /// The next game of the collection.
    NextGame = "next_game", Go 3, ["Ctrl+PageDown"];
    /// The game before in the collection.
    PreviousGame = "previous_game", Go 3, ["Ctrl+PageUp"];
    /// The next tab.
    NextTab = "next_tab", Go 3, ["Ctrl+Tab"];
    /// The tab before.
    PreviousTab = "previous_tab", Go 3, ["Ctrl+Shift+Tab"];

    /// A cursor on the board for the keyboard.
    BoardCursor = "board_cursor", Go 4, ["K"];
    /// The cursor one point to the left of the screen.
    CursorLeft = "cursor_left", Go 4, ["Alt+Left"];
    /// To the right.
    CursorRight = "cursor_right", Go 4, ["Alt+Right"];
    /// Up.
    CursorUp = "cursor_up", Go 4, ["Alt+Up"];
    /// Down.
    CursorDown = "cursor_down", Go 4, ["Alt+Down"];
    /// Plays at the cursor, or uses the tool there.
    CursorUse = "cursor_use", Go 4, ["Alt+Enter"];
    /// To the move that put the stone under the cursor.
    CursorStone = "cursor_stone", Go 4, ["Alt+Home"];

    /// Coordinates.
    Coordinates = "coordinates", View 0, ["C"];
    /// Move numbers: none, the last ones, all.
    MoveNumbers = "move_numbers", View 0, ["M"];
    /// Rings where the game goes on.
    NextMoves = "next_moves", View 0, ["V"];
    /// A quarter turn.
    Rotate = "rotate", View 1, ["Ctrl+R"];
    /// Left and right exchanged.
    Flip = "flip", View 1, ["Ctrl+Shift+R"];
    /// The next theme.
    NextTheme = "next_theme", View 2, ["F9"];
    /// Larger.
    ZoomIn = "zoom_in", View 3, ["Ctrl+Plus", "Ctrl+Equals"];
    /// Smaller.
    ZoomOut = "zoom_out", View 3, ["Ctrl+Minus"];
    /// As large as usual.
    ZoomReset = "zoom_reset", View 3, ["Ctrl+0"];
    /// The whole screen.
    FullScreen = "full_screen", View 3, ["F11"];
    /// The panels where they were at first.
    ResetLayout = "reset_layout", View 4, [];

    /// The engine thinks, or rests.
    Analysis = "analysis", Engine 0, ["Space"];
    /// Several engines side by side.
    ShowEngines = "show_engines", Engine 0, ["E"];
    /// Sets an engine of others up.
    SetUpEngine = "set_up_engine", Engine 0, [];
    /// The engine's best move is played.
    PlayBest = "play_best", Engine 1, ["Comma"];
    /// The engine moves for the side to move.
    EngineMove = "engine_move", Engine 1, ["Enter"];
    /// The engine plays both sides.
    EngineSelf = "engine_self", Engine 1, ["Ctrl+Enter"];
    /// Every move of the game, one after the other.
    AnalyseGame = "analyse_game", Engine 1, ["Ctrl+Shift+A"];
    /// What the engine said goes into the game.
    StoreAnalysis = "store_analysis", Engine 1, [];
    /// What the engine said is taken out of the game.
    ClearAnalysis = "clear_analysis", Engine 1, [];
    /// The line of a candidate becomes a variation.
    AddLine = "add_line", Engine 1, ["L"];
    /// One move less of the line of a candidate.
    LineShorter = "line_shorter", Engine 1, ["OpenBracket"];
    /// One move more of it.
    LineLonger = "line_longer", Engine 1, ["CloseBracket"];
    /// Candidates on the board.
    Candidates = "candidates", Engine 2, ["A"];
    /// Ownership on the board.
    Ownership = "ownership", Engine 2, ["O"];
    /// Priors on the board.
    PriorMap = "prior_map", Engine 2, ["Shift+P"];
    /// RAVE on the board.
    RaveMap = "rave_map", Engine 2, ["Shift+R"];
    /// Estimates of moves now and a turn ago.
    ScoreMap = "score_map", Engine 2, ["Shift+S"];
    /// The panel that tells why.
    ShowWhy = "show_why", Engine 2, ["Y"];
    /// All hints away while the key is held.
    HideHints = "hide_hints", Engine 2, ["Z"];

    /// The move shown is very good.
    GradeVeryGood = "grade_very_good", Experts 0, ["1"];
    /// The move shown is good.
    GradeGood = "grade_good", Experts 0, ["2"];
    /// The move shown is uncertain.
    GradeUncertain = "grade_uncertain", Experts 0, ["3"];
    /// The move shown is bad.
    GradeBad = "grade_bad", Experts 0, ["4"];
    /// The move shown is very bad.
    GradeVeryBad = "grade_very_bad", Experts 0, ["5"];
    /// The grade of the move shown away.
    GradeNone = "grade_none", Experts 0, ["0"];
    /// Who grades.
    ChooseExpert = "choose_expert", Experts 1, ["Ctrl+Shift+E"];
    /// Takes the last change of the ontology back.
    UndoGrade = "undo_grade", Experts 1, [];
    /// Makes it again.
    RedoGrade = "redo_grade", Experts 1, [];
    /// Grades on the board.
    Grades = "grades", Experts 2, ["G"];
    /// Engine and others hidden until one has graded.
    Blind = "blind", Experts 2, ["Ctrl+B"];
    /// The engine feels the experts.
    ExpertBias = "expert_bias", Experts 3, ["B"];
    /// The engine plays confirmed moves at once.
    ExpertBook = "expert_book", Experts 3, [];
    /// The panel of verdicts.
    ShowVerdicts = "show_verdicts", Experts 4, ["F6"];
    /// The ontology to browse.
    ShowOntology = "show_ontology", Experts 4, ["F7"];
    /// Experts against each other and the engine.
    ShowAudit = "show_audit", Experts 4, ["Shift+F7"];
    /// What the experts do to the search.
    ShowBias = "show_bias", Experts 4, ["Shift+F6"];

    /// Another file of verdicts.
    OpenOntology = "open_ontology", Experts 5, [];
    /// Back to the reader's own file.
    OwnOntology = "own_ontology", Experts 5, [];
    /// The file again, after trouble with it.
    TryOntology = "try_ontology", Experts 5, [];

    /// Every command by a few letters.
    Palette = "palette", Help 0, ["Ctrl+K"];
    /// All keys.
    Keys = "keys", Help 0, ["F1", "X"];
    /// The welcome.
    Welcome = "welcome", Help 1, [];
    /// The sample game.
    Sample = "sample", Help 1, [];
    /// What this is.
    About = "about", Help 1, [];
}

impl Command {
    /// Its line in the list.
    pub fn spec(self) -> &'static CommandSpec {
        COMMANDS.iter().find(|spec| spec.command == self).expect("the macro lists every command")
    }

    /// The command with this id.
    pub fn from_id(id: &str) -> Option<Command> {
        COMMANDS.iter().find(|spec| spec.id == id).map(|spec| spec.command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn ids_and_default_keys_are_unique_and_groups_in_order() {
        let mut ids = HashMap::new();
        let mut keys = HashMap::new();
        for spec in COMMANDS {
            assert_eq!(ids.insert(spec.id, spec.command), None, "two commands are called {}", spec.id);
            for key in spec.keys {
                assert_eq!(keys.insert(*key, spec.id), None, "{key} is given to two commands, one is {}", spec.id);
            }
            assert_eq!(Command::from_id(spec.id), Some(spec.command));
            assert_eq!(spec.command.spec().id, spec.id);
        }
        assert!(COMMANDS.iter().map(|spec| (spec.menu, spec.group)).is_sorted());
    }
}
