import {
  choice,
  flag,
  integer,
  list,
  object,
  required,
  text,
  withDefault,
  type TypeOf,
} from '../schema/schema.ts'

const longestPath = 1024
const longestName = 253
const longestText = 1024
const mostConditions = 128
const mostFiles = 1000
const longestSeconds = 86_400

const path = (description: string) => text(description, { maxLength: longestPath })
const name = (description: string) => text(description, { maxLength: longestName })
const names = (description: string) =>
  withDefault(list(description, name('One.'), { maxItems: mostConditions }), [])

/** Where a condition is carried out. */
const scope = choice(
  'Where it is carried out: on all machines, on those of the control plane, on the first of these, on its others, on workers, on all but the first, on machines that go, or beside the installer.',
  [
    'machines',
    'control-plane',
    'first-control-plane',
    'other-control-planes',
    'workers',
    'joining',
    'leaving',
    'cluster',
  ],
)

const condition = object(
  'One condition; exactly one of `script`, `command`, `hook`, `copyFiles` and `nothing` says how it is brought about.',
  {
    name: required(text('Its published name.', { pattern: '^[A-Z][A-Za-z0-9]{0,62}$' })),
    about: withDefault(text('One line about it.', { maxLength: longestText }), ''),
    scope: withDefault(scope, 'machines'),
    script: path('A script of the provider. It looks at what is there first: it may run twice.'),
    command: text('Shell text in the place of a script, for a short one.', {
      maxLength: longestText,
    }),
    image: path(
      'Runs the script or command as a Job in this image, on the cluster itself; for the scope `cluster`.',
    ),
    hook: name('A hook of the cluster.'),
    copyFiles: flag('Whether it copies the files of the provider and of the cluster.'),
    nothing: text('Why there is nothing to do unless somebody delegates it.', {
      maxLength: longestText,
    }),
    check: text(
      'Shell text that ends with 0 when the condition holds: run once its operator has said True, which counts only then.',
      { maxLength: longestText },
    ),
    output: text(
      'Keeps the standard output of the script, as a secret, for the scripts after it.',
      {
        pattern: '^[a-z][a-z0-9_]{0,62}$',
      },
    ),
    timeoutSeconds: withDefault(
      integer('How long one attempt may take.', { minimum: 1, maximum: longestSeconds }),
      600,
    ),
    attempts: withDefault(integer('How many attempts may fail.', { minimum: 1, maximum: 100 }), 3),
    atATime: integer(
      'On how many machines at a time; on all when absent. If it is one, none follows a machine on which it failed.',
      {
        minimum: 1,
        maximum: 1000,
      },
    ),
    delegatedSeconds: withDefault(
      integer('How long an operator that it was delegated to has.', {
        minimum: 1,
        maximum: longestSeconds,
      }),
      3600,
    ),
    usualSeconds: integer('How long it takes as a rule.', { minimum: 1, maximum: longestSeconds }),
    mayBeSkipped: withDefault(flag('Whether a skip list may leave it out.'), true),
    mayBeDelegated: withDefault(flag('Whether an operator may carry it out.'), false),
    repeats: withDefault(flag('Whether every run carries it out again.'), false),
    formerly: names('Names that it had: old lists go on working.'),
  },
)

const conditions = (description: string) =>
  withDefault(list(description, condition, { maxItems: mostConditions, keys: ['name'] }), [])

const file = object('One file that machines get.', {
  src: required(path('A file of the provider.')),
  dst: required(text('Its place on the machine.', { pattern: '^/', maxLength: longestPath })),
  mode: withDefault(text('Its mode in octal.', { pattern: '^0?[0-7]{3}$' }), '0644'),
})

/** The fields of `provider.yaml`: how clusters are made from machines. */
export const providerFileSchema = object('A provider.', {
  name: required(text('Its name.', { pattern: '^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$' })),
  version: required(name('Its version.')),
  about: withDefault(text('One line about it.', { maxLength: longestText }), ''),
  prelude: path('Shell text that stands before every script.'),
  files: withDefault(
    list('Files that machines get before anything else.', file, {
      maxItems: mostFiles,
      keys: ['dst'],
    }),
    [],
  ),
  create: conditions('The conditions of a new cluster and of machines that join one, in order.'),
  upgrade: conditions('The conditions of another version of Kubernetes.'),
  scaleDown: conditions('The conditions of machines that leave.'),
  delete: conditions('The conditions of the end of a cluster.'),
})

/** A provider as its file says it, defaults filled in. */
export type ProviderFile = TypeOf<typeof providerFileSchema>

/** The operations of a provider. */
export const providerOperations = ['create', 'upgrade', 'scaleDown', 'delete'] as const
export type ProviderOperation = (typeof providerOperations)[number]

export type ProviderCondition = ProviderFile['create'][number]
