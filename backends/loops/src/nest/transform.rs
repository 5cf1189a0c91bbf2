//! Changes to nests that change no result.
