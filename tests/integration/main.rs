//! The tests of the program as its users meet it, and of the repository as a whole. They are one
//! binary, because each binary is linked with all of the program.

mod architecture;
mod bad_input;
mod broken_recordings;
mod calibration;
mod check_game;
mod chess;
mod commands;
mod commitments;
#[path = "../common/mod.rs"]
mod common;
mod compare;
mod compare_elo;
mod doctor;
mod documents;
mod drawings;
mod encodings;
mod engine_options;
mod faults;
mod first_bot;
mod forgery;
mod game_helpers;
mod games;
mod go;
mod grid_routing;
mod hostile_databases;
mod hostile_files;
mod hostile_manifests;
mod hostile_text;
mod huge_scores;
mod importing;
mod lights_out;
mod old_files;
mod ordinary_user;
mod packages;
mod pages;
mod person;
mod play;
mod prisoners_dilemma;
mod python;
mod replays;
mod serving;
mod shared_folders;
mod tournament;
mod warm;
mod watch;
