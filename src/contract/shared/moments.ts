import { days } from './durations.ts';

/** Days since 1970, in UTC. */
export const dayAt = (at: number): number => Math.floor(at / days(1));

/** A time (epoch ms) as sent by the API: ISO 8601, UTC. */
export function toIso(at: number): string;

export function toIso(at: number | null): string | null;

export function toIso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
