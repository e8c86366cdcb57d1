"""The unclear rules as named switches: one line each, the default first. The questions stand in rules.toml."""

from typing import Annotated, Literal

from msgspec import Struct

from core.kernel.setup.rulings import Id, Yes


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """Which reading a match is played under."""

    card_action_duty: Annotated[Literal["as_worded", "all_optional", "all_compulsory_if_possible"], Id("EMA-R1")]
    visit_atomic: Annotated[Literal["atomic", "split_move_visit", "free"], Id("EMA-R2")]
    sub_actions_order: Annotated[Literal["any_order_each_optional", "printed_order"], Id("EMA-R3")]
    advisor_power_window: Annotated[Literal["any_own_decision_point", "between_actions_only"], Id("EMA-R4")]
    once_per_turn_scope: Annotated[Literal["per_turn", "per_round"], Id("EMA-R5")]
    commission_counts: Annotated[Literal["extra", "uses_bonus_action"], Id("EMA-R6")]
    gold_wild_scope: Annotated[Literal["everywhere", "market_only"], Id("EMA-R7")]
    gold_for_gold: Annotated[Literal["allowed", "forbidden"], Id("EMA-R8")]
    discount_floor: Annotated[Literal["floor_zero", "floor_one"], Id("EMA-R9")]
    discount_choice: Annotated[Literal["payer_chooses", "first_listed"], Id("EMA-R10")]
    hut_limit: Annotated[Literal["three_huts", "four_huts_cap_three"], Id("EMA-R11")]
    b_refill: Annotated[Literal["immediate_and_available", "end_of_turn"], Id("EMA-R12")]
    favor_reshuffle: Annotated[Literal["lazy", "eager"], Id("EMA-R13")]
    favor_window: Annotated[
        Literal["held_at_opening_any_time_in_visit", "on_arrival_only", "any_time_in_visit_including_new"],
        Id("EMA-R14"),
    ]
    used_favor_goes_to: Annotated[Literal["discard_pile", "box"], Id("EMA-R15")]
    gather_order: Annotated[Literal["basic_first_then_each_craftsman", "choose_before_taking"], Id("EMA-R16")]
    bp_bonus_unit: Annotated[Literal["per_reception", "per_visit"], Id("EMA-R17")]
    toolmaker_before_self: Annotated[Literal["all_sources", "construction_site_only"], Id("EMA-R18")]
    event_once: Annotated[Literal["one_option_once", "each_option_once", "unlimited"], Id("EMA-R19")]
    event_order: Annotated[Literal["round_first_player", "seat_order"], Id("EMA-R20")]
    final_split: Annotated[Literal["auto_optimal", "manual_must_use_all", "manual_may_waste"], Id("EMA-R21")]
    resource_pairs: Annotated[Literal["any_two", "same_type"], Id("EMA-R22")]
    tiebreak3: Annotated[Literal["printed", "with_event_bonus"], Id("EMA-R23")]
    optional_gains: Annotated[Literal["auto_accept_pure_gains", "ask_every_time"], Id("EMA-R24")]
    victoria_order: Annotated[Literal["event_then_victoria", "victoria_then_event"], Id("EMA-R25")]
    victoria_events: Annotated[Literal["no", "rank_bonus_only"], Id("EMA-R26")]
    track_overflow: Annotated[Literal["count_on", "cap_at_104"], Id("EMA-R27")]
    campaign_floor: Annotated[Literal["floor_zero_no_cap", "unbounded"], Id("EMA-R28", at_setup=True)]
    setup_event_effect: Annotated[Literal["no", "yes_as_round_1"], Id("EMA-R29", at_setup=True)]
    merchant_other: Annotated[Literal["different_type", "any_type"], Id("EMA-R30")]
    chamberlain_use: Annotated[
        Literal["unlimited_own_turn_and_own_event_window", "unlimited_own_turn_only", "once_per_turn"], Id("EMA-R31")
    ]
    steward_with_commission: Annotated[Yes, Id("EMA-R32")]
    scholar_gold: Annotated[Yes, Id("EMA-R33")]
    errand_is_arrival: Annotated[Literal["no", "yes"], Id("EMA-R34")]
    foreign_traders_scope: Annotated[Literal["market_action_incl_errand", "market_visit_only"], Id("EMA-R35")]
    marker_flip_time: Annotated[Literal["immediately_after_use", "at_next_use"], Id("EMA-R36")]
    bread_marker_unit: Annotated[Literal["per_action", "per_bread"], Id("EMA-R37")]
    step_same_councilor: Annotated[Yes, Id("EMA-R38")]
    draw_before_event: Annotated[Literal["yes", "after_event"], Id("EMA-R39")]
    informed_choice_details: Annotated[
        Literal["nine_in_hand_return_after_round_3", "choose_three_each_round_secretly"], Id("EMA-R40")
    ]
    donation_rewards_order: Annotated[Literal["pay_first", "look_before_paying"], Id("EMA-R41")]
    landlord_cp: Annotated[Literal["needs_1_cp", "may_go_negative"], Id("EMA-R42")]
    bonus_before_card: Annotated[Literal["card_first", "allowed"], Id("EMA-R43")]
