//! The `fuzeki` program: dispatch only, everything else is in the library.

fn main() -> std::process::ExitCode {
    fuzeki::cli::main()
}
