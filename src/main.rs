//! The `rathaus` program.

fn main() -> std::process::ExitCode {
    rathaus::cli::main()
}
