import { z } from 'zod';

export const Acknowledged = z.object({ acknowledged: z.literal(true) });
export type Acknowledged = z.infer<typeof Acknowledged>;

/** 201 for a new row; 200 without `insertedId` when it already existed and nothing changed. */
export const Inserted = z.object({ acknowledged: z.literal(true), insertedId: z.string().optional() });
export type Inserted = z.infer<typeof Inserted>;

export const Updated = z.object({
  acknowledged: z.literal(true),
  matchedCount: z.int().nonnegative(),
  modifiedCount: z.int().nonnegative(),
});
export type Updated = z.infer<typeof Updated>;

export const Deleted = z.object({ acknowledged: z.literal(true), deletedCount: z.int().nonnegative() });
export type Deleted = z.infer<typeof Deleted>;

/** A time as sent by the API: ISO 8601, UTC. */
export const Moment = z.iso.datetime();
