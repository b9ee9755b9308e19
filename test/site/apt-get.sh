#!/bin/sh
# The few words of apt-get that our provider says, for a machine whose packages are folders: $PACKAGES/VERSION/NAME.
for word in "$@"; do
  case $word in
  *=*-\*)
    name=${word%%=*}
    version=${word#*=}
    package=$PACKAGES/${version%-*}/$name
    [ -e "$package" ] || {
      echo "E: Version '${version}' for '$name' was not found" >&2
      exit 100
    }
    rm -f "/usr/local/bin/$name"
    cp -d "$package" "/usr/local/bin/$name"
    ;;
  esac
done
