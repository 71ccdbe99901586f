//! The client, made by `build.rs`.

include!(concat!(env!("OUT_DIR"), "/api.rs"));
