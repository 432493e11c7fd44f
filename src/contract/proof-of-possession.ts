import { z } from 'zod';
import { ImageAddress } from './images.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { PageQuery } from './shared/paging.ts';
import { Moment, Updated } from './shared/replies.ts';
import { Id, requiredText } from './shared/text.ts';

/** How long a code can be photographed. */
export const POSSESSION_CODE_MINUTES = 60;
/** How many codes a person gets in a day. */
export const MAX_POSSESSION_CODES = 10;

/** `open`: to be photographed; `expired`: too late for it; `sent`: an admin looks at it once the phone is listed. */
export const PossessionState = z.enum(['open', 'expired', 'sent', 'confirmed', 'refused']);
export type PossessionState = z.infer<typeof PossessionState>;

/** A code to be written on paper and photographed with the phone. */
export const PossessionCode = z.object({
  _id: z.string(),
  /** Such as `K7M-4QX`. */
  code: z.string(),
  expiresAt: Moment,
  state: PossessionState,
  /** The photo that was sent for it. */
  photo: z.string().nullable(),
  /** What the admin wrote, when it was refused. */
  reason: z.string().nullable(),
});
export type PossessionCode = z.infer<typeof PossessionCode>;

/** A photo that an admin should read the code on. `seen`: another seller’s listing with a photo much like it. */
export const PossessionPhoto = z.object({
  _id: z.string(),
  code: z.string(),
  photo: z.string(),
  shown: z.boolean(),
  sentAt: Moment,
  listing: z.object({ _id: z.string(), model_name: z.string(), color: z.string(), image: z.string(), sellerEmail: z.string() }),
  seen: z.object({ _id: z.string(), model_name: z.string() }).nullable(),
});
export type PossessionPhoto = z.infer<typeof PossessionPhoto>;

const NO_REASON = 'A reason is required: the seller reads it.';

export const PossessionDecision = z.discriminatedUnion(
  'decision',
  [z.object({ decision: z.literal('confirmed') }), z.object({ decision: z.literal('refused'), reason: requiredText('Reason', 500, NO_REASON) })],
  'Decide with “confirmed” or “refused”.',
);

const ById = z.object({ id: Id });

export const possessionCalls = {
  'POST /possessionCodes': {
    summary:
      'A one-time code, good for an hour, to be photographed with the phone: for one’s own `listing`, or for one that is not listed yet. While one is good it is answered again.',
    access: 'seller',
    rows: 'own',
    body: z.object({ listing: Id.nullable().default(null) }, 'Say for which listing, or null.'),
    reply: PossessionCode,
  },
  'GET /possessionCodes/:id': { summary: 'One’s own code, and what came of it.', access: 'seller', rows: 'own', params: ById, reply: PossessionCode },
  'POST /possessionCodes/:id/photo': {
    summary: 'Sends the photo for a code: a picture uploaded after the code was given and shown nowhere yet. `shown`: whether everybody may see it.',
    access: 'seller',
    rows: 'own',
    params: ById,
    body: z.object({ image: ImageAddress, shown: z.boolean('Say with `shown` whether everybody may see it.').default(false) }, 'A photo is expected.'),
    reply: PossessionCode,
  },
  'GET /possessionPhotos': {
    summary: 'Photos in hand that an admin should look at, the earliest first.',
    access: 'admin',
    rows: 'any',
    query: PageQuery,
    reply: z.array(PossessionPhoto),
    paged: true,
  },
  'POST /possessionPhotos/:id/decision': {
    summary: 'Confirms that phone and code are on the photo, which earns the listing its badge, or refuses with a reason. The seller is told.',
    access: 'admin',
    rows: 'any',
    params: ById,
    body: PossessionDecision,
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;
