#!/bin/sh
# Install KiCad 9 from the backports of Debian 12 (bookworm), when root; otherwise say what to install.
#
# The source list is the machine's own first Debian source once more, with the suite bookworm-backports, so
# that a machine with a mirror keeps using it. The release is named per package: with `-t` apt would also take
# Mesa, systemd and others from backports. No recommended packages: 5 GB of component bodies stay away.
set -eu

if command -v kicad-cli >/dev/null 2>&1; then
    case "$(kicad-cli version)" in
        9.*) exit 0 ;;
        *) echo "KiCad $(kicad-cli version) is installed; the hardware needs KiCad 9."; exit 1 ;;
    esac
fi

needed="KiCad 9 (kicad, kicad-symbols, kicad-footprints; on Debian 12 from bookworm-backports)"
. /etc/os-release
if [ "$(id -u)" != 0 ] || [ "${VERSION_CODENAME:-}" != bookworm ]; then
    echo "KiCad is missing. Install $needed."
    exit 1
fi

own=/etc/apt/sources.list.d/debian.sources
list=/etc/apt/sources.list.d/backports.sources
if [ ! -e "$list" ]; then
    [ -e "$own" ] || { echo "KiCad is missing, and so is $own. Install $needed."; exit 1; }
    awk 'BEGIN { RS = ""; ORS = "\n\n" } NR == 1' "$own" \
        | sed 's/^Suites:.*/Suites: bookworm-backports/' > "$list"
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends \
    kicad/bookworm-backports kicad-symbols/bookworm-backports kicad-footprints/bookworm-backports >/dev/null
kicad-cli version >/dev/null
