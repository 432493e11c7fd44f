import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { Deleted, Moment } from './shared/replies.ts';
import { Email } from './shared/text.ts';

/** One kind of data that the shop stores about a person. Times are ISO 8601; amounts are in cents, as the names say. */
export const StoredDataPart = z.object({ name: z.string(), about: z.string(), rows: z.array(z.record(z.string(), z.unknown())) });
export type StoredDataPart = z.infer<typeof StoredDataPart>;

export const PersonalData = z.object({ shop: z.string(), madeAt: Moment, parts: z.array(StoredDataPart) });
export type PersonalData = z.infer<typeof PersonalData>;

export const personalDataCalls = {
  'GET /personalData': {
    summary: 'Returns all data that the shop stores about the caller.',
    access: 'signed-in',
    rows: 'own-list',
    proof: 'recent',
    limit: 'security',
    reply: PersonalData,
    file: 'application/json',
  },
  'DELETE /personalData': {
    summary:
      'Deletes the caller’s account; `email` must repeat its address. Unsold listings are removed. Orders and payments needed for accounting are kept without the caller’s name. This can’t be undone.',
    access: 'customer',
    rows: 'own-address',
    proof: 'recent',
    limit: 'security',
    query: z.object({ email: Email }),
    reply: Deleted,
  },
} as const satisfies Record<string, Endpoint>;
