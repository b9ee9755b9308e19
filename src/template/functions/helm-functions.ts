import type { FuncMap } from '../func.ts'
import { baseFunctions } from './encoding/base-encoding.ts'
import { aesFunctions } from './crypto/aes.ts'
import { certificateFunctions } from './crypto/certificates.ts'
import { hashFunctions } from './crypto/hashes.ts'
import { passwordFunctions } from './crypto/passwords.ts'
import { dateFunctions } from './time/dates.ts'
import { defaultFunctions } from './reflection/defaults.ts'
import { dictFunctions } from './dicts/dicts.ts'
import { jsonFunctions } from './encoding/encoding-json.ts'
import { tomlFunctions } from './encoding/encoding-toml.ts'
import { yamlFunctions } from './encoding/encoding-yaml.ts'
import { define, slower } from './define.ts'
import { engineFunctions } from './include-and-tpl.ts'
import { floatFunctions } from './numbers/float-math.ts'
import { listFunctions } from './lists/lists.ts'
import { mathFunctions } from './numbers/math.ts'
import { mergeFunctions } from './dicts/merge.ts'
import { pathFunctions } from './addresses/paths.ts'
import { randomFunctions } from './random/random.ts'
import { reflectionFunctions } from './reflection/reflection.ts'
import { regexFunctions } from './regex/regex.ts'
import { semverFunctions } from './versions/semver.ts'
import { caseFunctions, wordFunctions } from './text/string-case.ts'
import { cutFunctions } from './text/string-cut.ts'
import { layoutFunctions } from './text/string-layout.ts'
import { splitFunctions } from './text/string-split.ts'
import { urlFunctions } from './addresses/urls.ts'

/** Functions about the network, which a render never asks: Helm answers so too, unless DNS is enabled. */
const networkFunctions: FuncMap = {
  getHostByName: define(['string'], () => ''),
}

/**
 * The functions of Sprig and Helm. Each pays for its texts at the rate that test/cost measures; those that keep each letter
 * apart, as words or in certificates, pay for the memory too.
 * Keep this one object: compiled templates are cached by it.
 */
export const helmFunctions: FuncMap = {
  ...slower(2, aesFunctions),
  ...slower(2, baseFunctions),
  ...slower(0.5, caseFunctions),
  ...slower(0.25, certificateFunctions),
  ...slower(2, cutFunctions),
  ...slower(0.5, dateFunctions),
  ...defaultFunctions,
  ...dictFunctions,
  ...engineFunctions,
  ...slower(2, floatFunctions),
  ...hashFunctions,
  ...slower(2, jsonFunctions),
  ...layoutFunctions,
  ...listFunctions,
  ...slower(2, mathFunctions),
  ...mergeFunctions,
  ...networkFunctions,
  ...passwordFunctions,
  ...pathFunctions,
  ...randomFunctions,
  ...reflectionFunctions,
  ...regexFunctions,
  ...slower(2, semverFunctions),
  ...slower(2, splitFunctions),
  ...slower(0.5, tomlFunctions),
  ...slower(2, urlFunctions),
  ...slower(1 / 16, wordFunctions),
  ...slower(0.5, yamlFunctions),
}
