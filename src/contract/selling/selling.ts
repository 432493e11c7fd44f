import { z } from 'zod';
import { ListingInput } from '../listings.ts';
import type { Endpoint } from '../shared/endpoint.ts';
import { Inserted } from '../shared/replies.ts';
import { Email } from '../shared/text.ts';

export const sellingCalls = {
  'POST /products': {
    summary:
      'Lists a phone for sale. `image` is its first photo, `photos` up to seven more. With `imei`, of which a hash and four digits are kept, each phone is on sale once; `question` asks whether the model is right. `inHand` names a code whose photo was sent. With `draft`, the UUID of the form that it comes from, it is listed once however often it is sent.',
    access: 'seller',
    rows: 'own-address',
    query: z.object({ email: Email.optional(), draft: z.uuid('A draft is named by a UUID.').toLowerCase().optional() }),
    body: ListingInput,
    reply: Inserted.extend({ question: z.string().optional() }),
  },
} as const satisfies Record<string, Endpoint>;
