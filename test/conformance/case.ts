/**
 * One small chart for both engines: what the template is, and what it sees. Everything a case does
 * not say is the same for all: chart `c` 0.1.0, release `demo` in namespace `demo-ns`, no cluster.
 */
export interface Case {
  readonly template: string
  /** values.yaml of the chart, as text. */
  readonly values?: string
  /** Further files of the chart by path, `templates/_x.tpl` and `files/a.txt` among them. */
  readonly files?: Readonly<Record<string, string>>
  /** Further arguments of `helm template`: pairs of `--set`, `--kube-version` or `--api-versions` and a text. */
  readonly flags?: readonly string[]
  /** The text to compare: the rendered file (when absent), or all that `helm template` prints. */
  readonly view?: 'manifests'
}

/** The outcome of a case: the text that was asked for, the file's before YAML is parsed, or the error. */
export type Outcome = { readonly output: string } | { readonly error: string }

/** The name under which the template of a case stands in its chart. */
export const caseFile = 'templates/row.yaml'
export const chartName = 'c'
export const chartYaml = `apiVersion: v2\nname: ${chartName}\nversion: 0.1.0\nappVersion: 1.2.3\n`
