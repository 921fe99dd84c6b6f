module Rathaus
  # Loads a submission: a whole player file, or a bare class that expects the names of one around it.
  module Loading
    CONTROLLER = File.join(File.dirname(__dir__), 'controller')
    CONTROLLER_FILES = %w[constants vector2d].freeze

    # Returns the player's class.
    def self.load_player(form, source, entry)
      source = File.expand_path(source)
      CONTROLLER_FILES.each { |name| require File.join(CONTROLLER, name) }
      require_relative 'player' if form == 'bare'
      take_load_path(File.dirname(source))
      load(source)
      # A whole file says itself which class plays, and may say so more than once.
      Object.const_get(form == 'whole' ? :PLAYER : entry)
    end

    # Makes the controller's files found first, then what lies beside the submission.
    def self.take_load_path(folder)
      $LOAD_PATH.unshift(CONTROLLER, folder)
      Kernel.send(:define_method, :require_relative) do |name|
        asking = caller_locations(1, 1).first
        path = File.expand_path(name, File.dirname(asking.absolute_path || asking.path))
        require(Loading.controller_file(path, folder) || path)
      end
      Kernel.send(:private, :require_relative)
    end
    private_class_method :take_load_path

    # The controller's file that a submission means by this path: it expects the controller's files beside its own.
    def self.controller_file(path, folder)
      name = File.basename(path, '.rb')
      File.join(CONTROLLER, name) if File.dirname(path) == folder && CONTROLLER_FILES.include?(name)
    end
  end
end
