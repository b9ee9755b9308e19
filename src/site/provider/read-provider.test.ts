import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { providerOperations } from '../../kinds/provider/provider-file.ts'
import { clusterHooks } from '../../kinds/vocabulary/hook-names.ts'
import { providerConditions } from '../../kinds/vocabulary/provider-conditions.ts'
import { meaningOf } from '../../kinds/vocabulary/vocabulary.ts'
import { parseProvider, readProvider } from './read-provider.ts'

const shipped = resolve(import.meta.dirname, '../../../providers')
const never = new AbortController().signal

describe('a provider that is wrong', () => {
  const head = 'name: demo\nversion: 1.0.0\n'
  const one = (lines: string) => `${head}create:\n  - name: EnsureDemo\n${lines}`

  test.each([
    { name: 'has no name', text: 'version: 1.0.0', problem: 'name is required' },
    {
      name: 'has a key that is not known',
      text: `${head}hoks: []`,
      problem: 'provider.yaml:3: hoks is not a key',
    },
    {
      name: 'says nothing about how a condition is brought about',
      text: one('    scope: cluster\n'),
      problem:
        'provider.yaml:4: EnsureDemo needs exactly one of script, command, hook, copyFiles and nothing; it has 0',
    },
    {
      name: 'says it twice',
      text: one('    command: "true"\n    nothing: there is none\n'),
      problem: 'copyFiles and nothing; it has 2',
    },
    {
      name: 'keeps the output of many machines',
      text: one('    command: cat x\n    output: secret\n'),
      problem: 'EnsureDemo can keep the output of a script on one machine only',
    },
    {
      name: 'names a hook that there is not',
      text: one('    hook: PreInstal\n'),
      problem: 'EnsureDemo: PreInstal is not a hook of a cluster; did you mean PreInstall?',
    },
    {
      name: 'has a condition twice, once by an older name',
      text: `${one('    command: "true"\n')}  - name: EnsureOther\n    command: "true"\n    formerly: [EnsureDemo]\n`,
      problem: 'provider.yaml:6: EnsureDemo is there twice',
    },
    {
      name: 'wants a Job on machines',
      text: one('    command: "true"\n    image: tools:1\n'),
      problem: 'EnsureDemo has an image: a Job has a script or a command, and the scope cluster',
    },
    {
      name: 'keeps the output of a Job',
      text: one('    command: "true"\n    image: tools:1\n    scope: cluster\n    output: x\n'),
      problem: 'EnsureDemo cannot keep the output of a Job',
    },
    {
      name: 'has a scope that there is not',
      text: one('    command: "true"\n    scope: everywhere\n'),
      problem: 'create[0].scope',
    },
  ])('$name', ({ text, problem }) => {
    expect(parseProvider(text).problems.join('\n')).toContain(problem)
  })

  test('is no YAML', () => {
    expect(() => parseProvider('name: [')).toThrow('provider.yaml:')
  })
})

describe('files of a provider', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'provider-'))
    await cp(join(shipped, 'kubeadm'), join(folder, 'own'), { recursive: true })
    await mkdir(join(folder, 'over/conf'), { recursive: true })
  })
  afterEach(() => rm(folder, { recursive: true }))

  const read = () => readProvider(join(folder, 'own'), join(folder, 'over'), never)

  test('are replaced by those of an expansion, and more of them may come', async () => {
    await writeFile(join(folder, 'over/conf/minimum.sh'), 'minimum_cpus=64\n')
    await writeFile(join(folder, 'over/conf/more.sh'), 'more=1\n')
    const provider = await read()
    expect((await provider.read('conf/minimum.sh')).toString()).toBe('minimum_cpus=64\n')
    expect((await provider.read('conf/more.sh')).toString()).toBe('more=1\n')
    expect((await provider.read('scripts/preflight.sh')).toString()).toContain('processors')
    expect(provider.replaced).toEqual(['conf/minimum.sh', 'conf/more.sh'])
  })

  test.each([
    {
      name: 'a script that is named and not there',
      spoil: () => rm(join(folder, 'own/scripts/preflight.sh')),
      problem: 'kubeadm: scripts/preflight.sh is named and not there',
    },
    {
      name: 'a link that leads elsewhere',
      spoil: () => symlink('/etc/shadow', join(folder, 'over/conf/minimum.sh')),
      problem: 'kubeadm: conf/minimum.sh is not a plain file',
    },
    {
      name: 'a provider.yaml in the place of another',
      spoil: () => writeFile(join(folder, 'over/provider.yaml'), 'name: x'),
      problem: 'an expansion cannot replace provider.yaml',
    },
    {
      name: 'a script outside the provider',
      spoil: () =>
        writeFile(
          join(folder, 'own/provider.yaml'),
          'name: kubeadm\nversion: "1"\ncreate: [{name: EnsureX, script: ../../etc/passwd}]\n',
        ),
      problem: '../../etc/passwd leads out of the package',
    },
    {
      name: 'no provider.yaml',
      spoil: () => rm(join(folder, 'own/provider.yaml')),
      problem: 'has no provider.yaml',
    },
  ])('are refused with $name', async ({ spoil, problem }) => {
    await spoil()
    await expect(read()).rejects.toThrow(problem)
  })
})

describe('the shipped providers', () => {
  test.each(['kubeadm', 'imported'])('%s can be read', async (name) => {
    const { file, replaced } = await readProvider(join(shipped, name), undefined, never)
    expect(file.name).toBe(name)
    expect(replaced).toEqual([])
  })

  test('kubeadm has every published condition, and delegates no other than those that may be', async () => {
    const { file } = await readProvider(join(shipped, 'kubeadm'), undefined, never)
    const published = providerConditions.words.map(({ name }) => name)
    expect(file.create.map(({ name }) => name).toSorted()).toEqual(published.toSorted())
    for (const { name, mayBeDelegated, formerly } of file.create) {
      const meaning = meaningOf(providerConditions, name)
      expect(meaning).toMatchObject({ word: { name, mayBeDelegated } })
      expect(meaning.is === 'known' ? (meaning.word.formerly ?? []) : []).toEqual(formerly)
    }
  })

  test('kubeadm runs every hook of a cluster', async () => {
    const { file } = await readProvider(join(shipped, 'kubeadm'), undefined, never)
    const run = providerOperations.flatMap((operation) =>
      file[operation].flatMap(({ hook }) => hook ?? []),
    )
    expect(run.toSorted()).toEqual(Object.keys(clusterHooks).toSorted())
  })
})
