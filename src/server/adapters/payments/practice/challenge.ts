import type { FetchHandler } from '../../../http/fetch-handler.ts';
import { readBody } from './body.ts';
import { challengePage, noChallengePage } from './challenge-page.ts';
import { changeIntent } from './changes.ts';
import { type Form, readForm, textAt } from './form.ts';
import { isSameSecret } from './ids.ts';
import type { Intent } from './intent.ts';
import { findIntent, inTransaction } from './queries.ts';
import { RestRefusal, unexpectedState } from './refusals.ts';
import type { Books } from './rest.ts';
import { answerChallenge, expectState } from './transitions.ts';

const PATH = /^\/practice-cards\/challenge\/(\w+)$/u;

/** The practice bank's page, where cardholders confirm that it's them. */
export function createChallenge(books: Books, onChange: () => void): FetchHandler {
  return async (request) => {
    try {
      return await serve(books, request, onChange);
    } catch (error) {
      if (!(error instanceof RestRefusal)) throw error;
      if (error.intent?.status === 'requires_action') return challengePage(error.intent, 409);
      return error.intent ? goBack(error.intent) : noChallengePage(error.status);
    }
  };
}

async function serve(books: Books, request: Request, onChange: () => void): Promise<Response> {
  const { pathname, search, origin } = new URL(request.url);
  const id = PATH.exec(pathname)?.[1];
  const posted = request.method === 'POST';
  if (id === undefined || !(posted || request.method === 'GET')) return noChallengePage(404);
  const form = readForm(posted ? await readBody(request) : search);
  const intent = await openIntent(books, id, form);
  if (!intent) return noChallengePage(404);
  if (intent.status !== 'requires_action') return goBack(intent);
  const outcome = posted ? readOutcome(form) : null;
  if (!outcome) return challengePage(intent, posted ? 400 : 200);
  const answered = await answer(books, intent, outcome, origin);
  onChange();
  return goBack(answered);
}

/** Returns the intent when the form has its secret; null otherwise. */
async function openIntent({ db }: Books, id: string, form: Form): Promise<Intent | null> {
  const intent = await findIntent(db, id);
  return intent && isSameSecret(textAt(form, 'client_secret') ?? '', intent.clientSecret) ? intent : null;
}

/** Redirects to a path of the shop with Stripe's query parameters. */
function goBack(intent: Intent): Response {
  const address = new URL(intent.details.challenge?.returnPath ?? '/', 'http://shop.invalid');
  address.searchParams.set('payment_intent', intent.id);
  address.searchParams.set('payment_intent_client_secret', intent.clientSecret);
  address.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  const location = `${address.pathname}${address.search}${address.hash}`;
  // The current URL contains the client secret, which must not leak as a referrer.
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'same-origin' } });
}

function readOutcome(form: Form): { authenticated: boolean; version: number } | null {
  const outcome = textAt(form, 'outcome');
  if (outcome !== 'complete' && outcome !== 'fail') return null;
  return { authenticated: outcome === 'complete', version: Number(textAt(form, 'version')) };
}

async function answer({ db, clock }: Books, intent: Intent, outcome: { authenticated: boolean; version: number }, origin: string): Promise<Intent> {
  const now = clock.now();
  return inTransaction(db, (work) =>
    changeIntent(work, intent.id, { now, origin }, (present) => {
      expectState(present, 'challenged');
      // The page was for a card that has since been replaced.
      if (present.version !== outcome.version) throw unexpectedState(present, 'challenged');
      return answerChallenge(present, outcome.authenticated, now);
    }),
  );
}
