//! What every adapter must do, from one list: the same misdeeds in every language, and the same strategy with the same success.

mod common;

use common::{World, matches, sample};

/// Bare submissions of one language, each with a misdeed.
struct Language {
    extension: &'static str,
    /// Raises an error where a wall of the board is in view.
    raises: (&'static str, &'static str),
    /// Answers with the move (2,0).
    illegal: &'static str,
    /// Prints on standard output in every call.
    prints: &'static str,
    /// Counts its calls and moves by that.
    keeps_data: &'static str,
}

const LANGUAGES: [Language; 5] = [
    Language {
        extension: "cpp",
        raises: (
            "#include <stdexcept>\ncoord_t mine(dna_t d, view_t v) { if (v(0, -1) == -1) throw std::runtime_error(\"a wall\"); return {1, 0}; }",
            "std::runtime_error: a wall",
        ),
        illegal: "coord_t mine(dna_t d, view_t v) { return {2, 0}; }",
        prints: "coord_t mine(dna_t d, view_t v) { std::cout << \"debugging\" << std::endl; return {1, 0}; }",
        keeps_data: "int calls = 0;\ncoord_t mine(dna_t d, view_t v) { return {1, calls++ % 3 - 1}; }",
    },
    Language {
        extension: "py",
        raises: (
            "class Mine(Player):\n    def turn(self):\n        if self.vision_at(0, -1) == -1:\n            raise RuntimeError('a wall')\n        return Coordinate(1, 0)\n",
            "RuntimeError: a wall",
        ),
        illegal: "class Mine(Player):\n    def turn(self):\n        return Coordinate(2, 0)\n",
        prints: "class Mine(Player):\n    def turn(self):\n        print('debugging')\n        return Coordinate(1, 0)\n",
        keeps_data: "class Mine(Player):\n    calls = 0\n    def turn(self):\n        Mine.calls += 1\n        return Coordinate(1, Mine.calls % 3 - 1)\n",
    },
    Language {
        extension: "rb",
        raises: (
            "class Mine < Player\n  def turn\n    raise 'a wall' if vision_at(0, -1) == -1\n    Vector2D.new(1, 0)\n  end\nend\n",
            "RuntimeError: a wall",
        ),
        illegal: "class Mine < Player\n  def turn\n    Vector2D.new(2, 0)\n  end\nend\n",
        prints: "class Mine < Player\n  def turn\n    puts 'debugging'\n    Vector2D.new(1, 0)\n  end\nend\n",
        keeps_data: "class Mine < Player\n  def turn\n    $calls = $calls.to_i + 1\n    Vector2D.new(1, $calls % 3 - 1)\n  end\nend\n",
    },
    Language {
        extension: "java",
        raises: (
            "public class Mine extends Player {\n    public Point takeTurn(String genome, Map<Point, Integer> vision) {\n        if (vision.get(new Point(0, -1)) == -1) throw new IllegalStateException(\"a wall\");\n        return new Point(1, 0);\n    }\n}\n",
            "IllegalStateException: a wall",
        ),
        illegal: "public class Mine extends Player {\n    public Point takeTurn(String genome, Map<Point, Integer> vision) { return new Point(2, 0); }\n}\n",
        prints: "public class Mine extends Player {\n    public Point takeTurn(String genome, Map<Point, Integer> vision) { System.out.println(\"debugging\"); return new Point(1, 0); }\n}\n",
        keeps_data: "public class Mine extends Player {\n    static int calls = 0;\n    public Point takeTurn(String genome, Map<Point, Integer> vision) { return new Point(1, calls++ % 3 - 1); }\n}\n",
    },
    Language {
        extension: "cs",
        raises: (
            "static void mine(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy) { if (v[0, -1] == -1) throw new InvalidOperationException(\"a wall\"); ox = 1; oy = 0; }",
            "InvalidOperationException: a wall",
        ),
        illegal: "static void mine(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy) { ox = 2; oy = 0; }",
        prints: "static void mine(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy) { Console.WriteLine(\"debugging\"); ox = 1; oy = 0; }",
        keeps_data: "static int calls = 0;\nstatic void mine(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy) { ox = 1; oy = calls++ % 3 - 1; }",
    },
];

/// Checks a submission and returns its exit code and what was said of it.
fn check(language: &Language, source: &str) -> (Option<i32>, String) {
    let world = World::new();
    // In Java the file is named after its class.
    let file = world.file(&format!("Mine.{}", language.extension), source);
    let run = world.run(&["check", "rat-race", &file]);
    (run.code, format!("{}: {}{}", language.extension, run.stdout, run.stderr))
}

#[test]
fn an_error_is_the_submissions_fault_with_its_trace() {
    for language in &LANGUAGES {
        let (source, expected) = language.raises;
        let (code, said) = check(language, source);
        assert_eq!(code, Some(7), "{said}");
        assert!(said.contains("crashed: the submission raised") && said.contains(expected), "{said}");
        assert!(said.contains("stderr:"), "{said}");
    }
}

#[test]
fn an_illegal_move_is_the_submissions_fault() {
    for language in &LANGUAGES {
        let (code, said) = check(language, language.illegal);
        assert_eq!(code, Some(7), "{said}");
        assert!(said.contains("illegal answer: move (2,0)"), "{said}");
    }
}

#[test]
fn what_a_submission_prints_does_not_break_the_protocol() {
    for language in &LANGUAGES {
        let (code, said) = check(language, language.prints);
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains("on standard error:\n") && said.contains("debugging"), "{said}");
    }
}

#[test]
fn a_submission_that_keeps_data_is_caught() {
    for language in &LANGUAGES {
        let (code, said) = check(language, language.keeps_data);
        assert_eq!(code, Some(7), "{said}");
        assert!(said.contains("yes, which is forbidden"), "{said}");
    }
}

/// ColorScore reads the genome and breaks ties a little differently from language to language, as it did in the original
/// controllers. Its success must be the same: on the same boards no two differ by more than chance explains.
#[test]
fn the_same_strategy_has_the_same_success_in_every_language() {
    let world = World::new();
    let bots = ["cpp", "csharp", "java", "python", "ruby"]
        .map(|language| sample(&format!("color-score-{language}")));
    let bots: Vec<&str> = bots.iter().map(String::as_str).collect();
    let result =
        world.play(&[bots.as_slice(), &["--boards", "60", "--seed", "5", "--set", "turns=2000"]].concat());
    let logs: Vec<Vec<f64>> = (0..bots.len())
        .map(|index| matches(&result, index).iter().map(|one| one["score"].as_f64().unwrap().ln()).collect())
        .collect();
    for (index, one) in logs.iter().enumerate() {
        assert_eq!(one.len(), 60);
        for other in &logs[..index] {
            let differences: Vec<f64> = one.iter().zip(other).map(|(one, other)| one - other).collect();
            let mean = differences.iter().sum::<f64>() / 60.0;
            let variance =
                differences.iter().map(|difference| (difference - mean).powi(2)).sum::<f64>() / 59.0;
            let z = mean / (variance / 60.0).sqrt();
            // Of ten pairs, none exceeds 2.8 in 19 of 20 cases.
            assert!(z.abs() < 2.8, "{z} standard errors apart: {}", result["submissions"][index]["name"]);
        }
    }
}
