#!/bin/sh
echo "{{ .Release.Name }}" 'quoted' \
  && exit 0
