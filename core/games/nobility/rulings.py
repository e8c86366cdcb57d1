"""The unclear rules as named switches: one line each, the default first. The questions stand in rules.toml.

What the rules said otherwise once comes last: each match keeps what it began with.
"""

from typing import Annotated, Final, Literal

from msgspec import Struct

from core.kernel.game import Untied
from core.kernel.setup.rulings import Changed, Id, Yes

_UNASKED: Final = {"slot_vp": "refused", "slot_vp_plus_rewards": "refused"}
"""Readings of a row 1 that does not name these rulings: no match can have asked them before they were some."""


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """Which reading a match is played under."""

    pass_rule: Annotated[Literal["final", "reenter"], Id("RTN-R1")]
    no_dice_turns: Annotated[Literal["active", "skipped"], Id("RTN-R2")]
    guild_slots: Annotated[Literal["any_n", "leftmost_n"], Id("RTN-R3")]
    guild_worker_curve: Annotated[Literal["tradeoff", "aligned"], Id("RTN-R4")]
    blocking: Annotated[Literal["forbidden", "allowed"], Id("RTN-R5")]
    settle_types: Annotated[Literal["required_only", "any_type"], Id("RTN-R6")]
    apprentice_delay: Annotated[Literal["income_counts", "strict"], Id("RTN-R7")]
    end_turn_after_activation: Annotated[Literal["die_action_ends", "whole_turn_ends"], Id("RTN-R8")]
    modifier_timing: Annotated[Literal["at_placement", "any_own_turn"], Id("RTN-R9")]
    reputation_bounds: Annotated[Literal["6..24", "0..24", "1..30"], Id("RTN-R10")]
    nobility_bounds: Annotated[Literal["clamp_24", "unbounded"], Id("RTN-R11")]
    settlers_deck_empty: Annotated[Literal["reshuffle_discards", "no_refill"], Id("RTN-R12")]
    bag_empty: Annotated[Literal["return_discards", "no_refill"], Id("RTN-R13")]
    council_stack_empty: Annotated[Literal["no_refill", "recycle_answered"], Id("RTN-R14")]
    full_guild_redraw: Annotated[Literal["repeat", "once"], Id("RTN-R15")]
    two_player_workshop_choice: Annotated[
        Literal["random_of_guild", "first_player_chooses"], Id("RTN-R16", at_setup=True)
    ]
    hall_renew_scope: Annotated[Literal["all_tiles_to_free_slots", "same_number"], Id("RTN-R17")]
    mixed_bag: Annotated[Literal["by_kind", "literal"], Id("RTN-R18")]
    sold_workshop_reclaim: Annotated[Literal["never", "by_apprentice"], Id("RTN-R19")]
    sale_vp: Annotated[Literal["slot_vp", "slot_vp_plus_rewards"], Id("RTN-R20")]
    reward_2p: Annotated[Literal["owner_reward_only", "owner_reward_and_bonus"], Id("RTN-R21")]
    round10_income: Annotated[Literal["income_yes_maintenance_no", "neither"], Id("RTN-R22")]
    tiebreak_houses: Annotated[Literal["on_plots", "bought"], Id("RTN-R23")]
    nobility_vp_rule: Annotated[Literal["last_passed", "exact_space"], Id("RTN-R24")]
    character_four: Annotated[Literal["no", "yes_plus_one"], Id("RTN-R25")]
    guild_master_count: Annotated[Literal["no", "yes"], Id("RTN-R26")]
    solo_check: Annotated[Literal["by_end", "final", "immediate"], Id("RTN-R27")]
    solo_automa_activation: Annotated[Literal["rewards_only", "rewards_and_bonus", "bonus_twice"], Id("RTN-R28")]
    open_holdings: Annotated[Literal["open", "cards_hidden"], Id("RTN-R29", at_setup=True)]
    character_bonus: Annotated[Literal["on", "off"], Id("RTN-R30", at_setup=True)]
    supply_limits: Annotated[Literal["unlimited", "strict"], Id("RTN-R31")]
    event_timing: Annotated[Literal["before_roll", "after_roll"], Id("RTN-R32")]
    events_in_solo: Annotated[Literal["allowed", "forbidden"], Id("RTN-R33", at_setup=True)]
    chancery_full_slot: Annotated[Literal["no", "yes_blocking"], Id("RTN-R34")]
    desk_stacking: Annotated[Literal["additive", "none"], Id("RTN-R35")]
    two_cards_desk: Annotated[Literal["may_take_one", "must_take_two"], Id("RTN-R36")]
    commission_room: Annotated[Literal["apprentices_plus_one", "apprentices_total"], Id("RTN-R37")]
    commission_low_deck: Annotated[Literal["draw_what_is_left", "forbid"], Id("RTN-R38")]
    commission_activation: Annotated[Literal["on_last_die_auto", "on_maintenance", "manual"], Id("RTN-R39")]
    commission_die_limit: Annotated[Literal["yes", "not_for_reputation"], Id("RTN-R40")]
    castle_extra_slot: Annotated[Literal["any_value_plus1", "same_as_slot2"], Id("RTN-R41")]
    own_tile_bonus: Annotated[Yes, Id("RTN-R42")]
    reroll_scope: Annotated[Literal["any_subset_once", "all_or_nothing"], Id("RTN-R43")]
    recall_scope: Annotated[Literal["any_once_per_round", "not_same_round"], Id("RTN-R44")]
    council_people_consumed: Annotated[Literal["never", "once_per_card"], Id("RTN-R45")]
    voluntary_end_with_3_cards: Annotated[Literal["settle_first_allowed", "count_at_turn_start"], Id("RTN-R46")]
    drop_destination: Annotated[Literal["discard_pile", "bottom_of_deck"], Id("RTN-R47")]
    council_partial_pay: Annotated[Literal["no_limit", "max3"], Id("RTN-R48")]
    automa_town_hall_empty: Annotated[Literal["just_occupies", "discard_next_left"], Id("RTN-R49")]
    income_order: Annotated[Literal["turn_order", "by_source"], Id("RTN-R50")]
    short_sale: Annotated[Literal["refused", "below_zero"], Id("RTN-R51", untied=Untied("sale_vp", _UNASKED))]

    turn_since: Annotated[Literal["done", "begun"], Changed("RTN-9.13", since="0.1.0")]
    lost_tiles: Annotated[Literal["after_filling", "at_once"], Changed("RTN-18.8", since="0.1.0")]
    left_behind: Annotated[Literal["heeded", "overlooked"], Changed("RTN-R39", since="0.1.0")]
