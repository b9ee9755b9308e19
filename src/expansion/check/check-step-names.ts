import { clusterHooks, installerHooks } from '../../kinds/vocabulary/hook-names.ts'
import { installerSteps } from '../../kinds/vocabulary/installer-steps.ts'
import { providerConditions } from '../../kinds/vocabulary/provider-conditions.ts'
import {
  type Vocabulary,
  allNames,
  currentNames,
  meaningOf,
} from '../../kinds/vocabulary/vocabulary.ts'
import { findNearest } from '../../std/find-nearest.ts'
import type { PackageProblem } from '../errors.ts'
import type { Declaration } from '../package/read-declaration.ts'

const skipKey = 'create_cluster_skip_conditions'
const delegateKey = 'create_cluster_delegate_conditions'

/** The problems of steps, conditions and hooks that a package names. */
export function checkStepNames(declaration: Declaration): readonly PackageProblem[] {
  return [
    ...checkVocabulary(declaration, 'installer_skip_steps', installerSteps),
    ...checkVocabulary(declaration, skipKey, providerConditions),
    ...checkVocabulary(declaration, delegateKey, providerConditions),
    ...checkDelegates(declaration),
    ...checkHooks(declaration),
  ]
}

type NameKey = 'installer_skip_steps' | typeof skipKey | typeof delegateKey

function checkVocabulary(
  { content, placeOf }: Declaration,
  key: NameKey,
  vocabulary: Vocabulary,
): readonly PackageProblem[] {
  const names = content[key]
  const current = currentNames(vocabulary, names)
  return names.flatMap((name, index): readonly PackageProblem[] => {
    const place = placeOf(key, index)
    const meaning = meaningOf(vocabulary, name)
    if (names.indexOf(name) < index) {
      return [{ ...place, message: `${name} is listed twice`, level: 'warning' }]
    }
    if (meaning.is === 'unknown') {
      return [{ ...place, message: unknownName(name, vocabulary), level: 'error' }]
    }
    if (meaning.is === 'retired') {
      return [{ ...place, message: `${name} has no effect: ${meaning.why}`, level: 'warning' }]
    }
    if (meaning.is === 'part' && !current.includes(meaning.word.name)) {
      const rest = (meaning.word.absorbed ?? []).filter((part) => !names.includes(part))
      const message = `${name} is a part of "${meaning.word.name}" now and has no effect alone; list that, or ${rest.join(', ')} as well`
      return [{ ...place, message, level: 'warning' }]
    }
    return []
  })
}

function unknownName(name: string, vocabulary: Vocabulary): string {
  const nearest = findNearest(name, allNames(vocabulary))
  const help = nearest === undefined ? '' : `; did you mean ${nearest}?`
  return `${name} is not ${vocabulary.noun}${help}`
}

function checkDelegates({ content, placeOf }: Declaration): readonly PackageProblem[] {
  const skipped = currentNames(providerConditions, content[skipKey])
  return content[delegateKey].flatMap((name, index): readonly PackageProblem[] => {
    const meaning = meaningOf(providerConditions, name)
    if (meaning.is !== 'known') return []
    const place = placeOf(delegateKey, index)
    const { word } = meaning
    if (skipped.includes(word.name)) {
      return [{ ...place, message: `${name} is both skipped and delegated`, level: 'error' }]
    }
    if (word.mayBeDelegated) return []
    const others = providerConditions.words.filter((one) => one.mayBeDelegated)
    const list = others.map((one) => one.name).join(', ')
    return [
      { ...place, message: `${name} cannot be delegated; these can: ${list}`, level: 'error' },
    ]
  })
}

function checkHooks({ content, placeOf }: Declaration): readonly PackageProblem[] {
  const known: readonly string[] = installerHooks
  return content.hooks.flatMap((name, index): readonly PackageProblem[] => {
    if (known.includes(name)) return []
    const nearest = findNearest(name, known)
    const help =
      nearest === undefined ? `there are ${known.join(', ')}` : `did you mean ${nearest}?`
    const elsewhere = Object.hasOwn(clusterHooks, name)
      ? 'it is a hook of a cluster: put a file of that name below files/'
      : help
    const message = `${name} is not a hook of the installer; ${elsewhere}`
    return [{ ...placeOf('hooks', index), message, level: 'error' }]
  })
}
