//! Game records: the game tree with its edits, and the files it is read from and written to.
