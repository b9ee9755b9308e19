/** The guard against a known attack, and the text that takes it out. */
export interface GuardRow {
  /** A part of the name of the test that must fail without it. */
  readonly attack: string
  /** Where the test is. */
  readonly test: string
  /** Below `src/`. */
  readonly file: string
  readonly find: string
  readonly replace: string
}

const test = 'src/server/known-attacks.test.ts'
const plans = 'src/server/charts-and-plans.test.ts'
const streams = 'src/server/live/known-attacks-on-streams.test.ts'

/** A row for each class of attacks. */
export const guardRows: readonly GuardRow[] = [
  {
    attack: 'CVE-2026-44935',
    test,
    file: 'server/resources/kind-actions.ts',
    find: "fieldValidation: 'Strict'",
    replace: "fieldValidation: 'Ignore'",
  },
  {
    attack: 'CVE-2026-41050',
    test: plans,
    file: 'server/answer-call.ts',
    find: 'const own = client.impersonating(impersonationOf(identity))',
    replace: 'const own = client; void impersonationOf(identity)',
  },
  {
    attack: 'CVE-2026-42880',
    test: plans,
    file: 'server/releases/release-views.ts',
    find: 'const secrets = secretTexts([...before.values(), ...after.values()])',
    replace: 'const secrets = secretTexts([])',
  },
  {
    attack: 'CVE-2025-14269',
    test,
    file: 'server/answer-call.ts',
    find: 'const own = await clientOf(ports, route, call, identity)',
    replace:
      'const kept = ports as { own?: KubeClient }; const own = (kept.own ??= await clientOf(ports, route, call, identity))',
  },
  {
    attack: 'CVE-2021-31999: "Connection',
    test,
    file: 'server/http/fastify-app.ts',
    find: '    checkConnection(request)\n',
    replace: '',
  },
  {
    attack: 'CVE-2021-31999: a proxy',
    test,
    file: 'server/auth/proxy-headers.ts',
    find: "if (user === '' || another !== undefined) return undefined",
    replace: '',
  },
  {
    attack: 'CVE-2024-52280',
    test: streams,
    file: 'server/live/access-reviews.ts',
    find: 'const client = this.client.impersonating(impersonationOf(identity))',
    replace: 'const client = this.client; void impersonationOf',
  },
  {
    attack: 'CVE-2023-40025',
    test: streams,
    file: 'server/live/access-reviews.ts',
    find: 'const holdsFor = 3000',
    replace: 'const holdsFor = 3_000_000',
  },
  {
    attack: 'CVE-2023-32199',
    test: streams,
    file: 'server/live/live-group.ts',
    find: "else if (this.whole.delete(noun) && this.question.namespace === '') this.deny(noun)",
    replace: '',
  },
  {
    attack: 'CVE-2024-41666',
    test: streams,
    file: 'server/live/live-fan-out.ts',
    find: 'if (!(await reader.checkSignIn())) reader.end()',
    replace: 'if (!(await reader.checkSignIn())) void reader.end',
  },
  {
    attack: 'CVE-2025-55190',
    test,
    file: 'server/audit/audit-line.ts',
    find: 'operation: route.operationId,',
    replace: 'operation: route.operationId, body: call.body,',
  },
  {
    attack: 'CVE-2026-44936',
    test,
    file: 'server/pictures/pictures.ts',
    find: "trust: 'untrusted'",
    replace: "trust: 'trusted'",
  },
  {
    attack: 'CVE-2024-28175: the link',
    test,
    file: 'kinds/extension.ts',
    find: "            pattern: '^([hH][tT][tT][pP][sS]?://|[mM][aA][iI][lL][tT][oO]:).+$',\n",
    replace: '',
  },
  {
    attack: 'CVE-2023-22482',
    test,
    file: 'server/auth/encrypt-claims.ts',
    find: '      audience,\n      currentDate',
    replace: '      currentDate',
  },
  {
    attack: 'token checks: a session without a signature',
    test,
    file: 'server/auth/encrypt-claims.ts',
    find: '    // It signs in nobody, whatever is wrong with it.\n    return undefined',
    replace:
      "    return JSON.parse(Buffer.from(sealed.split('.')[1] ?? '', 'base64url').toString()) as Claims",
  },
  {
    attack: 'CVE-2022-31034',
    test,
    file: 'server/auth/links.ts',
    find: "randomBytes(24).toString('base64url')",
    replace:
      "`${this.clock.now()}${this.open.size}${randomBytes(1).toString('hex')}`.padStart(32, 'a')",
  },
  {
    attack: 'CVE-2024-28175',
    test,
    file: 'server/charts/strip-readme.ts',
    find: '(mayLead(address) ? whole : words)',
    replace: '(mayLead(address) ? whole : whole.replace(words, words))',
  },
  {
    attack: 'headlamp#6868',
    test,
    file: 'server/audit/audit-route.ts',
    find: "for: 'signed-in'",
    replace: "for: 'everybody' as 'signed-in'",
  },
  {
    attack: 'CVE-2025-23389',
    test: 'src/server/auth/oidc.test.ts',
    file: 'server/auth/openid-provider.ts',
    find: 'expectedState: flow.state',
    replace: "expectedState: new URLSearchParams(query).get('state') ?? ''",
  },
  {
    attack: 'CVE-2022-31105',
    test,
    file: 'server/auth/openid-provider.ts',
    find: "if (protocol !== 'https:' && !(protocol === 'http:' && isOwn)) {",
    replace: 'if (isOwn && protocol === hostname) {',
  },
  {
    attack: 'CVE-2022-31102',
    test,
    file: 'server/http/fastify-app.ts',
    find: "  'x-content-type-options': 'nosniff',\n",
    replace: '',
  },
  {
    attack: 'CVE-2024-52281',
    test,
    file: 'server/http/fastify-app.ts',
    find: "return reply.type('application/json; charset=utf-8')",
    replace: "return reply.type('text/html; charset=utf-8')",
  },
  {
    attack: 'CVE-2019-13209',
    test,
    file: 'server/answer-call.ts',
    find: "if (identity.signedInBy !== 'token') checkCsrf(identity, call)",
    replace: 'void checkCsrf',
  },
  {
    attack: 'CVE-2022-41354',
    test,
    file: 'server/resources/kind-actions.ts',
    find: "if (!isKubeError(error, 'forbidden')) throw problemOf(error)",
    replace: 'throw problemOf(error)',
  },
  {
    attack: 'CVE-2024-40634',
    test,
    file: 'server/http/fastify-app.ts',
    find: "throw new ProblemError(400, 'BadRequest', 'the body is not JSON', { cause })",
    replace: 'throw cause',
  },
  {
    attack: 'CVE-2025-59537',
    test,
    file: 'server/auth/session-routes.ts',
    find: "const textSchema = { type: 'string', minLength: 1, maxLength: 16_384 } as const",
    replace: 'const textSchema = {} as const',
  },
  {
    attack: 'CVE-2020-8827',
    test,
    file: 'server/auth/attempts.ts',
    find: 'if (known === undefined || known.count < mostFailures) return 0',
    replace: 'return 0',
  },
]
