import {
  choice,
  integer,
  list,
  map,
  object,
  required,
  text,
  withDefault,
} from '../schema/schema.ts'

const longestPath = 1024
const longestName = 253
const mostLabels = 64
const mostMachines = 1000
const mostHooks = 16
const longestKey = 4096

const path = (description: string) => text(description, { maxLength: longestPath })
const name = (description: string) => text(description, { maxLength: longestName })

const machine = object('One machine.', {
  ip: required(name('Its address.')),
  port: withDefault(integer('The port of ssh.', { minimum: 1, maximum: 65_535 }), 22),
  username: withDefault(name('The user.'), 'root'),
  secretName: name('A Secret with the login; nothing secret stands here.'),
  role: withDefault(choice('What it is for.', ['control-plane', 'worker']), 'control-plane'),
  name: name('The name of its Node; made of its address when absent.'),
  hostKey: text('Its ssh host key, `TYPE BASE64`; noted at the first connection when absent.', {
    maxLength: longestKey,
  }),
  labels: map('Its labels.', text('A value.', { maxLength: 63 }), mostLabels),
})

/** The machines of a cluster, in a site's file and in a Cluster. */
export const machines = withDefault(
  list('Its machines.', machine, { maxItems: mostMachines, keys: ['ip'] }),
  [],
)

const file = (where: string) =>
  object('One file or folder.', {
    src: required(path(where)),
    dst: required(path('Where it goes on every machine.')),
    mode: text('Its mode in octal; that of the source when absent.', { pattern: '^0?[0-7]{3}$' }),
  })

/** Files that every machine of a cluster gets; `where` says what a source means. */
export const machineFiles = (where: string, maxItems: number) =>
  withDefault(
    list('Files that every machine gets; one for each destination.', file(where), {
      maxItems,
      keys: ['dst'],
    }),
    [],
  )

/** Commands that a cluster runs at certain moments. */
export const machineHooks = withDefault(
  map('Commands by the type of hook.', text('A command.', { maxLength: longestPath }), mostHooks),
  {},
)

/** The networks of a cluster that is made of machines; what is absent is what `defaultNetworks` says. */
export const clusterNetworks = {
  endpoint: name('HOST:PORT of its API; port 6443 of the first machine when absent.'),
  podSubnet: name('The addresses of pods; 10.244.0.0/16 when absent.'),
  serviceSubnet: name('The addresses of services; 10.96.0.0/12 when absent.'),
}

export const defaultNetworks = {
  podSubnet: '10.244.0.0/16',
  serviceSubnet: '10.96.0.0/12',
} as const
