//! What parsers of other programs die on, one test each.

use super::{load, read, tree};
use crate::board::{Color, Move, Point};
use crate::record::{Step, known};

/// The games that come out and the warnings, each by a part of its text.
fn check(input: &str, games: &str, warnings: &[&str]) {
    let (read, found) = read(input);
    assert_eq!(read, games, "{input}");
    assert_eq!(found.len(), warnings.len(), "{input}: {found:?}");
    for (found, expected) in found.iter().zip(warnings) {
        assert!(found.contains(expected), "{input}: `{found}` lacks `{expected}`");
    }
}

#[test]
fn a_plain_game_needs_no_repair() {
    check("(;GM[1]SZ[9];B[ee];W[cc](;B[gg])(;B[gc]))", "(;GM[1]SZ[9];B[ee];W[cc](;B[gg])(;B[gc]))", &[]);
}

#[test]
fn long_names_of_older_versions_are_shortened() {
    check(
        "(;GaMe[1]SiZe[9]PlayerBlack[x];Black[ee];White[cc];Black[gg])",
        "(;GM[1]SZ[9]PB[x];B[ee];W[cc];B[gg])",
        &["`GaMe` was read as GM", "`SiZe`", "`PlayerBlack`", "`Black` was read as B", "`White`"],
    );
}

#[test]
fn lower_case_names_are_understood() {
    check("(;sz[9];b[ee])", "(;SZ[9];B[ee])", &["1:3: the name `sz` was read as SZ", "1:9: the name `b`"]);
}

#[test]
fn unknown_properties_are_kept_byte_for_byte() {
    let odd = "(;SZ[9]SBKV[50.5]KTV[1.0]LZ[0.7 1k\nD4 pv\\]x\\\\]OGSC[{\"a\":[1,2\\]}]MULTIGOGM[1]foo[bar][];B[ee]XX[ a  b ])";
    let loaded = load(odd);
    let text = crate::record::sgf::to_string(&loaded.collection);
    assert!(loaded.warnings.list().is_empty(), "{:?}", loaded.warnings);
    for kept in ["SBKV[50.5]KTV[1.0]LZ[0.7 1k\nD4 pv\\]x\\\\]OGSC[{\"a\":[1,2\\]}]MULTIGOGM[1]foo[bar][]", "XX[ a  b ]"]
    {
        assert!(text.contains(kept), "{text}");
    }
}

#[test]
fn mail_text_before_the_game_is_skipped() {
    check(
        "From: bob (a friend)\nSubject: our game ;-)\n\n(;SZ[9];B[ee])\n--\nbob",
        "(;SZ[9];B[ee])",
        &["1:1: text that is no game was skipped: `From: bob", "4:15: text that is no game was skipped: `--"],
    );
}

#[test]
fn empty_nodes_are_nodes() {
    check("(;;)", "(;;)", &[]);
    check("(;SZ[9];B[ee];;;)", "(;SZ[9];B[ee];;;)", &[]);
    check("(;)", "(;)", &[]);
}

#[test]
fn a_missing_first_semicolon_is_put_back() {
    check("(SZ[9];B[ee])", "(;SZ[9];B[ee])", &["1:2: a node lacks its `;`"]);
    check("(;SZ[9];B[ee](W[cc])(;W[gg]))", "(;SZ[9];B[ee](;W[cc])(;W[gg]))", &["1:15: a node lacks its `;`"]);
}

#[test]
fn a_missing_first_parenthesis_is_put_back() {
    check(";SZ[9];B[ee])", "(;SZ[9];B[ee])", &["lacks its `(`"]);
}

#[test]
fn a_pass_is_an_empty_value_or_a_double_t() {
    let tree = tree("(;SZ[19];B[];W[tt];B[dd])");
    let moves: Vec<_> = tree.main_line().filter_map(|node| tree.move_at(node, 19)).collect();
    assert_eq!(moves[0], (Color::Black, Some(Move::Pass)));
    assert_eq!(moves[1], (Color::White, Some(Move::Pass)));
    check("(;SZ[19];B[];W[tt])", "(;SZ[19];B[];W[tt])", &[]);
}

#[test]
fn rectangles_of_points_are_unfolded_but_written_as_they_were() {
    let text = "(;SZ[9]AB[aa:cc]AW[ee])";
    check(text, text, &[]);
    let tree = tree(text);
    let stones = tree.properties(tree.root()).setup_stones(9).unwrap();
    assert_eq!((stones.black.len(), stones.white.len()), (9, 1));
}

#[test]
fn points_off_the_board_are_kept_and_named() {
    check(
        "(;AB[aa:zz][qq]SZ[9]TR[ee];B[jj])",
        "(;AB[aa:zz][qq]SZ[9]TR[ee];B[jj])",
        &["`aa:zz` in AB is no point of the 9x9 board", "`qq`", "1:28: the move B[jj] lies outside"],
    );
}

#[test]
fn a_second_move_in_a_node_gets_a_node_of_its_own() {
    check("(;SZ[9];B[ee]W[cc]C[both])", "(;SZ[9];B[ee];W[cc]C[both])", &["1:14: a second move"]);
    check("(;SZ[9];B[ee][gg])", "(;SZ[9];B[ee];B[gg])", &["a second move"]);
}

#[test]
fn moves_in_the_root_are_moves() {
    let tree = tree("(;SZ[9]B[ee];W[cc])");
    assert_eq!(tree.move_number(tree.line_end(tree.root())), 2);
    check("(;SZ[9]B[ee];W[cc])", "(;SZ[9]B[ee];W[cc])", &[]);
}

#[test]
fn set_up_and_move_in_a_node_happen_in_this_order() {
    let tree = tree("(;SZ[9];B[ee]AB[cc])");
    let steps: Vec<Step> = tree.steps_to(tree.line_end(tree.root())).map(|(_, step)| step).collect();
    assert!(matches!(&steps[..], [Step::Setup(_), Step::Move { .. }]), "{steps:?}");
}

#[test]
fn illegal_moves_are_kept_and_flagged() {
    check("(;SZ[9];B[ee];W[ee])", "(;SZ[9];B[ee];W[ee])", &["1:14: move 2: White E5 is illegal"]);
}

#[test]
fn komi_of_fox_in_hundredths_of_stones_is_understood() {
    check("(;SZ[19]KM[375])", "(;SZ[19]KM[375])", &["KM[375] was read as 7.5"]);
    assert_eq!(tree("(;KM[375])").start().komi, Some(7.5));
}

#[test]
fn komi_zero_of_fox_is_not_believed_in_even_games() {
    check("(;SZ[19]KM[0]HA[0]AP[foxwq])", "(;SZ[19]KM[0]HA[0]AP[foxwq])", &["KM[0] was read as not given"]);
    assert_eq!(tree("(;KM[0]HA[0]AP[foxwq])").start().komi, None);
}

#[test]
fn handicap_without_pl_lets_white_begin() {
    check("(;SZ[9]HA[2]AB[cg][gc])", "(;SZ[9]HA[2]AB[cg][gc])", &[]);
    let tree = tree("(;SZ[9]HA[2]AB[cg][gc])");
    assert_eq!(tree.color_to_play(tree.root()), Color::White);
}

#[test]
fn handicap_without_stones_is_named() {
    check("(;SZ[9]HA[2];W[ee])", "(;SZ[9]HA[2];W[ee])", &["1:2: handicap is 2 but no stone"]);
}

#[test]
fn without_size_the_board_is_19() {
    assert_eq!(tree("(;B[dd])").size(), 19);
    check("(;B[ss])", "(;B[ss])", &[]);
}

#[test]
fn a_rectangular_board_is_read_on_the_larger_square() {
    check("(;SZ[9:19];B[is])", "(;SZ[9:19];B[is])", &["SZ[9:19] was read as a board of 19x19"]);
}

#[test]
fn sizes_that_do_not_exist_are_clamped() {
    check("(;SZ[4294967295];B[yy])", "(;SZ[4294967295];B[yy])", &["a board of 25x25"]);
    check("(;SZ[];B[ss])", "(;SZ[];B[ss])", &["a board of 19x19"]);
}

#[test]
fn an_empty_handicap_is_none() {
    check("(;SZ[9]HA[])", "(;SZ[9]HA[])", &["HA[] was read as not given"]);
    assert_eq!(tree("(;HA[])").start().handicap, 0);
}

#[test]
fn decimals_with_a_comma_are_understood() {
    check("(;SZ[9]KM[6,5];B[ee]BL[12,5])", "(;SZ[9]KM[6,5];B[ee]BL[12,5])", &["read as 6.5", "read as 12.5"]);
}

#[test]
fn strict_values_are_judged_by_the_standard() {
    check("(;SZ[9];B[ee]TE[3])", "(;SZ[9];B[ee]TE[3])", &["TE[3] is not what FF[4] allows"]);
    check(
        "(;SZ[9];B[ee]TE[2];W[cc]BM[1]DO[];B[gg]MN[5]V[-3.5])",
        "(;SZ[9];B[ee]TE[2];W[cc]BM[1]DO[];B[gg]MN[5]V[-3.5])",
        &[],
    );
    check("(;SZ[9]PL[white])", "(;SZ[9]PL[white])", &["PL[white] was read as White"]);
    check("(;SZ[9]ST[many])", "(;SZ[9]ST[many])", &["ST[many] is not what FF[4] allows"]);
}

#[test]
fn brackets_inside_of_comments_are_text_where_nothing_else_makes_sense() {
    check(
        "(;SZ[9];B[ee]C[bob [5k]: nice move];W[cc])",
        "(;SZ[9];B[ee]C[bob [5k\\]: nice move];W[cc])",
        &["1:23: a `]` inside of C was not escaped"],
    );
}

#[test]
fn names_of_any_length_end_the_text_before_them() {
    let long = "K1".repeat(100);
    check(&format!("(;C[x];{long}[a\\]])"), &format!("(;C[x];{long}[a\\]])"), &[]);
}

#[test]
fn parentheses_that_are_missing_or_too_many_do_not_matter() {
    check("(;SZ[9];B[ee](;W[cc](;B[gg]", "(;SZ[9];B[ee];W[cc];B[gg])", &["3 `)` missing"]);
    check("(;SZ[9];B[ee])))", "(;SZ[9];B[ee])", &["1:15: a `)` closes nothing"]);
    check("(;SZ[9]()(;B[ee]))", "(;SZ[9];B[ee])", &["1:8: an empty variation"]);
    check("((;SZ[9];B[ee])(;SZ[9];B[cc]))", "(;SZ[9];B[ee])(;SZ[9];B[cc])", &["1:17: variations without a common"]);
}

#[test]
fn a_value_without_end_takes_the_rest() {
    check("(;SZ[9];B[ee]C[oh", "(;SZ[9];B[ee]C[oh])", &["1:15: the value of C has no `]`", "1 `)` missing"]);
}

#[test]
fn names_without_values_and_values_without_names_are_named() {
    check(
        "(;SZ[9];B[ee]KO;[cc] what? W[gg])",
        "(;SZ[9];B[ee]KO[];W[gg])",
        &["1:14: KO has no value", "1:17: the value `[cc]` has no name", "`what` is no property", "`?` is no property"],
    );
}

#[test]
fn repeated_properties_are_read_together() {
    check("(;SZ[9]AB[aa]AB[bb])", "(;SZ[9]AB[aa]AB[bb])", &["1:14: AB stands twice"]);
    let tree = tree("(;SZ[9]AB[aa]AB[bb])");
    let stones = tree.properties(tree.root()).setup_stones(9).unwrap();
    assert_eq!(stones.black, [Point::new(0, 0), Point::new(1, 1)]);
}

#[test]
fn spaces_and_line_breaks_between_everything_do_not_matter() {
    check("\n ( ;\r\n SZ [9]\t; B\n[ee] C [a\nb] AB [cc] [gg] ) \x1a\0", "(;SZ[9];B[ee]C[ab]AB[cc][gg])", &[]);
}

#[test]
fn comments_keep_their_line_breaks_and_brackets() {
    let tree = tree("(;C[one\ntwo\\\nthree \\[x\\] \\\\ 1:2])");
    assert_eq!(tree.comment(tree.root()).unwrap(), "one\ntwothree [x] \\ 1:2");
}

#[test]
fn a_game_that_is_not_go_is_named() {
    check("(;GM[2];B[aa])", "(;GM[2];B[aa])", &["GM[2] says that this is no game of Go"]);
}

#[test]
fn collections_of_many_games_are_read_whole() {
    let games: String = (0..500).map(|n| format!("(;GN[{n}];B[dd])\n")).collect();
    let loaded = load(games);
    assert_eq!(loaded.collection.games.len(), 500);
    assert_eq!(loaded.collection[499].tree().info(known::GN).unwrap(), "499");
    assert_eq!(loaded.warnings.total(), 0);
}
