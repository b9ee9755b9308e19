import { emptyConfig, mergeConfigs, type TransformerConfig } from './config/transformer-config.ts'
import { ResMap } from './resource/res-map.ts'
import { mergeVars, type Var } from './transform/vars.ts'

/** The result that kustomizations hand up: objects, the fields that are known, and vars. */
export class Accumulator {
  readonly map = new ResMap()
  config: TransformerConfig = emptyConfig
  vars: readonly Var[] = []

  addConfig(config: TransformerConfig): void {
    this.config = mergeConfigs(this.config, config)
  }

  addVars(vars: readonly Var[]): void {
    this.vars = mergeVars(this.vars, vars)
  }

  add(other: Accumulator): void {
    this.map.appendAll(other.map.resources)
    this.addConfig(other.config)
    this.addVars(other.vars)
  }
}
