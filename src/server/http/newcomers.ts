import { type Budget, NEWCOMERS } from '#contract/shared/limits.ts';

/** The id a caller is counted by; null without proof of identity. */
export function personOf(caller: object | null): string | null {
  if (caller === null) return null;
  if ('userId' in caller) return String(caller.userId);
  return 'subject' in caller ? String(caller.subject) : null;
}

/** Whether the account is new or its email address unverified: anybody can create any number of such accounts. */
export function isNewcomer(caller: object, now: number): boolean {
  if ('addressVerified' in caller && caller.addressVerified === false) return true;
  return 'since' in caller && typeof caller.since === 'number' && now - caller.since < NEWCOMERS.ms;
}

/** A budget times the operator's factor, reduced for newcomers. */
export function shareOf({ burst, perMinute }: Budget, factor: number, forNewcomer = false): Budget {
  const share = factor * (forNewcomer ? NEWCOMERS.share : 1);
  return { burst: Math.max(1, burst * share), perMinute: perMinute * share };
}
