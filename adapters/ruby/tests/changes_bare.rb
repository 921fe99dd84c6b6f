# Changes what it sees, and rescues whatever comes of it. It answers (1,0) only as long as its change counts and is gone at the
# next move, and draws on the way.
class Changes < Player
  def turn
    forward = @rng.rand(2) - @rng.rand(2)
    @vision[3][2] += 1 rescue forward = 2
    @vision.shift
    @vision.length == 4 && @vision[2][2] == 1 && forward.abs < 2 ? Vector2D.new(1, 0) : Vector2D.new(-1, 0)
  end
end
