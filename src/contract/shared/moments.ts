/** A moment (epoch ms) as it is sent: ISO 8601, UTC. */
export function toIso(at: number): string;

export function toIso(at: number | null): string | null;

export function toIso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
