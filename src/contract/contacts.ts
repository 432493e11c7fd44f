import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { Moment } from './shared/replies.ts';

/** How many different sellers' numbers and addresses somebody sees in a day (UTC): an account of a day's standing with a verified address, and any other. */
export const CONTACTS_A_DAY = { established: 60, newcomer: 20 };

/** The same for everybody at one address on the network: all newcomers together, and all others together. */
export const CONTACTS_A_DAY_AT_ONE_ADDRESS = { established: 600, newcomer: 60 };

/** What somebody saw of sellers today, and how many saw them. */
export const ContactViews = z.object({
  seen: z.int().nonnegative(),
  limit: z.int().nonnegative(),
  /** When counting begins anew. */
  moreAt: Moment,
  /** The caller has to verify their address first. */
  needsVerification: z.boolean(),
  /** How many different people saw the caller's own number in the last days. */
  viewers: z.int().nonnegative(),
});
export type ContactViews = z.infer<typeof ContactViews>;

export const contactCalls = {
  'GET /contactViews': {
    summary: 'How many sellers’ numbers one has seen today, and how many people saw one’s own in the last seven days; never who.',
    access: 'signed-in',
    rows: 'own-list',
    reply: ContactViews,
  },
} as const satisfies Record<string, Endpoint>;
