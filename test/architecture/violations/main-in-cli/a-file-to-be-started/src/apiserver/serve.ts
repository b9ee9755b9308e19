#!/usr/bin/env node
export const serve = 1
