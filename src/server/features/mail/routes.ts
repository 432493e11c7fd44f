import { NotFound } from '../../errors.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';

export const mailRoutes = (serve: ServeCall, { mailer, publicConfig }: Pick<Services, 'mailer' | 'publicConfig'>): void => {
  serve('GET /mailbox', async () => {
    // Reset links lie open in there: only a shop where nothing is real may show it.
    if (!publicConfig.demo || !mailer.kept) throw new NotFound('This shop shows no mailbox.');
    return { reply: await mailer.kept() };
  });
};
