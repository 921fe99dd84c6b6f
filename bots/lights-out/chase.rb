# Chase: clicks the first row in some way; then each row below is forced, because only it can still turn off the lights above it. If the last row comes out dark,
# that is a solution. All first rows are tried, which takes twice as long for each cell that the shorter side has more, and the fewest clicks win.
$stdout.sync = true

# More first rows than this would take minutes.
MAX_WIDTH = 16

class Chase
  attr_reader :tried

  # The board lies so that its rows are the shorter side; each is a number with a bit for each cell.
  def initialize(lines)
    @turned = lines.first.size > lines.size
    rows = lines.map(&:chars)
    rows = rows.transpose if @turned
    @width = rows.first.size
    @rows = rows.map { |row| row.each_index.sum { |x| row[x] == '1' ? 1 << x : 0 } }
    @mask = (1 << @width) - 1
    @tried = 0
  end

  def too_wide?
    @width > MAX_WIDTH
  end

  # The rows of the fewest clicks, or nil if no first row works.
  def solve
    best = least = nil
    (0..@mask).each do |first|
      @tried += 1
      clicks = chase(first) or next
      count = clicks.sum { |row| row.digits(2).sum }
      best, least = clicks, count if least.nil? || count < least
    end
    best
  end

  def cells(clicks)
    clicks.each_with_index.flat_map do |row, y|
      (0...@width).select { |x| row[x] == 1 }.map { |x| @turned ? "#{y},#{x}" : "#{x},#{y}" }
    end
  end

  private

  # What all rows are clicked if the first one is clicked so, or nil if lights are left in the last one.
  def chase(first)
    clicks = []
    above, row = 0, first
    @rows.each do |lights|
      clicks << row
      left = lights ^ above ^ row ^ (row << 1 & @mask) ^ (row >> 1)
      above, row = row, left
    end
    clicks if row.zero?
  end
end

_word, _columns, _rows, *lines = $stdin.read.split
chase = Chase.new(lines)
if chase.too_wide?
  puts 'UNKNOWN'
else
  clicks = chase.solve
  puts "PROGRESS evaluations=#{chase.tried}"
  puts clicks ? ['CLICKS', *chase.cells(clicks)].join(' ') : 'NONE'
end
