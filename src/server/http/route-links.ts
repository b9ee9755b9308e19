import type { JsonRecord } from '../../kinds/json-value.ts'
import type { Route } from './route.ts'

/** A name of a link, and the link. */
type Links = Readonly<Record<string, JsonRecord>>

/** Where an answer has the parts of the name of an object. */
type Places = Readonly<Record<string, string>>

const own: Places = { namespace: '/metadata/namespace', name: '/metadata/name' }
const ofRelease: Places = { namespace: '/namespace', name: '/name' }
const ofRun: Places = { id: '/id' }
const ofSite: Places = { site: '/name' }

const oneSite = '/api/v1/sites/{site}'

/**
 * The links of an answer to the operations that it names the object of: from one object to all that can be done with it, from a list to
 * its first item, and from a change to its run.
 */
export function linksOf(route: Route, status: number, routes: readonly Route[]): Links {
  if (route.tag === 'sites') {
    if (route.method === 'POST') return toAll(oneSite, ofSite, routes)
    return route.path === '/api/v1/sites' ? toFirst(oneSite, ofSite, routes) : {}
  }
  if (status === 202 && route.method === 'POST') return toAll('/api/v1/runs/{id}', ofRun, routes)
  if (route.method === 'GET' && route.path === '/api/v1/runs') {
    return toFirst('/api/v1/runs/{id}', ofRun, routes)
  }
  if (route.method === 'GET' && route.path === '/api/v1/releases') {
    return toFirst('/api/v1/releases/{namespace}/{name}', ofRelease, routes)
  }
  const { one, isList } = kindOf(route, routes)
  if (one === undefined) return {}
  if (isList && route.method === 'GET') return toFirst(one, own, routes)
  const isObject = (isList && status === 201) || (!isList && status === 200)
  return isObject ? toAll(one, own, routes) : {}
}

/** The path of one object of the kind that a route is about: those that can be replaced. */
function kindOf(route: Route, routes: readonly Route[]) {
  const replaced = routes.filter(({ method }) => method === 'PUT').map(({ path }) => path)
  const isList = replaced.every((path) => path !== route.path)
  const one = replaced.find((path) => path === route.path || collectionOf(path) === route.path)
  return { one, isList }
}

function collectionOf(path: string): string {
  return path.slice(0, path.indexOf('/{'))
}

function toFirst(one: string, places: Places, routes: readonly Route[]): Links {
  const first = routes.filter(({ method, path }) => method === 'GET' && path === one)
  return linksTo(first, (field) => `$response.body#/items/0${places[field] ?? ''}`)
}

function toAll(one: string, places: Places, routes: readonly Route[]): Links {
  const below = routes.filter(({ path }) => path === one || isBelow(path, one))
  return linksTo(below, (field) => `$response.body#${places[field] ?? ''}`)
}

/** Whether a path has no other parameters than the one above it. */
function isBelow(path: string, one: string): boolean {
  return path.startsWith(`${one}/`) && !path.slice(one.length).includes('{')
}

function linksTo(targets: readonly Route[], placeOf: (field: string) => string): Links {
  return Object.fromEntries(
    targets.map(({ operationId, method, params = {}, summary }) => {
      const parts = Object.keys(params).map((name) => [`path.${name}`, placeOf(name)])
      const isReplaced = method === 'PUT'
      const version = isReplaced ? [['header.if-match', '$response.header.ETag']] : []
      return [
        operationId,
        {
          operationId,
          description: `${summary}.`,
          parameters: Object.fromEntries([...parts, ...version]) as JsonRecord,
          ...(isReplaced ? { requestBody: '$response.body' } : {}),
        },
      ]
    }),
  )
}
