import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { Moment } from './shared/replies.ts';

/** How many different sellers' contact details a person can see per day (UTC). `established`: an account older than a day with a verified address. */
export const CONTACTS_A_DAY = { established: 60, newcomer: 20 };

/** The same for everyone at one network address: all newcomers together, and everyone else together. */
export const CONTACTS_A_DAY_AT_ONE_ADDRESS = { established: 600, newcomer: 60 };

/** How many sellers' contact details somebody saw today, and how many people saw theirs. */
export const ContactViews = z.object({
  seen: z.int().nonnegative(),
  limit: z.int().nonnegative(),
  /** When the count resets. */
  moreAt: Moment,
  /** Whether the caller must verify their email address first. */
  needsVerification: z.boolean(),
  /** How many different people saw the caller's number in the last seven days. */
  viewers: z.int().nonnegative(),
});
export type ContactViews = z.infer<typeof ContactViews>;

export const contactCalls = {
  'GET /contactViews': {
    summary: 'Returns how many sellers’ numbers the caller has seen today, and how many people have seen theirs in the last seven days, but not who.',
    access: 'signed-in',
    rows: 'own-list',
    reply: ContactViews,
  },
} as const satisfies Record<string, Endpoint>;
