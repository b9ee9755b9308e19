import { expect, test } from 'vitest'
import { parseKubeVersion } from './capabilities.ts'
import { checkKubeVersion } from './kube-version.ts'

test.each([
  { range: '', version: '1.2' },
  { range: '>=1.20', version: '1.20' },
  { range: '>=1.20.0-0', version: 'v1.20.0-gke.1' },
  { range: '>= 1.20.0 < 2', version: '1.33.1' },
  { range: '1.30.x || 1.31.x', version: '1.31.4' },
])('a chart for "$range" goes onto $version', ({ range, version }) => {
  expect(() => checkKubeVersion(range, parseKubeVersion(version))).not.toThrow()
})

test.each([
  { range: '<1.20', version: '1.20', shown: 'v1.20' },
  { range: '>=1.40', version: 'v1.36.0', shown: 'v1.36.0' },
  { range: 'nonsense', version: '1.30', shown: 'v1.30' },
])('a chart for "$range" does not go onto $version', ({ range, version, shown }) => {
  const problem = `chart requires kubeVersion: ${range} which is incompatible with Kubernetes ${shown}`
  expect(() => checkKubeVersion(range, parseKubeVersion(version))).toThrow(problem)
})

test.each([
  { text: '1.20', version: 'v1.20', major: '1', minor: '20' },
  { text: 'v1.33.4-gke.100', version: 'v1.33.4-gke.100', major: '1', minor: '33' },
  { text: '1.020', version: 'v1.020', major: '1', minor: '20' },
])('$text is Kubernetes $major.$minor', ({ text, ...parts }) => {
  expect(parseKubeVersion(text)).toMatchObject(parts)
})

test.each([
  { text: 'x', problem: 'could not parse "x" as version' },
  { text: '1', problem: 'illegal version string "1"' },
  { text: '01.20', problem: 'illegal zero-prefixed version component "01" in "01.20"' },
])('$text is no version', ({ text, problem }) => {
  expect(() => parseKubeVersion(text)).toThrow(`invalid kube version '${text}': ${problem}`)
})
