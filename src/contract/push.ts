import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { Deleted, Moment } from './shared/replies.ts';
import { Id } from './shared/text.ts';

/** On how many devices one account can have push notifications. */
export const MAX_PUSH_DEVICES = 10;
const ENDPOINT_MAX = 2048;

/** A browser that gets push notifications. */
export const PushDevice = z.object({ _id: z.string(), device: z.string(), since: Moment });
export type PushDevice = z.infer<typeof PushDevice>;

/** What the browser's push service gave out (RFC 8030), and the browser's keys (RFC 8291) in base64url. */
const Subscription = z.object({
  endpoint: z
    .string('Name the push service’s address.')
    .max(ENDPOINT_MAX, `The push service’s address can have at most ${ENDPOINT_MAX.toLocaleString('en-US')} characters.`)
    .regex(/^https?:\/\/[!-~]+$/u, 'Name the push service’s address.'),
  p256dh: z.string('Send the browser’s public key.').regex(/^[\w-]{87}$/u, 'Send the browser’s public key: 65 bytes in base64url.'),
  auth: z.string('Send the browser’s secret.').regex(/^[\w-]{22}$/u, 'Send the browser’s secret: 16 bytes in base64url.'),
});
export type PushSubscriptionInput = z.input<typeof Subscription>;

export const pushCalls = {
  'GET /pushDevices': {
    summary: 'Lists the devices that get the caller’s push notifications, and the public key (RFC 8292) that a browser subscribes with.',
    access: 'signed-in',
    rows: 'own-list',
    reply: z.object({ key: z.string(), devices: z.array(PushDevice) }),
  },
  'POST /pushDevices': {
    summary: `Sends the caller’s push notifications to this browser until they log out of it. An account can have ${MAX_PUSH_DEVICES} devices.`,
    access: 'signed-in',
    rows: 'none',
    limit: 'security',
    body: Subscription,
    reply: z.object({ _id: z.string() }),
  },
  'DELETE /pushDevices/:id': {
    summary: 'Ends push notifications on one of the caller’s devices.',
    access: 'signed-in',
    rows: 'own',
    params: z.object({ id: Id }),
    reply: Deleted,
  },
} as const satisfies Record<string, Endpoint>;
