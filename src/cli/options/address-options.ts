import type { OptionSpec } from '../command-spec.ts'

/** The options for addresses that the user did not type: those in charts, indexes and redirects. */
export const addressOptions = {
  'allow-address': {
    kind: 'list',
    value: 'ADDRESS',
    summary:
      'let charts, indexes and redirects lead there, and token servers of registries have their login: a host, *.domain, a range such as 10.0.0.0/8, with http:// or :port; also $OUTRIGGER_ALLOW_ADDRESS, with commas',
  },
} as const satisfies Record<string, OptionSpec>
