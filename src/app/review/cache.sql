-- What engines said of positions. The effort is part of the key: a deeper look at a position does not
-- replace a shallower one, so that a run that is repeated finds what it found before.
CREATE TABLE analysis (
    position     INTEGER NOT NULL,  -- stones, ko and the side to move, hashed
    context      TEXT    NOT NULL,  -- size, rules, komi, handicap, passes
    engine       TEXT    NOT NULL,  -- name, version and settings
    simulations  INTEGER NOT NULL,  -- the limit of the search; 0 for none
    milliseconds INTEGER NOT NULL,  -- the limit of the search; 0 for none
    said         TEXT    NOT NULL,
    PRIMARY KEY (position, context, engine, simulations, milliseconds)
) WITHOUT ROWID;
PRAGMA user_version = 1;
