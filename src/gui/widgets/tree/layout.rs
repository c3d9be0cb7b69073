//! Where the nodes of a tree are drawn: one row for each step from the root, the main line in the
//! first column, each variation in the first column where all of it fits.

use crate::record::{NodeId, Tree};
use std::collections::HashSet;
use std::ops::RangeInclusive;

const NOWHERE: u32 = u32::MAX;

/// The places of all nodes that are shown. Finding what lies in a window costs what lies there.
#[derive(Debug, Default)]
pub struct Layout {
    /// Column and row by the index of the node.
    places: Vec<(u32, u32)>,
    numbers: Vec<u32>,
    /// Nodes row by row, by column within a row.
    order: Vec<(u32, NodeId)>,
    row_starts: Vec<usize>,
    /// Horizontal lines from a node with variations to the last of them: row, from, to.
    rails: Vec<(u32, u32, u32)>,
    columns: u32,
}

impl Layout {
    /// Lays out a tree; what is below collapsed nodes is left out.
    pub fn new(tree: &Tree, collapsed: &HashSet<NodeId>) -> Layout {
        let mut layout = Layout {
            places: vec![(NOWHERE, NOWHERE); tree.arena_len()],
            numbers: vec![0; tree.arena_len()],
            ..Layout::default()
        };
        // From each column on, the first row that is taken, seen from above. Lines are placed from the
        // deepest branch up, so that a line fits where it ends above that row.
        let mut taken: Vec<u32> = Vec::new();
        // Lines to place: their first node, its row, and the column of the node they leave.
        let mut waiting = vec![(tree.root(), 0u32, 0u32)];
        let mut last_column_below: Vec<u32> = vec![0; tree.arena_len()];
        while let Some((start, row, least)) = waiting.pop() {
            let parent = tree.parent(start);
            let mut number = parent.map_or(0, |parent| layout.numbers[parent.index()]);
            let mut line = Vec::new();
            let mut node = Some(start);
            while let Some(at) = node {
                number += u32::from(tree.properties(at).move_text().is_some());
                layout.numbers[at.index()] = number;
                line.push(at);
                node = if collapsed.contains(&at) { None } else { tree.first_child(at) };
            }
            let end = row + line.len() as u32 - 1;
            // Later variations of the same node stand to the right of earlier ones.
            let least = parent.map_or(least, |parent| least.max(last_column_below[parent.index()] + 1));
            let column = (least..).find(|&c| taken.get(c as usize).is_none_or(|&from| from > end)).unwrap_or(least);
            if taken.len() <= column as usize {
                taken.resize(column as usize + 1, NOWHERE);
            }
            // The line that leads here comes along the row above.
            let from = row.saturating_sub(1);
            for entry in &mut taken[least as usize..=column as usize] {
                *entry = (*entry).min(if parent.is_some() { from } else { 0 });
            }
            if let Some(parent) = parent {
                last_column_below[parent.index()] = column;
            }
            layout.columns = layout.columns.max(column + 1);
            for (i, &at) in line.iter().enumerate() {
                layout.places[at.index()] = (column, row + i as u32);
            }
            for (i, &at) in line.iter().enumerate() {
                if collapsed.contains(&at) {
                    continue;
                }
                // Deeper ones and earlier siblings come off the pile first.
                let others: Vec<NodeId> = tree.children(at).skip(1).collect();
                waiting.extend(others.into_iter().rev().map(|child| (child, row + i as u32 + 1, column + 1)));
            }
        }
        layout.sort(tree, &last_column_below);
        layout
    }

    fn sort(&mut self, tree: &Tree, last_column_below: &[u32]) {
        let rows = self.places.iter().filter(|p| p.1 != NOWHERE).map(|p| p.1 as usize + 1).max().unwrap_or(0);
        // Counting sort by row; the walk then leaves each row to be sorted by column.
        let mut counts = vec![0usize; rows + 1];
        let shown: Vec<NodeId> = tree.iter().filter(|id| self.places[id.index()].1 != NOWHERE).collect();
        for id in &shown {
            counts[self.places[id.index()].1 as usize + 1] += 1;
        }
        for row in 0..rows {
            counts[row + 1] += counts[row];
        }
        self.row_starts = counts.clone();
        self.order = vec![(0, tree.root()); shown.len()];
        let mut next = counts;
        for id in shown {
            let (column, row) = self.places[id.index()];
            self.order[next[row as usize]] = (column, id);
            next[row as usize] += 1;
            let last = last_column_below[id.index()];
            if last > column + 1 {
                self.rails.push((row, column, last - 1));
            }
        }
        for row in 0..rows {
            self.order[self.row_starts[row]..self.row_starts[row + 1]].sort_unstable();
        }
        self.rails.sort_unstable();
    }

    /// Columns and rows in use.
    pub fn size(&self) -> (u32, u32) {
        (self.columns, self.row_starts.len().saturating_sub(1) as u32)
    }

    /// Column and row of a node, unless it is hidden.
    pub fn place(&self, node: NodeId) -> Option<(u32, u32)> {
        self.places.get(node.index()).copied().filter(|&(column, _)| column != NOWHERE)
    }

    /// Moves played up to a node.
    pub fn number(&self, node: NodeId) -> u32 {
        self.numbers.get(node.index()).copied().unwrap_or(0)
    }

    /// The node in a place.
    pub fn at(&self, column: u32, row: u32) -> Option<NodeId> {
        self.row(row, column..=column).next().map(|(node, _)| node)
    }

    /// The nodes of a row within some columns.
    pub fn row(&self, row: u32, columns: RangeInclusive<u32>) -> impl Iterator<Item = (NodeId, u32)> {
        let row = row as usize;
        let range = match (self.row_starts.get(row), self.row_starts.get(row + 1)) {
            (Some(&start), Some(&end)) => &self.order[start..end],
            _ => &[],
        };
        let first = range.partition_point(|&(column, _)| column < *columns.start());
        let last = *columns.end();
        range[first..].iter().take_while(move |&&(column, _)| column <= last).map(|&(column, node)| (node, column))
    }

    /// The parts of the rails of a row that lie within some columns.
    pub fn rails(&self, row: u32, columns: RangeInclusive<u32>) -> impl Iterator<Item = (u32, u32)> {
        let first = self.rails.partition_point(|&(r, ..)| r < row);
        let (left, right) = columns.into_inner();
        let of_row = self.rails[first..].iter().take_while(move |&&(r, ..)| r == row);
        of_row
            .filter(move |&&(_, from, to)| to >= left && from <= right)
            .map(move |&(_, from, to)| (from.max(left.saturating_sub(1)), to.min(right + 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Move, Point};
    use crate::record::Properties;
    use crate::util::rng::FastRng;

    fn child(tree: &mut Tree, parent: NodeId, i: usize) -> NodeId {
        let point = Point::new((i % 19) as u8, (i / 19 % 19) as u8);
        tree.push_child(parent, Properties::of_move(Color::Black, Move::Play(point)))
    }

    #[test]
    fn no_two_nodes_share_a_place_and_children_are_one_row_below() {
        let mut rng = FastRng::new(7);
        for round in 0..60 {
            let mut tree = Tree::default();
            let mut nodes = vec![tree.root()];
            for i in 0..200 {
                // Mostly onwards from a recent node, sometimes from anywhere.
                let back = if rng.below(4) == 0 { nodes.len() as u32 } else { 1 + rng.below(2) };
                let parent = nodes[nodes.len() - 1 - rng.below(back.min(nodes.len() as u32)) as usize];
                nodes.push(child(&mut tree, parent, i));
            }
            let layout = Layout::new(&tree, &HashSet::new());
            let mut seen = HashSet::new();
            for &node in &nodes {
                let (column, row) = layout.place(node).unwrap();
                assert!(seen.insert((column, row)), "round {round}: two nodes at column {column}, row {row}");
                assert_eq!(row as usize, tree.depth(node));
                assert_eq!(layout.at(column, row), Some(node));
                if let Some(parent) = tree.parent(node) {
                    let (above, _) = layout.place(parent).unwrap();
                    let first = tree.first_child(parent) == Some(node);
                    assert!(if first { column == above } else { column > above });
                }
            }
            assert!(tree.main_line().all(|node| layout.place(node).unwrap().0 == 0));
        }
    }

    #[test]
    fn folded_nodes_hide_what_is_below() {
        let mut tree = Tree::default();
        let a = child(&mut tree, NodeId::clone(&Tree::default().root()), 0);
        let b = child(&mut tree, a, 1);
        let layout = Layout::new(&tree, &HashSet::from([a]));
        assert!(layout.place(a).is_some() && layout.place(b).is_none());
        assert_eq!(layout.size(), (1, 2));
    }

    #[test]
    fn fifty_thousand_nodes_of_every_shape_are_laid_out_in_no_time() {
        let line = |i: usize| i;
        let bush = |_: usize| 0;
        let comb = |i: usize| i - i % 2;
        for (name, parent) in [("line", &line as &dyn Fn(usize) -> usize), ("bush", &bush), ("comb", &comb)] {
            let mut tree = Tree::default();
            let mut nodes = vec![tree.root()];
            for i in 0..50_000 {
                let parent = nodes[parent(i)];
                nodes.push(child(&mut tree, parent, i));
            }
            let started = std::time::Instant::now();
            let layout = Layout::new(&tree, &HashSet::new());
            assert!(started.elapsed().as_secs_f32() < 2.0, "{name} took {:?}", started.elapsed());
            assert_eq!(layout.order.len(), 50_001, "{name}");
            assert_eq!(layout.row(1, 3..=9).count(), if name == "bush" { 7 } else { 0 }, "{name}");
        }
    }
}
