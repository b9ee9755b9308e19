import { expect, test } from 'vitest'
import { parseRepository } from '../../kinds/repository.ts'
import { RepositoryDirectory } from './repository-directory.ts'

const platform = 'outrigger-system'

function entryOf(namespace: string, visibility: 'public' | 'private') {
  const parsed = parseRepository({
    metadata: { name: 'main', namespace },
    spec: { url: 'https://charts.example.com', visibility },
  })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const { spec } = parsed.value
  return { namespace, name: 'main', spec, origin: 'custom', source: undefined } as const
}

test.each([
  { name: 'none is there', there: [], known: [], state: 'waiting', says: 'there is no Repository' },
  {
    name: 'its own was not read yet',
    there: ['team/main'],
    known: [],
    state: 'unread',
    says: 'Repository team/main was not read yet',
  },
  {
    name: "the platform's was not read yet",
    there: [`${platform}/main`],
    known: [],
    state: 'unread',
    says: `Repository ${platform}/main was not read yet`,
  },
  {
    name: "its own was not read yet, and the platform's was",
    there: ['team/main'],
    known: [platform],
    state: 'unread',
    says: 'Repository team/main was not read yet',
  },
  {
    name: "the platform's was read",
    there: [`${platform}/main`],
    known: [platform],
    state: 'waiting',
    says: `Repository ${platform}/main is not ready: no answer`,
  },
])('a name is looked up when $name', ({ there, known, state, says }) => {
  const directory = new RepositoryDirectory(platform, (key) => there.includes(key))
  for (const namespace of known)
    directory.set({ ...entryOf(namespace, 'public'), digest: '', message: 'no answer' })
  const found = directory.find('main', 'team')
  expect(found.state).toBe(state)
  expect('message' in found ? found.message : '').toContain(says)
})
