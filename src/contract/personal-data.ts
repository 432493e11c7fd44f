import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { Deleted, Moment } from './shared/replies.ts';
import { Email } from './shared/text.ts';

/** Rows of one kind that the shop holds of a person. Moments are ISO 8601, money is in cents, as the names say. */
export const StoredDataPart = z.object({ name: z.string(), about: z.string(), rows: z.array(z.record(z.string(), z.unknown())) });
export type StoredDataPart = z.infer<typeof StoredDataPart>;

export const PersonalData = z.object({ shop: z.string(), madeAt: Moment, parts: z.array(StoredDataPart) });
export type PersonalData = z.infer<typeof PersonalData>;

export const personalDataCalls = {
  'GET /personalData': {
    summary: 'Everything that the shop holds of the caller.',
    access: 'signed-in',
    rows: 'own-list',
    proof: 'recent',
    limit: 'security',
    reply: PersonalData,
  },
  'DELETE /personalData': {
    summary:
      'Deletes the caller’s account, of which `email` is the address once more. What they offer leaves the shop; orders and payments that the books need are kept without their name. Nobody can undo it.',
    access: 'customer',
    rows: 'own-address',
    proof: 'recent',
    limit: 'security',
    query: z.object({ email: Email }),
    reply: Deleted,
  },
} as const satisfies Record<string, Endpoint>;
