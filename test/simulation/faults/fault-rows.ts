/** A fault that was in the product once, as a change of its text. */
export interface FaultRow {
  readonly name: string
  /** The effect of the fault, in a sentence. */
  readonly did: string
  readonly changes: readonly TextChange[]
  /** How many seeds are played before it counts as not found. */
  readonly within: number
}

export interface TextChange {
  /** Below `src/`. */
  readonly file: string
  readonly find: string
  readonly replace: string
}

/** Every fault that the simulation can express; each must be found when it is put back. */
export const faultRows: readonly FaultRow[] = [
  {
    name: 'foreign-objects-deleted',
    did: 'an uninstall deleted an object that existed before and that its install had failed over',
    changes: [
      {
        file: 'release/objects-to-delete.ts',
        find: 'const isGoing = isOurs(head, owner)',
        replace:
          "const isGoing = isOurs(head, owner) || annotationsOf(head)['meta.helm.sh/release-name'] === undefined",
      },
    ],
    within: 300,
  },
  {
    name: 'foreign-objects-taken',
    did: 'an upgrade from a failed revision wrote over an object that somebody else had made',
    changes: [
      {
        file: 'release/apply/apply-objects.ts',
        find: 'const refuseForeign = request.unchecked.has(objectKey(placed.id)) && !isAsked',
        replace: '      const refuseForeign = false',
      },
    ],
    within: 300,
  },
  {
    name: 'definitions-overwritten',
    did: 'definitions of another owner were narrowed without a word',
    changes: [
      {
        file: 'release/apply/apply-crds.ts',
        find: 'if (!isOurCrd(live, owner) && !isAdopted(request, placed.id)) {',
        replace: 'if (Math.abs(1) === 2) {',
      },
    ],
    within: 300,
  },
  {
    name: 'unlistable-kinds',
    did: 'a dependency on a kind that cannot be listed held a worker for ever',
    changes: [
      {
        file: 'operator/kinds/plugin/dependencies/dependencies.ts',
        find: "const missing = ['list', 'watch'].filter((verb) => !verbs.includes(verb))",
        replace: 'const missing: string[] = []',
      },
      {
        file: 'operator/pass/watched-objects.ts',
        find: `      await informer.untilSyncedWithin(patience, signal)
      return informer.list()`,
        replace: `      await informer.untilSynced(signal)
      return informer.list()`,
      },
    ],
    within: 300,
  },
  {
    name: 'strangers-hold',
    did: "a tenant kept another namespace's plugin from being deleted by depending on it",
    changes: [
      {
        file: 'operator/kinds/plugin/dependencies/observe-dependencies.ts',
        find: "const holds = isOwn || (await context.rights.may(one, pluginAction('hold', key), signal))",
        replace: 'const holds = true',
      },
    ],
    within: 300,
  },
  {
    name: 'strangers-see',
    did: "a tenant's plugin was told of another namespace's plugin that its account may not see",
    changes: [
      {
        file: 'operator/kinds/plugin/dependencies/observe-dependencies.ts',
        find: 'if (!(await maySee(key, plugin, context, signal))) {',
        replace: 'if (Math.abs(1) === 2) {',
      },
    ],
    within: 300,
  },
  {
    name: 'writes-unfenced',
    did: 'a process that had been stopped went on writing after another one had come to lead',
    changes: [
      {
        file: 'controller/election/fenced-client.ts',
        find: '      leadership.throwIfLost()\n',
        replace: '',
      },
    ],
    within: 600,
  },
  {
    name: 'leases-forgotten',
    did: 'an operator went on working when its lease was not renewed in time',
    changes: [
      {
        file: 'controller/election/leadership.ts',
        find: 'return this.signal.aborted || this.elapsed() >= this.deadline',
        replace: 'return false',
      },
      {
        file: 'controller/election/leadership.ts',
        find: `      this.lose('the lease was not renewed in time')
    })`,
        replace: '    })',
      },
    ],
    within: 300,
  },
  {
    name: 'needed-and-ready',
    did: 'a plugin that was to be disabled said Ready while others still kept it',
    changes: [
      {
        file: 'operator/kinds/plugin/status.ts',
        find: "return { ready: 'False', work: 'working', reason: 'NeededByOthers', message }",
        replace: "return { ...before(seen), work: 'working', reason: 'NeededByOthers', message }",
      },
    ],
    within: 300,
  },
  {
    name: 'discovery-ends',
    did: 'an operator ended when the server was away in the moment in which it began to lead',
    changes: [
      {
        file: 'kube/discovery/follow-discovery.ts',
        find: 'if (signal.aborted || !isKubeError(error) || !error.transient) throw error',
        replace: 'if (isKubeError(error)) throw error',
      },
    ],
    within: 300,
  },
  {
    name: 'releases-shared',
    did: 'two plugins with one releaseName took the release from each other',
    changes: [
      {
        file: 'operator/kinds/plugin/release-claim.ts',
        find: "return { is: 'others', message: whyNot(owner, place, found) }",
        replace: "return { is: 'claimed', by: 'name' }",
      },
    ],
    within: 300,
  },
  {
    name: 'releases-uninstalled',
    did: "a plugin that had never installed anything uninstalled another's release",
    changes: [
      {
        file: 'operator/kinds/plugin/observe.ts',
        find: 'outline: isOthers ? [] : outline',
        replace: 'outline: isHidden ? [] : outline',
      },
      {
        file: 'release/ownership/check-release-owner.ts',
        find: 'if (claims === true || found?.uid === owner.uid) return',
        replace: 'if (claims !== undefined || found?.uid === owner.uid) return',
      },
    ],
    within: 300,
  },
  {
    name: 'forbidden-stays',
    did: 'a plugin whose first install was forbidden could not be deleted by its tenant',
    changes: [
      {
        file: 'release/apply/look-at-objects.ts',
        find: 'if (leader?.client !== undefined) return await readHeads(leader.client, objects, signal)',
        replace: '',
      },
    ],
    within: 300,
  },
  {
    name: 'leases-as-tenant',
    did: 'recovery asked for Leases with the rights of the tenant, which has none to Leases',
    changes: [
      {
        file: 'release/recover.ts',
        find: 'if (leader === undefined || seen.isLeaders) await end(signal)',
        replace: 'if (leader === undefined) await end(signal)',
      },
      {
        file: 'release/recover.ts',
        find: 'client: leader.client ?? ports.client }',
        replace: 'client: ports.client }',
      },
    ],
    within: 600,
  },
  {
    name: 'failures-left',
    did: 'objects that a failed or interrupted attempt had created stayed for ever',
    changes: [
      {
        file: 'release/stored/failed-revisions.ts',
        find: "status === 'failed' && revision > (deployed?.revision ?? 0),",
        replace: "status === 'none' && revision > (deployed?.revision ?? 0),",
      },
    ],
    within: 2000,
  },
  {
    name: 'edits-taken-for-ours',
    did: 'what somebody edited while an object became ready was taken for what had been applied',
    changes: [
      {
        file: 'operator/kinds/plugin/status-fields.ts',
        find: 'applied: outcome.applied?.mark ?? healthyMark',
        replace: 'applied: healthyMark',
      },
    ],
    within: 2000,
  },
  {
    name: 'pins-told-early',
    did: 'a plugin said that it held a revision that there was not',
    changes: [
      {
        file: 'operator/kinds/plugin/status.ts',
        find: 'if (pin === undefined || holdsPin(pass, pin)) {',
        replace: 'if (pin === undefined || Math.abs(1) === 1) {',
      },
    ],
    within: 300,
  },
  {
    name: 'kinds-of-before',
    did: 'a process that ended before it told of an upgrade left its successor to watch the wrong kinds',
    changes: [
      {
        file: 'operator/kinds/plugin/applied-objects.ts',
        find: 'status.kinds !== undefined && status.revision === record.version',
        replace: 'status.kinds !== undefined',
      },
    ],
    within: 2000,
  },
  {
    name: 'corrections-forgotten',
    did: 'after an edit was put back, the next one was taken for ours',
    changes: [
      {
        file: 'operator/kinds/plugin/status-fields.ts',
        find: 'return defined({ ...rest, applied: mark, leftAlone',
        replace: 'return defined({ ...rest, applied: mark && undefined, leftAlone',
      },
    ],
    within: 600,
  },
  {
    name: 'fields-left-untold',
    did: 'a field that an upgrade left to somebody else was not told',
    changes: [
      {
        file: 'release/apply/apply-one.ts',
        find: "conflicts === 'yield' ? 'left-alone' : 'warning'",
        replace: "conflicts === 'yield' ? 'warning' : 'warning'",
      },
    ],
    within: 600,
  },
  {
    name: 'windows-ignored',
    did: 'a change rolled out while the window of its plugin was closed',
    changes: [
      {
        file: 'operator/kinds/plugin/decide.ts',
        find: "  if (window.is === 'open' || !isChange",
        replace: "  if (window.is !== 'other' || !isChange",
      },
    ],
    within: 300,
  },
  {
    name: 'plugins-taken',
    did: 'an instance took over a Plugin that a person made in the moment in which it wrote its own',
    changes: [
      {
        file: 'operator/kinds/extension-instance/act.ts',
        find: 'const precondition = isOurs ? { uid: uidOf(known) } : { resourceVersion: versionOfNothing }',
        replace: 'const precondition = isOurs ? { uid: uidOf(known) } : {}',
      },
    ],
    within: 300,
  },
  {
    name: 'foreign-hooks-deleted',
    did: 'a hook that helm had left of another release was deleted and created as ours',
    changes: [
      {
        file: 'release/desired/hook-owner.ts',
        find: 'if (annotations[helmHook] === undefined || namesAnother(live, wanted)) return false',
        replace: 'if (annotations[helmHook] === undefined) return false',
      },
    ],
    within: 300,
  },
  {
    name: 'failures-hidden',
    did: 'a plugin that had failed told for ever of an obstacle that was gone',
    changes: [
      {
        file: 'operator/kinds/plugin/status-fields.ts',
        find: 'const attempted = keptAttempt(status, isSettled)',
        replace: 'const { attempted } = status',
      },
    ],
    within: 300,
  },
  {
    name: 'secrets-told',
    did: 'a status told what a chart or a server had composed from a Secret',
    changes: [
      {
        file: 'operator/kinds/plugin/failure/failure-obstacle.ts',
        find: 'const outline = errorOutline(error, { redact, namespaces })',
        replace: 'const outline = redact(obstacle.message)',
      },
    ],
    within: 300,
  },
  {
    name: 'waits-hold-workers',
    did: 'a few hooks that never ended kept all workers from everybody else',
    changes: [
      {
        file: 'controller/worker.ts',
        find: '    queue.leaveWorker(key, () => ending.changed())\n',
        replace: '',
      },
    ],
    within: 300,
  },
  {
    name: 'waits-go-on',
    did: 'a wait for a hook went on after its plugin had been deleted',
    changes: [
      {
        file: 'controller/worker.ts',
        find: 'queue.leaveWorker(key, () => ending.changed())',
        replace: 'queue.leaveWorker(key, () => {})',
      },
    ],
    within: 300,
  },
]
