import {
  type AnyRouter,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { LoadingView } from '../components/views.tsx'
import { NotFound } from './not-found.tsx'
import { Shell } from './shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const views = [
  ['/', lazyRouteComponent(() => import('../features/overview/overview.tsx'), 'Overview')],
  [
    '/instances',
    lazyRouteComponent(() => import('../features/installed/instance-list.tsx'), 'InstanceList'),
  ],
  [
    '/plugins',
    lazyRouteComponent(() => import('../features/installed/plugin-list.tsx'), 'PluginList'),
  ],
  [
    '/instances/$namespace/$name',
    lazyRouteComponent(() => import('../features/installed/instance-detail.tsx'), 'InstanceDetail'),
  ],
  [
    '/plugins/$namespace/$name',
    lazyRouteComponent(() => import('../features/installed/plugin-detail.tsx'), 'PluginDetail'),
  ],
  [
    '/catalogue',
    lazyRouteComponent(() => import('../features/catalogue/catalogue.tsx'), 'Catalogue'),
  ],
  [
    '/catalogue/$extension',
    lazyRouteComponent(
      () => import('../features/catalogue/extension-detail.tsx'),
      'ExtensionDetail',
    ),
  ],
  [
    '/catalogue/$extension/install',
    lazyRouteComponent(() => import('../features/settings/install-view.tsx'), 'InstallView'),
  ],
  [
    '/instances/$namespace/$name/edit',
    lazyRouteComponent(() => import('../features/settings/edit-view.tsx'), 'EditView'),
  ],
  ['/graph', lazyRouteComponent(() => import('../features/graph/graph-view.tsx'), 'GraphView')],
  [
    '/clusters',
    lazyRouteComponent(() => import('../features/clusters/cluster-list.tsx'), 'ClusterList'),
  ],
  [
    '/clusters/$cluster',
    lazyRouteComponent(() => import('../features/clusters/cluster-detail.tsx'), 'ClusterDetail'),
  ],
  [
    '/clusters/$cluster/rehearsal',
    lazyRouteComponent(() => import('../features/clusters/rehearsal-view.tsx'), 'RehearsalView'),
  ],
  [
    '/add/cluster',
    lazyRouteComponent(() => import('../features/clusters/add-cluster.tsx'), 'AddCluster'),
  ],
  ['/matrix', lazyRouteComponent(() => import('../features/clusters/matrix.tsx'), 'Matrix')],
  [
    '/administration/repositories',
    lazyRouteComponent(
      () => import('../features/administration/repository-list.tsx'),
      'RepositoryList',
    ),
  ],
  [
    '/administration/profiles',
    lazyRouteComponent(() => import('../features/administration/profile-list.tsx'), 'ProfileList'),
  ],
  [
    '/administration/extensions',
    lazyRouteComponent(
      () => import('../features/administration/extension-list.tsx'),
      'ExtensionList',
    ),
  ],
  [
    '/administration/sites',
    lazyRouteComponent(() => import('../features/sites/site-list.tsx'), 'SiteList'),
  ],
  [
    '/administration/sites/$site',
    lazyRouteComponent(() => import('../features/sites/site-view.tsx'), 'SiteView'),
  ],
  [
    '/administration/audit',
    lazyRouteComponent(() => import('../features/administration/audit-trail.tsx'), 'AuditTrail'),
  ],
  [
    '/administration/import',
    lazyRouteComponent(
      () => import('../features/settings/import-extension.tsx'),
      'ImportExtension',
    ),
  ],
  [
    '/administration/write/$noun',
    lazyRouteComponent(() => import('../features/settings/object-editor.tsx'), 'ObjectEditor'),
  ],
  [
    '/administration/write/$noun/$',
    lazyRouteComponent(() => import('../features/settings/object-editor.tsx'), 'ObjectEditor'),
  ],
] as const

/** The views by their addresses. Each one is loaded when it is first looked at. */
export function createPageRouter(): AnyRouter {
  const routes = views.map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  )
  return createRouter({
    routeTree: root.addChildren(routes),
    defaultPendingComponent: LoadingView,
    defaultPendingMs: 200,
    scrollRestoration: false,
  })
}
