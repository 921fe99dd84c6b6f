module Rathaus
  # Serves what draws without naming a generator: the functions `rand` and `srand`, those of the class Random, and `sample` and
  # `shuffle` of arrays. The rules leave only `@rng` to players, but a draw past it would go unseen, and differ in each process.
  module DefaultRandomness
    OF_KERNEL = { rand: :rand_of_kernel, srand: :reseed }.freeze
    OF_RANDOM = { rand: :rand, srand: :reseed, bytes: :bytes, seed: :seed }.freeze
    OF_ARRAYS = %i[sample shuffle shuffle!].freeze

    def self.install(source)
      OF_KERNEL.each { |name, own| define_function(name, source.method(own).to_proc) }
      OF_RANDOM.each { |name, own| Random.define_singleton_method(name, source.method(own).to_proc) }
      OF_ARRAYS.each { |name| give_source(name, source) }
    end

    # A function can be called from everywhere, and on Kernel by those who like to say so.
    def self.define_function(name, body)
      Kernel.send(:define_method, name, body)
      Kernel.send(:private, name)
      Kernel.define_singleton_method(name, body)
    end

    def self.give_source(name, source)
      original = Array.instance_method(name)
      Array.send(:define_method, name) do |*arguments, random: source|
        original.bind_call(self, *arguments, random: random)
      end
    end
    private_class_method :define_function, :give_source
  end
end
