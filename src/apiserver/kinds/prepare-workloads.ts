import { ensureChild, textIn, type Draft } from '../registry/draft.ts'

/** A job selects its pods by a label with its own uid, unless somebody insists. */
export function prepareJob(draft: Draft): void {
  const spec = ensureChild(draft, 'spec')
  draft['status'] = {}
  if (spec['manualSelector'] === true) return
  const metadata = ensureChild(draft, 'metadata')
  const [uid, name] = [textIn(metadata, 'uid'), textIn(metadata, 'name')]
  const labels = ensureChild(ensureChild(ensureChild(spec, 'template'), 'metadata'), 'labels')
  labels['batch.kubernetes.io/controller-uid'] = uid
  labels['batch.kubernetes.io/job-name'] = name
  labels['controller-uid'] = uid
  labels['job-name'] = name
  const selector = ensureChild(ensureChild(spec, 'selector'), 'matchLabels')
  selector['batch.kubernetes.io/controller-uid'] = uid
}

/** A volume claim has its phase from the beginning. */
export function preparePending(draft: Draft): void {
  draft['status'] = { phase: 'Pending' }
}
