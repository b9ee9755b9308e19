import type * as contract from '../../src/sdk/client-operations.generated.ts'

/** An object of a release as it is on the cluster. */
export type ReleaseObject = contract.ReleaseObject

/** One step of a chain from an object to the cause of its trouble. */
export type CauseStep = NonNullable<ReleaseObject['causes']>[number][number]

/** An object that another one made, such as a pod. */
export type MadeObject = NonNullable<ReleaseObject['made']>[number]

export type ReleaseRevision = contract.ReleaseRevision
export type RevisionDiff = contract.RevisionDiff
export type DriftedObject = contract.DriftedObject
export type ObjectEvent = contract.Event

/** The changes to come, as the server has tried them. */
export type Plan = contract.Plan
export type PlannedObject = contract.PlannedObject
