import { z } from 'zod';
import type { Endpoint } from '../shared/endpoint.ts';
import { Deleted, Inserted, Moment, Updated } from '../shared/replies.ts';
import { Id, requiredText } from '../shared/text.ts';
import { PasskeyAttestation } from '../shared/webauthn.ts';

export const PASSKEY_NAME_MAX = 60;
export const PasskeyName = requiredText('The name', PASSKEY_NAME_MAX, 'Give the passkey a name.');

/** A passkey of one's own; what it proves itself with is told to nobody. */
export const PasskeyRow = z.object({ _id: z.string(), name: z.string(), since: Moment, lastUsed: Moment.nullable() });
export type PasskeyRow = z.infer<typeof PasskeyRow>;

const ById = z.object({ id: Id });

export const passkeyCalls = {
  'GET /passkeys': {
    summary: 'One’s own passkeys, the oldest first.',
    access: 'signed-in',
    rows: 'own-list',
    reply: z.array(PasskeyRow),
  },
  'POST /passkeys/options': {
    summary:
      'What a browser needs to make a passkey (`PublicKeyCredentialCreationOptionsJSON`), good once and for five minutes. Its session cookie must come along.',
    access: 'signed-in',
    rows: 'own-list',
    proof: 'recent',
    limit: 'security',
    reply: z.record(z.string(), z.unknown()),
  },
  'POST /passkeys': {
    summary: 'Adds the passkey that the browser has made; the person is told by mail.',
    access: 'signed-in',
    rows: 'own-list',
    proof: 'recent',
    limit: 'security',
    body: z.object({ name: PasskeyName, response: PasskeyAttestation }),
    reply: Inserted,
  },
  'PATCH /passkeys/:id': {
    summary: 'Names a passkey of one’s own.',
    access: 'signed-in',
    rows: 'own',
    limit: 'security',
    params: ById,
    body: z.object({ name: PasskeyName }),
    reply: Updated,
  },
  'DELETE /passkeys/:id': {
    summary: 'Removes a passkey of one’s own, but not the last way in, nor what one’s second factor rests on; the person is told by mail.',
    access: 'signed-in',
    rows: 'own',
    proof: 'recent',
    limit: 'security',
    params: ById,
    reply: Deleted,
  },
} as const satisfies Record<string, Endpoint>;
