"""The unclear rules as named switches: one line each, the default first. The questions stand in rules.toml.

What the rules said otherwise once comes last: each match keeps what it began with.
"""

from typing import Annotated, Literal

from msgspec import Struct

from core.kernel.setup.rulings import Changed, Id, Yes


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """Which reading a match is played under."""

    a4_double_scope: Annotated[Literal["turn", "round"], Id("KIN-R1")]
    bird_coins_count: Annotated[Yes, Id("KIN-R2")]
    work_guarantee: Annotated[Literal["best_case_forced", "certain_only"], Id("KIN-R3")]
    balloon_per_turn: Annotated[Literal["1", "before_and_after"], Id("KIN-R4")]
    balloon_with_queen: Annotated[Literal["no", "yes"], Id("KIN-R5")]
    balloon_substitutes_bridge: Annotated[Literal["no", "yes"], Id("KIN-R6")]
    balloon_same_region: Annotated[Literal["no", "yes"], Id("KIN-R7")]
    income_order: Annotated[Literal["any", "guilds_then_structures"], Id("KIN-R8")]
    first_player_change: Annotated[Literal["next_round", "evening"], Id("KIN-R9")]
    bear_distinct: Annotated[Literal["per_collection", "per_round"], Id("KIN-R10")]
    bear_surplus: Annotated[Literal["lost", "two_vp"], Id("KIN-R11")]
    boar_fallback: Annotated[Literal["income_only", "every_upgrade"], Id("KIN-R12")]
    resource_overflow: Annotated[Literal["lost", "choose_other"], Id("KIN-R13")]
    track_bonus: Annotated[Literal["each_space_reached", "final_space_only"], Id("KIN-R14")]
    deco_slots: Annotated[Literal["star_specific", "any_single"], Id("KIN-R15")]
    empty_tile: Annotated[Literal["counts_as_purchase", "bonus_only"], Id("KIN-R16")]
    bird_on_empty: Annotated[Literal["no", "yes"], Id("KIN-R16a")]
    fifth_empty: Annotated[Literal["slot_void", "reshuffle"], Id("KIN-R17")]
    deco_pass: Annotated[Literal["strictly_beyond", "on_or_beyond"], Id("KIN-R18")]
    favor_pile_reform: Annotated[Literal["split_largest", "none"], Id("KIN-R19")]
    favor_visibility: Annotated[Literal["open", "owner_only"], Id("KIN-R20")]
    blind_favor: Annotated[Literal["choose_pile", "uniform"], Id("KIN-R21")]
    deco_partial: Annotated[Literal["allowed", "all_or_nothing"], Id("KIN-R22")]
    house_timing: Annotated[Literal["immediate", "optional_now", "deferred"], Id("KIN-R23")]
    set_members: Annotated[Literal["all_guild_cards", "characters_only"], Id("KIN-R24")]
    grabbed_bird_doubled: Annotated[Yes, Id("KIN-R25")]
    bird_bonus: Annotated[Literal["mandatory_if_possible", "optional"], Id("KIN-R26")]
    goal_layout: Annotated[Literal["shuffled", "appendix_pairs"], Id("KIN-R27", at_setup=True)]
    goal_positions: Annotated[Literal["4", "3"], Id("KIN-R28")]
    evening_goals: Annotated[Literal["per_player", "after_all"], Id("KIN-R29")]
    upgrade_in_use: Annotated[Literal["locked", "live"], Id("KIN-R30")]
    tile_bonus_first: Annotated[Yes, Id("KIN-R31")]
    invest_ends: Annotated[Literal["stop", "loop"], Id("KIN-R32")]
    end_coins_track_full: Annotated[Literal["keep", "burn"], Id("KIN-R33")]
    tiebreak_coins: Annotated[Literal["after_conversion", "before"], Id("KIN-R34")]
    home_is_building: Annotated[Literal["no", "yes"], Id("KIN-R35")]
    evening_income: Annotated[Literal["mandatory", "optional"], Id("KIN-R36")]
    queen_double: Annotated[Literal["two_resolutions", "doubled_amount"], Id("KIN-R37")]
    new_structure_self: Annotated[Literal["counts_self", "not_yet"], Id("KIN-R38")]
    first_player: Annotated[Literal["random", "seat0"], Id("KIN-R39", at_setup=True)]
    start_favors_from: Annotated[Literal["piles", "separate"], Id("KIN-R40", at_setup=True)]
    morning_sync: Annotated[Literal["sequential", "parallel"], Id("KIN-R41")]
    five_bridges: Annotated[Literal["this_round", "this_turn"], Id("KIN-R42")]
    goal_window: Annotated[Literal["after_action_and_evening", "any_time_own_turn"], Id("KIN-R43")]
    evening_steps: Annotated[Literal["strict", "free"], Id("KIN-R44")]
    automa_queen_advances: Annotated[Literal["no", "yes"], Id("KIN-R45")]
    automa_start_card: Annotated[Literal["column_and_house", "full"], Id("KIN-R46")]
    crown_balloon: Annotated[Literal["always", "only_if_queen_taken", "only_if_not"], Id("KIN-R47")]
    automa_claims: Annotated[Literal["eager", "lazy"], Id("KIN-R48")]
    automa_order: Annotated[Literal["tile_by_tile", "both_then_resolve"], Id("KIN-R49")]
    solo_favor_refill: Annotated[Literal["pile3", "own_pile"], Id("KIN-R50")]
    automa_deco: Annotated[Literal["fill_each_slot", "first_only"], Id("KIN-R51")]
    solo_tie: Annotated[Literal["coins", "shared"], Id("KIN-R52")]
    automa_cards_on_empty_tile: Annotated[Literal["no_card", "next_region_card"], Id("KIN-R53")]
    automa_blocked_goal: Annotated[Literal["investment", "none"], Id("KIN-R54")]
    start_region_clash: Annotated[Literal["allowed", "forbidden"], Id("KIN-R55", at_setup=True)]
    walk_revisit: Annotated[Literal["allowed", "forbidden"], Id("KIN-R56")]
    evening_structure: Annotated[Literal["one", "all"], Id("KIN-R57")]
    card_effects: Annotated[Literal["mandatory", "optional"], Id("KIN-R58")]
    grab_scope: Annotated[Literal["any_card", "other_regions"], Id("KIN-R59")]
    decks_at_slots: Annotated[Literal["random", "fixed"], Id("KIN-R60", at_setup=True)]
    building_favor_scope: Annotated[Literal["buildings", "structures"], Id("KIN-R61")]
    automa_houses: Annotated[Literal["count_as_placed", "do_not_count"], Id("KIN-R62")]

    automa_first: Annotated[Literal["always", "if_lazy"], Changed("KIN-S4.2", since="0.1.0")]
    laid_under: Annotated[Literal["setup", "day"], Changed("KIN-2.3", since="0.1.0")]
    left_behind: Annotated[Literal["heeded", "overlooked"], Changed("KIN-R23", since="0.1.0")]
