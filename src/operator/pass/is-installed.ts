interface Told {
  readonly status: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[]
  }
}

/** Whether a Plugin, or an instance, says that something of it is installed. */
export function isInstalled({ status }: Told): boolean {
  return (
    status.conditions?.some((one) => one.type === 'Installed' && one.status === 'True') === true
  )
}
