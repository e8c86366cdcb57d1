"""The unclear rules as named switches: one line each, the default first. The questions stand in rules.toml."""

# No switch: HEI-R17 and HEI-R47 (what the backs and the crosses show) and HEI-R52 (the set of the Camp) are data of the
# edition; HEI-R38, HEI-R49 and HEI-R51 have no other reading.

from typing import Annotated, Literal

from msgspec import Struct

from core.kernel.setup.rulings import Id, Yes


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """Which reading a match is played under."""

    resource_use: Annotated[Literal["access_not_spent", "spent_per_source"], Id("HEI-R1")]
    discount_stacking: Annotated[Literal["stack", "one_per_building"], Id("HEI-R2")]
    discount_timing: Annotated[Literal["extension_first", "same_turn_any_order"], Id("HEI-R3")]
    discount_sources: Annotated[Literal["hand_only", "any_new_open_terrain"], Id("HEI-R4")]
    hand_limit: Annotated[Literal["hard_cap_3", "end_of_turn_3", "none"], Id("HEI-R5")]
    no_take_possible: Annotated[Literal["end_without_take", "discard_one"], Id("HEI-R6")]
    refill_slot: Annotated[Literal["old_shield_slot", "taken_slot", "end_of_turn"], Id("HEI-R7")]
    last_turns: Annotated[Literal["one_each_after_trigger", "equalise"], Id("HEI-R8")]
    last_turn_take: Annotated[Literal["mandatory", "optional"], Id("HEI-R9")]
    use_then_take: Annotated[Yes, Id("HEI-R10")]
    access_moment: Annotated[Literal["live", "start_of_turn"], Id("HEI-R11")]
    opponent_tile_resource: Annotated[Yes, Id("HEI-R12")]
    deploy_chain: Annotated[Yes, Id("HEI-R13")]
    start_tile_sharing: Annotated[Literal["never_again", "start_tile_exempt"], Id("HEI-R14")]
    build_adjacency: Annotated[Literal["orthogonal_or_diagonal", "orthogonal_only"], Id("HEI-R15")]
    build_target: Annotated[Literal["empty_cells_only", "over_open_terrain_allowed"], Id("HEI-R16")]
    hand_visibility: Annotated[Literal["open", "private"], Id("HEI-R18")]
    pile_top_back: Annotated[Yes, Id("HEI-R19")]
    first_player: Annotated[Literal["coin_toss", "choose"], Id("HEI-R20", at_setup=True)]
    inn_range: Annotated[Literal["distance_3", "contiguous_3", "nearest_3"], Id("HEI-R21")]
    watchtower_line: Annotated[Literal["whole_line", "contiguous"], Id("HEI-R22")]
    garrison_line: Annotated[Literal["never_block", "blocked_by_empty"], Id("HEI-R23")]
    self_count: Annotated[Literal["once", "twice"], Id("HEI-R24")]
    zone_rule: Annotated[Literal["all_touching", "largest_only"], Id("HEI-R25")]
    craft_pairs: Annotated[
        Literal["neighbours_min", "opposite_neighbours", "rays_min", "neighbours_product"], Id("HEI-R26")
    ]
    town_hall_scope: Annotated[Literal["owner_only_no_stack", "both_players", "owner_one_each"], Id("HEI-R27")]
    siege_targets: Annotated[Literal["each", "one"], Id("HEI-R28")]
    siege_trigger: Annotated[Literal["exactly_second", "two_or_more"], Id("HEI-R29")]
    siege_occupied: Annotated[Literal["yes_troop_stays", "no", "troop_withdrawn"], Id("HEI-R30")]
    used_camp: Annotated[Literal["open_terrain", "face_down_building"], Id("HEI-R31")]
    camp_second_take: Annotated[Literal["optional", "mandatory"], Id("HEI-R32")]
    camp_timing: Annotated[Literal["yes", "next_turn"], Id("HEI-R33")]
    road_loops: Annotated[Literal["count_once", "per_segment"], Id("HEI-R34")]
    crossroads_member: Annotated[Yes, Id("HEI-R35")]
    doubling_scope: Annotated[Literal["building_only", "building_and_roads"], Id("HEI-R36")]
    tile_word: Annotated[Literal["all_tiles", "buildings_only"], Id("HEI-R37")]
    sets_choice: Annotated[Literal["by_option", "random", "alternate_veto"], Id("HEI-R39", at_setup=True)]
    solo_scan_start: Annotated[Literal["north_first", "north_west_first"], Id("HEI-R40")]
    solo_seat: Annotated[Literal["human_south", "white_south"], Id("HEI-R41", at_setup=True)]
    solo_rule_a: Annotated[Literal["direct", "network"], Id("HEI-R42")]
    henry_effects: Annotated[Literal["never", "raze_when_possible"], Id("HEI-R43")]
    raze_with_treasure: Annotated[Literal["treasure_stays", "treasure_removed"], Id("HEI-R44")]
    treasure_lines: Annotated[Literal["any_distance", "contiguous", "exactly_two"], Id("HEI-R45")]
    treasure_removal: Annotated[Literal["automatic", "human_actions"], Id("HEI-R46")]
    flipped_anchor: Annotated[Literal["anchor_stays", "previous_building"], Id("HEI-R48")]
    pilgrimage_length: Annotated[Literal["yes_include_and_stop", "exclude_end"], Id("HEI-R50")]
    producers_worth: Annotated[Literal["0", "1"], Id("HEI-R53")]
    solo_anchor_multi: Annotated[Literal["last_built", "human_chooses"], Id("HEI-R54")]
    solo_blocked_line: Annotated[Literal["edge_unavailable", "skip_rule_b"], Id("HEI-R55")]
