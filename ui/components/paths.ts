/** The addresses of views, for links. */
export const paths = {
  overview: '/',
  instances: '/instances',
  instance: (key: string) => `/instances/${key}`,
  editInstance: (key: string) => `/instances/${key}/edit`,
  plugins: '/plugins',
  plugin: (key: string) => `/plugins/${key}`,
  catalogue: '/catalogue',
  extension: (name: string) => `/catalogue/${name}`,
  install: (name: string) => `/catalogue/${name}/install`,
  graph: '/graph',
  clusters: '/clusters',
  cluster: (name: string) => `/clusters/${name}`,
  matrix: '/matrix',
  repositories: '/administration/repositories',
  extensions: '/administration/extensions',
  profiles: '/administration/profiles',
} as const
