import { useQuery } from '@tanstack/react-query'
import type { ShownObject } from '../../components/changes/planned-objects.ts'
import { CodeText } from '../../components/code-text.tsx'
import type { EngineClient } from '../../components/engine/engine-client.ts'
import { Loaded } from '../../components/views.tsx'

interface Props {
  readonly client: EngineClient
  readonly object: ShownObject
}

/** The rendered text of an object that is new. */
export function NewObjectText({ client, object }: Props) {
  const { source, kind, name } = object
  const text = useQuery({
    queryKey: ['rendered', source, kind, name],
    queryFn: () => client.ask({ do: 'manifest', source, kind, name }),
    gcTime: 0,
  })
  return (
    <Loaded from={text}>{(found) => <CodeText label={`${kind} ${name}`} text={found} />}</Loaded>
  )
}
