export type SpanKind = 'server' | 'client';
export type Attributes = Record<string, string | number | boolean>;

/** A span. Its name and attributes never contain personal data, query values or secrets. */
export type Span = {
  /** 32 hexadecimal digits. */
  traceId: string;
  end(outcome: { name: string; isFailed: boolean; attributes: Attributes }): void;
};

/** Sends traces of requests to a collector. No method throws or waits: when the collector is down, traces are lost, never replies. */
export type Tracer = {
  begin(name: string): Span;
  /** Does some work as a part of what `span` is about. */
  within<T>(span: Span, work: () => T): T;
  /** Something that has just ended, as a part of what goes on; alone when nothing does and it is worth that. */
  record(name: string, ended: { durationMs: number; isFailed: boolean; kind: SpanKind; attributes: Attributes }): void;
  /** Sends what is left, waiting no longer than a few seconds. */
  close(): Promise<void>;
};
