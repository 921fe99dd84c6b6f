# A file of the submission's own.
require_relative 'vector2d'
HELPER = BOARD_WIDTH
