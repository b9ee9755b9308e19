import { expect, test } from 'vitest'
import { partFunction } from './part-function.ts'

test.each([
  {
    name: 'takes what it imports from other parts',
    code: 'import{a,b as c}from"./chunk-X.js";export{a as d,c};',
    text: '$part=>{const{a,b:c}=$part("chunk-X");return{d:a,c};}',
  },
  {
    name: "asks Node for Node's modules",
    code: 'import x,{y}from"node:fs";import*as z from"node:os";x(y,z);',
    text: '$part=>{const x=require("node:fs");const{y}=require("node:fs");const z=require("node:os");x(y,z);}',
  },
  {
    name: 'runs a part that is imported for its effects',
    code: 'import"./parts/chunk-X.js";',
    text: '$part=>{$part("chunk-X");}',
  },
  {
    name: 'loads parts later, and leaves packages to Node',
    code: 'f(import("./pull-X.js"),import("openpgp"));',
    text: '$part=>{f(Promise.resolve().then(()=>$part("pull-X")),import("openpgp"));}',
  },
  {
    name: 'gives a default',
    code: 'var f=()=>1;export default f();',
    text: '$part=>{var f=()=>1;return{default:f()}}',
  },
  {
    name: 'has no first line for a shell',
    code: '#!/usr/bin/env node\nf();',
    text: '$part=>{///usr/bin/env node\nf();}',
  },
])('a part as a function $name', ({ code, text }) => {
  expect(partFunction(partOf(code))).toBe(text)
})

test.each([
  ['let n=0;function f(){n++}export{n,f};', 'demo: the export n is assigned'],
  ['let n;function f(){n=1}export{n,f};', 'demo: the export n is assigned'],
  ['export{f};function f(){}', 'demo: exports before its last statement'],
  ['export*from"./chunk-X.js";', 'demo: exports all of another'],
  ['export const n=1;', 'demo: an export that is no list of names'],
  ['f(import(g()));', 'an import of a computed name'],
  ['import{', 'demo: '],
])('a part that cannot be a function is refused: %s', (code, message) => {
  expect(() => partFunction(partOf(code))).toThrow(message)
})

function partOf(code: string) {
  return { name: 'demo', code, statics: [], dynamics: [] }
}
