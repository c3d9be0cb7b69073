//! The protocol of the search tree under loom: every order in which two threads can take their steps,
//! and every value that a relaxed load may see.

use fuzeki_loom::board::{Move, Point};
use fuzeki_loom::engine::tree::{Arena, Growth, NodeId, REWARD};
use loom::sync::Arc;
use loom::thread;

/// Children of a family in these models.
const COUNT: u32 = 2;

/// A tree of one node, with room for so many chunks.
fn tree(chunks: usize) -> (Arc<Arena>, NodeId) {
    let arena = Arena::new(chunks * Arena::CHUNK_BYTES);
    let root = arena.allocate(1).unwrap();
    arena.node(root).reset(Move::Pass, (0.0, 0.0), (0.0, 0.0), 0.0);
    (Arc::new(arena), root)
}

fn child(n: u32) -> Move {
    Move::Play(Point::new(n as u8, 0))
}

/// What a worker does with a leaf: one grows it, the others go on without. True for who grew.
fn grow(arena: &Arena, id: NodeId) -> bool {
    let node = arena.node(id);
    if node.growth() != Growth::Leaf || !node.claim() {
        return false;
    }
    let Some(first) = arena.allocate(COUNT) else {
        node.give_up();
        return false;
    };
    for (n, fresh) in arena.family(first, COUNT).iter().enumerate() {
        fresh.reset(child(n as u32), (n as f32, 10.0), (0.0, 0.0), 0.5);
    }
    node.publish(first, COUNT);
    true
}

/// One simulation of a worker: a visit with its virtual loss at once, the reward later.
fn simulate(arena: &Arena, root: NodeId, at: usize, reward: u32, virtual_loss: u32) {
    arena.node(root).tally.visit(1);
    if let Some(child) = arena.children(root).get(at) {
        child.tally.visit(virtual_loss);
        child.tally.reward(reward, virtual_loss - 1);
    }
    arena.node(root).tally.reward(REWARD - reward, 0);
}

#[test]
fn one_thread_grows_a_leaf_and_all_see_finished_children() {
    loom::model(|| {
        let (arena, root) = tree(1);
        let other = {
            let arena = arena.clone();
            thread::spawn(move || grow(&arena, root))
        };
        let mine = grow(&arena, root);
        // Whoever sees children sees their moves and knowledge as they were written.
        for (n, node) in arena.children(root).iter().enumerate() {
            assert_eq!(node.mv(), child(n as u32));
            assert_eq!(node.prior(), (n as f32, 10.0));
            assert_eq!(node.bias(), 0.5);
            assert_eq!(node.tally.visits(), 0);
        }
        let theirs = other.join().unwrap();
        assert!(mine != theirs, "exactly one grows");
        assert_eq!(arena.children(root).len(), COUNT as usize);
        assert_eq!(arena.len(), 1 + COUNT as usize, "one family was handed out");
    });
}

#[test]
fn no_visit_and_no_reward_is_lost() {
    loom::model(|| {
        let (arena, root) = tree(1);
        grow(&arena, root);
        let other = {
            let arena = arena.clone();
            thread::spawn(move || simulate(&arena, root, 0, REWARD, 3))
        };
        simulate(&arena, root, 0, 0, 3);
        other.join().unwrap();
        let child = &arena.children(root)[0];
        assert_eq!(child.tally.get(), (2.0, 1.0), "virtual losses are taken back");
        assert_eq!(arena.node(root).tally.get(), (2.0, 1.0));
    });
}

#[test]
fn a_thread_on_its_way_makes_the_move_look_worse_never_better() {
    loom::model(|| {
        let (arena, root) = tree(1);
        grow(&arena, root);
        let other = {
            let arena = arena.clone();
            thread::spawn(move || simulate(&arena, root, 0, REWARD, 2))
        };
        let (visits, wins) = arena.children(root)[0].tally.get();
        assert!(wins <= visits, "{wins} wins in {visits} visits");
        assert!([(0.0, 0.0), (2.0, 0.0), (1.0, 1.0)].contains(&(visits, wins)), "{visits} {wins}");
        other.join().unwrap();
    });
}

#[test]
fn a_loose_addition_may_be_lost_but_stays_whole() {
    loom::model(|| {
        let (arena, root) = tree(1);
        let other = {
            let arena = arena.clone();
            thread::spawn(move || arena.node(root).rave.add_loosely(1, REWARD))
        };
        arena.node(root).rave.add_loosely(1, REWARD);
        other.join().unwrap();
        let (visits, wins) = arena.node(root).rave.get();
        assert_eq!(visits, wins, "a visit never comes without its reward");
        assert!(visits == 1.0 || visits == 2.0);
    });
}

#[test]
fn families_never_overlap_and_a_full_arena_gives_the_claim_back() {
    loom::model(|| {
        // One chunk of eight: the root, one family of three for each of two threads fit, a third does not.
        let (arena, _) = tree(1);
        let allocate = |arena: &Arena| (arena.allocate(3), arena.allocate(3));
        let other = {
            let arena = arena.clone();
            thread::spawn(move || allocate(&arena))
        };
        let mine = allocate(&arena);
        let theirs = other.join().unwrap();
        let got: Vec<NodeId> = [mine.0, mine.1, theirs.0, theirs.1].into_iter().flatten().collect();
        assert_eq!(got.len(), 2, "room for two families");
        assert!(got[0] == got[1].sibling(3) || got[1] == got[0].sibling(3), "{got:?}");

        let leaf = got[0];
        assert!(!grow(&arena, leaf), "there is no room");
        assert_eq!(arena.node(leaf).growth(), Growth::Leaf, "and the next one may try again");
    });
}

#[test]
fn a_tree_copied_after_the_threads_are_done_keeps_all_they_found() {
    loom::model(|| {
        let (arena, root) = tree(1);
        let work = move |arena: &Arena, at: usize| {
            grow(arena, root);
            simulate(arena, root, at, REWARD, 1);
        };
        let other = {
            let arena = arena.clone();
            thread::spawn(move || work(&arena, 1))
        };
        work(&arena, 0);
        other.join().unwrap();
        let mut spare = Arena::new(Arena::CHUNK_BYTES);
        let copy = spare.copy_tree(&arena, root, 0, || false).unwrap();
        assert_eq!(spare.node(copy).tally.get(), arena.node(root).tally.get());
        let told = |arena: &Arena, id| -> Vec<_> {
            arena.children(id).iter().map(|c| (c.mv(), c.tally.get(), c.prior())).collect()
        };
        assert_eq!(told(&spare, copy), told(&arena, root));
        assert_eq!(spare.node(copy).tally.visits(), 2);
    });
}
