import { expect, test } from 'vitest'
import type { JsonObject } from '../json.ts'
import { redactLine, secretsOfPod, tellingLine } from './log-line.ts'

test.each<{ name: string; log: string; line: string | undefined }>([
  { name: 'nothing', log: '', line: undefined },
  { name: 'empty lines', log: '\n  \n\n', line: undefined },
  { name: 'the last line', log: 'listening on 80\ngoing\n', line: 'going' },
  {
    name: 'the failure before a goodbye',
    log: 'starting\nFATAL: no database at db:5432\nshutting down\n',
    line: 'FATAL: no database at db:5432',
  },
  {
    name: 'the panic of a Go program',
    log: 'panic: no config\n\ngoroutine 1 [running]:\nmain.main()\n\t/src/main.go:4 +0x1d\nexit status 2\n',
    line: 'panic: no config',
  },
  {
    name: 'the exception of a Python program',
    log: 'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n    raise ValueError("error")\nValueError: no such size\n',
    line: 'ValueError: no such size',
  },
  {
    name: 'the error of a Node program',
    log: "Error: Cannot find module './a'\n    at Module._load (node:internal:1:2)\n\nNode.js v26.0.0\n",
    line: "Error: Cannot find module './a'",
  },
  {
    name: 'the exception of a Java program',
    log: 'Exception in thread "main" java.lang.IllegalStateException: no port\n\tat Main.main(Main.java:3)\n',
    line: 'Exception in thread "main" java.lang.IllegalStateException: no port',
  },
  { name: 'no colours', log: '\u001B[31merror\u001B[0m: \u0007red\n', line: 'error: red' },
])('of a log, $name is told', ({ log, line }) => expect(tellingLine(log)).toBe(line))

test.each([
  { name: 'a secret', line: 'login hunter2hunter2 failed', told: 'login *** failed' },
  { name: 'a secret inside of a word', line: 'xhunter2hunter2y', told: 'x***y' },
  { name: 'a short secret as a word', line: 'pin 123 of 1234', told: 'pin *** of 1234' },
  { name: 'a login in an address', line: 'no pg://a:b@db/x', told: 'no pg://***@db/x' },
  { name: 'a password that no Secret holds', line: 'password=abc x', told: 'password=*** x' },
  { name: 'a field of JSON', line: '{"token":"abc","a":1}', told: '{"token":"***","a":1}' },
  { name: 'a header', line: 'Authorization: Bearer abc', told: 'Authorization: Bearer ***' },
  { name: 'a token', line: 'sent eyJhbGciOi.eyJpc3Mi.sig-1', told: 'sent ***' },
])('$name is redacted', ({ line, told }) =>
  expect(redactLine(line, ['hunter2hunter2', '123'])).toBe(told),
)

test('a long line is cut, and no part of a secret is left at its end', () => {
  const line = `${'x'.repeat(295)} hunter2hunter2 more`
  expect(redactLine(line, ['hunter2hunter2'])).toBe(`${'x'.repeat(295)} *** …`)
})

test('the Secrets of a pod are those of its variables and volumes', () => {
  const pod: JsonObject = {
    spec: {
      initContainers: [{ name: 'a', envFrom: [{ secretRef: { name: 'all' } }] }],
      containers: [
        {
          name: 'b',
          env: [
            { name: 'X', valueFrom: { secretKeyRef: { name: 'one', key: 'k' } } },
            { name: 'Y', value: 'plain' },
          ],
        },
      ],
      volumes: [
        { name: 'v', secret: { secretName: 'files' } },
        { name: 'w', projected: { sources: [{ secret: { name: 'part' } }, { configMap: {} }] } },
      ],
    },
  }
  expect(secretsOfPod(pod)).toEqual(['all', 'one', 'files', 'part'])
})
