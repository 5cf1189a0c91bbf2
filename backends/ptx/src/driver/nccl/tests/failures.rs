//! Failures of NCCL and of other ranks.
