module Rathaus
  # Sees to it that a player may change what it sees, and that nobody else sees the change.
  #
  # Copying a view takes as long as everything else that is done for a move, and hardly any player changes one. So players see
  # the frozen views of the board, until the first of them tries to change one. That turn is begun anew, and from then on every
  # move is asked with a copy. The attempt is noticed when Ruby raises the error, so a player may rescue it.
  class Views
    def initialize
      @copied = false
      @lent = false
      @begin_anew = false
      @watch = TracePoint.new(:raise) { |point| copy_from_now_on if @lent && point.raised_exception.is_a?(FrozenError) }
      @watch.enable
    end

    # Whether views have to be copied for the player.
    def copied?
      @copied
    end

    # Runs the block, in which views may be lent.
    def lend
      @begin_anew = false
      @lent = true
      yield
    ensure
      @lent = false
    end

    # Whether the last block is of no use, because it lent what the player tried to change.
    def begin_anew?
      @begin_anew
    end

    private

    def copy_from_now_on
      @watch.disable
      @copied = @begin_anew = true
    end
  end
end
