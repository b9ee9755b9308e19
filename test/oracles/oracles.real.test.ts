import { expect, test } from 'vitest'
import { askVersion } from './ask-version.ts'
import { oracles } from './catalogue.ts'
import { findOracle, oracleNamed } from './find.ts'

test.each(oracles.filter((one) => !one.onlyNamed).map(({ name }) => ({ name })))(
  '$name runs on this machine and answers the version we judge by',
  async ({ name }) => {
    expect(await askVersion(oracleNamed(name), findOracle(name))).toMatch(/^\d+\.\d+(\.\d+)?$/)
  },
)

test('a binary of another version is refused', async () => {
  const asked = askVersion(oracleNamed('helm4'), findOracle('helm3'))
  await expect(asked).rejects.toThrow('is helm 3.17.3; helm 4.2.3 was wanted')
})
