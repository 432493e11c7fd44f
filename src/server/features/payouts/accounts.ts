import { minutes } from '#contract/shared/durations.ts';
import type { PayoutService, PayoutAccount as ProviderAccount } from '../../ports/payouts.ts';
import type { Services } from '../../services.ts';
import { type AccountRow, findAccountById, findAccountOf, saveAccount, updateAccount } from './account-queries.ts';
import { endWaits } from './queries.ts';

type Needs = Pick<Services, 'db' | 'clock'> & { payouts: PayoutService };
type Seller = { userId: string; email: string };

/** An account is asked about again before money is sent to it, unless it was just asked about. */
const FRESH_MS = minutes(1);

const PATHS = { returnPath: '/dashboard/mySales?payouts=back', expiredPath: '/dashboard/mySales?payouts=expired' };

/** Returns the address where a seller enters their details, opening an account for them if they have none that exists. */
export async function linkToAccount(services: Needs, seller: Seller): Promise<string> {
  const known = await findFreshAccount(services, seller.userId, 0);
  const { account_id } = known && known.state !== 'gone' ? known : await openAccount(services, seller, (known?.opened ?? 0) + 1);
  return services.payouts.createLink(account_id, PATHS);
}

async function openAccount({ db, clock, payouts }: Needs, { userId, email }: Seller, opened: number): Promise<AccountRow> {
  const account = await payouts.createAccount({ sellerId: userId, email, key: `account-${userId}-${opened}` });
  const now = clock.now();
  const row = { seller_id: userId, provider: payouts.kind, account_id: account.id, opened, ...stateOf(account), created_at: now, checked_at: now };
  await saveAccount(db, row);
  return row;
}

function stateOf(account: ProviderAccount | null): Pick<AccountRow, 'state' | 'trouble'> {
  if (!account) return { state: 'gone', trouble: null };
  if (account.isReady) return { state: 'ready', trouble: null };
  return { state: account.isSubmitted ? 'restricted' : 'incomplete', trouble: account.trouble };
}

/** A seller's account as the provider has it, asked for at most this long ago; undefined when they have none. */
export async function findFreshAccount(services: Needs, sellerId: string, freshMs = FRESH_MS): Promise<AccountRow | undefined> {
  const known = await findAccountOf(services.db, sellerId, services.payouts.kind);
  // Absolute, because the clock may be set back.
  if (!known || Math.abs(services.clock.now() - known.checked_at) < freshMs) return known;
  return syncAccount(services, known);
}

async function syncAccount({ db, clock, payouts }: Needs, known: AccountRow): Promise<AccountRow> {
  const now = clock.now();
  const found = stateOf(await payouts.findAccount(known.account_id));
  if (await updateAccount(db, known, { ...found, now })) await endWaits(db, known.seller_id, { isForgotten: found.state === 'ready', now });
  return { ...known, ...found, checked_at: now };
}

/** Handles a webhook of the payout service. Only its signature and subject are trusted: the account is fetched from the service. */
export async function handlePayoutEvent(services: Needs, rawBody: string, signature: string): Promise<void> {
  const { accountId } = services.payouts.readEvent(rawBody, signature);
  const known = accountId === null ? undefined : await findAccountById(services.db, accountId, services.payouts.kind);
  if (known) await syncAccount(services, known);
}
