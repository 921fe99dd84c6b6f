"""Translates all Python 2 files of a folder to Python 3, in place: main.py FOLDER.

This runs 2to3, from the library fissix if it is installed, else from lib2to3, which Python had
until 3.12. It also translates what 2to3 leaves alone: integer division, and sorting with a
comparison function.
"""
import os
import re
import shutil
import sys
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
HELPER = "rathaus_python2"

# A file with this import already uses the division of Python 3.
NEW_DIVISION = re.compile(r"^\s*from\s+__future__\s+import\b[^\n]*\bdivision\b", re.MULTILINE)

# This fixer makes imports of neighbouring files relative, but submissions are not packages.
UNWANTED = {"import"}


def library():
    """The modules of 2to3, and the package of its fixers."""
    warnings.simplefilter("ignore")
    try:
        from fissix import pygram, pytree, refactor
        from fissix.pgen2 import token
        fixers = "fissix.fixes"
    except ImportError:
        from lib2to3 import pygram, pytree, refactor
        from lib2to3.pgen2 import token
        fixers = "lib2to3.fixes"
    return pygram, pytree, refactor, token, fixers


pygram, pytree, refactor, token, FIXERS = library()


def translator():
    names = refactor.get_fixers_from_package(FIXERS)
    return refactor.RefactoringTool([name for name in names if name.split("fix_")[-1] not in UNWANTED])


def call(function, prefix, *arguments):
    """The tree of function(argument, argument), with its whitespace prefix."""
    symbols = pygram.python_symbols
    leaves = []
    for argument in arguments:
        if leaves:
            leaves.append(pytree.Leaf(token.COMMA, ","))
            argument.prefix = argument.prefix or " "
        else:
            argument.prefix = ""
        leaves.append(argument)
    inside = pytree.Node(symbols.arglist, leaves)
    brackets = [pytree.Leaf(token.LPAR, "("), inside, pytree.Leaf(token.RPAR, ")")]
    return pytree.Node(symbols.power, [pytree.Leaf(token.NAME, function, prefix=prefix), pytree.Node(symbols.trailer, brackets)])


def divide_term(term):
    """Replaces each / in a chain of *, /, % and // by a call, in the order of evaluation."""
    symbols = pygram.python_symbols
    parts = [child.clone() for child in term.children]
    whole, prefix = parts[0], term.prefix
    for operator, right in zip(parts[1::2], parts[2::2]):
        if operator.value == "/":
            whole = call("%s.div" % HELPER, prefix, whole, right)
        else:
            whole = pytree.Node(symbols.term, [whole, operator, right])
    whole.prefix = prefix
    term.replace(whole)


def divide_assignment(statement):
    """Replaces target /= value by target = div(target, value)."""
    target, operator, value = statement.children
    prefix = value.prefix
    operator.value = "="
    inner = target.clone()
    value.replace(call("%s.div" % HELPER, prefix, inner, value.clone()))


def divide(tree):
    """Makes all divisions of a tree behave as in Python 2. Returns their number."""
    symbols, count = pygram.python_symbols, 0
    # From the inside out, because a replacement is a copy.
    for node in list(tree.post_order()):
        values = [getattr(child, "value", None) for child in node.children]
        if node.type == symbols.term and "/" in values[1::2]:
            divide_term(node)
            count += 1
        elif node.type == symbols.expr_stmt and values[1:2] == ["/="]:
            divide_assignment(node)
            count += 1
    return count


def compare(tree):
    """Translates sort(function), sorted(..., function) and cmp=function. Returns their number."""
    symbols, count = pygram.python_symbols, 0
    for node in list(tree.post_order()):
        if node.type == symbols.argument and str(node.children[0]).strip() == "cmp":
            name, equals, function = node.children
            node.replace(keyed(function, node.prefix))
            count += 1
        elif node.type == symbols.power and str(node.children[0]).strip() == "sorted":
            second = second_argument(node.children[1])
            if second is not None:
                second.replace(keyed(second, second.prefix))
                count += 1
        elif node.type == symbols.power and str(node).rstrip().endswith(")") and len(node.children) >= 3:
            method, brackets = node.children[-2:]
            alone = len(brackets.children) == 3 and brackets.children[1].type not in (symbols.arglist, symbols.argument)
            if str(method) == ".sort" and alone:
                brackets.children[1].replace(keyed(brackets.children[1], ""))
                count += 1
    return count


def second_argument(brackets):
    """The second argument of a call with two or more, if it has no name."""
    arguments = brackets.children[1].children if len(brackets.children) == 3 else []
    symbols = pygram.python_symbols
    if brackets.type == symbols.trailer and len(arguments) >= 3 and arguments[1].type == token.COMMA:
        return arguments[2] if arguments[2].type not in (symbols.argument, symbols.arglist) else None
    return None


def keyed(function, prefix):
    """The argument key=by(function)."""
    named = pytree.Leaf(token.NAME, "key", prefix=prefix)
    by = call("%s.by" % HELPER, "", function.clone())
    return pytree.Node(pygram.python_symbols.argument, [named, pytree.Leaf(token.EQUAL, "="), by])


def is_head(statement):
    """Whether no import may precede the statement: a docstring, or an import from __future__."""
    words = str(statement).lstrip()
    return statement.type == pygram.python_symbols.simple_stmt and (
        statement.children[0].type == token.STRING or words.startswith("from __future__")
    )


def with_import(tree):
    """The text of a tree with an import of the helper, which adds no line if that is possible."""
    before = []
    for statement in tree.children:
        if not is_head(statement):
            break
        before.append(str(statement))
    text, at = str(tree), sum(len(one) for one in before) + len(statement.prefix)
    if statement.type == pygram.python_symbols.simple_stmt:
        return "%simport %s; %s" % (text[:at], HELPER, text[at:])
    if before:
        at = sum(len(one) for one in before[:-1]) + len(before[-1].rstrip())
        return "%s; import %s%s" % (text[:at], HELPER, text[at:])
    return "%simport %s\n%s" % (text[:at], HELPER, text[at:])


def translate(text, tool, name):
    """Returns the text in Python 3, and whether it needs the helper module."""
    old_division = not NEW_DIVISION.search(text)
    tree = tool.refactor_string(text if text.endswith("\n") else text + "\n", name)
    changes = compare(tree) + (divide(tree) if old_division else 0)
    rename_letters(tree)
    if "cmp(" in text:
        changes += name_helper(tree, "cmp")
    return (with_import(tree) if changes else str(tree)), changes > 0


def rename_letters(tree):
    """Renames string.letters, string.lowercase and string.uppercase to their names in Python 3."""
    for leaf in tree.leaves():
        dot = leaf.prev_sibling
        module = dot.parent.prev_sibling if dot is not None and dot.type == token.DOT else None
        if leaf.value in ("letters", "lowercase", "uppercase") and str(module).strip() == "string":
            leaf.value = "ascii_" + leaf.value
            leaf.changed()


def name_helper(tree, name):
    """Replaces calls of a function that Python 3 lacks by calls of the helper's.

    Does nothing if the file defines a function of that name. Returns the number of calls.
    """
    symbols, found = pygram.python_symbols, []
    for leaf in tree.leaves():
        if leaf.type != token.NAME or leaf.value != name:
            continue
        before = leaf.prev_sibling
        if leaf.parent.type in (symbols.funcdef, symbols.parameters, symbols.typedargslist, symbols.import_from):
            return 0
        if leaf.next_sibling is not None and leaf.next_sibling.type == token.EQUAL:
            return 0
        if before is None or before.type != token.DOT:
            found.append(leaf)
    for leaf in found:
        leaf.value = "%s.%s" % (HELPER, name)
        leaf.changed()
    return len(found)


def decoded(data):
    """Decodes a source file, in its declared encoding or in Latin-1, like Python 2."""
    declared = re.match(rb"(?:[^\n]*\n)?[ \t\f]*#[^\n]*?coding[:=][ \t]*([-\w.]+)", data)
    return data.decode(declared.group(1).decode() if declared else "latin-1").replace("\r\n", "\n")


def main(folder):
    tool = translator()
    for place, _, names in os.walk(folder):
        for name in names:
            if not name.endswith(".py"):
                continue
            path = os.path.join(place, name)
            with open(path, "rb") as file:
                text = decoded(file.read())
            text, with_helper = translate(text, tool, path)
            text = re.sub(r"^((?:[^\n]*\n)?[ \t\f]*#[^\n]*?coding[:=][ \t]*)[-\w.]+", r"\1utf-8", text)
            with open(path, "wb") as file:
                file.write(text.encode("utf-8"))
            if with_helper:
                shutil.copy(os.path.join(HERE, HELPER + ".py"), place)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
