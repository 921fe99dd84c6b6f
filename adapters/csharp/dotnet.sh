#!/bin/sh
# Builds OUT/bot.dll with the .NET SDK: dotnet.sh DOTNET ADAPTER whole|bare|program SOURCE FOLDER
# OUT
#
# It calls the compiler directly. With a project file, a build takes ten times as long, looks for
# packages in the network, and writes to the home folder.
set -eu
dotnet=$1 adapter=$2 form=$3 source=$4 folder=$5 out=$6
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1

# Each line of both lists has a version and its folder in brackets. The newest version is the last.
newest_sdk=$("$dotnet" --list-sdks | tail -n 1 | sed 's/^\([^ ]*\) \[\(.*\)\]$/\2\/\1/')
runtime=$("$dotnet" --list-runtimes | sed -n 's/^Microsoft\.NETCore\.App //p' | tail -n 1)
version=${runtime%% *}
assemblies=$(echo "$runtime" | sed 's/^\([^ ]*\) \[\(.*\)\]$/\2\/\1/')
for assembly in "$assemblies"/*.dll; do
    echo "-reference:\"$assembly\""
done >"$out/references"

compile() {
    "$dotnet" exec "$newest_sdk/Roslyn/bincore/csc.dll" -nologo -noconfig -nostdlib -warn:0 -optimize+ -debug:portable \
        "-pathmap:$folder=." "@$out/references" "$@"
}

# Writes the runtime configuration of a program: the framework, without ICU.
configure() {
    cat >"$out/$1.runtimeconfig.json" <<END
{
  "runtimeOptions": {
    "framework": { "name": "Microsoft.NETCore.App", "version": "$version" },
    "configProperties": { "System.GC.Concurrent": false, "System.Globalization.Invariant": true }
  }
}
END
}

configure bot
if [ "$form" = program ]; then
    compile "-out:$out/bot.dll" "$source"
    exit
fi
compile "-out:$out/prepare.dll" "$adapter/Prepare.cs"
configure prepare
"$dotnet" "$out/prepare.dll" "$form" "$source" "$out"
compile "-out:$out/bot.dll" -main:Rathaus.Start "-recurse:$adapter/library/*.cs" "@$out/sources"
