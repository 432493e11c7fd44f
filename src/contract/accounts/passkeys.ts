import { z } from 'zod';
import type { Endpoint } from '../shared/endpoint.ts';
import { Deleted, Inserted, Moment, Updated } from '../shared/replies.ts';
import { Id, requiredText } from '../shared/text.ts';
import { PasskeyAttestation } from '../shared/webauthn.ts';

export const PASSKEY_NAME_MAX = 60;
export const PasskeyName = requiredText('The name', PASSKEY_NAME_MAX, 'Enter a name for the passkey.');

/** One of the caller's passkeys, without its key. */
export const PasskeyRow = z.object({ _id: z.string(), name: z.string(), since: Moment, lastUsed: Moment.nullable() });
export type PasskeyRow = z.infer<typeof PasskeyRow>;

const ById = z.object({ id: Id });

export const passkeyCalls = {
  'GET /passkeys': {
    summary: 'Lists the caller’s passkeys, oldest first.',
    access: 'signed-in',
    rows: 'own-list',
    reply: z.array(PasskeyRow),
  },
  'POST /passkeys/options': {
    summary:
      'Returns what a browser needs to create a passkey (`PublicKeyCredentialCreationOptionsJSON`), valid once and for five minutes. The session cookie must be sent along.',
    access: 'signed-in',
    rows: 'own-list',
    proof: 'recent',
    limit: 'security',
    reply: z.record(z.string(), z.unknown()),
  },
  'POST /passkeys': {
    summary: 'Adds a passkey created by the browser. The caller is notified by email.',
    access: 'signed-in',
    rows: 'own-list',
    proof: 'recent',
    limit: 'security',
    body: z.object({ name: PasskeyName, response: PasskeyAttestation }),
    reply: Inserted,
  },
  'PATCH /passkeys/:id': {
    summary: 'Renames one of the caller’s passkeys.',
    access: 'signed-in',
    rows: 'own',
    limit: 'security',
    params: ById,
    body: z.object({ name: PasskeyName }),
    reply: Updated,
  },
  'DELETE /passkeys/:id': {
    summary: 'Removes one of the caller’s passkeys, unless it’s their only way to log in or their second factor needs it. The caller is notified by email.',
    access: 'signed-in',
    rows: 'own',
    proof: 'recent',
    limit: 'security',
    params: ById,
    reply: Deleted,
  },
} as const satisfies Record<string, Endpoint>;
