"""What the tests of all games ask of Medieval Realms."""

DUEL = (200, 190)
"""So many matches of two, of which the greedy bot wins so many against the random one."""

SCORES = {2: (105, 135), 3: (85, 115), 4: (72, 102), 5: (64, 94)}
"""For each number of players, between what greedy bots score on average."""

WELCOME = [
    ("deployment = 4", "deployment = 5"),
    ("extra_production = 2", "extra_production = 0"),
    ("prices = [1, 2, 3]", "prices = [0, 2, 3]"),
    ("discard = { 2 = 4", "discard = { 2 = 0"),
    ("MKT-08 = {", "market-8 = {"),
    ('1 = { colour = "red"', 'lion = { colour = "red"'),
]
"""Entries of the edition that may be otherwise: all of them at once."""

BROKEN = [
    ("rounds = 7", "rounds = 0", "board.rounds"),
    ("rounds = 7", "rounds = 100", "board.rounds"),
    ("deployment = 4", "deployment = 0", "board.deployment"),
    ("milestone = 5", "milestone = 0", "board.milestone"),
    ("leftovers = 2 ", "leftovers = 0 ", "board.leftovers"),
    ("upcoming = 6", "upcoming = 0", "board.upcoming"),
    ("current = 12", "current = 105", "board.current"),
    ("prices = [1, 2, 3]", "prices = [1, 2, 3, 4, 5]", "board.prices"),
    ("honour = [0, 1, 3, 6, 9, 12]", "honour = []", "board.honour"),
    ("honour = [0, 1, 3, 6, 9, 12]", "honour = [0, 3, 1]", "board.honour"),
    ("5 = 1 }", "6 = 1 }", "board.discard"),
    ("decoys = { 2 = 2,", "decoys = {", "stock.decoys"),
    ("pair = 2", "pair = 3", "stock.pair"),
    ('box = "26 mayor', 'box = "19 mayor', "stock.box"),
    ('{ 2 = "6 mayor', '{ 2 = "1 mayor', "stock.leaders"),
    ("least = 2", "least = 3", "terrains"),
    ('CAS-08 = { from = "house" }\n', "", "families"),
    ('seal = "orange"', 'seal = "pink"', "families.castle.cards.CAS-01.seal"),
    ('measure = "raw_material"', "", "families.castle"),
    ('"choose 4 barred=religion"', '"choose 2 barred=religion", "choose 2 barred=gold"', "families.tithe"),
    ('"choose 4 barred=religion"', '"choose 4 barred=iron"', "families.tithe.cards.TIT-01.now"),
    ('town = "production"', 'town = "iron"', "families.town.cards.TWN-01.town"),
    ('town_seal = "red"', 'town_seal = "pink"', "families.town.cards.TWN-01.town_seal"),
    ('rule = "MED-6.1"', 'rule = "MED-6.9"', "families.castle.cards.CAS-01.rule"),
    ("CAS-01 = {", '"CAS 01" = {', "families.castle.cards.CAS 01"),
    ("CAS-01 = {", '"CAS#1" = {', "families.castle.cards.CAS#1"),
    ("CAS-01 = {", "cas-02 = {", "families.castle.cards.cas-02"),
    ("CAS-01 = {", "CARCASSONNE = {", "families.castle.cards.CARCASSONNE"),
    ('1 = { colour = "red"', '"the first" = { colour = "red"', "monarchs.the first"),
    ("extra_production = 2", "extra_production = -1", "board.extra_production"),
    ("prices = [1, 2, 3]", "prices = [-1, 2, 3]", "board.prices"),
    ("honour = [0, 1,", "honour = [-1, 1,", "board.honour"),
    ("discard = { 2 = 4", "discard = { 2 = -4", "board.discard"),
    ("decoys = { 2 = 2", "decoys = { 2 = -2", "stock.decoys"),
    ("combat = { mayor = 2, general = 2", "combat = { mayor = 2, general = 0", "stock.combat"),
]
"""Entries of the edition, what could not be played instead, and which entry is named."""
