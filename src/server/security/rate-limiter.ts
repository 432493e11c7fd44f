import { LRUCache } from 'lru-cache';
import type { Budget } from '#contract/shared/limits.ts';

/** Counts what keys spend of their budgets. */
export type Limiter = {
  /** Spends so much (1, when not said) of this key's budget: 0, or for how many seconds there is not as much left, and then nothing is spent. */
  take(key: string, budget: Budget, cost?: number): number;
  /** The same without spending anything. */
  waitOf(key: string, budget: Budget): number;
  /** Spends what was used already, whether there is as much left or not. Nobody owes more than a whole budget. */
  charge(key: string, budget: Budget, cost: number): void;
  /** Gives back what turned out not to count. */
  giveBack(key: string, budget: Budget): void;
  /** How many keys are remembered. */
  size(): number;
};

type LimiterOptions = {
  /** Those that spent longest ago are forgotten first: more keys must not mean more memory. */
  maxKeys?: number;
  /** A clock that nobody sets, in milliseconds. */
  now?: () => number;
};

const MINUTE_MS = 60_000;

/** Budgets in this process's memory. A key is remembered by one number: the moment at which its budget is whole again. */
export function createLimiter({ maxKeys = 20_000, now = () => performance.now() }: LimiterOptions = {}): Limiter {
  const wholeAt = new LRUCache<string, number>({ max: maxKeys });
  /** When the budget will be whole again after so much more, and for how many seconds that is too much. */
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

/** How long one piece of a budget takes to come back, and all of it, in milliseconds. */
export function spansOf({ burst, perMinute }: Budget): { costMs: number; spanMs: number } {
  const costMs = Math.ceil(MINUTE_MS / perMinute);
  return { costMs, spanMs: costMs * burst };
}
