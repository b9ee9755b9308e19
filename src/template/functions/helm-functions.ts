import type { FuncMap } from '../func.ts'
import { baseFunctions } from './base-encoding.ts'
import { aesFunctions } from './crypto/aes.ts'
import { certificateFunctions } from './crypto/certificates.ts'
import { hashFunctions } from './crypto/hashes.ts'
import { passwordFunctions } from './crypto/passwords.ts'
import { dateFunctions } from './dates.ts'
import { defaultFunctions } from './defaults.ts'
import { dictFunctions } from './dicts.ts'
import { jsonFunctions } from './encoding-json.ts'
import { tomlFunctions } from './encoding-toml.ts'
import { yamlFunctions } from './encoding-yaml.ts'
import { engineFunctions } from './engine.ts'
import { floatFunctions } from './float-math.ts'
import { listFunctions } from './lists.ts'
import { mathFunctions } from './math.ts'
import { mergeFunctions } from './merge.ts'
import { networkFunctions } from './network.ts'
import { pathFunctions } from './paths.ts'
import { randomFunctions } from './random.ts'
import { reflectionFunctions } from './reflection.ts'
import { regexFunctions } from './regex.ts'
import { semverFunctions } from './semver.ts'
import { caseFunctions } from './string-case.ts'
import { cutFunctions } from './string-cut.ts'
import { layoutFunctions } from './string-layout.ts'
import { splitFunctions } from './string-split.ts'
import { urlFunctions } from './urls.ts'
import { uuidFunctions } from './uuids.ts'

/** The functions of Sprig and Helm. Keep this one object: compiled templates are cached by it. */
export const helmFunctions: FuncMap = {
  ...aesFunctions,
  ...baseFunctions,
  ...caseFunctions,
  ...certificateFunctions,
  ...cutFunctions,
  ...dateFunctions,
  ...defaultFunctions,
  ...dictFunctions,
  ...engineFunctions,
  ...floatFunctions,
  ...hashFunctions,
  ...jsonFunctions,
  ...layoutFunctions,
  ...listFunctions,
  ...mathFunctions,
  ...mergeFunctions,
  ...networkFunctions,
  ...passwordFunctions,
  ...pathFunctions,
  ...randomFunctions,
  ...reflectionFunctions,
  ...regexFunctions,
  ...semverFunctions,
  ...splitFunctions,
  ...tomlFunctions,
  ...urlFunctions,
  ...uuidFunctions,
  ...yamlFunctions,
}
