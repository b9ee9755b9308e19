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
  {
    name: 'at its first use',
    code: 'import{a,b as c}from"./chunk-X.js";var f=()=>a(c.a,{a:1}),g=class{a=new c};export{f,g};',
    text: '$part=>{let $late0;var f=()=>(0,($late0??=$part("chunk-X")).a)((0,($late0??=$part("chunk-X")).b).a,{a:1}),g=class{a=new (0,($late0??=$part("chunk-X")).b)};return{f,g};}',
  },
  {
    name: 'where a property has its name',
    code: 'import{a}from"./chunk-X.js";var f=()=>({a});export{f};',
    text: '$part=>{let $late0;var f=()=>({a:(0,($late0??=$part("chunk-X")).a)});return{f};}',
  },
  {
    name: 'at once where a name is declared again',
    code: 'import{a}from"./chunk-X.js";var f=a=>a;export{f};',
    text: '$part=>{const{a}=$part("chunk-X");var f=a=>a;return{f};}',
  },
  {
    name: 'at once where a pattern declares a name again',
    code: 'import{a}from"./chunk-X.js";var f=({a})=>a;export{f};',
    text: '$part=>{const{a}=$part("chunk-X");var f=({a})=>a;return{f};}',
  },
  {
    name: 'at once where it is passed on',
    code: 'import{a}from"./chunk-X.js";export{a};',
    text: '$part=>{const{a}=$part("chunk-X");return{a};}',
  },
  {
    name: 'not at all where nothing is named',
    code: 'import"./chunk-X.js";import{b}from"./chunk-Y.js";b();',
    text: '$part=>{const{b}=$part("chunk-Y");b();}',
  },
  {
    name: 'at its first use when it is one of the modules of Node',
    code: 'import{createHash as h}from"node:crypto";import fs from"node:fs";function f(){return h(fs)}export{f};',
    text: '$part=>{let $late0;const fs=require("node:fs");function f(){return (0,($late0??=require("node:crypto")).createHash)(fs)}return{f};}',
  },
])('a late part runs $name', ({ code, text }) => {
  expect(partFunction(partOf(code), { late: new Set(['chunk-X']) })).toBe(text)
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
  return { name: 'demo', code, statics: [], dynamics: [], isLate: false }
}
