import type { FetchHandler } from '../../../http/fetch-handler.ts';
import type { Account } from './account.ts';
import { decideAccount } from './accounts.ts';
import { readBody } from './body.ts';
import { findAccount } from './connect-queries.ts';
import { type Form, readForm, textAt } from './form.ts';
import { type Link, readLink } from './onboarding-link.ts';
import { noOnboardingPage, onboardingPage } from './onboarding-page.ts';
import { inTransaction } from './queries.ts';
import { RestRefusal } from './refusals.ts';
import type { Books } from './rest.ts';

const PATH = '/practice-cards/onboarding';
const STATUSES = new Map<string, Account['status']>([
  ['complete', 'active'],
  ['document', 'restricted'],
]);

/** The practice page where sellers would enter who they are and their bank account. */
export function createOnboarding(books: Books, secretKey: string, onChange: () => void): FetchHandler {
  return async (request) => {
    try {
      return await serve(books, secretKey, request, onChange);
    } catch (error) {
      if (error instanceof RestRefusal) return noOnboardingPage(error.status);
      throw error;
    }
  };
}

async function serve({ db, clock }: Books, secretKey: string, request: Request, onChange: () => void): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const posted = request.method === 'POST';
  if (pathname !== PATH || !(posted || request.method === 'GET')) return noOnboardingPage(404);
  const form = readForm(posted ? await readBody(request) : search);
  const written = textAt(form, 'link') ?? '';
  const link = readLink(secretKey, written);
  const account = link && (await findAccount(db, link.accountId));
  if (!link || !account) return noOnboardingPage(404);
  if (link.expiresAt <= clock.now()) return goTo(link.expiredPath);
  const decision = posted ? readDecision(form, account) : null;
  if (!decision) return onboardingPage(account, written, posted ? 400 : 200);
  if (decision !== 'later') await inTransaction(db, (work) => decideAccount(work, account.id, { ...decision, now: clock.now() }));
  onChange();
  return goTo(link.returnPath);
}

/** The link must not leak as a referrer. */
function goTo(path: Link['returnPath']): Response {
  return new Response(null, { status: 303, headers: { location: path, 'cache-control': 'no-store', 'referrer-policy': 'same-origin' } });
}

function readDecision(form: Form, { bank }: Account): Pick<Account, 'status' | 'bank'> | 'later' | null {
  const outcome = textAt(form, 'outcome') ?? '';
  if (outcome === 'later') return 'later';
  const status = STATUSES.get(outcome);
  const chosen = textAt(form, 'bank') ?? bank;
  return status && (chosen === 'keeps' || chosen === 'empties') ? { status, bank: chosen } : null;
}
