# Plays a submission: main.rb whole|bare SOURCE ENTRY.
#
# `whole` is a player file as the original controller loads it, `bare` is a class alone, as people posted it.
require_relative 'rathaus/play'

abort 'usage: main.rb whole|bare SOURCE ENTRY' unless ARGV.length == 3 && %w[whole bare].include?(ARGV[0])
# `gets` of the submission would read the files that are named in ARGV, so nothing is left there.
form, source, entry = ARGV.shift(3)
status = Rathaus.play(form, source, entry)
# The process ends without the submission's exit handlers and threads: they have nothing to add to a session that is over.
exit!(status)
