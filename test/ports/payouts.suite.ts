import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MalformedError } from '#server/errors.ts';
import type { NewTransfer, PayoutService, Transfer } from '#server/ports/payouts.ts';

export type OpenPayouts = {
  payouts: PayoutService;
  /** Sets an account up, as its seller would on the provider's pages. `empties`: what arrives there can't be taken back. */
  setUp(accountId: string, how: 'complete' | 'restricted' | 'empties'): Promise<void>;
  /** Makes an account vanish. */
  remove(accountId: string): Promise<void>;
  /** A buyer's payment of this amount; returns its intent. */
  pay(amountCents: number): Promise<string>;
  /** A webhook of the provider about this account, sent this many seconds ago. */
  message(accountId: string, ageSeconds: number): { rawBody: string; signature: string };
  now(): number;
  close(): Promise<void>;
};

const PATHS = { returnPath: '/dashboard/mySales?payouts=back', expiredPath: '/dashboard/mySales?payouts=expired' };
let count = 0;

function freshName(): string {
  count += 1;
  return `suite-${Date.now()}-${count}`;
}

/** How every payout service must behave. */
export function describePayoutService(name: string, open: () => Promise<OpenPayouts>): void {
  describe(`${name} as the shop's payout service`, () => {
    let provider: OpenPayouts;
    let payouts: PayoutService;
    beforeAll(async () => {
      provider = await open();
      payouts = provider.payouts;
    });
    afterAll(() => provider.close());

    async function newAccount(how?: 'complete' | 'restricted' | 'empties'): Promise<string> {
      const sellerId = freshName();
      const { id } = await payouts.createAccount({ sellerId, email: `${sellerId}@redial.test`, key: sellerId });
      if (how) await provider.setUp(id, how);
      return id;
    }

    const transferTo = (accountId: string): NewTransfer => ({
      ...{ accountId, amountCents: 9500, currency: 'usd', orderId: freshName(), intentId: null, name: freshName(), key: freshName() },
    });

    async function send(transfer: NewTransfer): Promise<Transfer> {
      const sent = await payouts.transfer(transfer);
      if (sent.outcome !== 'made') throw new Error(`refused: ${sent.why}`);
      return sent.transfer;
    }

    it('Creates one account for one key, which can’t receive money yet', async () => {
      const seller = { sellerId: freshName(), email: 'one@redial.test', key: freshName() };
      const account = await payouts.createAccount(seller);
      expect(account).toMatchObject({ isReady: false, isSubmitted: false });
      expect((await payouts.createAccount(seller)).id).toBe(account.id);
      expect(await payouts.findAccount(account.id)).toEqual(account);
    });

    it('Finds an account ready once its seller has set it up, and says when a document is missing', async () => {
      expect(await payouts.findAccount(await newAccount('complete'))).toMatchObject({ isReady: true, isSubmitted: true, trouble: null });
      expect(await payouts.findAccount(await newAccount('restricted'))).toMatchObject({ isReady: false, isSubmitted: true, trouble: 'requirements.past_due' });
    });

    it('Finds no account that vanished or never was', async () => {
      const vanished = await newAccount('complete');
      await provider.remove(vanished);
      expect(await payouts.findAccount(vanished)).toBeNull();
      for (const id of ['acct_unknown', 'nothing', '..', '../transfers', 'acct_\u0000']) expect(await payouts.findAccount(id)).toBeNull();
    });

    it('Links to pages where the seller enters their details', async () => {
      expect(await payouts.createLink(await newAccount(), PATHS)).toMatch(/onboarding|setup/u);
    });

    it('Transfers once for one key, even when asked twice at once', async () => {
      const transfer = transferTo(await newAccount('complete'));
      const [first, second] = await Promise.all([send(transfer), send(transfer)]);
      expect(second).toEqual(first);
      expect(first).toMatchObject({
        accountId: transfer.accountId,
        amountCents: 9500,
        currency: 'usd',
        orderId: transfer.orderId,
        name: transfer.name,
        reversals: [],
      });
      expect(await payouts.findTransfer(first.id)).toEqual(first);
    });

    it('Finds a transfer by its name among the account’s others', async () => {
      const accountId = await newAccount('complete');
      const [one, another] = [transferTo(accountId), transferTo(accountId)];
      const made = await send(one);
      await send(another);
      expect(await payouts.findTransferNamed(accountId, one.name, provider.now() - 60_000)).toEqual(made);
      expect(await payouts.findTransferNamed(accountId, freshName(), provider.now() - 60_000)).toBeNull();
    });

    it('Transfers from a payment up to its amount, and refuses more', async () => {
      const [accountId, intentId] = [await newAccount('complete'), await provider.pay(10_000)];
      await send({ ...transferTo(accountId), amountCents: 10_000, intentId });
      expect(await payouts.transfer({ ...transferTo(accountId), amountCents: 1, intentId })).toEqual({ outcome: 'refused', why: 'other' });
    });

    it.each(['restricted', undefined] as const)('Refuses to transfer to an account that isn’t ready (%s)', async (how) => {
      expect(await payouts.transfer(transferTo(await newAccount(how)))).toEqual({ outcome: 'refused', why: 'account' });
    });

    it('Refuses to transfer to an account that vanished', async () => {
      const accountId = await newAccount('complete');
      await provider.remove(accountId);
      expect(await payouts.transfer(transferTo(accountId))).toEqual({ outcome: 'refused', why: 'account' });
    });

    it('Takes back part of a transfer once for one key, and no more than was sent', async () => {
      const { id } = await send(transferTo(await newAccount('complete')));
      const part = { amountCents: 4000, name: freshName(), key: freshName() };
      const [first, second] = await Promise.all([payouts.reverse(id, part), payouts.reverse(id, part)]);
      expect(second).toEqual(first);
      expect(first).toMatchObject({ outcome: 'made', reversal: { amountCents: 4000, name: part.name } });
      expect(await payouts.reverse(id, { amountCents: 5501, name: 'more', key: freshName() })).toEqual({ outcome: 'refused' });
      expect((await payouts.findTransfer(id)).reversals).toMatchObject([{ amountCents: 4000, name: part.name }]);
    });

    it('Refuses to take back what has left the seller’s account', async () => {
      const { id } = await send(transferTo(await newAccount('empties')));
      expect(await payouts.reverse(id, { amountCents: 1, name: 'part', key: freshName() })).toEqual({ outcome: 'refused' });
    });

    it('Lists every transfer once, with all of its reversals', async () => {
      const transfer = await send(transferTo(await newAccount('complete')));
      for (let part = 0; part < 12; part += 1) await payouts.reverse(transfer.id, { amountCents: 1, name: 'part', key: freshName() });
      const listed = (await Array.fromAsync(payouts.listTransfers())).filter(({ id }) => id === transfer.id);
      expect(listed).toHaveLength(1);
      expect(listed[0]?.reversals).toHaveLength(12);
    });

    it('Reads which account a signed message is about, and refuses a forged or old one', async () => {
      const accountId = await newAccount();
      const { rawBody, signature } = provider.message(accountId, 0);
      expect(payouts.readEvent(rawBody, signature)).toMatchObject({ type: 'account.updated', accountId });
      expect(() => payouts.readEvent(rawBody.replace('account', 'acccount'), signature)).toThrow(MalformedError);
      expect(() => payouts.readEvent(rawBody, '')).toThrow(MalformedError);
      const old = provider.message(accountId, 301);
      expect(() => payouts.readEvent(old.rawBody, old.signature)).toThrow(MalformedError);
    });
  });
}
