const byHelm: readonly string[] = ['before-hook-creation']

/** When a hook is deleted: as its chart says, or as Helm does where the chart says nothing. */
export function deletePoliciesOf(written: readonly string[] | undefined): readonly string[] {
  return written === undefined || written.length === 0 ? byHelm : written
}
