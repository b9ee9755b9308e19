import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { ChartFile } from '../../chart/chart.ts'
import { ChartError } from '../../chart/errors.ts'
import { loadChart } from '../../chart/node/load-chart.ts'
import {
  checkChartName,
  filesFromStarter,
  starterFiles,
} from '../../chart/starter/starter-chart.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'

export const command = {
  description:
    'Writes a chart to start from: a Deployment with a Service and a ServiceAccount; Ingress, HTTPRoute and autoscaler to switch on; a test, notes and a schema for its values. Nothing is overwritten.',
  arguments: {
    name: { count: 'one', summary: 'the name of the chart, or a path that ends with it' },
  },
  options: {
    starter: {
      kind: 'text',
      short: 'p',
      value: 'CHART',
      summary: 'start from this chart, in which <CHARTNAME> stands for the name',
    },
  },
  examples: ['create web', 'create charts/web --starter ./our-starter'],
} as const satisfies CommandSpec

export interface Options {
  readonly path: string
  readonly starter: string | undefined
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  return { path: given.arguments.name, starter: given.options.starter || undefined }
}

export async function run(options: Options, _ports: Ports, io: Io): Promise<Outcome> {
  const folder = resolve(options.path)
  const name = basename(folder)
  checkChartName(name)
  checkFree(folder, options.path)
  writeChart(folder, filesFor(name, options.starter))
  io.stdout.write(`Creating ${options.path}\n`)
  return 'done'
}

function filesFor(name: string, starter: string | undefined): readonly ChartFile[] {
  return starter === undefined ? starterFiles(name) : filesFromStarter(loadChart(starter), name)
}

function checkFree(folder: string, shown: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats === undefined) return
  const found = stats.isDirectory() ? 'a folder that is not empty' : 'a file'
  if (stats.isDirectory() && readdirSync(folder).length === 0) return
  throw new ChartError('load', `${shown} is ${found}: wanted a new name, nothing was written`)
}

/** The folder appears whole or not at all. */
function writeChart(folder: string, files: readonly ChartFile[]): void {
  mkdirSync(dirname(folder), { recursive: true })
  const partial = join(dirname(folder), `.${basename(folder)}.${randomUUID()}.part`)
  try {
    for (const { name, data } of files) {
      const path = join(partial, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, data)
    }
    renameSync(partial, folder)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw error
  }
}
