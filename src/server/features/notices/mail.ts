import type { Services } from '../../services.ts';
import { claimMail, findDueMails, markMailed } from './queries.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'mailer' | 'publicUrl'>;

/** Longer than sending takes: a mail whose process died is tried again after it. */
const LEASE_MS = 60_000;

/** Mails the notices that are due; one that can't be sent is tried again a minute later. Answers how many failed. */
export const mailNotices = async ({ db, clock, mailer, publicUrl }: Needs, onFailure: (error: unknown) => void = () => {}): Promise<number> => {
  let failed = 0;
  for (const { id, email, subject, body, path } of await findDueMails(db, clock.now())) {
    const now = clock.now();
    if (!(await claimMail(db, id, now, now + LEASE_MS))) continue;
    try {
      await mailer.send({ to: email, subject, text: `${body}\n\n${publicUrl ?? ''}${path}\n` });
      await markMailed(db, id);
    } catch (error) {
      onFailure(error);
      failed += 1;
    }
  }
  return failed;
};
