//! Turns the tree of a running search into plain data.

use super::snapshot::{Candidate, Snapshot};
use super::tree::{Node, NodeId};
use super::worker::Shared;
use crate::board::Move;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// The longest line shown.
const LINE: usize = 24;

/// What the search thinks now.
pub fn snapshot(shared: &Shared<'_>, start: Instant, done: u64, running: bool) -> Snapshot {
    let arena = shared.arena;
    let root = arena.node(shared.root);
    let position = shared.position;
    let knowledge: f32 = arena.children(shared.root).iter().map(appeal).sum();
    let mut children: Vec<(NodeId, &Node)> = arena.children_with_ids(shared.root).collect();
    children.sort_by(|a, b| rank(b.1).total_cmp(&rank(a.1)));
    let candidates = children
        .iter()
        .map(|&(id, node)| {
            let (visits, wins) = node.tally.get();
            let (rave_visits, rave_wins) = node.rave.get();
            let (prior_wins, prior_visits) = node.prior();
            let (expert_wins, expert_visits) = node.expert();
            let (score, score_spread) = node.score();
            let (line, line_visits) = line(shared, id).into_iter().unzip();
            Candidate {
                mv: node.mv(),
                visits: visits as u32,
                win_rate: share(wins, visits),
                score,
                score_spread,
                rave: (share(rave_wins, rave_visits), rave_visits as u32),
                prior: (share(prior_wins, prior_visits), prior_visits),
                expert: (share(expert_wins, expert_visits), expert_visits),
                policy: if knowledge > 0.0 { appeal(node) / knowledge } else { 0.0 },
                line,
                line_visits,
            }
        })
        .collect();
    let (visits, losses) = root.tally.get();
    let (score, score_spread) = root.score();
    let (ownership, criticality) = shared.tallies.maps(position.size());
    Snapshot {
        position: position.hash(),
        size: position.size(),
        to_play: position.to_play(),
        candidates,
        visits: visits as u32,
        // The root's rewards are those of the player who moved to it.
        win_rate: 1.0 - share(losses, visits),
        score,
        score_spread,
        ownership,
        criticality,
        simulations: done + shared.begun.load(Ordering::Relaxed),
        elapsed: start.elapsed(),
        depth: shared.tallies.deepest(),
        nodes: arena.len(),
        memory: arena.bytes(),
        running,
    }
}

fn share(wins: f32, visits: f32) -> f32 {
    if visits > 0.0 { (wins / visits).clamp(0.0, 1.0) } else { 0.5 }
}

/// Most visited first; among equals the better one.
fn rank(node: &Node) -> f32 {
    let (visits, wins) = node.tally.get();
    visits + share(wins, visits) * 0.5
}

/// How much knowledge speaks for a move: sharpened, so that the best ones stand out.
fn appeal(node: &Node) -> f32 {
    let (wins, visits) = node.prior();
    share(wins, visits).powi(4) * visits
}

/// The moves that are expected from a child of the root on, each with its simulations.
fn line(shared: &Shared<'_>, first: NodeId) -> Vec<(Move, u32)> {
    let arena = shared.arena;
    let told = |node: &Node| (node.mv(), node.tally.visits());
    let mut line = vec![told(arena.node(first))];
    let mut id = first;
    while line.len() < LINE {
        let next = arena.children_with_ids(id).max_by(|a, b| rank(a.1).total_cmp(&rank(b.1)));
        match next {
            Some((child, node)) if node.tally.visits() > 1 => {
                line.push(told(node));
                id = child;
            }
            _ => break,
        }
    }
    line
}
