import { fromBytes } from '../../formats/go-string.ts'
import { crdFiles } from '../render/render.ts'
import type { LintMessage } from './message.ts'
import { readObjectHeads } from './object-head.ts'
import type { LintSubject } from './subject.ts'

/** The rules of crds/: plain YAML of CustomResourceDefinitions, those of subcharts included. */
export function* lintCrds({ parts, loaded }: LintSubject): Generator<LintMessage> {
  const { kind } = parts.crds
  if (kind === 'absent') return
  const folder = 'crds/'
  if (kind === 'file') {
    yield { severity: 'error', path: folder, message: 'not a directory' }
    return
  }
  if ('problem' in loaded) {
    yield { severity: 'error', path: folder, message: loaded.problem }
    return
  }
  for (const { file } of crdFiles(loaded.chart, loaded.chart.metadata.name)) {
    for (const head of readObjectHeads(fromBytes(file.data))) {
      if ('problem' in head) {
        const message = `unable to parse YAML: ${head.problem}`
        yield { severity: 'error', path: file.name, message }
        return
      }
      if (!head.apiVersion.startsWith('apiextensions.k8s.io')) {
        const message = "apiVersion is not in 'apiextensions.k8s.io'"
        yield { severity: 'error', path: file.name, message }
      }
      if (head.kind !== 'CustomResourceDefinition') {
        const message = "object kind is not 'CustomResourceDefinition'"
        yield { severity: 'error', path: file.name, message }
      }
    }
  }
}
