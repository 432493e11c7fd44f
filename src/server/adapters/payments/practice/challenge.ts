import type { FetchHandler } from '../../../http/fetch-handler.ts';
import { readBody } from './body.ts';
import { CHALLENGE_STYLE, challengePage, noChallengePage } from './challenge-page.ts';
import { changeIntent } from './changes.ts';
import { type Form, readForm, textAt } from './form.ts';
import { isSameSecret } from './ids.ts';
import type { Intent } from './intent.ts';
import { findIntent, inTransaction } from './queries.ts';
import { RestRefusal, unexpectedState } from './refusals.ts';
import type { Books } from './rest.ts';
import { answerChallenge, expectState } from './transitions.ts';

const PATH = /^\/practice-cards\/challenge\/(\w+)$/u;
const STYLE_PATH = '/practice-cards/challenge.css';

const HEADERS = {
  'cache-control': 'no-store',
  // The address holds the client secret: it must not travel on as a referrer, be framed, or run anything.
  'content-security-policy': "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

const html = (status: number, body: string): Response => new Response(body, { status, headers: { ...HEADERS, 'content-type': 'text/html; charset=utf-8' } });

const style = (): Response =>
  new Response(CHALLENGE_STYLE, { headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=3600' } });

/** Back to the shop, on a path of its own, the way Stripe goes back. */
const goBack = (intent: Intent): Response => {
  const address = new URL(intent.details.challenge?.returnPath ?? '/', 'http://shop.invalid');
  address.searchParams.set('payment_intent', intent.id);
  address.searchParams.set('payment_intent_client_secret', intent.clientSecret);
  address.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return new Response(null, { status: 303, headers: { ...HEADERS, location: `${address.pathname}${address.search}${address.hash}` } });
};

/** The intent, for someone who has its secret; null otherwise. */
const openIntent = async ({ db }: Books, id: string, form: Form): Promise<Intent | null> => {
  const intent = await findIntent(db, id);
  return intent && isSameSecret(textAt(form, 'client_secret') ?? '', intent.clientSecret) ? intent : null;
};

const readOutcome = (form: Form): { authenticated: boolean; version: number } | null => {
  const outcome = textAt(form, 'outcome');
  if (outcome !== 'complete' && outcome !== 'fail') return null;
  return { authenticated: outcome === 'complete', version: Number(textAt(form, 'version')) };
};

const answer = async ({ db, clock }: Books, intent: Intent, outcome: { authenticated: boolean; version: number }, origin: string): Promise<Intent> => {
  const now = clock.now();
  return inTransaction(db, (work) =>
    changeIntent(work, intent.id, { now, origin }, (present) => {
      expectState(present, 'challenged');
      // The page was about a card that has been replaced since.
      if (present.version !== outcome.version) throw unexpectedState(present, 'challenged');
      return answerChallenge(present, outcome.authenticated, now);
    }),
  );
};

const serve = async (books: Books, request: Request, onChange: () => void): Promise<Response> => {
  const { pathname, search, origin } = new URL(request.url);
  if (pathname === STYLE_PATH && request.method === 'GET') return style();
  const id = PATH.exec(pathname)?.[1];
  const posted = request.method === 'POST';
  if (id === undefined || !(posted || request.method === 'GET')) return html(404, noChallengePage());
  const form = readForm(posted ? await readBody(request) : search);
  const intent = await openIntent(books, id, form);
  if (!intent) return html(404, noChallengePage());
  if (intent.status !== 'requires_action') return goBack(intent);
  const outcome = posted ? readOutcome(form) : null;
  if (!outcome) return html(posted ? 400 : 200, challengePage(intent));
  const answered = await answer(books, intent, outcome, origin);
  onChange();
  return goBack(answered);
};

/** The practice bank's page, where the owner of a card says that it is them. */
export const createChallenge =
  (books: Books, onChange: () => void): FetchHandler =>
  async (request) => {
    try {
      return await serve(books, request, onChange);
    } catch (error) {
      if (!(error instanceof RestRefusal)) throw error;
      if (error.intent?.status === 'requires_action') return html(409, challengePage(error.intent));
      return error.intent ? goBack(error.intent) : html(error.status, noChallengePage());
    }
  };
