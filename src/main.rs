//! The `rathaus` program.

fn main() -> std::process::ExitCode {
    rathaus_sandbox::serve_inside().unwrap_or_else(rathaus::cli::main)
}
