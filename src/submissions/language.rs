//! Names of programming languages as people write them.

/// Other names of languages, in lower case.
const ALIASES: [(&str, &str); 11] = [
    ("c#", "csharp"),
    ("c++", "cpp"),
    ("cc", "cpp"),
    ("cs", "csharp"),
    ("cxx", "cpp"),
    ("js", "javascript"),
    ("node", "javascript"),
    ("py", "python"),
    ("python3", "python"),
    ("rb", "ruby"),
    ("rs", "rust"),
];

/// The name of a language in Rathaus, such as `cpp` for `C++` and `Cpp`.
pub fn language_name(written: &str) -> String {
    let name = written.trim().to_lowercase();
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
    alias.map_or(name, |(_, language)| (*language).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_have_several_names() {
        let names = ["Python", "c++", "JS", "C#", "cobol"].map(language_name);
        assert_eq!(names, ["python", "cpp", "javascript", "csharp", "cobol"]);
    }
}
