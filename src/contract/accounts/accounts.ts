import { z } from 'zod';
import type { Endpoint } from '../shared/endpoint.ts';
import { ListQuery } from '../shared/paging.ts';
import { Inserted, Moment, Updated } from '../shared/replies.ts';
import { Email, Id, requiredText } from '../shared/text.ts';

export const Role = z.enum(['buyer', 'seller', 'admin']);
export type Role = z.infer<typeof Role>;

/** The roles a person can choose at sign-up. */
export const SignUpRole = z.enum(['buyer', 'seller'], 'Choose “buyer” or “seller” as the account type.');
export type SignUpRole = z.infer<typeof SignUpRole>;

const PASSWORD_MESSAGE = ' Minimum eight characters, at least one letter and one number';
export const PASSWORD_PATTERN = /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{8,}$/u;
/** Longer passwords only cost the server time. */
const PASSWORD_MAX = 128;

export const Password = z
  .string('Password is Required')
  .min(1, 'Password is Required')
  .max(PASSWORD_MAX, `A password can have at most ${PASSWORD_MAX} characters.`)
  .regex(PASSWORD_PATTERN, PASSWORD_MESSAGE);

export const PersonName = requiredText('Name', 200, 'Name is Required');

/** Shown in place of the name of somebody who deleted their account or was removed. */
export const DELETED_NAME = 'Deleted account';

export const User = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role,
  seller_verify: z.boolean(),
  /** Only of sellers who are suspended. */
  suspended: z.literal(true).optional(),
});
export type User = z.infer<typeof User>;

const ByEmail = z.object({ email: Email });

const PEOPLE_ORDERS = ['newest', 'oldest', 'name'] as const;

/** Lists of people; an unknown order means newest first. */
const PeopleQuery = ListQuery.extend({
  user: z.string().max(20).optional(),
  sort: z
    .string()
    .max(200)
    .optional()
    .transform((sort) => PEOPLE_ORDERS.find((order) => order === sort) ?? 'newest'),
});

const MAX_REASON = 500;

export const accountCalls = {
  'GET /jwt': {
    summary: 'Returns an access token for the person who logged in with this email address.',
    access: 'identity',
    rows: 'own-address',
    limit: 'account',
    query: ByEmail,
    reply: z.object({ token: z.string() }),
  },
  'POST /users': {
    summary: 'Registers the person who logged in. A person who is registered already keeps their role and name.',
    access: 'identity',
    rows: 'own-address',
    limit: 'account',
    body: z.object({ email: Email, name: PersonName, role: SignUpRole }),
    reply: Inserted,
  },
  'GET /users/admin/:email': {
    summary: 'Returns whether this address belongs to an admin. For anyone but its owner and admins, the answer is no.',
    access: 'anyone',
    rows: 'own-or-no',
    cookie: true,
    params: ByEmail,
    reply: z.object({ isAdmin: z.boolean() }),
  },
  'GET /users/sellers/:email': {
    summary: 'Returns whether this address belongs to a seller. For anyone but its owner and admins, the answer is no.',
    access: 'anyone',
    rows: 'own-or-no',
    cookie: true,
    params: ByEmail,
    reply: z.object({ isSeller: z.boolean() }),
  },
  'GET /users/verify': {
    summary: 'Returns whether this address belongs to a verified seller. For anyone but its owner and admins, the answer is no.',
    access: 'anyone',
    rows: 'own-or-no',
    cookie: true,
    query: ByEmail,
    reply: z.object({ isVerified: z.boolean() }),
  },
  'GET /users/buyers': {
    summary: 'Lists buyers, newest first (`sort=name`: from A to Z); `search` finds words of their name or email address.',
    access: 'admin',
    rows: 'any',
    query: PeopleQuery,
    reply: z.array(User),
    paged: true,
  },
  'GET /users/sellers': {
    summary: 'Lists sellers, newest first (`sort=name`: from A to Z); `search` finds words of their name or email address.',
    access: 'admin',
    rows: 'any',
    query: PeopleQuery,
    reply: z.array(User),
    paged: true,
  },
  'GET /users/selling': {
    summary: 'Returns since when the caller, who signed up as a buyer, is a seller; null for everybody else.',
    access: 'customer',
    rows: 'own-list',
    reply: z.object({ since: Moment.nullable() }),
  },
  'POST /users/selling': {
    summary: 'Makes the caller, a buyer, a seller. They keep what they bought. Changes nothing for a seller.',
    access: 'customer',
    rows: 'own-list',
    limit: 'account',
    body: z.object({ confirmed: z.literal(true, 'Confirm that you want to sell.') }),
    reply: Updated,
  },
  'PUT /products/': {
    summary: 'Verifies the seller with this ID and email address.',
    access: 'admin',
    rows: 'any',
    query: z.object({ email: Email, id: Id }),
    reply: Updated,
  },
  'POST /users/:id/unverify': {
    summary: 'Takes a seller’s verification back, and sends them the reason.',
    access: 'admin',
    rows: 'any',
    params: z.object({ id: Id }),
    body: z.object({ reason: requiredText('A reason', MAX_REASON, 'A reason is required.') }, 'A reason is required.'),
    reply: Updated,
  },
} as const satisfies Record<string, Endpoint>;
