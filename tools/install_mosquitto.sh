#!/bin/sh
# Install Debian's Mosquitto, for the tests of the hall's broker, when root; otherwise say what to install.
set -eu

if command -v mosquitto >/dev/null 2>&1 || [ -x /usr/sbin/mosquitto ]; then
    exit 0
fi
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    echo "Mosquitto is missing. Install the package mosquitto."
    exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends mosquitto >/dev/null
