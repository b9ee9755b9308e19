import { expect, test } from 'vitest'
import { callFunction, type Row } from '../call-for-test.ts'
import { baseFunctions } from './base-encoding.ts'

// Expectations were recorded from Helm 4.2.3.
const rows: readonly Row[] = [
  ['b64enc', [''], ''],
  ['b64enc', ['hello'], 'aGVsbG8='],
  ['b64enc', ['é\udcff'], 'w6n/'],
  ['b64enc', ['ab'], 'YWI='],
  ['b64dec', ['aGVsbG8='], 'hello'],
  ['b64dec', ['aGVs\nbG8=\n'], 'hello'],
  ['b64dec', ['aGVsbG8'], 'illegal base64 data at input byte 4'],
  ['b64dec', ['a'], 'illegal base64 data at input byte 0'],
  ['b64dec', ['aGV*'], 'illegal base64 data at input byte 3'],
  ['b64dec', ['aGVsbG8=x'], 'illegal base64 data at input byte 8'],
  ['b64dec', ['aGVsbA='], 'illegal base64 data at input byte 7'],
  ['b64dec', ['aGVsbA=x'], 'illegal base64 data at input byte 6'],
  ['b64dec', ['='], 'illegal base64 data at input byte 0'],
  ['b64dec', ['aG\nV'], 'illegal base64 data at input byte 1'],
  ['b64dec', ['/w=='], '\udcff'],
  ['b64dec', ['YQ==\n\n'], 'a'],
  ['b64dec', ['YR=='], 'a'],
  ['b64dec', ['aGVsbG8\n'], 'illegal base64 data at input byte 5'],
  ['b32enc', [''], ''],
  ['b32enc', ['hello'], 'NBSWY3DP'],
  ['b32enc', ['é'], 'YOUQ===='],
  ['b32enc', ['ab'], 'MFRA===='],
  ['b32enc', ['abcde'], 'MFRGGZDF'],
  ['b32dec', ['NBSWY3DP'], 'hello'],
  ['b32dec', ['MFRA===='], 'ab'],
  ['b32dec', ['ME======'], 'a'],
  ['b32dec', ['ME====='], 'illegal base32 data at input byte 7'],
  ['b32dec', ['me======'], 'illegal base32 data at input byte 0'],
  ['b32dec', ['M======='], 'illegal base32 data at input byte 1'],
  ['b32dec', ['MFR====='], 'illegal base32 data at input byte 3'],
  ['b32dec', ['MFRGG===\n'], 'abc'],
  ['b32dec', ['MFRGGZA'], 'illegal base32 data at input byte 0'],
  ['b32dec', ['ME====A='], 'illegal base32 data at input byte 5'],
  ['b32dec', ['ME======A'], 'a'],
  ['b32dec', ['9'], 'illegal base32 data at input byte 0'],
  ['b32dec', ['='], 'illegal base32 data at input byte 0'],
  ['b32dec', ['MFRGGZDF='], 'illegal base32 data at input byte 8'],
]

test.each(rows)('encodes and decodes: %s %o', (name, args, expected) => {
  expect(callFunction(baseFunctions, name, args)).toStrictEqual(expected)
})
