import { minutes } from '#contract/shared/durations.ts';
import type { Account } from './account.ts';
import { deleteAccount, findAccount, insertAccount, updateAccount } from './connect-queries.ts';
import { type Form, metadataAt, refuseUnknown, requiredAt, textAt } from './form.ts';
import { newId } from './ids.ts';
import { seconds } from './objects.ts';
import { type Link, writeLink } from './onboarding-link.ts';
import { insertEvent, type Work } from './queries.ts';
import { invalid, RestRefusal } from './refusals.ts';
import type { Operation } from './rest-call.ts';
import { pathOf } from './return-path.ts';

const LINK_LASTS_MS = minutes(5);

export const create: Operation = async (work, { form, now }) => {
  // The address of a practice account would be personal data without a use.
  refuseUnknown(form, ['type', 'email', 'country', 'capabilities', 'metadata']);
  if (textAt(form, 'type') !== 'express') throw invalid('type', 'The practice cards have express accounts only.');
  const account: Account = { id: newId('acct'), status: 'new', bank: 'keeps', metadata: metadataAt(form), createdAt: now };
  await insertAccount(work, account);
  return answer(account);
};

const answer = (account: Account) => ({ status: 200, body: toAccountObject(account) });

/** An account in the format of Stripe's REST API. */
function toAccountObject({ id, status, metadata, createdAt }: Account) {
  const isActive = status === 'active';
  const missing = { new: ['external_account', 'individual.first_name', 'tos_acceptance.date'], restricted: ['individual.verification.document'], active: [] }[
    status
  ];
  return {
    id,
    object: 'account',
    capabilities: { transfers: isActive ? 'active' : 'inactive' },
    charges_enabled: false,
    country: 'US',
    created: seconds(createdAt),
    default_currency: 'usd',
    details_submitted: status !== 'new',
    email: null,
    metadata,
    payouts_enabled: isActive,
    requirements: { currently_due: missing, disabled_reason: isActive ? null : 'requirements.past_due', eventually_due: missing, past_due: missing },
    type: 'express',
  };
}

export const retrieve: Operation = async (work, { id, form }) => {
  refuseUnknown(form, []);
  return answer(await requireAccount(work, id));
};

/** As at Stripe, an account that is gone looks like one that was never ours. */
async function requireAccount(work: Work, id: string): Promise<Account> {
  const account = await findAccount(work, id);
  if (account) return account;
  const message = `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`;
  throw new RestRefusal(403, { type: 'invalid_request_error', code: 'account_invalid', message });
}

export const remove: Operation = async (work, { id, form }) => {
  refuseUnknown(form, []);
  await requireAccount(work, id);
  await deleteAccount(work, id);
  return { status: 200, body: { id, object: 'account', deleted: true } };
};

/** The address of the practice page where a seller sets up the account; it is good for five minutes. */
export function createLink(secretKey: string): Operation {
  return async (work, { form, origin, now }) => {
    refuseUnknown(form, ['account', 'type', 'return_url', 'refresh_url', 'collection_options']);
    if (textAt(form, 'type') !== 'account_onboarding') throw invalid('type', 'The practice cards only support account_onboarding.');
    const { id } = await requireAccount(work, requiredAt(form, 'account'));
    const expiresAt = now + LINK_LASTS_MS;
    const link: Link = { accountId: id, expiresAt, returnPath: pathAt(form, 'return_url'), expiredPath: pathAt(form, 'refresh_url') };
    const url = `${origin}/practice-cards/onboarding?link=${writeLink(secretKey, link)}`;
    return { status: 200, body: { object: 'account_link', created: seconds(now), expires_at: seconds(expiresAt), url } };
  };
}

/** Only the path of an address is kept, so that the page leads to the shop and nowhere else. */
const pathAt = (form: Form, name: string): string => pathOf(requiredAt(form, name), name);

/** Stores what the practice page decided, and notifies the shop. */
export async function decideAccount(work: Work, id: string, { status, bank, now }: Pick<Account, 'status' | 'bank'> & { now: number }): Promise<void> {
  const account = { ...(await requireAccount(work, id)), status, bank };
  await updateAccount(work, account);
  const [event, type] = [newId('evt'), 'account.updated'];
  const object = toAccountObject(account);
  const body = { id: event, object: 'event', account: id, created: seconds(now), data: { object }, livemode: false, pending_webhooks: 1, type };
  await insertEvent(work, { id: event, type, body: JSON.stringify(body), now });
}
