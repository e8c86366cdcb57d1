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

    refill: Annotated[Literal["top_up_from_deck", "upcoming_only"], Id("MED-R1")]
    round_discard: Annotated[Literal["fixed_slots", "first_remaining"], Id("MED-R2")]
    placement_commit: Annotated[Literal["locked", "revisable"], Id("MED-R3")]
    island_cost: Annotated[Literal["requirement", "spend", "commit"], Id("MED-R4")]
    island_check: Annotated[Literal["on_play", "on_activate"], Id("MED-R5")]
    town_trigger: Annotated[Literal["own_seal", "indicated_seal"], Id("MED-R6")]
    town_trigger_event: Annotated[Literal["play_action", "any_entry"], Id("MED-R7")]
    development_income: Annotated[Literal["per_mayor_owned", "per_mayor_on_slot"], Id("MED-R8")]
    decoys_count_as_mayors: Annotated[Yes, Id("MED-R9")]
    castle_income: Annotated[Literal["combat_token", "combat_value"], Id("MED-R10")]
    castle_leaders: Annotated[Literal["military", "with_decoys"], Id("MED-R11")]
    person_scope: Annotated[Literal["same_seal", "same_family"], Id("MED-R12")]
    owned_scope: Annotated[Scope, Id("MED-R13")]
    tie_scope: Annotated[Scope, Id("MED-R13a", OWNED)]
    island_scope: Annotated[Scope, Id("MED-R13b", OWNED)]
    colour_scope: Annotated[Scope, Id("MED-R13c", OWNED)]
    honour_scope: Annotated[Scope, Id("MED-R13d", REALM_ONLY)]
    final_milestones: Annotated[Yes, Id("MED-R14")]
    milestone_types: Annotated[Literal["all_seven", "no_combat"], Id("MED-R15")]
    milestone_multiple: Annotated[Literal["each", "one_per_gain"], Id("MED-R16")]
    majority_tie: Annotated[Literal["activator_if_tied", "activator_any_tie"], Id("MED-R17")]
    majority_zero: Annotated[Literal["allowed", "need_one"], Id("MED-R18")]
    majority_accept: Annotated[Literal["mandatory", "may_decline"], Id("MED-R19")]
    majority_block_by_colour: Annotated[Literal["same_as_full", "discard"], Id("MED-R20")]
    majority_compare: Annotated[Literal["after_price", "before_price"], Id("MED-R21")]
    majority_activation_guard: Annotated[Literal["none", "must_have_taker"], Id("MED-R22")]
    auction_min_bid: Annotated[Literal["1", "2", "3"], Id("MED-R23")]
    clockwise: Annotated[Literal["seat_order", "turn_order"], Id("MED-R24")]
    raise_step: Annotated[Literal["free", "exactly_one"], Id("MED-R25")]
    auction_opening: Annotated[
        Literal["activator_must_bid", "activator_may_open_at_zero", "anybody_may_open_at_zero"], Id("MED-R26")
    ]
    placement_complete: Annotated[Literal["all_leaders", "optional"], Id("MED-R27")]
    extra_mayors_2p: Annotated[Literal["management_only", "free_split"], Id("MED-R28")]
    decoy_stack: Annotated[Literal["additive", "single"], Id("MED-R29")]
    decoy_block: Annotated[Literal["compare", "absolute"], Id("MED-R30")]
    leftovers: Annotated[Literal["pooled", "per_type"], Id("MED-R32")]
    final_tiebreak_first_player: Annotated[Literal["round7", "setup"], Id("MED-R33")]
    deployed_colour_block: Annotated[Literal["deployment_only", "deployment_and_realm"], Id("MED-R34")]
    leader_supply: Annotated[Literal["limited", "unlimited"], Id("MED-R35")]
    take_card: Annotated[Literal["unused", "galleries"], Id("MED-R36")]
    take_marked: Annotated[Yes, Id("MED-R36a", MARKED)]
    take_auctioned: Annotated[Literal["no", "yes"], Id("MED-R36b", NOT_AUCTIONED)]
    effect_order: Annotated[Literal["vp_first", "resources_first"], Id("MED-R38")]
    auto_pass: Annotated[Literal["off", "on"], Id("MED-R39")]
    upcoming: Annotated[Literal["face_up", "face_down"], Id("MED-R40", at_setup=True)]
    tithe_types: Annotated[Literal["six", "five_no_combat"], Id("MED-R41")]
    market_counts_itself: Annotated[Yes, Id("MED-R43")]
    monarch_choice: Annotated[Literal["chosen", "dealt"], Id("MED-R46", at_setup=True)]
