# Keeps a process warm: compiles a program once, and forks for each run. warm.rb SOURCE
#
# adapters/README.md describes the dialogue with the host ("Warm processes"). No code of the program
# runs before the fork. A program can only notice that `socket` and `fiddle` are loaded.
require 'fiddle'
require 'socket'

module RathausWarm
  # Ruby's libraries that programs often use, and that are the same after a fork as after a start.
  PRELOADABLE = %w[bigdecimal date digest json matrix ostruct pp prime set stringio strscan time].freeze

  # <sys/prctl.h>
  PR_SET_DUMPABLE = 4
  PR_SET_CHILD_SUBREAPER = 36

  # How long to wait for killed processes to disappear.
  KILL_SECONDS = 0.1

  module_function

  def prctl(option, value)
    long = Fiddle::TYPE_LONG
    @prctl ||= Fiddle::Function.new(Fiddle.dlopen(nil)['prctl'], [Fiddle::TYPE_INT] + [long] * 4, Fiddle::TYPE_INT)
    raise "prctl #{option} failed" unless @prctl.call(option, value, 0, 0, 0).zero?
  end

  # <signal.h>. Ruby's `trap` cannot be used: it would wait for the children.
  SIGCHLD = 17
  SIG_IGN = 1

  # Sets the handler of SIGCHLD. Returns the former one.
  def handle_child_exit(handler)
    @signal ||= Fiddle::Function.new(Fiddle.dlopen(nil)['signal'], [Fiddle::TYPE_INT, Fiddle::TYPE_VOIDP], Fiddle::TYPE_VOIDP)
    @signal.call(SIGCHLD, handler)
  end

  # The number of the last started process, if the sandbox has its own process numbers. In such a
  # sandbox the supervisor is number 1.
  def last_process_id
    File.read('/proc/loadavg').split.last.to_i if @parent == 1
  end

  # Compiles a program and preloads libraries that it requires.
  def prepare(source)
    text = File.binread(source)
    raise 'the program may look at how it was started' if text.match?(/^__END__\r?$|\b(?:caller|caller_locations|TOPLEVEL_BINDING)\b/)

    wanted = text.scan(/^\s*require\s*\(?\s*['"](\w+)['"]/).flatten
    (wanted & PRELOADABLE).each { |library| require library }
    RubyVM::InstructionSequence.compile_file(source)
  end

  # Returns the three files of the next run, or nil at the end.
  def receive_files(host)
    _, _, _, *attached = host.recvmsg(1, scm_rights: true)
    files = attached.flat_map { |control| control.cmsg_is?(:SOCKET, :RIGHTS) ? control.unix_rights : [] }
    files unless files.empty?
  end

  # The times of the scratch folders, which tell whether a run has read or changed them.
  def scratch_times
    folders = ENV.fetch('RATHAUS_SCRATCH', '').split(':')
    folders.map { |folder| File.stat(folder) }.map { |found| [found.ctime, found.mtime, found.atime] }
  end

  def lead_process_group
    Process.setpgid(0, 0)
  rescue Errno::EPERM
    # A sandbox without its own process numbers keeps all processes in one group.
  end

  # Waits for a run, kills its group, and returns the line for the host. Orphans of the run become
  # children of this process.
  def await_end(child, initial_times)
    before = Process.times
    _, status = Process.wait2(child)
    after = Process.times
    # No other group can have this number so soon: thousands of other numbers come first.
    begin
      Process.kill(:KILL, -child)
    rescue Errno::ESRCH
      # The group is empty, or the run has no separate group.
    end
    cpu = after.cutime - before.cutime + after.cstime - before.cstime
    # If the run has started others, the next run can tell: its process number is larger.
    is_tidy = [nil, child].include?(last_process_id) && scratch_times == initial_times
    "#{status.to_i} #{(cpu * 1e6).round} #{reap_leftovers | (is_tidy ? 0 : 1)}\n"
  end

  def reap_leftovers
    deadline = Process.clock_gettime(Process::CLOCK_MONOTONIC) + KILL_SECONDS
    loop do
      next if Process.wait(-1, Process::WNOHANG)
      return 1 if Process.clock_gettime(Process::CLOCK_MONOTONIC) > deadline

      sleep 0.001
    end
  rescue Errno::ECHILD
    0
  end

  # Forks for each run that the host requests. Returns only in the runs.
  def serve_runs(host)
    @parent = Process.ppid
    initial_times = scratch_times
    # Nobody waits for the children, so the kernel does not add their resource use to this process.
    default_handler = handle_child_exit(SIG_IGN)
    while (files = receive_files(host))
      reported, report = IO.pipe
      unless fork
        reported.close
        handle_child_exit(default_handler)
        supervise_run(host, files, report, initial_times)
        return
      end
      [report, *files].each(&:close)
      line = reported.read
      reported.close
      # The child died without a report.
      break if line.empty?

      host.write(line)
    end
    exit!
  end

  # Forks a run, waits for it and reports. Returns only in the run. The kernel adds the resource use
  # of the run to this process, which then exits. So the next run cannot read it.
  def supervise_run(host, files, report, initial_times)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    child = fork
    unless child
      report.close
      lead_process_group
      set_standard_streams(files)
      host.close
      return
    end
    host.close
    begin
      # Both processes do this, because either can be the first to continue after the fork.
      Process.setpgid(child, child)
    rescue SystemCallError
      # The run has already exited.
    end
    files.each(&:close)
    report.write(await_end(child, initial_times))
    exit!
  end

  # Makes these files the standard streams, in the state that they have after a start of Ruby.
  def set_standard_streams(files)
    [$stdin, $stdout, $stderr].zip(files, %w[r w w]) do |stream, file, mode|
      stream.reopen(IO.for_fd(file.fileno, mode, autoclose: false))
      file.close
    end
    $stdin.set_encoding(Encoding.default_external)
    $stderr.sync = true
  end

  # Exits as Ruby does, but does not clean up what was loaded before the program. That cleanup takes
  # part of the time of a short run.
  def finish(error)
    status = error.is_a?(SystemExit) ? error.status : 0
    if error && !error.is_a?(SystemExit) && !error.is_a?(SignalException)
      $stderr.write(message_of(error))
      status = 1
    end
    ObjectSpace.each_object(IO) do |stream|
      stream.flush unless stream.closed?
    rescue IOError, SystemCallError
      # The stream was not open for writing, or its reader is gone.
    end
    exit_by_signal(error.signo) if error.is_a?(SignalException)
    exit!(status)
  end

  def exit_by_signal(signal)
    trap(signal, 'SYSTEM_DEFAULT')
    Process.kill(signal, Process.pid)
    sleep
  end

  # The message that Ruby prints for an error, without the frames of this file.
  def message_of(error)
    error.full_message(highlight: false, order: :top).lines.reject { |line| line.start_with?("\tfrom #{__FILE__}:") }.join
  end
end

begin
  copy = $stdin.dup
  copy.autoclose = false
  host = UNIXSocket.for_fd(copy.fileno)
  RathausWarm.prctl(RathausWarm::PR_SET_DUMPABLE, 0)
  source = File.expand_path(ARGV.shift)
  program = RathausWarm.prepare(source)
  GC.start
  host.write("ready\n")
rescue StandardError, ScriptError => error
  # The host then starts the program itself, and Ruby reports the error.
  host&.write("#{error.message.lines.first.to_s.strip[0, 190]}\n")
  exit!
end
RathausWarm.serve_runs(host)
RathausWarm.prctl(RathausWarm::PR_SET_DUMPABLE, 1)
srand
$PROGRAM_NAME = source
warm = RathausWarm
at_exit { warm.finish($!) }
Object.send(:remove_const, :RathausWarm)
program.eval
