import { z } from 'zod';
import { REPAIRED_BY, REPAIRED_PARTS } from './passport-words.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { Inserted, Moment } from './shared/replies.ts';
import { Id } from './shared/text.ts';

/** What happened to a phone. */
export const PassportEntryKind = z.enum([
  /** Put on sale. `already`: it was on sale before its passport was begun. */
  'listed',
  'price',
  'condition',
  'photos',
  'repaired',
  'tested',
  'tested_again',
  'sold',
  'handed_over',
  'returned',
  'sale_undone',
  /** Listed by somebody else than its last owner here. */
  'new_owner',
  'lost',
  'found',
  'removed',
  /** Its removal was undone. */
  'restored',
]);
export type PassportEntryKind = z.infer<typeof PassportEntryKind>;

const Hash = z.string().regex(/^[0-9a-f]{64}$/u);

/** As in `ChainEntry`. */
export const PassportEntry = z.object({
  number: z.int().positive(),
  kind: PassportEntryKind,
  at: Moment,
  owner: z.int().positive().nullable(),
  source: z.enum(['owner', 'shop', 'both']),
  facts: z.record(z.string(), z.union([z.string(), z.int()])),
  commitment: Hash.nullable(),
  text: z.object({ words: z.string(), salt: z.string() }).nullable(),
  hash: Hash,
});
export type PassportEntry = z.infer<typeof PassportEntry>;

/** One phone's history, whoever owned it. `owner`: the present one's number; `head`: the hash of the last entry; `entries`: how many there are. */
export const Passport = z.object({
  _id: z.string(),
  begunAt: Moment,
  owner: z.int().positive(),
  entries: z.int().positive(),
  head: Hash,
  history: z.array(PassportEntry),
});
export type Passport = z.infer<typeof Passport>;

/** A passport's head when something happened to an order, as it stands on the receipt. */
export const OrderPassportHead = z.object({ event: z.enum(['sold', 'handed_over', 'returned']), at: Moment, entries: z.int().positive(), head: Hash });
export type OrderPassportHead = z.infer<typeof OrderPassportHead>;

/** The passport of a sold phone. `isYours`: the caller is the phone's present owner. */
export const OrderPassport = z.object({ _id: z.string(), isYours: z.boolean(), heads: z.array(OrderPassportHead) });
export type OrderPassport = z.infer<typeof OrderPassport>;

const keysOf = <Key extends string>(table: Record<Key, string>) => Object.keys(table) as [Key, ...Key[]];

export const RepairInput = z.object(
  {
    part: z.enum(keysOf(REPAIRED_PARTS), 'Choose what was repaired.'),
    by: z.enum(keysOf(REPAIRED_BY), 'Choose who repaired it.'),
  },
  'A repair is required.',
);
export type RepairInput = z.infer<typeof RepairInput>;

const ById = z.object({ id: Id });

export const passportCalls = {
  'GET /passports/:id': {
    summary: 'Returns a phone’s passport, with all that is needed to check its history.',
    access: 'anyone',
    rows: 'any',
    params: ById,
    reply: Passport,
  },
  'GET /passports/:id/ownership': {
    summary: 'Returns whether the caller is the phone’s present owner.',
    access: 'signed-in',
    rows: 'own-or-no',
    params: ById,
    reply: z.object({ isYours: z.boolean() }),
  },
  'POST /passports/:id/repairs': {
    summary: 'Notes a repair in the passport of the caller’s own phone; once, if it is sent again within a minute.',
    access: 'customer',
    rows: 'own',
    params: ById,
    body: RepairInput,
    reply: Inserted.omit({ insertedId: true }),
  },
  'GET /orders/:orderId/passport': {
    summary: 'Returns the passport of the phone of the caller’s own paid order, and its heads on the receipt; null when the phone has none.',
    access: 'signed-in',
    rows: 'own',
    params: z.object({ orderId: Id }),
    reply: z.object({ passport: OrderPassport.nullable() }),
  },
} as const satisfies Record<string, Endpoint>;
