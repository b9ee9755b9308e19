/** Calls whose output is never the same twice, and the shape that it has with helm and with us. */
interface Shape {
  readonly calls: RegExp
  readonly output: RegExp
  readonly reason: string
}

const clock = 'depends on the moment of the render'
const random = 'is random'
// A value that is not a moment means now; numbers are seconds since 1970.
const noMoment = String.raw`(?:nil|\.Values\.\w+|\((?:fromJson|concat|\.Files|list|dict).*\)|true|"a")`
const pipedNoMoment = String.raw`(?:(?:first|fromJson|concat|\.Files|list|dict)\b.*|\.Values\.\w+|true|"a")`

// Go prints the fields of a moment for a verb of numbers; the last is a pointer.
const moment = '\\{0 63745056000 \\d+\\}'

const certificate = `${pem('CERTIFICATE')} ${pem('(?:RSA |EC )?PRIVATE KEY')}`
const certificateJson =
  '\\{"Cert":"-----BEGIN CERTIFICATE-----[^"-]+-----END CERTIFICATE-----\\\\n","Key":"-----BEGIN [^"-]+-----[^"-]+-----END [^"-]+-----\\\\n"\\}'

/** The first that fits a call is its shape; an error is compared letter by letter all the same. */
const shapes: readonly Shape[] = [
  {
    calls: /^now$/,
    output:
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? \+0000 UTC m=\+\d\.\d+ time\.Time "\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z"$/,
    reason: clock,
  },
  {
    calls: callsOf(
      'ago',
      String.raw`(?:3|\(int64 3\)|\(toDate.*\))`,
      String.raw`(?:3|int64 3|toDate.*)`,
    ),
    output: /^\d+h\d+m\d+s string "\d+h\d+m\d+s"$/,
    reason: clock,
  },
  {
    calls: callsOf('durationRound', String.raw`\(toDate.*\)`, 'toDate.*'),
    output: /^\d+y string "\d+y"$/,
    reason: clock,
  },
  {
    calls: callsOf('date "2006-01-02"', noMoment, pipedNoMoment),
    output: /^\d{4}-\d\d-\d\d string "\d{4}-\d\d-\d\d"$/,
    reason: clock,
  },
  {
    calls: callsOf('htmlDate', noMoment, pipedNoMoment),
    output: /^\d{4}-\d\d-\d\d string "\d{4}-\d\d-\d\d"$/,
    reason: clock,
  },
  {
    calls: new RegExp(`^htmlDateInZone ${noMoment} "Asia/Tokyo"$`),
    output: /^\d{4}-\d\d-\d\d string "\d{4}-\d\d-\d\d"$/,
    reason: clock,
  },
  {
    calls: new RegExp(`^date(?:_in_z|InZ)one "15:04" ${noMoment} "Asia/Tokyo"$`),
    output: /^\d\d:\d\d string "\d\d:\d\d"$/,
    reason: clock,
  },
  {
    calls: /printf "%v %d" "x" \(toDate|toDate.*\| printf/,
    output: new RegExp(`^x ${moment} string "x ${moment}"$`),
    reason: 'shows an address in memory',
  },
  { calls: /\brandAlpha\b/, output: /^([A-Za-z]{3}) string "\1"$/, reason: random },
  { calls: /\brandAlphaNum\b/, output: /^([A-Za-z0-9]{3}) string "\1"$/, reason: random },
  { calls: /\brandNumeric\b/, output: /^([0-9]{3}) string "\1"$/, reason: random },
  { calls: /\brandAscii\b/, output: /^[ -~]{3} string ".{3,18}"$/, reason: random },
  { calls: /\brandBytes\b/, output: /^([A-Za-z0-9+/]{4}) string "\1"$/, reason: random },
  {
    calls: /\buuidv4$/,
    output: /^([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}) string "\1"$/,
    reason: random,
  },
  { calls: /\bbcrypt\b/, output: /^(\$2a\$10\$[./A-Za-z0-9]{53}) string "\1"$/, reason: random },
  {
    calls: /\bhtpasswd\b/,
    output: /^((?:user|a):\$2a\$10\$[./A-Za-z0-9]{53}) string "\1"$/,
    reason: random,
  },
  { calls: /\bencryptAES\b/, output: /^([A-Za-z0-9+/]{43}=) string "\1"$/, reason: random },
  {
    calls: /(?:^|\| )(?:gen\w+Cert|genCA|buildCustomCert)/,
    output: new RegExp(`^\\{${certificate}\\} sprig\\.certificate ${certificateJson}$`),
    reason: random,
  },
  {
    calls: /^genPrivateKey "ecdsa"$/,
    output: new RegExp(
      `^${pem('EC PRIVATE KEY')} string "-----BEGIN EC PRIVATE KEY-----[^"-]+-----END EC PRIVATE KEY-----\\\\n"$`,
    ),
    reason: random,
  },
]

/** The shape that the output of a call has; undefined for calls that give the same each time. */
export function shapeOf(call: string): Shape | undefined {
  return shapes.find(({ calls }) => calls.test(call))
}

function callsOf(start: string, words: string, piped: string): RegExp {
  return new RegExp(`^(?:${start} ${words}|${piped} \\| ${start})$`)
}

function pem(type: string): string {
  return `-----BEGIN ${type}-----\n(?:[A-Za-z0-9+/=]+\n)+-----END ${type}-----\n`
}
