#!/usr/bin/env node
// `npx outrigger` in a clone: npm links this file into node_modules/.bin, so it runs the sources beside it
// and never asks a registry for a package of that name.
'use strict'
const { join, resolve } = require('node:path')

const main = resolve(join(__dirname, '..', '..', 'src', 'cli', 'main.ts'))
process.argv.splice(2, 0, main)
module.exports = require('./run.cjs')
