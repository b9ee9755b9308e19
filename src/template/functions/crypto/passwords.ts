import { hmac } from '@noble/hashes/hmac.js'
import { scrypt } from '@noble/hashes/scrypt.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { encodeBase64, hashSync } from 'bcryptjs'
import { byteLength, toBytes } from '../../../formats/go-string.ts'
import { Sized } from '../../../formats/value.ts'
import type { CallScope, FuncMap } from '../../func.ts'
import { define } from '../define.ts'

const bcryptCost = '10'
const bcryptMaxBytes = 72
const saltLength = 16
/** Both are slow on purpose: twenty hashes or seven passwords take two seconds and all steps of a render. */
const bcryptSteps = 1_500_000
const scryptSteps = 4_000_000

/** Functions that make passwords and hash them. */
export const passwordFunctions: FuncMap = {
  bcrypt: define(['string'], ([text], scope) => bcrypt(text, scope)),
  htpasswd: define(['string', 'string'], ([user, password], scope) =>
    user.includes(':') ? `invalid username: ${user}` : `${user}:${bcrypt(password, scope)}`,
  ),
  derivePassword: {
    params: ['uint32', 'string', 'string', 'string', 'string'],
    call: ([counter, type, password, user, site], scope) => {
      const count = counter instanceof Sized ? Number(counter.value) : 0
      return derive(count, [type, password, user, site].map(String), scope)
    },
  },
}

/** Sprig prints what is wrong instead of failing. */
function bcrypt(text: string, { entropy, spend }: CallScope): string {
  if (byteLength(text) > bcryptMaxBytes) {
    return `failed to encrypt string with bcrypt: bcrypt: password length exceeds ${bcryptMaxBytes} bytes`
  }
  spend(bcryptSteps)
  const salt = encodeBase64([...entropy.randomBytes(saltLength)], saltLength)
  return hashSync(text, `$2a$${bcryptCost}$${salt}`)
}

// The Master Password algorithm: a template says of which kind each character is.

const scope = 'com.lyndir.masterpassword'

const templates: ReadonlyMap<string, readonly string[]> = new Map([
  ['maximum', ['anoxxxxxxxxxxxxxxxxx', 'axxxxxxxxxxxxxxxxxno']],
  [
    'long',
    [
      'CvcvnoCvcvCvcv CvcvCvcvnoCvcv CvcvCvcvCvcvno CvccnoCvcvCvcv CvccCvcvnoCvcv CvccCvcvCvcvno',
      'CvcvnoCvccCvcv CvcvCvccnoCvcv CvcvCvccCvcvno CvcvnoCvcvCvcc CvcvCvcvnoCvcc CvcvCvcvCvccno',
      'CvccnoCvccCvcv CvccCvccnoCvcv CvccCvccCvcvno CvcvnoCvccCvcc CvcvCvccnoCvcc CvcvCvccCvccno',
      'CvccnoCvcvCvcc CvccCvcvnoCvcc CvccCvcvCvccno',
    ].flatMap((line) => line.split(' ')),
  ],
  ['medium', ['CvcnoCvc', 'CvcCvcno']],
  ['short', ['Cvcn']],
  ['basic', ['aaanaaan', 'aannaaan', 'aaannaaa']],
  ['pin', ['nnnn']],
])

const vowels = 'aeiou'
const consonants = 'bcdfghjklmnpqrstvwxyz'
const letters = vowels.toUpperCase() + vowels + consonants.toUpperCase() + consonants
const digits = '0123456789'

const characters: Readonly<Record<string, string>> = {
  C: consonants.toUpperCase(),
  v: vowels,
  c: consonants,
  a: letters,
  n: digits,
  o: "@&%?,=[]_:-+*$#!'^~;()/.",
  x: `${letters}${digits}!@#$%^&*()`,
}

function derive(counter: number, args: readonly string[], { spend }: CallScope): string {
  const [type = '', password = '', user = '', site = ''] = args
  const choices = templates.get(type)
  if (choices === undefined) return `cannot find password template ${type}`
  spend(scryptSteps)
  const salt = joined(scope, uint32(byteLength(user)), user)
  const key = scrypt(toBytes(password), salt, { N: 32_768, r: 8, p: 2, dkLen: 64 })
  const message = joined(scope, uint32(byteLength(site)), site, uint32(counter))
  const [choice = 0, ...seed] = hmac(sha256, key, message)
  const template = choices[choice % choices.length] ?? ''
  return Array.from(template, (kind, index) => {
    const among = characters[kind] ?? ''
    return among.charAt((seed[index] ?? 0) % among.length)
  }).join('')
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

function joined(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  return concatBytes(...parts.map((part) => (typeof part === 'string' ? toBytes(part) : part)))
}
