import { percentile } from '../percentiles.ts';
import type { Heard } from './person.ts';

/** Results of a minute, or of another period. */
export type Minute = { requests: number; perSecond: number; p50: number; p95: number; p99: number; faults: string[] };

export type Listening = {
  hear(heard: Heard): void;
  /** Returns the results since the last call, and starts over. */
  take(): Minute;
};

export function listen(): Listening {
  let times: number[] = [];
  let faults: string[] = [];
  let since = performance.now();
  return {
    hear({ millis, fault }) {
      times.push(millis);
      if (fault !== null) faults.push(fault);
    },
    take() {
      const sorted = times.sort((one, other) => one - other);
      const at = (share: number): number => percentile(sorted, share) || 0;
      const now = performance.now();
      const perSecond = sorted.length / ((now - since) / 1000);
      const minute = { requests: sorted.length, perSecond, p50: at(0.5), p95: at(0.95), p99: at(0.99), faults };
      [times, faults, since] = [[], [], now];
      return minute;
    },
  };
}
