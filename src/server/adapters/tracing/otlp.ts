import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import { type Span as OtelSpan, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { TracesConfig } from '../../config/monitoring.ts';
import type { Span, Tracer } from '../../ports/tracer.ts';

/** The most spans waiting for a slow or unavailable collector; further ones are dropped. */
const QUEUE = 2048;
const BATCH = 512;
const SEND_EVERY_MS = 2000;
const SEND_MS = 5000;
const CLOSE_MS = 2000;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

/** Sends traces to an OpenTelemetry collector as OTLP over HTTP, in the background. Sets no globals, and ignores trace headers from clients. */
export function createOtlpTracer({ endpoint, headers, serviceName, ratio }: TracesConfig): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers, timeoutMillis: SEND_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'host.name': hostname(), 'process.pid': process.pid }),
    sampler: new TraceIdRatioBasedSampler(ratio),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: QUEUE,
        maxExportBatchSize: BATCH,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: SEND_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('redial');
  const current = new AsyncLocalStorage<OtelSpan>();
  const begun = new WeakMap<Span, OtelSpan>();

  return {
    begin(name) {
      const otel = tracer.startSpan(name, { kind: SpanKind.SERVER, root: true }, ROOT_CONTEXT);
      const span: Span = {
        traceId: otel.spanContext().traceId,
        end({ name: known, isFailed, attributes }) {
          otel.updateName(known).setAttributes(attributes);
          finish(otel, isFailed);
        },
      };
      begun.set(span, otel);
      return span;
    },
    within(span, work) {
      const otel = begun.get(span);
      return otel ? current.run(otel, work) : work();
    },
    record(name, { durationMs, isFailed, kind, attributes }) {
      const parent = current.getStore();
      // Outside requests the shop polls its tables every second; only calls to other services get their own trace.
      if (!parent && 'db.query.text' in attributes) return;
      const now = Date.now();
      const around = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
      finish(tracer.startSpan(name, { kind: KINDS[kind], attributes, startTime: now - durationMs }, around), isFailed, now);
    },
    async close() {
      const gaveUp = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref());
      await Promise.race([provider.shutdown(), gaveUp]).catch(() => {});
    },
  };
}

function finish(span: OtelSpan, isFailed: boolean, endedAt?: number): void {
  if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endedAt);
}
