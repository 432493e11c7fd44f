import { z } from 'zod';
import { ListingInput } from '../listings.ts';
import type { Endpoint } from '../shared/endpoint.ts';
import { Inserted } from '../shared/replies.ts';
import { Email } from '../shared/text.ts';

export const sellingCalls = {
  'POST /products': {
    summary:
      'Lists a phone for sale. `image` is the first photo, `photos` has up to seven more. With `imei` (only a hash and the last four digits are stored), a phone can be on sale only once; `question` is set when its IMEI belongs to another model. `inHand` is the id of a proof-of-possession code whose photo was sent. With `draft`, the draft’s UUID, the phone is listed once however often the call is repeated.',
    access: 'seller',
    rows: 'own-address',
    query: z.object({ email: Email.optional(), draft: z.uuid('A draft’s id must be a UUID.').toLowerCase().optional() }),
    body: ListingInput,
    reply: Inserted.extend({ question: z.string().optional() }),
  },
} as const satisfies Record<string, Endpoint>;
