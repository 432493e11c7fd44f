/** What a measurement saw. Latencies are whole microseconds; `perSecond` counts every visit, `errors` those that were answered with neither 2xx nor 3xx, or not at all. */
export type Tally = {
  visits: number;
  seconds: number;
  perSecond: number;
  p50: number;
  p99: number;
  max: number;
  /** Processor time of the server for each visit, in microseconds; null where the system doesn't tell. */
  processorMicros: number | null;
  /** The mean of a reply's body. */
  bytes: number;
  errors: number;
  /** How many visits ended with each status; `broken` is a connection that ended before its reply. */
  statuses: Record<string, number>;
};

export function createTally() {
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  let bytes = 0;
  return {
    /** One visit ended: with this status, after so many microseconds, its reply having so many bytes. */
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
        p50: Math.round(percentile(sorted, 0.5)),
        p99: Math.round(percentile(sorted, 0.99)),
        max: Math.round(percentile(sorted, 1)),
        processorMicros: processorMicros === null ? null : processorMicros / Math.max(1, sorted.length),
        bytes: Math.round(bytes / Math.max(1, sorted.length)),
        errors: Object.entries(statuses).reduce((sum, [status, times]) => sum + (isError(status) ? times : 0), 0),
        statuses,
      };
    },
  };
}

/** The value that so great a part of the sorted ones is not above. */
export const percentile = (sorted: ArrayLike<number>, part: number): number => sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
