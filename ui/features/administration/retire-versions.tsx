import { Button, Modal, Select } from '@mantine/core'
import { useState } from 'react'
import type { Nouns } from '../../api/shown-kinds.ts'
import { useReplace } from '../../api/use-change.ts'
import { useText } from '../../components/locale.tsx'
import { ErrorView } from '../../components/views.tsx'

type Extension = Nouns['extensions']
type Source = Extension['spec']['sources'][number]

/** Retires versions of an extension, or offers them again. */
export function RetireVersions({ extension }: { readonly extension: Extension }) {
  const say = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        {say('extensions.retire')}
      </button>
      {isOpen ? <Retire extension={extension} close={() => setOpen(false)} /> : undefined}
    </>
  )
}

interface Props {
  readonly extension: Extension
  readonly close: () => void
}

function Retire({ extension, close }: Props) {
  const say = useText()
  const replace = useReplace('extensions')
  const [sources, setSources] = useState(extension.spec.sources)
  const fates = (['keep', 'upgrade', 'uninstall'] as const).map((value) => ({
    value,
    label: say(`extensions.${value}`),
  }))
  const choose = (at: number, fate: string | null) =>
    setSources((old) => old.with(at, withFate(old[at] as Source, fate)))
  const save = () =>
    replace.mutate({ ...extension, spec: { ...extension.spec, sources } }, { onSuccess: close })
  return (
    <Modal
      opened
      onClose={close}
      title={say('extensions.retireTitle', { name: extension.metadata.name })}
      closeButtonProps={{ 'aria-label': say('common.close') }}
    >
      <div className="stack-small">
        <p className="quiet">{say('extensions.retireHint')}</p>
        {sources.map((source, at) => (
          <Select
            // A source has no name of its own; its place is what tells it apart.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            label={nameOf(source)}
            description={source.kubernetes}
            value={source.retirement ?? 'offered'}
            allowDeselect={false}
            onChange={(fate) => choose(at, fate)}
            data={[{ value: 'offered', label: say('extensions.offered') }, ...fates]}
          />
        ))}
        {replace.error === null ? undefined : <ErrorView error={replace.error} />}
        <Button onClick={save} loading={replace.isPending}>
          {say('common.save')}
        </Button>
      </div>
    </Modal>
  )
}

function withFate(given: Source, fate: string | null): Source {
  const { retirement: _, ...source } = given
  if (fate === 'keep' || fate === 'upgrade' || fate === 'uninstall') {
    return { ...source, retirement: fate }
  }
  return source
}

function nameOf({ version, appVersion, tag, chartVersion }: Source): string {
  return version ?? appVersion ?? tag ?? chartVersion ?? ''
}
