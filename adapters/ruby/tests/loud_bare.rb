# Raises an error whose message does not fit into an answer.
class Loud < Player
  def turn
    raise 'x' * 3500 + "\n\t\u00e4\u20ac\xff" + 'y' * 3500
  end
end
