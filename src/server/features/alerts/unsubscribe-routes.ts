import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from '#contract/shared/escape.ts';
import { plainHtml } from '../../http/plain-page.ts';
import { type Subscription, UNSUBSCRIBE_PATH } from '../../security/unsubscribe-links.ts';
import type { Services } from '../../services.ts';
import { findUser } from '../accounts/index.ts';
import { stopEmails } from '../notifications/index.ts';
import { findSavedSearch, setFrequency } from './queries.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'unsubscribeLinks'>;

const ADDRESS = `${UNSUBSCRIBE_PATH}/:token`;
/** Mail providers send one short field (RFC 8058). */
const MAX_BODY = 1000;

/** The addresses in emails that end them: opening one asks, and only sending the form ends anything, because mail servers open links too. */
export function serveUnsubscribing(app: FastifyInstance, services: Needs): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_request, body, done) => done(null, body));

    scope.get<{ Params: { token: string } }>(ADDRESS, async ({ params }, reply) => {
      const subscription = services.unsubscribeLinks.read(params.token);
      if (!subscription) return send(reply, 404, UNKNOWN);
      const form = '<form method="post"><button class="primary">Unsubscribe</button></form>';
      return send(reply, 200, { title: 'Unsubscribe?', body: `<p>${escapeHtml(await describe(services, subscription))}</p>${form}` });
    });

    scope.post<{ Params: { token: string } }>(ADDRESS, async ({ params }, reply) => {
      const subscription = services.unsubscribeLinks.read(params.token);
      if (!subscription) return send(reply, 404, UNKNOWN);
      await unsubscribe(services, subscription);
      return send(reply, 200, { title: 'You’re unsubscribed', body: DONE[subscription.kind] });
    });
  });
}

const SETTINGS = '<a class="button" href="/dashboard/notificationSettings">Notification settings</a>';
const UNKNOWN = { title: 'This link doesn’t work', body: `<p>Open the link in the email again, or choose which emails you get.</p>${SETTINGS}` };
const DONE: Record<Subscription['kind'], string> = {
  saved: `<p>You won’t get these emails anymore. You can turn them on again in your notification settings.</p>${SETTINGS}`,
  search:
    '<p>You’ll get no more alerts for this search. You can turn them on again under Saved searches.</p><a class="button" href="/dashboard/searches">Saved searches</a>',
};

async function describe({ db }: Needs, { kind, id }: Subscription): Promise<string> {
  if (kind === 'saved') return 'You’ll get no more emails about phones that you saved, or that answer your wanted ads.';
  const search = await findSavedSearch(db, id);
  return search ? `You’ll get no more alerts for your saved search “${search.title}”.` : 'This search is no longer saved, so there are no more alerts for it.';
}

/** Ends a saved search's alerts, or emails about saved phones. Doing it again changes nothing. */
async function unsubscribe({ db, clock }: Needs, { kind, id }: Subscription): Promise<void> {
  if (kind === 'search') await db.transaction().execute((tx) => setFrequency(tx, id, { frequency: 'off', due: null }));
  else if (await findUser(db, id)) await stopEmails(db, id, clock.now());
}

function send(reply: FastifyReply, status: number, { title, body }: { title: string; body: string }): FastifyReply {
  const { html, headers } = plainHtml(title, `<h1>${escapeHtml(title)}</h1>${body}`);
  return reply.status(status).headers(headers).send(html);
}
