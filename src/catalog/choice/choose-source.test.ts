import { describe, expect, test } from 'vitest'
import { parseExtension } from '../../kinds/extension.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import { type ChoiceInput, chooseSource } from './choose-source.ts'

const old = {
  kubernetes: '>=1.33 <1.35',
  appVersion: '1.16.0',
  repo: 'oci://one.example.com/cert-manager',
  chartVersion: '1.16.0',
}
const young = {
  kubernetes: '1.35',
  appVersion: '1.18.0',
  repo: 'oci://two.example.com/cert-manager',
  chartVersion: '1.18.0',
}
const tagged = { tag: 'v{{ .Major }}.{{ .Minor }}', repo: 'oci://e.example.com/ext/autoscaler' }

function choose(
  sources: readonly JsonRecord[],
  input: Partial<ChoiceInput> & { kubernetes: string },
  more: JsonRecord = {},
) {
  const parsed = parseExtension({
    metadata: { name: 'demo' },
    spec: { sources: [...sources], ...more },
  })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const choice = chooseSource(parsed.value.spec, { upgrade: 'auto', ...input })
  if (choice.is !== 'take') return choice
  const { offer, ...rest } = choice
  return { ...rest, version: offer.version, key: offer.key }
}

const oldTaken = {
  is: 'take',
  version: '1.16.0',
  key: 'oci://one.example.com/cert-manager:1.16.0',
}
const youngTaken = {
  is: 'take',
  version: '1.18.0',
  key: 'oci://two.example.com/cert-manager:1.18.0',
}
const atOld = { version: '1.16.0', key: oldTaken.key }
const atYoung = { version: '1.18.0', key: youngTaken.key }

describe('for a version of Kubernetes', () => {
  test.each([
    { kubernetes: '1.33', choice: oldTaken },
    { kubernetes: 'v1.34.4-gke.100', choice: oldTaken },
    { kubernetes: 'v1.35.0+k3s1', choice: youngTaken },
    { kubernetes: '1.35.7', choice: youngTaken },
    {
      kubernetes: '1.36',
      choice: {
        is: 'none',
        because:
          'no source for Kubernetes 1.36; elsewhere 1.16.0 for >=1.33 <1.35, 1.18.0 for 1.35',
      },
    },
    { kubernetes: 'soon', choice: { is: 'none', because: '"soon" is no version of Kubernetes' } },
  ])('$kubernetes', ({ kubernetes, choice }) => {
    expect(choose([old, young], { kubernetes })).toEqual(choice)
  })

  test('a source without a range is for all', () => {
    expect(
      choose([{ repo: 'https://c.example.com', name: 'web' }], { kubernetes: '1.29' }),
    ).toEqual({
      is: 'take',
      version: '',
      key: 'https://c.example.com/web',
    })
  })

  test.each([
    { kubernetes: '1.34.2', key: 'oci://e.example.com/ext/autoscaler:v1.34', version: 'v1.34' },
    {
      kubernetes: 'v1.36.0-rc.1',
      key: 'oci://e.example.com/ext/autoscaler:v1.36',
      version: 'v1.36',
    },
  ])('a tag is that of $kubernetes', ({ kubernetes, key, version }) => {
    expect(choose([tagged], { kubernetes })).toEqual({ is: 'take', key, version })
  })

  test.each([
    {
      source: { ...tagged, tag: 'v{{ .Build }}' },
      because:
        'no source for Kubernetes 1.34; tag "v{{ .Build }}" asks for {{ .Build }}; there are {{ .Major }}, {{ .Minor }}, {{ .Patch }} and {{ .Version }}',
    },
    {
      source: { ...tagged, tag: 'a b' },
      because: 'no source for Kubernetes 1.34; tag "a b" gives "a b", which is no tag',
    },
    {
      source: { ...old, kubernetes: 'new ones' },
      because: 'no source for Kubernetes 1.34; "new ones" is no range of versions',
    },
  ])('what cannot be read is said: $because', ({ source, because }) => {
    expect(choose([source], { kubernetes: '1.34' })).toEqual({ is: 'none', because })
  })

  test('an extension without sources offers nothing', () => {
    const because = 'the extension has no sources'
    expect(choose([], { kubernetes: '1.34' })).toEqual({ is: 'none', because })
  })
})

const three = ['1.2.0', '1.10.0', '1.9.0'].map((version) => ({
  version,
  repo: 'https://c.example.com',
  name: 'web',
  chartVersion: version,
}))

function web(version: string) {
  return { is: 'take', version, key: `https://c.example.com/web:${version}` }
}

function unfit({ version }: { readonly version: string }): string | undefined {
  return version === '1.10.0' ? 'the chart wants Kubernetes >=1.40' : undefined
}

describe('with input', () => {
  test.each([
    { name: 'the newest without one', version: undefined, choice: web('1.10.0') },
    { name: 'that version', version: '1.9.0', choice: web('1.9.0') },
    { name: 'that version with a v', version: 'v1.9.0', choice: web('1.9.0') },
    { name: 'the newest of a range', version: '<1.10', choice: web('1.9.0') },
    { name: 'the newest of a line', version: '~1.2', choice: web('1.2.0') },
    {
      name: 'none that is not there',
      version: '2.0.0',
      choice: {
        is: 'none',
        because: 'no source of version 2.0.0 for Kubernetes 1.34; there is 1.2.0, 1.10.0, 1.9.0',
      },
    },
  ])('$name', ({ version, choice }) => {
    const input = version === undefined ? {} : { version }
    expect(choose(three, { kubernetes: '1.34', ...input })).toEqual(choice)
  })

  test('of equal versions the first is taken, and names that are no versions keep their order', () => {
    const twice = [
      { version: 'blue', repo: 'a' },
      { version: 'red', repo: 'b' },
    ]
    expect(choose(twice, { kubernetes: '1.34' })).toMatchObject({ version: 'blue' })
    expect(choose(twice, { kubernetes: '1.34', version: 'red' })).toMatchObject({ version: 'red' })
  })

  test('an offer that turned out unfit is passed over, and said when nothing is left', () => {
    expect(choose(three, { kubernetes: '1.34', unfit })).toEqual(web('1.9.0'))
    expect(choose(three.slice(1, 2), { kubernetes: '1.34', unfit })).toEqual({
      is: 'none',
      because: 'no source for Kubernetes 1.34; there is 1.10.0; the chart wants Kubernetes >=1.40',
    })
  })
})

function at(version: string) {
  return { version, key: `https://c.example.com/web:${version}` }
}

describe('what runs', () => {
  test.each([
    {
      name: 'moves when Kubernetes did',
      sources: [old, young],
      input: { kubernetes: '1.35', current: atOld },
      choice: youngTaken,
    },
    {
      name: 'moves with its tag',
      sources: [tagged],
      input: {
        kubernetes: '1.35',
        current: { version: 'v1.34', key: 'oci://e.example.com/ext/autoscaler:v1.34' },
      },
      choice: { is: 'take', version: 'v1.35', key: 'oci://e.example.com/ext/autoscaler:v1.35' },
    },
    {
      name: 'stays when upgrades are by hand, and says what there is',
      sources: three,
      input: { kubernetes: '1.34', upgrade: 'manual' as const, current: at('1.9.0') },
      choice: {
        ...web('1.9.0'),
        available: '1.10.0',
        notice: '1.10.0 fits, and upgrades are by hand: set version to take it',
      },
    },
    {
      name: 'stays by hand even where it no longer fits',
      sources: [old, young],
      input: { kubernetes: '1.35', upgrade: 'manual' as const, current: atOld },
      choice: {
        is: 'keep',
        because: '1.18.0 fits, and upgrades are by hand: set version to take it',
        available: '1.18.0',
      },
    },
    {
      name: 'stays by hand when its version becomes another chart',
      sources: [{ ...old, chartVersion: '1.16.1' }],
      input: { kubernetes: '1.34', upgrade: 'manual' as const, current: atOld },
      choice: {
        is: 'keep',
        because:
          '1.16.0 is oci://one.example.com/cert-manager:1.16.1 now, and upgrades are by hand: set upgrade to auto to take it',
      },
    },
    {
      name: 'becomes another chart of its version when upgrades are not by hand',
      sources: [{ ...old, chartVersion: '1.16.1' }],
      input: { kubernetes: '1.34', current: atOld },
      choice: { ...oldTaken, key: 'oci://one.example.com/cert-manager:1.16.1' },
    },
    {
      name: 'stays by hand when another source of its version comes before it',
      sources: [{ ...old, repo: 'oci://mirror.example.com/cert-manager' }, old],
      input: { kubernetes: '1.34', upgrade: 'manual' as const, current: atOld },
      choice: oldTaken,
    },
    {
      name: 'follows Kubernetes by hand, too, where its version has a source for that',
      sources: [old, { ...young, appVersion: '1.16.0' }],
      input: { kubernetes: '1.35', upgrade: 'manual' as const, current: atOld },
      choice: { ...youngTaken, version: '1.16.0' },
    },
    {
      name: 'goes down only when asked',
      sources: [old, young],
      input: { kubernetes: '1.34', current: atYoung },
      choice: {
        is: 'keep',
        because: '1.16.0 is older than 1.18.0: set version to ask for it',
      },
    },
    {
      name: 'goes down when asked',
      sources: [old, young],
      input: { kubernetes: '1.34', current: atYoung, version: '1.16.0' },
      choice: oldTaken,
    },
    {
      name: 'does not go down within a range that it is in',
      sources: [old, young],
      input: { kubernetes: '1.34', current: atYoung, version: '>=1.16' },
      choice: {
        is: 'keep',
        because: '1.16.0 is older than 1.18.0: set version to ask for it',
      },
    },
    {
      name: 'stays by hand within a range, too',
      sources: three,
      input: {
        kubernetes: '1.34',
        upgrade: 'manual' as const,
        current: at('1.9.0'),
        version: '>=1.9',
      },
      choice: {
        ...web('1.9.0'),
        available: '1.10.0',
        notice: '1.10.0 fits, and upgrades are by hand: set version to take it',
      },
    },
    {
      name: 'stays within a range when its entry is gone',
      sources: three,
      input: { kubernetes: '1.34', current: at('1.3.0'), version: '>=1.0' },
      choice: {
        is: 'keep',
        because: '1.3.0 is retired: set version to move to 1.10.0',
        available: '1.10.0',
      },
    },
    {
      name: 'moves up within a range',
      sources: three,
      input: { kubernetes: '1.34', current: at('1.9.0'), version: '>=1.9' },
      choice: web('1.10.0'),
    },
    {
      name: 'stays when nothing is for the new Kubernetes',
      sources: [old, young],
      input: { kubernetes: '1.36', current: atYoung },
      choice: {
        is: 'keep',
        because:
          '1.18.0 stays as it is: no source for Kubernetes 1.36; elsewhere 1.16.0 for >=1.33 <1.35, 1.18.0 for 1.35',
      },
    },
    {
      name: 'stays when its entry is gone',
      sources: three,
      input: { kubernetes: '1.34', current: at('1.3.0') },
      choice: {
        is: 'keep',
        because: '1.3.0 is retired: set version to move to 1.10.0',
        available: '1.10.0',
      },
    },
    {
      name: 'stays when all entries are gone',
      sources: [],
      input: { kubernetes: '1.34', current: at('1.3.0') },
      choice: { is: 'keep', because: '1.3.0 stays as it is: the extension has no sources' },
    },
    {
      name: 'moves when its entry is gone and the extension says so',
      sources: three,
      spec: { retirement: 'upgrade' },
      input: { kubernetes: '1.34', upgrade: 'manual' as const, current: at('1.3.0') },
      choice: web('1.10.0'),
    },
    {
      name: 'goes when its entry is gone and the extension says so',
      sources: three,
      spec: { retirement: 'uninstall' },
      input: { kubernetes: '1.34', current: at('1.3.0') },
      choice: { is: 'uninstall', because: '1.3.0 is retired, and retirement is uninstall' },
    },
    {
      name: 'goes like that also where others are under a tag',
      sources: [tagged],
      spec: { retirement: 'uninstall' },
      input: { kubernetes: '1.34', current: at('1.3.0') },
      choice: { is: 'uninstall', because: '1.3.0 is retired, and retirement is uninstall' },
    },
    {
      name: 'moves with its tag, which nobody took away',
      sources: [tagged],
      spec: { retirement: 'uninstall' },
      input: {
        kubernetes: '1.34',
        current: { version: 'v1.33', key: 'oci://e.example.com/ext/autoscaler:v1.33' },
      },
      choice: { is: 'take', version: 'v1.34', key: 'oci://e.example.com/ext/autoscaler:v1.34' },
    },
    {
      name: 'stays on a version that is marked keep',
      sources: [...three.slice(0, 2), { ...three[2], retirement: 'keep' }],
      input: { kubernetes: '1.34', current: at('1.9.0') },
      choice: {
        ...web('1.9.0'),
        available: '1.10.0',
        notice: '1.9.0 is retired: set version to move to 1.10.0',
      },
    },
    {
      name: 'leaves a version that is marked upgrade, even by hand',
      sources: [...three.slice(0, 2), { ...three[2], retirement: 'upgrade' }],
      input: { kubernetes: '1.34', upgrade: 'manual' as const, current: at('1.9.0') },
      choice: web('1.10.0'),
    },
    {
      name: 'goes with a version that is marked uninstall',
      sources: [...three.slice(0, 2), { ...three[2], retirement: 'uninstall' }],
      input: { kubernetes: '1.34', current: at('1.9.0') },
      choice: { is: 'uninstall', because: '1.9.0 is retired, and retirement is uninstall' },
    },
    {
      name: 'comes back under another version when asked',
      sources: three,
      spec: { retirement: 'uninstall' },
      input: { kubernetes: '1.34', current: at('1.3.0'), version: '1.10.0' },
      choice: web('1.10.0'),
    },
    {
      name: 'stays on the last one, retired or not',
      sources: [{ ...three[2], retirement: 'upgrade' }],
      input: { kubernetes: '1.34', current: at('1.9.0') },
      choice: { ...web('1.9.0'), notice: '1.9.0 is retired' },
    },
  ])('$name', ({ sources, input, choice, spec = {} }) => {
    expect(choose(sources as readonly JsonRecord[], input, spec)).toEqual(choice)
  })

  test('nobody new gets a version that is marked', () => {
    const marked = three.map((one) =>
      one.version === '1.10.0' ? { ...one, retirement: 'keep' } : one,
    )
    expect(choose(marked, { kubernetes: '1.34' })).toEqual(web('1.9.0'))
  })
})

describe('before Kubernetes moves', () => {
  const narrow = { ...old, version: '1.0.0', kubernetes: '1.34' }
  const both = { ...old, version: '1.1.0', kubernetes: '>=1.34 <1.37' }
  const later = { ...old, version: '1.2.0', kubernetes: '1.36' }

  test.each([
    { name: 'what fits both is taken now', sources: [narrow, both, later], version: '1.1.0' },
    { name: 'what fits now stays without it', sources: [narrow, later], version: '1.0.0' },
  ])('$name', ({ sources, version }) => {
    expect(choose(sources, { kubernetes: '1.34', target: '1.36' })).toMatchObject({ version })
  })

  test.each(['1.35', '1.36', '1.36.9'])('a target of %s holds nothing back on 1.36', (target) => {
    const early = { ...old, version: '1.0.0', kubernetes: '>=1.35' }
    expect(choose([early, later], { kubernetes: '1.36', target })).toMatchObject({
      version: '1.2.0',
    })
  })
})
