import type { MailboxMail } from '#contract/mail.ts';
import { toIso } from '#contract/shared/moments.ts';
import type { Db } from '../../db/tables.ts';
import { NotFoundError } from '../../errors.ts';
import type { ServeCall } from '../../http/route.ts';
import { findReferences } from '../../messages/reference-queries.ts';
import type { MailboxEntry } from '../../ports/mailer.ts';
import type { Services } from '../../services.ts';
import { renderStoredEmail } from './stored-email.ts';

export function mailRoutes(serve: ServeCall, { db, mailer, publicConfig }: Pick<Services, 'db' | 'mailer' | 'publicConfig'>): void {
  serve('GET /mailbox', async () => {
    // It contains password reset links, so only demo shops may show it.
    if (!publicConfig.demo || !mailer.stored) throw new NotFoundError('This shop has no mailbox to show.');
    return { reply: await render(db, await mailer.stored()) };
  });
}

async function render(db: Db, mails: MailboxEntry[]): Promise<MailboxMail[]> {
  const resolveFor = await findReferences(
    db,
    mails.flatMap(({ content }) => (content ? [content.subject, content.text] : [])),
  );
  return mails.map(({ id, to, content, sentAt, ...words }) => {
    const { subject, text } = content ? renderStoredEmail(content, resolveFor({ email: to })) : words;
    return { _id: id, to, subject, text, sentAt: toIso(sentAt) };
  });
}
