import { z } from 'zod';
import type { Endpoint } from '../shared/endpoint.ts';
import { Deleted, Updated } from '../shared/replies.ts';
import { Id } from '../shared/text.ts';
import { Password } from './accounts.ts';

/** One browser or program in which somebody is signed in. */
export const SignInSession = z.object({
  _id: z.string(),
  /** In plain words, such as `Firefox on Windows`; null when nobody knows. */
  device: z.string().nullable(),
  /** About where it was, such as `203.0.113.x`; null when nobody knows. */
  address: z.string().nullable(),
  since: z.string(),
  lastUsed: z.string(),
  /** The one that asks. */
  current: z.boolean(),
});
export type SignInSession = z.infer<typeof SignInSession>;

const ById = z.object({ id: Id });

export const PasswordChange = z.object({
  currentPassword: z.string('Password is required').min(1, 'Password is required').max(1000, 'Password is required'),
  newPassword: Password,
});

export const signInCalls = {
  'GET /sessions': {
    summary: 'Where one is signed in, the latest used first.',
    access: 'signed-in',
    rows: 'own-list',
    reply: z.array(SignInSession),
  },
  'DELETE /sessions/:id': {
    summary: 'Ends one of one’s own sign-ins at once.',
    access: 'signed-in',
    rows: 'own',
    proof: 'recent',
    limit: 'security',
    params: ById,
    reply: Deleted,
  },
  'DELETE /sessions': {
    summary: 'Ends all of one’s own sign-ins but the one that asks.',
    access: 'signed-in',
    rows: 'own-list',
    proof: 'recent',
    limit: 'security',
    reply: Deleted,
  },
  'DELETE /users/:id/sessions': {
    summary: 'Logs a person out everywhere. They keep their account and can log in again.',
    access: 'admin',
    rows: 'any',
    params: ById,
    reply: Deleted,
  },
  'POST /password': {
    summary: 'Replaces one’s own password, which ends all sign-ins but the one that asks; 409 where the shop keeps no password of this person.',
    access: 'signed-in',
    rows: 'own-list',
    limit: 'security',
    body: PasswordChange,
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;
