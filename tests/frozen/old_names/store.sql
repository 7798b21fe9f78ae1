BEGIN TRANSACTION;
CREATE TABLE copies (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL,
        name TEXT NOT NULL,
        copy TEXT NOT NULL,
        changed REAL NOT NULL,
        sum TEXT NOT NULL,
        UNIQUE (game, name)
    );
INSERT INTO "copies" VALUES(1,'any_box','Hearts','{"name": "Hearts", "colour": "#C98A2B", "icon": "cards-outline", "by": "numbers", "wins": "low", "rounds": 2, "categories": [], "worth": [], "target": 0, "reach": "round", "start": 0, "down": false, "below_zero": false, "zero_sum": false, "bids": [0, 20, 10, 10, 10], "sides": 0, "partners": [], "tie": "shared", "clock": 0, "turn": ""}',1700000000.0,'d1b446cb68d19991');
CREATE TABLE gone (uid TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE people (
        folded TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        colour INTEGER NOT NULL,
        seen REAL NOT NULL,
        forgotten REAL,
        sum TEXT NOT NULL
    ) WITHOUT ROWID;
INSERT INTO "people" VALUES('ana','Ana',0,1700000000.0,NULL,'0ba1bc2d21077565');
INSERT INTO "people" VALUES('ben','Ben',1,1699999999.999,NULL,'fe56c45a0fa8a7c6');
INSERT INTO "people" VALUES('cleo','Cleo',1,1699999999.999,NULL,'bf12299d90371dce');
CREATE TABLE plays (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uid TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        rules TEXT NOT NULL,
        began REAL NOT NULL,
        touched REAL NOT NULL,
        setup TEXT NOT NULL,
        sum TEXT NOT NULL,
        archived INTEGER NOT NULL DEFAULT 0, -- when it was put away; negative: brought back; 0: neither
        trashed REAL,
        subtitle TEXT NOT NULL DEFAULT '""',
        points TEXT NOT NULL DEFAULT '[]',
        outcome TEXT,
        noted INTEGER NOT NULL DEFAULT -1,
        note_sum TEXT NOT NULL DEFAULT ''
    );
INSERT INTO "plays" VALUES(1,'43d6ecf4096c5c5b969bca3dc5be9479','any_box','1',1700000000.0,1700000000.0,'{"people": [{"name": "Ana", "colour": 0}, {"name": "Ben", "colour": 1}], "options": {}, "copy": {"name": "Hearts", "colour": "#C98A2B", "icon": "cards-outline", "by": "numbers", "wins": "low", "rounds": 2, "categories": [], "worth": [], "target": 0, "reach": "round", "start": 0, "down": false, "below_zero": false, "zero_sum": false, "bids": [0, 20, 10, 10, 10], "sides": 0, "partners": [], "tie": "shared", "clock": 0, "turn": ""}}','6f33dcacd73b0ce6',1700000000,NULL,'{"says": "Round two of two, low wins", "message": "Round {n} of {all}, {wins}", "args": {"n": {"says": "two", "message": "two"}, "all": {"says": "two", "message": "two"}, "wins": {"says": "low wins", "message": "low wins"}}}','[6, 12]','{"says": "Ana wins.", "message": "{name} wins.", "args": {"name": "Ana"}}',4,'ee547646fe54aef2');
INSERT INTO "plays" VALUES(2,'883e451df8bed23ded0a63bfbe5a5472','any_box','1',1700000000.0,1700000000.001,'{"people": [{"name": "Ana", "colour": 0}, {"name": "Cleo", "colour": 1}], "options": {}, "copy": {"name": "", "colour": "#C98A2B", "icon": "cards-outline", "by": "numbers", "wins": "high", "rounds": 2, "categories": [], "worth": [], "target": 0, "reach": "round", "start": 0, "down": false, "below_zero": false, "zero_sum": false, "bids": [0, 20, 10, 10, 10], "sides": 0, "partners": [], "tie": "shared", "clock": 0, "turn": ""}}','040820322735285a',0,NULL,'{"says": "Round one of two, high wins. How many for Cleo?", "message": "{where}. {asked}", "args": {"where": {"says": "Round one of two, high wins", "message": "Round {n} of {all}, {wins}", "args": {"n": {"says": "one", "message": "one"}, "all": {"says": "two", "message": "two"}, "wins": {"says": "high wins", "message": "high wins"}}}, "asked": {"says": "How many for Cleo?", "message": "How many for {names}?", "args": {"names": "Cleo"}}}}','[7, 0]',NULL,1,'200261099f5c03d1');
INSERT INTO "plays" VALUES(3,'a4069cf89f6285da9d3b0a0834f67cce','windward','1',1700000000.0,1.70000000000199985505e+09,'{"people": [{"name": "Ana", "colour": 0}, {"name": "Ben", "colour": 1}], "options": {"mode": "competitive", "depth": "light", "small_world": false, "great_white": false, "naturalist": false, "achievements": false, "difficulty": 6, "lookahead": "auto", "odds": true, "ask": true, "white_rests": false, "white_over_reds": false, "cut_off_stays": false, "solo_reds_rest": false, "two_reds_together": true, "captain_attacks_white": false, "white_over_post": false, "skip_empty": true, "research_gas": true, "tooth_by_tooth": true, "one_drift": true}, "copy": {"format": "tableside.windward.copy", "version": 1, "name": "Starter set", "guess": true, "guessed": ["achievements", "board", "counts", "crew", "die", "large.A", "large.B", "large.C", "large.D", "large.E", "large.F", "post", "small.A", "small.B", "small.C", "small.D", "small.E", "small.F", "supplies"], "large": {"radius": 5, "tiles": {"A": [".", "..", "D.G", ".F.Z", "...DR"], "B": [".", ".D", "...", "Z..G", ".RD.F"], "C": [".", "G.", ".D.", "..R.", ".F.DZ"], "D": [".", "..", ".ZD", "D.G.", ".RF.."], "E": [".", "D.", "..G", ".RD.", "..Z.F"], "F": [".", ".G", "D..", ".Z.R", ".DF.."]}}, "small": {"radius": 4, "tiles": {"A": [".", "..", "D.G", ".F.R"], "B": [".", ".D", "Z..", ".R.F"], "C": [".", "G.", ".D.", "..FR"], "D": [".", ".F", "R.D", ".ZG."], "E": [".", "D.", ".G.", ".RF."], "F": [".", "..", "FD.", ".GRZ"]}}, "clockwise": true, "order": [1, 2, 3, 4, 5, 6], "battle_die": [1, 1, 1, 2, 2, 3], "board": {"gas_slots": 4, "cannon_slots": 3, "longboat_order": 3, "morale_order": 1, "supplies_order": 3, "rest_at_port": 1}, "crew_slots": [["purser", "gas_worker"], ["marine", "sergeant"], ["harpooner", "coxswain"]], "supplies": [{"effect": "coffee", "name": "Coffee", "count": 10, "hits": 0}, {"effect": "bait", "name": "Bait", "count": 8, "hits": 0}, {"effect": "fuel", "name": "Fuel", "count": 14, "hits": 0}, {"effect": "harpoon", "name": "Harpoon", "count": 12, "hits": 2}, {"effect": "aerogenerator", "name": "Aerogenerator", "count": 6, "hits": 0}, {"effect": "deadweight", "name": "Deadweight", "count": 5, "hits": 0}, {"effect": "false_flag", "name": "False Flag", "count": 5, "hits": 0}], "achievements": [{"name": "First card on the notice board", "high": 3, "low": 1}, {"name": "Second card on the notice board", "high": 3, "low": 1}], "counts": {"greys": 8, "reds": 9, "grey_teeth": 8, "red_teeth": 8, "gas_and_cannons": 60, "plus_two": 10, "tags": 5, "crew_of_each_name": 2}}}','d83210628caa1189',0,NULL,'{"says": "Setting up. Which tile is in which territory?", "message": "{where}. {asked}", "args": {"where": {"says": "Setting up", "message": "Setting up"}, "asked": {"says": "Which tile is in which territory?", "message": "Which tile is in which territory?"}}}','[0, 0]',NULL,0,'246f27347066d0bb');
CREATE TABLE records (
        play INTEGER NOT NULL REFERENCES plays ON DELETE CASCADE,
        number INTEGER NOT NULL,
        line TEXT NOT NULL,
        sum TEXT NOT NULL,
        PRIMARY KEY (play, number)
    ) WITHOUT ROWID;
INSERT INTO "records" VALUES(1,0,'{"kind":"answer","key":"Score/0","seat":0,"answer":5,"at":1700000000.0}','eb9f014c76726526');
INSERT INTO "records" VALUES(1,1,'{"kind":"answer","key":"Score/1","seat":1,"answer":8,"at":1700000000.0}','62dc84d3b74e70e3');
INSERT INTO "records" VALUES(1,2,'{"kind":"answer","key":"Score/0","seat":0,"answer":1,"at":1700000000.0}','957dfe4b663f9261');
INSERT INTO "records" VALUES(1,3,'{"kind":"answer","key":"Score/1","seat":1,"answer":4,"at":1700000000.0}','d88aa5e4559533df');
INSERT INTO "records" VALUES(2,0,'{"kind":"answer","key":"Score/0","seat":0,"answer":7,"at":1700000000.0}','be4aa2e7fa58665d');
CREATE TABLE results (
        play INTEGER NOT NULL REFERENCES plays ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        name TEXT NOT NULL,
        place INTEGER,
        score INTEGER,
        won INTEGER NOT NULL,
        PRIMARY KEY (play, seat)
    ) WITHOUT ROWID;
INSERT INTO "results" VALUES(1,0,'Ana',1,6,1);
INSERT INTO "results" VALUES(1,1,'Ben',2,12,0);
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL, sum TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "settings" VALUES('boxes','{"any_box": "de"}','b8198ed917cb8b6d');
INSERT INTO "settings" VALUES('by_hand','{"any_box": "everything", "windward": "nothing"}','3855594178804a2b');
INSERT INTO "settings" VALUES('changes','10','850a1161f4a51e61');
INSERT INTO "settings" VALUES('opened','1795032067.789794','e462bb725f07c92f');
CREATE TABLE timers (
        play INTEGER NOT NULL REFERENCES plays ON DELETE CASCADE,
        name TEXT NOT NULL,
        state TEXT NOT NULL,
        PRIMARY KEY (play, name)
    ) WITHOUT ROWID;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('copies',1);
INSERT INTO "sqlite_sequence" VALUES('plays',3);
COMMIT;
