import type { FastifyRequest } from 'fastify';
import { MalformedError } from '../errors.ts';

/** Handles a provider's webhook with its raw body and signature. Throws `MalformedError` for one that isn't signed or is rejected, and logs why. */
export async function receiveWebhook(
  { body, headers, log }: FastifyRequest,
  about: 'payment' | 'payout',
  handle: (rawBody: string, signature: string) => Promise<void>,
): Promise<{ reply: { received: true } }> {
  const signature = headers['stripe-signature'];
  try {
    if (typeof body !== 'string' || typeof signature !== 'string') throw new MalformedError('This request isn’t signed.');
    await handle(body, signature);
  } catch (error) {
    if (error instanceof MalformedError) log.warn({ reason: error.message }, `a ${about} webhook was rejected`);
    throw error;
  }
  return { reply: { received: true } };
}
