const paths = {
  overview: 'M4 13h6V4H4zm0 7h6v-5H4zm8 0h8v-9h-8zm0-16v5h8V4z',
  instances: 'M4 4h7v7H4zm9 0h7v7h-7zM4 13h7v7H4zm12.5 0v3.5H13v2h3.5V22h2v-3.5H22v-2h-3.5V13z',
  plugins:
    'M14 3a2 2 0 0 0-4 0v2H6a1 1 0 0 0-1 1v4h2a2 2 0 0 1 0 4H5v5a1 1 0 0 0 1 1h5v-2a2 2 0 0 1 4 0v2h3a1 1 0 0 0 1-1v-4h2a2 2 0 0 0 0-4h-2V6a1 1 0 0 0-1-1h-4z',
  catalogue: 'M4 5a2 2 0 0 1 2-2h13v15H6a1 1 0 0 0 0 2h13v2H6a3 3 0 0 1-3-3V5zm4 3h7V6H8z',
  graph:
    'M6 3a3 3 0 0 0-1 5.8v6.4A3 3 0 1 0 8 19h7.2a3 3 0 1 0 0-2H8a3 3 0 0 0-1-1.3V8.8A3 3 0 0 0 8 7h7.2a3 3 0 1 0 0-2H8a3 3 0 0 0-2-2z',
  clusters:
    'M12 2 3 6.5v11L12 22l9-4.5v-11zm0 2.3 6 3-6 3-6-3zM5 9.2l6 3v6.9l-6-3zm14 0v6.9l-6 3v-6.9z',
  matrix:
    'M3 3h5v5H3zm7 0h4v5h-4zm6 0h5v5h-5zM3 10h5v4H3zm7 0h4v4h-4zm6 0h5v4h-5zM3 16h5v5H3zm7 0h4v5h-4zm6 0h5v5h-5z',
  repositories:
    'M12 3c-4.4 0-8 1.3-8 3v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6c0-1.7-3.6-3-8-3zm0 2c3.9 0 6 1 6 1s-2.1 1-6 1-6-1-6-1 2.100-1 6-1zM6 9.100c1.500.6 3.600.9 6 .9s4.500-.3 6-.9V12s-2 1-6 1-6-1-6-1z',
  profiles: 'M4 4h16v4H4zm0 6h16v4H4zm0 6h10v4H4z',
  audit: 'M6 2h9l4 4v16H6zm8 2v4h4zM8 11h8v1.600H8zm0 4h8v1.600H8z',
  sites: 'M3 4h18v6H3zm0 9h18v7H3zm3-7v2h3V6zm0 9v3h3v-3zm6-9v2h6V6zm0 9v3h6v-3z',
  search:
    'M10 3a7 7 0 1 0 4.200 12.600l5.100 5.100 1.400-1.400-5.100-5.100A7 7 0 0 0 10 3zm0 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10z',
  user: 'M12 3a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zm0 11c-4.400 0-8 2.200-8 5v2h16v-2c0-2.800-3.600-5-8-5z',
  menu: 'M3 6h18v2H3zm0 5h18v2H3zm0 5h18v2H3z',
  check: 'm9.500 16.600-4.100-4.100L4 13.900l5.500 5.500L20 8.900l-1.400-1.400z',
  cross:
    'M6.400 5 5 6.400l5.600 5.600L5 17.600 6.400 19l5.600-5.600 5.600 5.600 1.400-1.400-5.600-5.600L19 6.400 17.600 5 12 10.600z',
  alert: 'M12 2 1 21h22zm-1 7h2v6h-2zm0 8h2v2h-2z',
  clock:
    'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16zm-1 3v6l4.700 2.800 1-1.700-3.700-2.200V7z',
  pause: 'M6 5h4v14H6zm8 0h4v14h-4z',
  turn: 'M12 4V1L7 5l5 4V6a6 6 0 1 1-6 6H4a8 8 0 1 0 8-8z',
  arrow: 'm9 5 7 7-7 7-1.400-1.400L13.200 12 7.600 6.400z',
  plus: 'M11 4h2v7h7v2h-7v7h-2v-7H4v-2h7z',
  minus: 'M4 11h16v2H4z',
  fit: 'M4 4h6v2H6v4H4zm10 0h6v6h-2V6h-4zM4 14h2v4h4v2H4zm14 0h2v6h-6v-2h4z',
  namespace: 'M4 4h6v2H6v12h4v2H4zm10 0h6v16h-6v-2h4V6h-4zM9 9h6v6H9z',
  lock: 'M12 2a5 5 0 0 0-5 5v3H5v12h14V10h-2V7a5 5 0 0 0-5-5zm-3 8V7a3 3 0 0 1 6 0v3z',
} as const

export type IconName = keyof typeof paths

/** A small picture that goes with a text; it says nothing by itself. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={paths[name]} fill="currentColor" fillRule="evenodd" />
    </svg>
  )
}
