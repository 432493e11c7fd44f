import { z } from 'zod';
import { ListingState } from './decisions.ts';
import { ImageAddress } from './images.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { PageQuery } from './shared/paging.ts';
import { Moment, Updated } from './shared/replies.ts';
import { Id, requiredText } from './shared/text.ts';

/** How long a code is valid. */
export const POSSESSION_CODE_MINUTES = 60;
/** How many codes a person can get per day. */
export const MAX_POSSESSION_CODES = 10;

/** `open`: waiting for a photo; `expired`: too late; `sent`: an admin reviews the photo once the phone is listed. */
export const PossessionState = z.enum(['open', 'expired', 'sent', 'confirmed', 'refused']);
export type PossessionState = z.infer<typeof PossessionState>;

/** A code to write on paper and photograph with the phone. */
export const PossessionCode = z.object({
  _id: z.string(),
  /** Such as `K7M-4QX`. */
  code: z.string(),
  expiresAt: Moment,
  state: PossessionState,
  /** The photo sent for it. */
  photo: z.string().nullable(),
  /** The admin's reason if it was declined. */
  reason: z.string().nullable(),
});
export type PossessionCode = z.infer<typeof PossessionCode>;

/** A photo for an admin to review. `seen`: another seller's listing with a similar photo. */
export const PossessionPhoto = z.object({
  _id: z.string(),
  code: z.string(),
  photo: z.string(),
  shown: z.boolean(),
  sentAt: Moment,
  listing: z.object({ _id: z.string(), model_name: z.string(), color: z.string(), image: z.string(), sellerEmail: z.string() }),
  seen: z.object({ _id: z.string(), model_name: z.string(), state: ListingState }).nullable(),
});
export type PossessionPhoto = z.infer<typeof PossessionPhoto>;

const NO_REASON = 'A reason is required. The seller will see it.';

export const PossessionDecision = z.discriminatedUnion(
  'decision',
  [z.object({ decision: z.literal('confirmed') }), z.object({ decision: z.literal('refused'), reason: requiredText('Reason', 500, NO_REASON) })],
  'The decision must be “confirmed” or “refused”.',
);

const ById = z.object({ id: Id });

export const possessionCalls = {
  'POST /possessionCodes': {
    summary:
      'Returns a one-time code to photograph with the phone, valid for an hour, for the caller’s `listing` or a phone that isn’t listed yet. A code that is still valid is returned again.',
    access: 'seller',
    rows: 'own',
    body: z.object({ listing: Id.nullable().default(null) }, '`listing` must be a listing’s ID or null.'),
    reply: PossessionCode,
  },
  'GET /possessionCodes': {
    summary: 'Returns the code of the caller’s listing whose photo is under review; null if none is.',
    access: 'seller',
    rows: 'own',
    query: z.object({ listing: Id }),
    reply: z.object({ sent: PossessionCode.nullable() }),
  },
  'GET /possessionCodes/:id': {
    summary: 'Returns the caller’s own code and the result of its photo.',
    access: 'seller',
    rows: 'own',
    params: ById,
    reply: PossessionCode,
  },
  'POST /possessionCodes/:id/photo': {
    summary: 'Sends the photo for a code: a picture uploaded after the code was issued and not used elsewhere. `shown`: whether everyone may see it.',
    access: 'seller',
    rows: 'own',
    params: ById,
    body: z.object({ image: ImageAddress, shown: z.boolean('`shown` must be true or false.').default(false) }, 'A photo is required.'),
    reply: PossessionCode,
  },
  'GET /possessionPhotos': {
    summary: 'Lists proof-of-possession photos to review, oldest first.',
    access: 'admin',
    rows: 'any',
    query: PageQuery,
    reply: z.array(PossessionPhoto),
    paged: true,
  },
  'POST /possessionPhotos/:id/decision': {
    summary: 'Confirms that the photo shows the phone and the code, which gives the listing its badge, or declines it with a reason. The seller is notified.',
    access: 'admin',
    rows: 'any',
    params: ById,
    body: PossessionDecision,
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;
