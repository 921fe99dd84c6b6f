using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;

// Makes a submission ready for the compiler: prepare.exe whole|bare SOURCE OUT. It leaves the names of the files to be compiled
// in OUT/sources, one a line.
//
// A whole player file is compiled as it is. A bare method, as people posted it, comes into a class of its own; the compiler is
// told which line is which, so that its messages have the file and the numbers of the submission.
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

    // The submission's other files are part of its program, unless they are programs or bare methods themselves.
    static IEnumerable<string> WithNeighbours(string source)
    {
        string[] beside = Directory.GetFiles(Path.GetDirectoryName(source), "*.cs");
        Array.Sort(beside, StringComparer.Ordinal);
        return new[] { source }.Concat(beside.Where(path => path != source && IsPart(File.ReadAllText(path))));
    }

    static bool IsPart(string text)
    {
        return HasNamespace.IsMatch(text) && !HasMain.IsMatch(text);
    }

    static string Wrap(string source, string folder)
    {
        string wrapped = Path.Combine(folder, "submission.cs");
        string text = File.ReadAllText(source);
        string given = string.Concat(UsingLine.Matches(text).Cast<Match>().Select(match => match.Value.Trim() + " "));
        File.WriteAllText(wrapped,
            "#pragma warning disable\n" + Distinct(Usings + given) +
            "namespace ppcggacscontroller { class Program {\n" +
            "#line 1 \"" + source + "\"\n" + UsingLine.Replace(text, "") + "\n" +
            "#line default\n}}\n");
        return wrapped;
    }

    // The same using twice is an error for some compilers and a warning for others.
    static string Distinct(string usings)
    {
        IEnumerable<string> each = usings.Split(';').Select(one => Regex.Replace(one.Trim(), @"\s+", " "));
        return string.Concat(each.Where(one => one != "").Distinct().Select(one => one + "; "));
    }
}
