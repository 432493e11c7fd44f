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
  /** Runs `work` as part of `span`. */
  within<T>(span: Span, work: () => T): T;
  /** Records something that has just ended as part of the current span. Without one, it gets its own trace if it is a call to another service. */
  record(name: string, ended: { durationMs: number; isFailed: boolean; kind: SpanKind; attributes: Attributes }): void;
  /** Sends what is left, waiting a few seconds at most. */
  close(): Promise<void>;
};
