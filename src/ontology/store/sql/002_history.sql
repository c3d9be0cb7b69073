-- Version 2: what was changed and how to take it back. It is written in the transaction of the
-- change itself, so undo works after a restart and a crash.
-- change: JSON list of {before, after}; undone: 1 once taken back, until redone or overwritten.
CREATE TABLE history (
    seq INTEGER PRIMARY KEY,
    label TEXT NOT NULL,
    time INTEGER NOT NULL,
    change TEXT NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Deleting a term or a pattern asks whether verdicts still need it.
CREATE INDEX annotations_by_term ON annotations (term);

-- The concept tree counts the verdicts on a line.
CREATE INDEX annotations_by_line ON annotations (line);
