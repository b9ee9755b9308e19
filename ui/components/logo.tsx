const hues = [200, 25, 140, 280, 330, 50, 170, 230]

interface Props {
  readonly name: string
  readonly picture?: string | undefined
  readonly size?: number
}

/** The picture of an extension: its own where it has one that may be shown, else its first letters. */
export function Logo({ name, picture, size = 40 }: Props) {
  if (picture?.startsWith('data:image/') === true) {
    return <img className="logo" src={picture} alt="" width={size} height={size} />
  }
  const hue = hues[[...name].reduce((sum, sign) => sum + sign.charCodeAt(0), 0) % hues.length] ?? 0
  const letters = name
    .split(/[\s-]+/)
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 2)
    .toUpperCase()
  return (
    <svg className="logo" viewBox="0 0 40 40" width={size} height={size} aria-hidden="true">
      <rect width="40" height="40" rx="9" fill={`hsl(${hue} 45% 40%)`} />
      <text x="20" y="26" textAnchor="middle" fontSize="16" fontWeight="600" fill="#fff">
        {letters}
      </text>
    </svg>
  )
}
