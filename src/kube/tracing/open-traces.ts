import { type ExporterOptions, OtlpExporter } from './otlp-exporter.ts'
import { Tracer } from './span.ts'

/** Traces that go to a collector. */
export interface OpenTraces {
  readonly tracer: Tracer
  /** Sends what is still here. */
  readonly close: () => Promise<void>
}

/** Begins to trace. */
export function openTraces(options: ExporterOptions): OpenTraces {
  const exporter = new OtlpExporter(options)
  return { tracer: new Tracer(exporter.add, options.clock.now), close: () => exporter.flush() }
}
