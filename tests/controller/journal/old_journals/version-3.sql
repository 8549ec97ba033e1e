PRAGMA application_id = 1249143669;
PRAGMA user_version = 3;
BEGIN TRANSACTION;
CREATE TABLE commands (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, fingerprint TEXT NOT NULL, first INTEGER NOT NULL,
        last INTEGER NOT NULL
    );
INSERT INTO "commands" VALUES(1,'id-1','abc',2,2);
CREATE TABLE cosignatures (
        head INTEGER NOT NULL, key TEXT NOT NULL, signature TEXT NOT NULL, PRIMARY KEY (head, key)
    ) WITHOUT ROWID;
INSERT INTO "cosignatures" VALUES(1,'79b5562e8fe654f94078b112e8a98ba7901f853ae695bed7e0e3910bad049664','0e5dd5993b0b01140798626f89932d1c2b807e693970679b325223289685d61dc14e26d3cdaefc66190302a0c2d9ab43af68197f86f5865e709f8f119beb230f');
CREATE TABLE events (
        seq INTEGER PRIMARY KEY, time TEXT NOT NULL, type TEXT NOT NULL, data TEXT NOT NULL, hash TEXT NOT NULL
    , match TEXT GENERATED ALWAYS AS (CASE WHEN json_valid(data) THEN json_extract(data, '$.match') END) VIRTUAL, roll INTEGER GENERATED ALWAYS AS (CASE WHEN json_valid(data) THEN json_extract(data, '$.roll') END) VIRTUAL);
INSERT INTO "events" VALUES(1,'2025-03-01T18:00:01.000Z','machine.board-connected','{"boot":1,"build":"00","capabilities":[],"cause":"power-on","firmware":"1.0.0","max_stacks":20,"serial":"01"}','65c89cd47ba0cffcd88fa5d3ab34a0e20b86296287ba0b4e14c176a249948b6b');
INSERT INTO "events" VALUES(2,'2025-03-01T18:00:02.000Z','dice.rolled','{"algorithm":"kernel-reject-252","by":"東","dice":[3,4],"hand":null,"purpose":"free","roll":1}','5e0927ef464eaf460b35ed70cab16f0bc6348bc2187f469f352f645bdd24a82b');
CREATE TABLE heads (
        number INTEGER PRIMARY KEY, epoch TEXT NOT NULL, seq INTEGER NOT NULL, hash TEXT NOT NULL,
        record TEXT NOT NULL UNIQUE
    );
INSERT INTO "heads" VALUES(1,'6565321f-b3bb-4a52-a1cc-8a2275edd50b',2,'5e0927ef464eaf460b35ed70cab16f0bc6348bc2187f469f352f645bdd24a82b','JJ1-AOQQPP7TZYIL4HLQ3UMOOS6ATFT6JVRQTOSQ2XY53SDGIESVGG4ADFKS3ZTTAAAAAAAAAAAAAJPASJ7PIZHK6RQLGXWXBSVRN4F4MNELYIMH6RU7GUXWIW65ESUCWNRVGY2TGMRRMYWWEM3CMIWTIYJVGIWWCMLDMMWTQYJSGI3TKZLEMQ2TAYQGBCZEOKTA6VKJTVAOQRFZ7NC4ARHLIFJFDWVZKXVZC7IIKT64A5H22IUMTHFJSAG4FQX2W22MZCUCQWOZ2RITUWMZFGU7UBAHX7HQQ');
CREATE TABLE identity (epoch TEXT NOT NULL, created TEXT NOT NULL);
INSERT INTO "identity" VALUES('6565321f-b3bb-4a52-a1cc-8a2275edd50b','2025-03-01T18:00:00.000Z');
CREATE INDEX events_by_type ON events (type, seq);
CREATE TRIGGER events_are_not_edited BEFORE UPDATE ON events
        BEGIN SELECT RAISE(ABORT, 'events are never edited'); END;
CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
        BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
CREATE INDEX events_by_match ON events (match, seq) WHERE match IS NOT NULL;
CREATE INDEX events_by_roll ON events (roll, seq) WHERE roll IS NOT NULL;
CREATE TRIGGER heads_are_not_edited BEFORE UPDATE ON heads
        BEGIN SELECT RAISE(ABORT, 'signed heads are never edited'); END;
CREATE TRIGGER heads_are_not_deleted BEFORE DELETE ON heads
        BEGIN SELECT RAISE(ABORT, 'signed heads are never deleted'); END;
COMMIT;
