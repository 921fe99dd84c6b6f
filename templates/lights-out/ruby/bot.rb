# A first solver for Lights Out. It is exact: it finds a solution of every board that has one.
#
#     rathaus play lights-out . --size 7x7
#     rathaus check lights-out .
#
# Each board starts this program. A click flips a light and its neighbours. Only clicks below a
# light can still turn it off, so the clicks of the first row decide all others. They are right if
# the last row becomes dark. What a click of the first row changes there is always the same, so
# elimination finds the right ones. Clicks of the first row that change nothing there give further
# solutions, and the solver takes the one with the fewest clicks.

# The maximum number of solutions to compare.
MOST_SOLUTIONS = 1024

class Solver
  # Each row is a number with a bit for each cell.
  def initialize(columns, lines)
    @columns = columns
    @mask = (1 << columns) - 1
    @board = lines.map { |line| line.reverse.to_i(2) }
  end

  # Returns the clicks of all rows, and the lights that stay on in the last row.
  def chase(first)
    clicks = []
    above, row = 0, first
    @board.each do |lights|
      clicks << row
      above, row = row, lights ^ above ^ row ^ (row << 1 & @mask) ^ (row >> 1)
    end
    [clicks, row]
  end

  # Returns the right clicks of the first row, or nil, and the sets that change nothing.
  def first_row
    start = chase(0)[1]
    basis, idle = {}, [] # For the highest light of a change: the change, and the clicks for it.
    @columns.times do |column|
      change, clicks = reduce(basis, chase(1 << column)[1] ^ start, 1 << column)
      change.zero? ? idle << clicks : basis[change.bit_length] = [change, clicks]
    end
    left, first = reduce(basis, start, 0)
    [left.zero? ? first : nil, idle]
  end

  # Returns the solution with the fewest clicks, or nil.
  def best
    first, idle = first_row
    return nil unless first

    count = [1 << idle.size, MOST_SOLUTIONS].min
    all = (0...count).lazy.map do |chosen|
      chase(idle.each_with_index.inject(first) { |row, (it, i)| chosen[i] == 1 ? row ^ it : row })[0]
    end
    all.min_by { |clicks| clicks.sum { |row| row.to_s(2).count("1") } }
  end

  private

  # Adds known changes until none has the same highest light.
  def reduce(basis, change, clicks)
    while change.positive? && (known = basis[change.bit_length])
      change ^= known[0]
      clicks ^= known[1]
    end
    [change, clicks]
  end
end

_word, columns, rows, *lines = $stdin.read.split
columns = columns.to_i
clicks = Solver.new(columns, lines.first(rows.to_i)).best
if clicks
  cells = clicks.each_with_index.flat_map { |row, y| (0...columns).select { |x| row[x] == 1 }.map { |x| "#{x},#{y}" } }
  puts ["CLICKS", *cells].join(" ")
else
  puts "NONE"
end
$stdout.flush
