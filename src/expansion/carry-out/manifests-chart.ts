import { compressPackage } from '../../chart/node/write-package.ts'
import { loadFiles } from '../../chart/load/load.ts'
import { gunzip } from '../../chart/node/load-chart.ts'
import { packageChart } from '../../chart/package/package-chart.ts'
import { splitYamlDocuments } from '../../formats/yaml/documents.ts'
import { parseStrictVersion } from '../../formats/semver/version.ts'
import { packageName, packageVersion } from '../package/describe-package.ts'
import type { Package } from '../package/open-package.ts'
import { readPath, textAt } from '../../objects/kube-object.ts'
import { readText } from '../package/tree.ts'
import { readYamlFile } from '../package/yaml-lines.ts'
import { manifestsGroup } from './desired-objects.ts'
import type { ChartToUpload } from './upload-charts.ts'

/** The names of the Namespaces in `manifests/`. */
export async function manifestNamespaces({ tree, declaration }: Package): Promise<Set<string>> {
  const names = new Set<string>()
  for (const item of declaration.content.manifests) {
    const text = (await readText(tree, `manifests/${item}`)) ?? ''
    for (const document of splitYamlDocuments(text)) {
      const read = readYamlFile(document)
      const object = read.ok ? read.file.value : undefined
      if (readPath(object, ['kind']) === 'Namespace')
        names.add(textAt(object, ['metadata', 'name']))
    }
  }
  return names
}

/** The objects of `manifests/` as a chart, in which nothing is rendered; undefined when there are none. */
export async function manifestsChart(opened: Package): Promise<ChartToUpload | undefined> {
  const { manifests } = opened.declaration.content
  if (manifests.length === 0) return undefined
  const name = `${packageName(opened)}-manifests`
  const given = packageVersion(opened).replace(/^v/, '')
  const version = parseStrictVersion(given).ok ? given : '0.0.0'
  const files = [
    {
      name: 'Chart.yaml',
      data: Buffer.from(`apiVersion: v2\nname: ${name}\nversion: ${version}\n`),
    },
  ]
  for (const [index, item] of manifests.entries()) {
    const text = (await readText(opened.tree, `manifests/${item}`)) ?? ''
    const file = `manifests/${item}`
    files.push({ name: file, data: Buffer.from(text) })
    // The template only quotes the file, so that braces in it stay as they are.
    const template = Buffer.from(`{{ .Files.Get ${JSON.stringify(file)} }}\n`)
    files.push({ name: `templates/${String(index).padStart(4, '0')}.yaml`, data: template })
  }
  const archive = compressPackage(packageChart(loadFiles(files, gunzip)).tar)
  return { group: manifestsGroup, name, version, archive, provenance: undefined }
}
