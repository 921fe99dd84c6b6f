# Backstab: takes nothing in the first round. After that it takes from its best friends, those who
# have taken from it least often in the game. The others are suspicious, so it leaves them alone.
# Only the name of the original is known.
use strict;
use warnings;
use List::Util 'min';

my ($players, $me, $rounds) = split ' ', <STDIN>;
my %offences = map { $_ => 0 } grep { $_ != $me } 1 .. $players;
for (1 .. $rounds) {
    my $line = <STDIN>;
    $offences{$1}++ while $line =~ /\((\d+), $me\)/g;
}

my @victims;
if ($rounds > 0) {
    my $fewest = min values %offences;
    @victims = grep { $offences{$_} == $fewest } sort { $a <=> $b } keys %offences;
}
print "@victims\n";
