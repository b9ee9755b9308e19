import { reviewAccess } from '../../kube/objects/review-access.ts'
import type { Site, SiteDetail, SiteProgress } from '../contract.ts'
import { ProblemError, notFound } from '../http/problem.ts'
import type { JsonSchema, Parameters, Reply, Route, SignedCall } from '../http/route.ts'
import {
  listOf,
  listParameters,
  nameParameter,
  oneOfWords,
  shape,
  text,
  textOf,
  texts,
  whole,
} from '../http/schema-shapes.ts'
import { told } from '../http/told-problem.ts'
import { dryRun } from '../resources/kind-routes.ts'
import { type RowOrder, cutPage, cutRequestOf, hasWords } from '../resources/rows-page.ts'
import { pageSchema, schemaNamed } from '../resources/schemas.ts'

/** The verb that begins an installation, or goes on with one. */
export type SiteVerb = 'install' | 'retry'

/** A request to an installer; a trial only says whether it would be refused. */
export interface SiteRequest {
  readonly verb: SiteVerb
  readonly dryRun: boolean
}

/** The installations that a server can see. A site that is not there is undefined. */
export interface Sites {
  readonly list: (signal: AbortSignal) => Promise<readonly Site[]>
  readonly read: (name: string, signal: AbortSignal) => Promise<SiteDetail | undefined>
  readonly progress: (name: string, signal: AbortSignal) => Promise<SiteProgress | undefined>
  /** Starts an installer that outlives the server; throws an ActionError when one is at work, or when it ends at once. */
  readonly carryOn: (
    name: string,
    request: SiteRequest,
    signal: AbortSignal,
  ) => Promise<SiteDetail | undefined>
}

/** The sites of a server that has none. */
export const noSites: Sites = {
  list: async () => [],
  read: async () => undefined,
  progress: async () => undefined,
  carryOn: async () => undefined,
}

const states = ['Unknown', 'Doing', 'Success', 'Failed', 'Retrying'] as const

const siteFields = {
  name: text,
  cluster: { type: 'string', description: 'Empty while its file cannot be read.' },
  progress: oneOfWords(...states),
  percent: { type: 'integer', description: 'Of the time, not of the number of steps.' },
  secondsLeft: whole,
  done: whole,
  total: whole,
  at: { type: 'string', description: 'The step that the rest waits for; empty at the end.' },
  message: { type: 'string', description: 'How that step stands, or the fault of the file.' },
} as const satisfies Readonly<Record<string, JsonSchema>>

/** The schemas of sites. */
export const siteSchemas: Readonly<Record<string, JsonSchema>> = {
  Site: shape('A platform that is installed from one file, and how far it is.', siteFields),
  SiteStep: shape(
    'How a step of an installation, or a condition of its cluster, stands.',
    {
      step: text,
      status: oneOfWords('True', 'False', 'Unknown'),
      reason: oneOfWords('Done', 'Skipped', 'Delegated', 'Waiting', 'Failed'),
      message: text,
    },
    { since: text, seconds: { type: 'number' }, failures: whole },
  ),
  SiteOperation: shape('The work on machines, such as create, with its conditions.', {
    operation: text,
    conditions: listOf(schemaNamed('SiteStep')),
  }),
  SiteDetail: shape('A site with all of its steps.', {
    ...siteFields,
    steps: listOf(schemaNamed('SiteStep')),
    operations: listOf(schemaNamed('SiteOperation')),
  }),
  SiteProgress: shape('How far a site is, and the newest lines that its installer said.', {
    ...siteFields,
    log: texts,
  }),
}

const common = { for: 'signed-in', tag: 'sites' } as const
const params: Parameters = {
  site: {
    ...nameParameter,
    description: 'The name of the folder of the site.',
    example: 'my-site',
  },
}
const order: RowOrder<Site> = {
  idOf: ({ name }) => name,
  fields: { name: ({ name }) => name, progress: ({ progress }) => progress },
}

/**
 * The routes about installations on the machine of the server. The rights behind them are to `list`, `get` and `update` `sites` of our
 * group, which no object has: a role names them all the same.
 */
export function siteRoutes(sites: Sites): readonly Route[] {
  return [
    listRoute(sites),
    getRoute(sites),
    progressRoute(sites),
    carryOnRoute(sites, 'install'),
    carryOnRoute(sites, 'retry'),
  ]
}

function listRoute(sites: Sites): Route {
  return {
    ...common,
    method: 'GET',
    path: '/api/v1/sites',
    operationId: 'listSites',
    summary: 'Lists installations of platforms on the machine of the server',
    right: right('list'),
    query: {
      ...listParameters(['name', 'progress'], 'the name, cluster, step or message'),
      state: {
        description: 'Only those in this state.',
        schema: oneOfWords(...states),
        example: 'Failed',
      },
    },
    answers: { 200: { description: 'A page of sites.', schema: pageSchema(schemaNamed('Site')) } },
    run: async (call: SignedCall) => {
      await demand('list', call)
      const { query } = call
      const state = textOf(query['state'])
      const fitting = (await told(() => sites.list(call.signal))).filter(
        ({ name, cluster, progress, at, message }) =>
          (state === '' || progress === state) &&
          hasWords(textOf(query['search']), [name, cluster, at, message]),
      )
      return { status: 200, body: cutPage(fitting, order, cutRequestOf(query, 'name')) }
    },
  }
}

function getRoute(sites: Sites): Route {
  return {
    ...common,
    method: 'GET',
    path: '/api/v1/sites/{site}',
    operationId: 'getSite',
    summary: 'Gives an installation with all steps, and the conditions of its cluster',
    right: right('get'),
    params,
    answers: { 200: { description: 'The site.', schema: schemaNamed('SiteDetail') } },
    problems: [404],
    run: (call: SignedCall) => seen(call, (name) => sites.read(name, call.signal)),
  }
}

function progressRoute(sites: Sites): Route {
  return {
    ...common,
    method: 'GET',
    path: '/api/v1/sites/{site}/progress',
    operationId: 'getSiteProgress',
    summary: 'Says how far an installation is, and what its installer said last',
    right: right('get'),
    params,
    answers: { 200: { description: 'The progress.', schema: schemaNamed('SiteProgress') } },
    problems: [404],
    run: (call: SignedCall) => seen(call, (name) => sites.progress(name, call.signal)),
  }
}

const summaries: Readonly<Record<SiteVerb, string>> = {
  install: 'Begins an installation, or brings it to what its file says now',
  retry: 'Goes on with an installation where it stopped; what failed gets all attempts again',
}

function carryOnRoute(sites: Sites, verb: SiteVerb): Route {
  return {
    ...common,
    method: 'POST',
    path: `/api/v1/sites/{site}/${verb}`,
    operationId: `${verb}Site`,
    summary: summaries[verb],
    right: right('update'),
    params,
    query: dryRun,
    answers: {
      200: { description: 'It would be begun.', schema: schemaNamed('SiteDetail') },
      202: { description: 'An installer is at work.', schema: schemaNamed('SiteDetail') },
    },
    problems: [404, 409, 422],
    run: async (call: SignedCall) => {
      const { site = '' } = call.params
      // Somebody who may not see it does not learn that it exists.
      if (!(await may('get', call))) throw notFound('site', site, '')
      await demand('update', call)
      const isTrial = call.query['dryRun'] === true
      const wanted = { verb, dryRun: isTrial }
      const found = await told(() => sites.carryOn(site, wanted, call.signal))
      if (found === undefined) throw notFound('site', site, '')
      return { status: isTrial ? 200 : 202, body: found }
    },
  }
}

async function seen(
  call: SignedCall,
  read: (name: string) => Promise<object | undefined>,
): Promise<Reply> {
  const { site = '' } = call.params
  const found = (await may('get', call)) ? await told(() => read(site)) : undefined
  if (found === undefined) throw notFound('site', site, '')
  return { status: 200, body: found }
}

type SiteRightVerb = 'list' | 'get' | 'update'

function right(verb: SiteRightVerb) {
  return { verb, group: 'outrigger.dev', resource: 'sites' } as const
}

function may(verb: SiteRightVerb, { client, signal }: SignedCall): Promise<boolean> {
  return told(() => reviewAccess(client, { ...right(verb), namespace: '' }, signal))
}

async function demand(verb: SiteRightVerb, call: SignedCall): Promise<void> {
  if (await may(verb, call)) return
  const denied = { ...right(verb), namespace: '' }
  const detail = `this needs the right to ${verb} sites of outrigger.dev`
  throw new ProblemError(403, 'Forbidden', detail, { denied })
}
