module Rathaus
  # Lets players change the views that they get, without any effect on other moves.
  #
  # Copying a view takes as long as the rest of a move, and hardly any player changes a view. So
  # players get the frozen views of the board until one of them tries to change a view. Then the
  # turn is repeated, and every later move gets a copy. A TracePoint notices the attempt when Ruby
  # raises the error, even if the player rescues it.
  class Views
    def initialize
      @copied = false
      @lent = false
      @repeat_turn = false
      @frozen_error_trace = TracePoint.new(:raise) { |point| copy_from_now_on if @lent && point.raised_exception.is_a?(FrozenError) }
      @frozen_error_trace.enable
    end

    # Whether players get copies.
    def copied?
      @copied
    end

    # Runs the block, during which players may get frozen views.
    def lend
      @repeat_turn = false
      @lent = true
      yield
    ensure
      @lent = false
    end

    # Whether to run the last block again, because a player tried to change a frozen view.
    def repeat_turn?
      @repeat_turn
    end

    private

    def copy_from_now_on
      @frozen_error_trace.disable
      @copied = @repeat_turn = true
    end
  end
end
