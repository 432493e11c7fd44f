import type { FastifyInstance } from 'fastify';
import { days } from '#contract/shared/durations.ts';
import type { Clock } from '../ports/clock.ts';
import type { ShopOrigin } from './origin.ts';

/** The format recommends less than a year; each request gets a new date. */
const GOOD_FOR_DAYS = 180;
const PATH = '/.well-known/security.txt';

type Options = { contact: string; origin: Pick<ShopOrigin, 'url'>; clock: Clock };

/** Serves the security contact (RFC 9116), valid for half a year from the day of the request. */
export function serveSecurityText(app: FastifyInstance, { contact, origin, clock }: Options): void {
  app.get(PATH, async (_request, reply) => {
    const today = Math.floor(clock.now() / days(1));
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date((today + GOOD_FOR_DAYS) * days(1)).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${origin.url()}${PATH}`,
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`);
  });
}
