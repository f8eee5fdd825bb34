// What the file in C++17 does for the one in C++20.
#pragma once

/// A task with the name "older" that throws std::runtime_error("from C++17").
void spawn_older_thrower();
/// Waits. @returns whether that threw std::logic_error("from C++20")
bool older_wait_throws_newer();
