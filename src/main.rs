//! The `rathaus` program.

fn main() -> std::process::ExitCode {
    rathaus::process::serve_inside().unwrap_or_else(rathaus::cli::main)
}
