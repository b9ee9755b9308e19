import type { ReactNode } from 'react'

/** Names and what they stand for; those without a value are left out. */
export function Facts({
  rows,
}: {
  readonly rows: readonly (readonly [name: string, value: ReactNode])[]
}) {
  return (
    <dl className="facts">
      {rows
        .filter(([, value]) => value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
