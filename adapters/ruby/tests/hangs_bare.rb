# Never comes to an end.
class Mine < Player
  def turn
    loop {}
  end
end
