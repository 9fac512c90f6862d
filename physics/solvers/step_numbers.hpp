#pragma once
/// \file
/// Names of the numbers beside a stored state that say where in its steps a fluid is.

namespace solenoid {

/// The largest signal of the state at the begin of the present pair of steps, and whether it is
/// that of the present state.
inline constexpr const char* signal_number = "signal";
inline constexpr const char* signal_known_number = "signal_known";
/// Whether the next step is the reversed one of a pair, which keeps the signal.
inline constexpr const char* second_half_number = "second_half";
/// For how long the last sweep of the step is yet to go, and its axis; absent where there is none.
inline constexpr const char* unfinished_sweep_number = "unfinished_sweep";
inline constexpr const char* unfinished_axis_number = "unfinished_axis";
/// Whether the last look at the flow found shocks, and how many pairs of steps there were since.
inline constexpr const char* shocks_number = "shocks";
inline constexpr const char* pairs_since_look_number = "pairs_since_look";

}  // namespace solenoid
