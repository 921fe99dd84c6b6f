# Takes the first free cell.
{ print index($0, ".") - 1; fflush() }
