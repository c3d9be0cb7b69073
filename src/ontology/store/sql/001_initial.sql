-- Version 1: terms, experts, games, patterns, positions, verdicts.
-- Shipped migrations are never edited: a change is a new file.

PRAGMA application_id = 0x465A4B49; -- "FZKI"

-- Linguistic terms; a, b, c, d are the corners of the membership function.
CREATE TABLE terms (
    code TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    a REAL NOT NULL,
    b REAL NOT NULL,
    c REAL NOT NULL,
    d REAL NOT NULL
) STRICT;

CREATE TABLE experts (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    rank TEXT,
    colour TEXT NOT NULL,
    biography TEXT NOT NULL,
    trust REAL NOT NULL
) STRICT;

-- Games that verdicts come from.
CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    file TEXT NOT NULL,
    black TEXT NOT NULL,
    white TEXT NOT NULL,
    date TEXT NOT NULL,
    result TEXT NOT NULL
) STRICT;

-- Rules and komi, shared by many verdicts; null where unknown.
CREATE TABLE contexts (
    id INTEGER PRIMARY KEY,
    rules TEXT,
    komi REAL
) STRICT;

-- Sequences of moves as people write them: 'E5 G5 F3'.
CREATE TABLE lines (
    id INTEGER PRIMARY KEY,
    size INTEGER NOT NULL,
    moves TEXT NOT NULL,
    UNIQUE (size, moves)
) STRICT;

-- Positions in the one orientation that stands for all eight; five points a byte, base 3.
-- to_move: 0 Black, 1 White; ko: number of the forbidden point or -1.
CREATE TABLE positions (
    id INTEGER PRIMARY KEY,
    size INTEGER NOT NULL,
    to_move INTEGER NOT NULL,
    ko INTEGER NOT NULL,
    stones BLOB NOT NULL,
    UNIQUE (stones, size, to_move, ko)
) STRICT;

CREATE TABLE patterns (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    side INTEGER NOT NULL,
    size INTEGER NOT NULL,
    context INTEGER NOT NULL REFERENCES contexts (id),
    phase TEXT NOT NULL,
    remark TEXT NOT NULL,
    origin TEXT NOT NULL
) STRICT;

-- Rows of patterns: number 3, branch 1 is M3-A; branch 0 is the main line.
CREATE TABLE branches (
    pattern INTEGER NOT NULL REFERENCES patterns (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    branch INTEGER NOT NULL,
    line INTEGER NOT NULL REFERENCES lines (id),
    doubt TEXT NOT NULL,
    PRIMARY KEY (pattern, number, branch)
) STRICT, WITHOUT ROWID;

-- Verdicts. position and move repeat what the line says, for loading without replaying a game;
-- content is the number of what is said, so that no verdict is kept twice.
-- state: 0 proposed, 1 validated, 2 rejected.
CREATE TABLE annotations (
    id INTEGER PRIMARY KEY,
    position INTEGER NOT NULL REFERENCES positions (id),
    move INTEGER NOT NULL,
    expert INTEGER NOT NULL REFERENCES experts (id),
    term TEXT REFERENCES terms (code),
    state INTEGER NOT NULL,
    context INTEGER NOT NULL REFERENCES contexts (id),
    line INTEGER NOT NULL REFERENCES lines (id),
    comment TEXT NOT NULL,
    better TEXT,
    pattern INTEGER,
    number INTEGER,
    branch INTEGER,
    source INTEGER REFERENCES sources (id),
    source_move INTEGER,
    time INTEGER NOT NULL,
    judged_by INTEGER REFERENCES experts (id),
    origin TEXT NOT NULL,
    content INTEGER NOT NULL,
    FOREIGN KEY (pattern, number, branch) REFERENCES branches (pattern, number, branch)
) STRICT;

CREATE INDEX annotations_by_position ON annotations (position, move);
CREATE INDEX annotations_by_expert ON annotations (expert);
CREATE INDEX annotations_by_content ON annotations (content);
CREATE INDEX annotations_by_row ON annotations (pattern, number, branch) WHERE pattern IS NOT NULL;
CREATE INDEX annotations_by_source ON annotations (source) WHERE source IS NOT NULL;
CREATE INDEX annotations_by_judge ON annotations (judged_by) WHERE judged_by IS NOT NULL;
