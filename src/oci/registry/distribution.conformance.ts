import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Reply, openExchange } from '../../../test/registry/exchange.ts'
import {
  type PerServer,
  type Row,
  type ServerName,
  tagsIn,
  unpaged,
} from '../../../test/registry/row.ts'
import { discovery } from '../../../test/registry/rows/discovery.ts'
import { management } from '../../../test/registry/rows/management.ts'
import { pull } from '../../../test/registry/rows/pull.ts'
import { push } from '../../../test/registry/rows/push.ts'

const workflows = { pull, push, discovery, management }

/** A server to judge, and the headers that each request to it has. */
export interface JudgedServer {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly stop: () => Promise<void>
}

/** The workflows of the distribution specification, a repository for each row. */
export function testDistribution(
  server: ServerName,
  start: () => Promise<JudgedServer>,
  manner = '',
): void {
  describe(`${server}${manner} and the distribution specification`, () => {
    let running: JudgedServer | undefined
    beforeAll(async () => (running = await start()))
    afterAll(() => running?.stop())
    const rows = Object.entries(workflows).flatMap(([workflow, list]) =>
      list.map((row, index) => ({ ...row, workflow, repository: `${workflow}/row-${index}` })),
    )
    test.each(rows)('$workflow: $name', async (row) => {
      const reply = await row.run(
        openExchange(running?.url ?? '', row.repository, running?.headers),
      )
      const wanted = wantedOf(row, server)
      expect(seenIn(reply, wanted)).toEqual(wanted)
    })
  })
}

interface ExpectedAnswer {
  readonly status: number
  readonly code?: string
  readonly headers: Readonly<Record<string, string | null>>
  readonly tags?: readonly string[]
  readonly text?: string
}

function wantedOf(row: Row, server: ServerName): ExpectedAnswer {
  const code = pick(row.code, server)
  const headers = Object.entries(row.headers ?? {}).map(([name, value]) => [
    name,
    pick(value, server),
  ])
  const tags = pick(row.tags, server)
  const text = pick(row.text, server)
  return {
    status: pick(row.status, server),
    headers: Object.fromEntries(headers) as ExpectedAnswer['headers'],
    ...(code === undefined ? {} : { code }),
    ...(tags === undefined ? {} : { tags: tags === unpaged ? ['a', 'b', 'c'] : tags.split(' ') }),
    ...(text === undefined ? {} : { text }),
  }
}

/** Of the answer, what the row is about. */
function seenIn(
  reply: Reply,
  wanted: ExpectedAnswer,
): Partial<Record<keyof ExpectedAnswer, unknown>> {
  const names = Object.keys(wanted.headers)
  const tags = wanted.tags === undefined ? [] : tagsIn(reply)
  return {
    status: reply.status,
    headers: Object.fromEntries(names.map((name) => [name, reply.headers.get(name)])),
    ...(wanted.code === undefined ? {} : { code: reply.code }),
    ...(wanted.tags === undefined ? {} : { tags: tags.length === 3 ? tags.toSorted() : tags }),
    ...(wanted.text === undefined ? {} : { text: reply.text }),
  }
}

function pick<T extends string | number | null | undefined>(
  value: PerServer<T>,
  server: ServerName,
): T {
  return typeof value === 'object' && value !== null ? value[server] : value
}
