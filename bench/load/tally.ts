import { percentile } from '../percentiles.ts';

/**
 * The result of a measurement. Latencies are whole microseconds; `perSecond` counts every visit, `errors` those without a reply or with a status
 * other than 2xx or 3xx.
 */
export type Tally = {
  visits: number;
  seconds: number;
  perSecond: number;
  p50: number;
  p99: number;
  max: number;
  /** The server's CPU time per visit, in microseconds; null where the system doesn't provide it. */
  processorMicros: number | null;
  /** The mean size of a reply's body. */
  bytes: number;
  errors: number;
  /** Visits by status; `broken` means that the connection closed before the reply. */
  statuses: Record<string, number>;
};

export function createTally() {
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  let bytes = 0;
  return {
    /** Counts a visit with its status, duration and size. */
    count(status: number | 'broken', micros: number, replyBytes: number): void {
      statuses[status] = (statuses[status] ?? 0) + 1;
      latencies.push(micros);
      bytes += replyBytes;
    },
    summary(seconds: number, processorMicros: number | null): Tally {
      const sorted = Float64Array.from(latencies).sort();
      const isError = (status: string): boolean => !/^[23]/u.test(status);
      return {
        visits: sorted.length,
        seconds,
        perSecond: seconds > 0 ? sorted.length / seconds : 0,
        p50: Math.round(percentile(sorted, 0.5) || 0),
        p99: Math.round(percentile(sorted, 0.99) || 0),
        max: Math.round(percentile(sorted, 1) || 0),
        processorMicros: processorMicros === null ? null : processorMicros / Math.max(1, sorted.length),
        bytes: Math.round(bytes / Math.max(1, sorted.length)),
        errors: Object.entries(statuses).reduce((sum, [status, times]) => sum + (isError(status) ? times : 0), 0),
        statuses,
      };
    },
  };
}
