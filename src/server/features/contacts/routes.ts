import { toIso } from '#contract/shared/moments.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Contacts } from './contacts.ts';
import { endOfDay } from './rules.ts';

export function contactRoutes(serve: ServeCall, { contacts }: { contacts: Contacts }): void {
  serve('GET /contactViews', async ({ caller }) => {
    const [{ seen, limit, day }, viewers] = await Promise.all([contacts.count(caller), contacts.countViewers(caller.userId)]);
    const moreAt = toIso(endOfDay(day));
    return { reply: { seen, limit, moreAt, needsVerification: contacts.needsVerification(caller), viewers } };
  });
}
