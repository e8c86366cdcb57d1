"""The unclear rules as named switches: one line each, the default first. The questions stand in rules.toml."""

from typing import Annotated, Literal

from msgspec import Struct

from core.kernel.game import Untied
from core.kernel.setup.rulings import Id, Yes

Scope = Literal["realm_only", "realm_and_deployment"]

OWNED = Untied("owned_scope")
REALM_ONLY = Untied("owned_scope", {"realm_and_deployment": "realm_only"})
MARKED = Untied("take_card", {"unused": "no", "galleries": "yes"})
NOT_AUCTIONED = Untied("take_card", {"unused": "no", "galleries": "no"})


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """Which reading a match is played under."""

    refill: Annotated[Literal["top_up_from_deck", "upcoming_only"], Id("MED-R1")] = "top_up_from_deck"
    round_discard: Annotated[Literal["fixed_slots", "first_remaining"], Id("MED-R2")] = "fixed_slots"
    placement_commit: Annotated[Literal["locked", "revisable"], Id("MED-R3")] = "locked"
    island_cost: Annotated[Literal["requirement", "spend", "commit"], Id("MED-R4")] = "requirement"
    island_check: Annotated[Literal["on_play", "on_activate"], Id("MED-R5")] = "on_play"
    town_trigger: Annotated[Literal["own_seal", "indicated_seal"], Id("MED-R6")] = "own_seal"
    town_trigger_event: Annotated[Literal["play_action", "any_entry"], Id("MED-R7")] = "play_action"
    development_income: Annotated[Literal["per_mayor_owned", "per_mayor_on_slot"], Id("MED-R8")] = "per_mayor_owned"
    decoys_count_as_mayors: Annotated[Yes, Id("MED-R9")] = "yes"
    castle_income: Annotated[Literal["combat_token", "combat_value"], Id("MED-R10")] = "combat_token"
    castle_leaders: Annotated[Literal["military", "with_decoys"], Id("MED-R11")] = "military"
    person_scope: Annotated[Literal["same_seal", "same_family"], Id("MED-R12")] = "same_seal"
    owned_scope: Annotated[Scope, Id("MED-R13")] = "realm_only"
    tie_scope: Annotated[Scope, Id("MED-R13a", OWNED)] = "realm_only"
    island_scope: Annotated[Scope, Id("MED-R13b", OWNED)] = "realm_only"
    colour_scope: Annotated[Scope, Id("MED-R13c", OWNED)] = "realm_only"
    honour_scope: Annotated[Scope, Id("MED-R13d", REALM_ONLY)] = "realm_only"
    final_milestones: Annotated[Yes, Id("MED-R14")] = "yes"
    milestone_types: Annotated[Literal["all_seven", "no_combat"], Id("MED-R15")] = "all_seven"
    milestone_multiple: Annotated[Literal["each", "one_per_gain"], Id("MED-R16")] = "each"
    majority_tie: Annotated[Literal["activator_if_tied", "activator_any_tie"], Id("MED-R17")] = "activator_if_tied"
    majority_zero: Annotated[Literal["allowed", "need_one"], Id("MED-R18")] = "allowed"
    majority_accept: Annotated[Literal["mandatory", "may_decline"], Id("MED-R19")] = "mandatory"
    majority_block_by_colour: Annotated[Literal["same_as_full", "discard"], Id("MED-R20")] = "same_as_full"
    majority_compare: Annotated[Literal["after_price", "before_price"], Id("MED-R21")] = "after_price"
    majority_activation_guard: Annotated[Literal["none", "must_have_taker"], Id("MED-R22")] = "none"
    auction_min_bid: Annotated[Literal["1", "2", "3"], Id("MED-R23")] = "1"
    clockwise: Annotated[Literal["seat_order", "turn_order"], Id("MED-R24")] = "seat_order"
    raise_step: Annotated[Literal["free", "exactly_one"], Id("MED-R25")] = "free"
    auction_opening: Annotated[
        Literal["activator_must_bid", "activator_may_open_at_zero", "anybody_may_open_at_zero"], Id("MED-R26")
    ] = "activator_must_bid"
    placement_complete: Annotated[Literal["all_leaders", "optional"], Id("MED-R27")] = "all_leaders"
    extra_mayors_2p: Annotated[Literal["management_only", "free_split"], Id("MED-R28")] = "management_only"
    decoy_stack: Annotated[Literal["additive", "single"], Id("MED-R29")] = "additive"
    decoy_block: Annotated[Literal["compare", "absolute"], Id("MED-R30")] = "compare"
    leftovers: Annotated[Literal["pooled", "per_type"], Id("MED-R32")] = "pooled"
    final_tiebreak_first_player: Annotated[Literal["round7", "setup"], Id("MED-R33")] = "round7"
    deployed_colour_block: Annotated[Literal["deployment_only", "deployment_and_realm"], Id("MED-R34")] = (
        "deployment_only"
    )
    leader_supply: Annotated[Literal["limited", "unlimited"], Id("MED-R35")] = "limited"
    take_card: Annotated[Literal["unused", "galleries"], Id("MED-R36")] = "unused"
    take_marked: Annotated[Yes, Id("MED-R36a", MARKED)] = "yes"
    take_auctioned: Annotated[Literal["no", "yes"], Id("MED-R36b", NOT_AUCTIONED)] = "no"
    effect_order: Annotated[Literal["vp_first", "resources_first"], Id("MED-R38")] = "vp_first"
    auto_pass: Annotated[Literal["off", "on"], Id("MED-R39")] = "off"
    upcoming: Annotated[Literal["face_up", "face_down"], Id("MED-R40")] = "face_up"
    tithe_types: Annotated[Literal["six", "five_no_combat"], Id("MED-R41")] = "six"
    market_counts_itself: Annotated[Yes, Id("MED-R43")] = "yes"
    monarch_choice: Annotated[Literal["chosen", "dealt"], Id("MED-R46")] = "chosen"
