# Prints on standard output in every call.
class Mine < Player
  def turn
    puts 'debugging'
    Vector2D.new(1, 0)
  end
end
