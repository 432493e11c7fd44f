import type { Budget } from '#contract/shared/limits.ts';
import { createLru } from '../lru.ts';

export type Limiter = {
  /**
   * Spends `cost` (1 by default) from a key's budget and returns 0; or, when too little is left, spends nothing and returns the seconds to wait.
   */
  take(key: string, budget: Budget, cost?: number): number;
  /** The same without spending anything. */
  waitOf(key: string, budget: Budget): number;
  /** Charges a cost already incurred, even beyond the budget. Debt is limited to one whole budget. */
  charge(key: string, budget: Budget, cost: number): void;
  /** Refunds one attempt that turned out not to count. */
  giveBack(key: string, budget: Budget): void;
  /** How many keys are remembered. */
  size(): number;
};

type LimiterOptions = {
  /** Beyond this, the keys that spent longest ago are forgotten, which bounds memory. */
  maxKeys?: number;
  /** A monotonic clock, in milliseconds. */
  now?: () => number;
};

const MINUTE_MS = 60_000;

/** Budgets in this process's memory. Each key is one number: the time at which its budget is full again. */
export function createLimiter({ maxKeys = 20_000, now = () => performance.now() }: LimiterOptions = {}): Limiter {
  const wholeAt = createLru<number>(maxKeys);
  /** The time at which the budget is full again after this cost, and the seconds to wait until it is affordable. */
  const look = (key: string, budget: Budget, cost: number): { next: number; seconds: number } => {
    const { costMs, spanMs } = spansOf(budget);
    const present = now();
    const next = Math.max(wholeAt.peek(key) ?? 0, present) + costMs * cost;
    return { next, seconds: Math.max(0, Math.ceil((next - present - spanMs) / 1000)) };
  };
  return {
    take(key, budget, cost = 1) {
      const { next, seconds } = look(key, budget, cost);
      if (seconds === 0) wholeAt.set(key, next);
      return seconds;
    },
    waitOf: (key, budget) => look(key, budget, 1).seconds,
    charge(key, budget, cost) {
      const { costMs, spanMs } = spansOf(budget);
      const present = now();
      wholeAt.set(key, Math.min(Math.max(wholeAt.peek(key) ?? 0, present) + costMs * cost, present + 2 * spanMs));
    },
    giveBack(key, budget) {
      const moment = wholeAt.peek(key);
      if (moment !== undefined) wholeAt.set(key, moment - spansOf(budget).costMs);
    },
    size: () => wholeAt.size,
  };
}

/** How long one unit and the whole budget take to refill, in milliseconds. */
export function spansOf({ burst, perMinute }: Budget): { costMs: number; spanMs: number } {
  const costMs = Math.ceil(MINUTE_MS / perMinute);
  return { costMs, spanMs: costMs * burst };
}
