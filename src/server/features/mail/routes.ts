import type { KeptMail } from '#contract/mail.ts';
import type { Db } from '../../db/tables.ts';
import { NotFound } from '../../errors.ts';
import type { ServeCall } from '../../http/route.ts';
import { findReferences } from '../../messages/reference-queries.ts';
import type { KeptMail as StoredMail } from '../../ports/mailer.ts';
import type { Services } from '../../services.ts';
import { renderStoredLetter } from './stored-email.ts';

export const mailRoutes = (serve: ServeCall, { db, mailer, publicConfig }: Pick<Services, 'db' | 'mailer' | 'publicConfig'>): void => {
  serve('GET /mailbox', async () => {
    // Reset links lie open in there: only a shop where nothing is real may show it.
    if (!publicConfig.demo || !mailer.kept) throw new NotFound('This shop shows no mailbox.');
    return { reply: await render(db, await mailer.kept()) };
  });
};

async function render(db: Db, mails: StoredMail[]): Promise<KeptMail[]> {
  const resolve = await findReferences(
    db,
    mails.flatMap(({ letter }) => (letter ? [letter.subject, letter.text] : [])),
  );
  return mails.map(({ id, to, letter, sentAt, ...words }) => {
    const { subject, text } = letter ? renderStoredLetter(letter, resolve) : words;
    return { _id: id, to, subject, text, sentAt: new Date(sentAt).toISOString() };
  });
}
