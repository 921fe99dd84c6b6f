using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;

// Prepares a submission for the compiler: prepare.exe whole|bare SOURCE OUT. Writes the names of
// the files to compile to OUT/sources, one per line.
//
// A whole player file is compiled unchanged. A bare method is put into a class. A `#line` directive
// makes the compiler's messages refer to the file and the lines of the submission.
static class Prepare
{
    const string Usings = "using System; using System.Collections; using System.Collections.Generic; using System.Linq; " +
        "using System.Text; using ppcggacscontroller.GameLogic; ";

    static readonly Regex UsingLine =
        new Regex(@"^[ \t]*using\s+(?:static\s+)?\w[\w.]*(?:\s*=\s*[\w.<>, ]+)?\s*;", RegexOptions.Multiline);
    static readonly Regex HasMain = new Regex(@"\bstatic\s+(?:void|int)\s+Main\s*\(");
    static readonly Regex HasNamespace = new Regex(@"^\s*namespace\s", RegexOptions.Multiline);

    static int Main(string[] arguments)
    {
        string source = Path.GetFullPath(arguments[1]), folder = arguments[2];
        IEnumerable<string> sources = arguments[0] == "whole" ? WithNeighbours(source) : new[] { Wrap(source, folder) };
        File.WriteAllLines(Path.Combine(folder, "sources"), sources.Select(path => "\"" + path + "\""));
        return 0;
    }

    // The source and the other files of its folder, except programs and bare methods.
    static IEnumerable<string> WithNeighbours(string source)
    {
        string[] neighbours = Directory.GetFiles(Path.GetDirectoryName(source), "*.cs");
        Array.Sort(neighbours, StringComparer.Ordinal);
        return new[] { source }.Concat(neighbours.Where(path => path != source && IsPart(File.ReadAllText(path))));
    }

    static bool IsPart(string text)
    {
        return HasNamespace.IsMatch(text) && !HasMain.IsMatch(text);
    }

    static string Wrap(string source, string folder)
    {
        string wrapped = Path.Combine(folder, "submission.cs");
        string text = File.ReadAllText(source);
        string usings = string.Concat(UsingLine.Matches(text).Cast<Match>().Select(match => match.Value.Trim() + " "));
        File.WriteAllText(wrapped,
            "#pragma warning disable\n" + Distinct(Usings + usings) +
            "namespace ppcggacscontroller { class Program {\n" +
            "#line 1 \"" + source + "\"\n" + UsingLine.Replace(text, "") + "\n" +
            "#line default\n}}\n");
        return wrapped;
    }

    // Removes duplicate usings, which are an error for some compilers.
    static string Distinct(string usings)
    {
        IEnumerable<string> each = usings.Split(';').Select(one => Regex.Replace(one.Trim(), @"\s+", " "));
        return string.Concat(each.Where(one => one != "").Distinct().Select(one => one + "; "));
    }
}
