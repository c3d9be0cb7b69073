//! Where the panels are: a dock that the reader rearranges by dragging tabs, and that is remembered.

use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tiles, Tree};
use serde::{Deserialize, Serialize};

/// The panels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pane {
    /// The board, with the players above it and the way through the game below.
    Board,
    /// The variation tree.
    Variations,
    /// The games of a collection.
    Games,
    /// Candidates in a table.
    Analysis,
    /// The comment of the node.
    Comment,
    /// Win rate and score over the game.
    Graph,
    /// What the engine does and may use.
    Engine,
    /// What the engine makes of the game: accuracy, mistakes.
    Review,
    /// What experts say of the position.
    Verdicts,
    /// Who the experts are.
    Experts,
    /// Patterns and verdicts to browse.
    Ontology,
    /// Experts against each other and the engine.
    Audit,
    /// What the experts do to the search.
    Bias,
    /// Why strong players would choose a point.
    Why,
    /// Several engines side by side.
    Engines,
}

impl Pane {
    /// All panels.
    pub const ALL: [Pane; 15] = [
        Pane::Board,
        Pane::Variations,
        Pane::Games,
        Pane::Analysis,
        Pane::Comment,
        Pane::Graph,
        Pane::Engine,
        Pane::Review,
        Pane::Verdicts,
        Pane::Experts,
        Pane::Ontology,
        Pane::Audit,
        Pane::Bias,
        Pane::Why,
        Pane::Engines,
    ];

    /// The key of its title in the texts.
    pub fn text_key(self) -> &'static str {
        match self {
            Pane::Board => "pane.board",
            Pane::Variations => "pane.variations",
            Pane::Games => "pane.games",
            Pane::Analysis => "pane.analysis",
            Pane::Comment => "pane.comment",
            Pane::Graph => "pane.graph",
            Pane::Engine => "pane.engine",
            Pane::Review => "pane.review",
            Pane::Verdicts => "pane.verdicts",
            Pane::Experts => "pane.experts",
            Pane::Ontology => "pane.ontology",
            Pane::Audit => "pane.audit",
            Pane::Bias => "pane.bias",
            Pane::Why => "pane.why",
            Pane::Engines => "pane.engines",
        }
    }
}

/// The panels where they are at first: the board in the middle with the graph below it, the tree on
/// the left, what is said about the position on the right.
pub fn initial() -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let mut tabs = |panes: &[Pane]| {
        let children = panes.iter().map(|&pane| tiles.insert_pane(pane)).collect();
        tiles.insert_tab_tile(children)
    };
    let left = tabs(&[Pane::Variations, Pane::Games]);
    let board = tabs(&[Pane::Board, Pane::Ontology, Pane::Audit]);
    let graph = tabs(&[Pane::Graph]);
    let analysis = tabs(&[Pane::Analysis, Pane::Review, Pane::Engine, Pane::Engines, Pane::Bias]);
    let comment = tabs(&[Pane::Comment, Pane::Verdicts, Pane::Experts, Pane::Why]);
    let mut linear = |dir, parts: &[(TileId, f32)]| {
        let mut linear = Linear::new(dir, parts.iter().map(|&(id, _)| id).collect());
        for &(id, share) in parts {
            linear.shares.set_share(id, share);
        }
        tiles.insert_container(Container::Linear(linear))
    };
    let middle = linear(LinearDir::Vertical, &[(board, 5.2), (graph, 1.0)]);
    let right = linear(LinearDir::Vertical, &[(analysis, 1.25), (comment, 1.0)]);
    let root = linear(LinearDir::Horizontal, &[(left, 0.92), (middle, 3.0), (right, 1.3)]);
    let mut tree = Tree::new(egui::Id::unique("dock"), root, tiles);
    // Wide tables take the place of the board when they are asked for.
    set_shown(&mut tree, Pane::Ontology, false);
    set_shown(&mut tree, Pane::Audit, false);
    // Most readers have one engine.
    set_shown(&mut tree, Pane::Engines, false);
    tree
}

/// Whether every tile is found from the root, on one way only: a file may say anything, and what lies within
/// itself could not be drawn.
fn is_tree(tree: &Tree<Pane>) -> bool {
    let Some(root) = tree.root else { return false };
    let (mut seen, mut waiting) = (std::collections::HashSet::new(), vec![root]);
    while let Some(id) = waiting.pop() {
        if !seen.insert(id) {
            return false;
        }
        match tree.tiles.get(id) {
            Some(Tile::Container(container)) => waiting.extend(container.children()),
            Some(Tile::Pane(_)) => {}
            None => return false,
        }
    }
    seen.len() == tree.tiles.tiles().count()
}

/// A remembered layout, if it still has the board and every panel at most once. Panels that it lacks, as
/// one of an older program does, come to the neighbours that they have at first.
pub fn restore(mut remembered: Tree<Pane>) -> Tree<Pane> {
    let count =
        |tree: &Tree<Pane>, pane| tree.tiles.tiles().filter(|tile| matches!(tile, Tile::Pane(p) if *p == pane)).count();
    let once = Pane::ALL.into_iter().all(|pane| count(&remembered, pane) <= 1);
    if !is_tree(&remembered) || !once || count(&remembered, Pane::Board) == 0 {
        return initial();
    }
    let first = initial();
    for pane in Pane::ALL.into_iter().filter(|&pane| count(&remembered, pane) == 0).collect::<Vec<_>>() {
        let neighbours = tabs_of(&first, pane).into_iter().chain([Pane::Board]);
        let Some(home) = neighbours.filter_map(|pane| tab_tile_of(&remembered, pane)).next() else { return initial() };
        let id = remembered.tiles.insert_pane(pane);
        if let Some(Tile::Container(Container::Tabs(tabs))) = remembered.tiles.get_mut(home) {
            tabs.children.push(id);
        }
        set_visible(&mut remembered, pane, is_shown(&first, pane));
    }
    remembered
}

/// The container of the tabs in which a panel stands.
fn tab_tile_of(tree: &Tree<Pane>, pane: Pane) -> Option<TileId> {
    let id = tile_of(tree, pane)?;
    let holds =
        |tile: &Tile<Pane>| matches!(tile, Tile::Container(Container::Tabs(tabs)) if tabs.children.contains(&id));
    tree.tiles.iter().find(|(_, tile)| holds(tile)).map(|(&id, _)| id)
}

/// The panels that share their tabs with one.
fn tabs_of(tree: &Tree<Pane>, pane: Pane) -> Vec<Pane> {
    let same = |other: &Pane| *other != pane && tab_tile_of(tree, *other) == tab_tile_of(tree, pane);
    Pane::ALL.into_iter().filter(same).collect()
}

/// The tile of a panel.
pub fn tile_of(tree: &Tree<Pane>, pane: Pane) -> Option<TileId> {
    tree.tiles.find_pane(&pane)
}

/// Whether a panel is to be seen, or would be after a click on its tab.
pub fn is_shown(tree: &Tree<Pane>, pane: Pane) -> bool {
    tile_of(tree, pane).is_some_and(|id| tree.tiles.is_visible(id))
}

/// Whether a panel is to be seen now, in front of the others of its tabs.
pub fn is_in_front(tree: &Tree<Pane>, pane: Pane) -> bool {
    let Some(id) = tile_of(tree, pane).filter(|&id| tree.tiles.is_visible(id)) else { return false };
    tree.active_tiles().contains(&id)
}

/// Shows or hides a panel; a shown one comes to the front of its tabs.
pub fn set_shown(tree: &mut Tree<Pane>, pane: Pane, shown: bool) {
    set_visible(tree, pane, shown);
    if let Some(id) = tile_of(tree, pane).filter(|_| shown) {
        tree.make_active(|tile, _| tile == id);
    }
}

/// Shows or hides a panel where it is.
fn set_visible(tree: &mut Tree<Pane>, pane: Pane, visible: bool) {
    if let Some(id) = tile_of(tree, pane) {
        tree.set_visible(id, visible);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_survives_its_file_and_a_broken_one_is_replaced() {
        let mut tree = initial();
        set_shown(&mut tree, Pane::Games, false);
        let text = serde_json::to_string(&tree).unwrap();
        let back = restore(serde_json::from_str(&text).unwrap());
        assert!(!is_shown(&back, Pane::Games) && is_shown(&back, Pane::Board));
        let mut broken = initial();
        let board = tile_of(&broken, Pane::Board).unwrap();
        broken.tiles.remove(board);
        assert!(is_shown(&restore(broken), Pane::Board));
        for pane in Pane::ALL {
            assert!(tile_of(&initial(), pane).is_some(), "{pane:?}");
        }
    }

    #[test]
    fn a_layout_that_lies_within_itself_is_replaced() {
        let mut endless = initial();
        let root = endless.root.unwrap();
        if let Some(Tile::Container(Container::Linear(linear))) = endless.tiles.get_mut(root) {
            linear.children.push(root);
        }
        assert!(is_tree(&initial()) && !is_tree(&endless));
        assert!(is_tree(&restore(endless)));
    }

    #[test]
    fn panels_that_an_older_layout_lacks_find_their_neighbours() {
        let mut old = initial();
        set_shown(&mut old, Pane::Games, false);
        for pane in [Pane::Verdicts, Pane::Ontology] {
            let id = tile_of(&old, pane).unwrap();
            let home = tab_tile_of(&old, pane).unwrap();
            if let Some(Tile::Container(Container::Tabs(tabs))) = old.tiles.get_mut(home) {
                tabs.children.retain(|child| *child != id);
            }
            old.tiles.remove(id);
        }
        let new = restore(old);
        assert!(!is_shown(&new, Pane::Games), "the rest is as it was");
        assert!(is_shown(&new, Pane::Verdicts) && !is_shown(&new, Pane::Ontology));
        assert_eq!(tab_tile_of(&new, Pane::Verdicts), tab_tile_of(&new, Pane::Comment));
        assert_eq!(tab_tile_of(&new, Pane::Ontology), tab_tile_of(&new, Pane::Board));
        assert!(is_in_front(&new, Pane::Board) && is_in_front(&new, Pane::Comment), "nothing comes to the front");
    }
}
