import { ForbiddenError, InvalidError } from '../../errors.ts';

const SUSPENDED = 'Your account is suspended, so you can’t list phones for now. See Decisions in your dashboard for the reason.';

/** Throws 403 for a seller who is suspended. */
export function requireNotSuspended(seller: { suspended_at: number | null } | undefined): void {
  if (seller?.suspended_at != null) throw new ForbiddenError(SUSPENDED, 'suspended');
}

/** Throws 422 for a brand that the shop doesn't have. */
export function requireCategory<T>(category: T | undefined): asserts category is T {
  const message = 'There is no such category. “Add A Product” lists them all.';
  if (!category) throw new InvalidError(message, { name: message });
}

/** The question to a seller when their phone's IMEI belongs to another model. */
export function questionOf(known: string): string {
  return `Its IMEI belongs to a ${known}. Is that the phone you listed? Your dashboard says what to do.`;
}

/** Formats a time as specified: the first 21 characters of JavaScript's date string. */
export function toPostTime(now: number): string {
  return new Date(now).toString().slice(0, 21);
}
