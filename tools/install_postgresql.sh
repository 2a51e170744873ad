#!/usr/bin/env bash
# Debian's PostgreSQL server, for the tests of the club's log; without it they are skipped with one line.
set -euo pipefail
compgen -G "/usr/lib/postgresql/*/bin/initdb" >/dev/null && exit 0
command -v initdb >/dev/null && exit 0
command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] || { echo "PostgreSQL's server is missing, and only root can install it here"; exit 1; }
apt-get update -qq
# The tests start a server of their own; a cluster of Debian's would only take memory.
mkdir -p /etc/postgresql-common/createcluster.d
echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.d/tallone.conf
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql
