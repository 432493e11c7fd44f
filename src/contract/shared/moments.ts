/** A time (epoch ms) as sent by the API: ISO 8601, UTC. */
export function toIso(at: number): string;

export function toIso(at: number | null): string | null;

export function toIso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
