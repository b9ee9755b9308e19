import type { Row, Rows } from '../../row.ts'
import { rowsByRule } from '../rows-by-rule.ts'

const bcryptHash = String.raw`\$2a\$10\$[./A-Za-z0-9]{53}`
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'

function pem(type: string, least: number, most: number): string {
  return String.raw`-----BEGIN ${type}-----\n[A-Za-z0-9+/=\n]{${least},${most}}\n-----END ${type}-----\n`
}

const types = ['maximum', 'long', 'medium', 'short', 'basic', 'pin']

/** Rows whose output has a shape, but is not the same twice. */
const random: readonly (readonly [rule: string, name: string, template: string, shape: string])[] = [
  ['2.11.1', 'uuidv4', '{{ uuidv4 }}', uuid],
  ['2.11.1', 'bcrypt', '{{ bcrypt "text" }}|{{ bcrypt "" }}', `${bcryptHash}\\|${bcryptHash}`],
  ['2.11.1', 'htpasswd', '{{ htpasswd "user" "pass" }}|{{ htpasswd "" "" }}', `user:${bcryptHash}\\|:${bcryptHash}`],
  ['2.11.3', 'a key of RSA', '{{ genPrivateKey "rsa" }}', pem('RSA PRIVATE KEY', 3100, 3260)],
  ['2.11.3', 'a key of DSA', '{{ genPrivateKey "dsa" }}', pem('DSA PRIVATE KEY', 1100, 1190)],
  ['2.11.3', 'a key of ECDSA', '{{ genPrivateKey "ecdsa" }}', pem('EC PRIVATE KEY', 166, 168)],
  ['2.11.3', 'a key of Ed25519', '{{ genPrivateKey "ed25519" }}', pem('PRIVATE KEY', 64, 65)],
  ['2.11.4', 'genCA', '{{ $c := genCA "ca" 365 }}{{ $c.Cert }}{{ $c.Key }}', pem('CERTIFICATE', 1000, 1100) + pem('RSA PRIVATE KEY', 1570, 1660)],
  ['2.11.4', 'genSelfSignedCert', '{{ $c := genSelfSignedCert "cn" (list "10.0.0.1" "::1") (list "a.b" "*.c") 10 }}{{ $c.Cert }}{{ $c.Key }}', pem('CERTIFICATE', 1000, 1130) + pem('RSA PRIVATE KEY', 1570, 1660)],
  ['2.11.4', 'genSignedCert', '{{ $ca := genCA "ca" 1 }}{{ $c := genSignedCert "cn" nil (list "a.b") 10 $ca }}{{ $c.Cert }}{{ $c.Key }}', pem('CERTIFICATE', 1000, 1130) + pem('RSA PRIVATE KEY', 1570, 1660)],
  ['2.11.4', 'certificates with keys that are given', '{{ $k := genPrivateKey "ecdsa" }}{{ $ca := genCAWithKey "ca" 1 $k }}{{ $c := genSignedCertWithKey "cn" nil nil 10 $ca $k }}{{ $ca.Cert }}{{ $c.Cert }}{{ eq $c.Key $k }}{{ (genSelfSignedCertWithKey "x" nil nil 1 (genPrivateKey "ed25519")).Cert }}', `${pem('CERTIFICATE', 480, 600)}${pem('CERTIFICATE', 460, 600)}true${pem('CERTIFICATE', 360, 500)}`],
  ['2.11.5', 'encryptAES is random', '{{ encryptAES "key" "text" }}|{{ encryptAES "" "0123456789abcdef" }}', String.raw`[A-Za-z0-9+/]{43}=\|[A-Za-z0-9+/]{64}`],
  ['9.39', 'texts that are random', '{{ randAlphaNum 12 }}|{{ randAlpha 3 }}|{{ randNumeric 4 }}|{{ randAscii 5 }}|{{ randBytes 6 }}|{{ shuffle "abc" }}|{{ randInt 1 10 }}', String.raw`[0-9A-Za-z]{12}\|[A-Za-z]{3}\|[0-9]{4}\|[ -~]{5}\|[A-Za-z0-9+/]{8}\|[abc]{3}\|[1-9]`],
]

export const rows: Rows = [
  ...random.map(([rule, name, template, shape]): Row => ({ rule, name, template, shape })),
  ...rowsByRule({
    '2.11.1': {
      'bcrypt of 72 bytes and of more': '{{ bcrypt (repeat 72 "a") | trunc 7 }} {{ bcrypt (repeat 73 "a") }}',
      'htpasswd of a user with a colon': '{{ htpasswd "a:b" "c" }} {{ htpasswd "a" (repeat 73 "b") }}',
      'uuidv4 takes nothing': '{{ uuidv4 1 }}',
    },
    '2.11.2': {
      'derivePassword by type': `{{ range list ${types.map((type) => `"${type}"`).join(' ')} }}{{ derivePassword 1 . "password" "user" "example.com" }};{{ end }}`,
      'derivePassword of other texts': '{{ derivePassword 0 "pin" "" "" "" }} {{ derivePassword 4294967295 "long" "pässword" "üser" "é.com" }}',
      'derivePassword of an unknown type': '{{ derivePassword 1 "nope" "a" "b" "c" }}',
      'derivePassword of a negative counter': '{{ derivePassword -1 "pin" "a" "b" "c" }}',
      'derivePassword of a counter that is no literal': '{{ derivePassword (int 1) "pin" "a" "b" "c" }}',
    },
    '2.11.3': {
      'an unknown type of keys': '{{ genPrivateKey "x25519" }} {{ genPrivateKey "RSA" }}',
      'the first line of keys': '{{ genPrivateKey "ecdsa" | splitList "\\n" | first }} {{ genPrivateKey "ed25519" | splitList "\\n" | last | quote }}',
    },
    '2.11.4': {
      'a certificate is an object': '{{ $c := genCAWithKey "ca" 1 (genPrivateKey "ed25519") }}{{ typeOf $c }} {{ kindOf $c }} {{ trunc 27 $c.Cert }} {{ hasSuffix "-----\\n" $c.Key }}',
      'an address that is none': '{{ genSelfSignedCert "cn" (list "10.0.0") nil 1 }}',
      'an address that is no text': '{{ genSelfSignedCert "cn" (list 1) nil 1 }}',
      'a name that is no text': '{{ genSelfSignedCert "cn" nil (list 1) 1 }}',
      'a key that is none': '{{ genCAWithKey "cn" 1 "key" }}',
      'a key for a certificate that is none': '{{ genSelfSignedCertWithKey "cn" nil nil 1 "-----BEGIN PRIVATE KEY-----\\nAAAA\\n-----END PRIVATE KEY-----\\n" }}',
      ...Object.fromEntries(
        ['RSA PRIVATE KEY', 'EC PRIVATE KEY', 'PUBLIC KEY', 'SSH PRIVATE KEY'].map((type) => [
          `no key between the lines of a ${type}`,
          `{{ genCAWithKey "cn" 1 "-----BEGIN ${type}-----\\nAAAA\\n-----END ${type}-----\\n" }}`,
        ]),
      ),
      'an authority that is none': '{{ genSignedCert "cn" nil nil 1 "ca" }}',
      'an authority that is a dict': '{{ genSignedCert "cn" nil nil 1 (dict "Cert" "a" "Key" "b") }}',
      'days that are text': '{{ genCA "ca" "1" }}',
      'buildCustomCert of texts that are no certificate': '{{ buildCustomCert (b64enc "x") (b64enc "y") }}',
      'buildCustomCert of texts that are not in base 64': '{{ buildCustomCert "!" "!" }}',
      'a field that certificates have not': '{{ (genCAWithKey "ca" 1 (genPrivateKey "ed25519")).Nope }}',
    },
    '2.11.5': {
      'decryptAES undoes encryptAES': '{{ encryptAES "key" "text é" | decryptAES "key" }} {{ encryptAES (repeat 40 "k") "x" | decryptAES (repeat 32 "k") }} [{{ encryptAES "k" "" }}] [{{ decryptAES "k" "" }}] {{ encryptAES "" "x" | decryptAES "" }}',
      'decryptAES of what helm encrypted': '{{ decryptAES "k" "u88/7q3VG/IUt90ivnRRqAbZ0SUL/wQKjsRJBA5dSCc=" }}',
      'decryptAES of what is not in base 64': '{{ decryptAES "k" "!" }}',
      'decryptAES of what is too short': '{{ decryptAES "k" "AAAA" }}',
      'decryptAES of what is not of whole blocks': '{{ decryptAES "k" "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }}',
    },
  }),
]
