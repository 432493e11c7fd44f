import { MAX_PUSH_DEVICES } from '#contract/push.ts';
import { ConflictError } from '../../errors.ts';

/** Throws when somebody has as many devices as an account can have. */
export function requireRoom(devices: number): void {
  if (devices >= MAX_PUSH_DEVICES) throw new ConflictError('conflict', `You get notifications on ${MAX_PUSH_DEVICES} devices already. Remove one first.`);
}
