/** An event of a stream, its data read. */
export interface ReadEvent {
  readonly id: string
  readonly event: string
  readonly data: { readonly object?: { readonly metadata: { readonly name: string } } }
}

/** The events of a stream, comments left out. */
export async function* eventsIn({ body }: Response): AsyncGenerator<ReadEvent> {
  if (body === null) return
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const fields = new Map(part.split('\n').map((line) => splitOnce(line)))
      const event = fields.get('event')
      if (event === undefined) continue
      yield { id: fields.get('id') ?? '', event, data: JSON.parse(fields.get('data') ?? '{}') }
    }
  }
}

function splitOnce(line: string): readonly [string, string] {
  const at = line.indexOf(': ')
  return [line.slice(0, at), line.slice(at + 2)]
}
