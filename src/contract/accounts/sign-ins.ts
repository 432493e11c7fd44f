import { z } from 'zod';
import type { Endpoint } from '../shared/endpoint.ts';
import { Deleted, Updated } from '../shared/replies.ts';
import { Id } from '../shared/text.ts';
import { Password } from './accounts.ts';

/** A browser or program in which somebody is logged in. */
export const SignInSession = z.object({
  _id: z.string(),
  /** Such as `Firefox on Windows`; null if unknown. */
  device: z.string().nullable(),
  /** The approximate network address, such as `203.0.113.x`; null if unknown. */
  address: z.string().nullable(),
  since: z.string(),
  lastUsed: z.string(),
  /** Whether it is the session that made this call. */
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
    summary: 'Lists the caller’s sessions, most recently used first.',
    access: 'signed-in',
    rows: 'own-list',
    reply: z.array(SignInSession),
  },
  'DELETE /sessions/:id': {
    summary: 'Logs out one of the caller’s sessions.',
    access: 'signed-in',
    rows: 'own',
    proof: 'recent',
    limit: 'security',
    params: ById,
    reply: Deleted,
  },
  'DELETE /sessions': {
    summary: 'Logs out all of the caller’s other sessions.',
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
    summary: 'Changes the caller’s password and logs out all other sessions. 409 if the shop doesn’t manage the caller’s password.',
    access: 'signed-in',
    rows: 'own-list',
    limit: 'security',
    body: PasswordChange,
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;
