#pragma once
/// \file
/// Whether the address sanitizer looks on: SOLENOID_SANITIZES_ADDRESSES is 1 or 0.

// GCC says by the first that it sanitizes, clang by the second.
#if defined(__SANITIZE_ADDRESS__)
#define SOLENOID_SANITIZES_ADDRESSES 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SOLENOID_SANITIZES_ADDRESSES 1
#endif
#endif
#if !defined(SOLENOID_SANITIZES_ADDRESSES)
#define SOLENOID_SANITIZES_ADDRESSES 0
#endif
