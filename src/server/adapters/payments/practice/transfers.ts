import type { Account, Reversal, Transfer } from './account.ts';
import {
  findAccount,
  findReversal,
  findSource,
  findTransfer,
  insertReversal,
  insertTransfer,
  listReversals,
  listTransfers,
  takeBack,
} from './connect-queries.ts';
import { metadataAt, refuseUnknown, requiredAt, textAt, wholeAt } from './form.ts';
import { newId } from './ids.ts';
import { seconds, toListObject } from './objects.ts';
import { type Page, readPage } from './page.ts';
import type { Work } from './queries.ts';
import { invalid, noSuch, RestRefusal } from './refusals.ts';
import type { Operation } from './rest-call.ts';

const MAX_AMOUNT = 99_999_999;
const CHARGE = /^ch_\w{1,100}$/u;
/** A transfer shows its latest reversals only. */
const SHOWN_REVERSALS = 10;

export const create =
  (funds: (() => number) | undefined): Operation =>
  async (work, { form, now }) => {
    refuseUnknown(form, ['amount', 'currency', 'destination', 'source_transaction', 'transfer_group', 'metadata', 'description']);
    requiredAt(form, 'amount');
    const amount = wholeAt(form, 'amount', { min: 1, max: MAX_AMOUNT }) ?? 0;
    const currency = requiredAt(form, 'currency').toLowerCase();
    const { id: accountId } = await requireDestination(work, requiredAt(form, 'destination'));
    const source = textAt(form, 'source_transaction');
    if (source !== null) await expectEnough(work, source, amount);
    else if (funds && funds() < amount) throw insufficient('You have insufficient available funds in your account for this transfer.');
    const group = source === null ? textAt(form, 'transfer_group') : `group_${source}`;
    const transfer: Transfer = { id: newId('tr'), accountId, amount, reversed: 0, currency, group, source, metadata: metadataAt(form), createdAt: now };
    await insertTransfer(work, transfer);
    return answer(work, transfer);
  };

async function requireDestination(work: Work, id: string): Promise<Account> {
  const account = await findAccount(work, id);
  if (!account) throw new RestRefusal(400, { ...noSuch('destination', id, 'destination').error });
  if (account.status === 'active') return account;
  const message = 'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments';
  throw new RestRefusal(400, { type: 'invalid_request_error', code: 'insufficient_capabilities_for_transfer', message });
}

/** Transfers of one charge can't be more than the charge. */
async function expectEnough(work: Work, source: string, amount: number): Promise<void> {
  const found = CHARGE.test(source) ? await findSource(work, source) : null;
  if (!found) throw new RestRefusal(400, { ...noSuch('charge', source, 'source_transaction').error });
  if (found.transferred + amount > found.amount)
    throw invalid('source_transaction', 'Transfers using this transaction as a source must not exceed its amount.');
}

async function answer(work: Work, transfer: Transfer) {
  return { status: 200, body: await toTransferObject(work, transfer) };
}

/** A transfer in the format of Stripe's REST API. */
async function toTransferObject(work: Work, transfer: Transfer) {
  const reversals = await listReversals(work, transfer.id, { limit: SHOWN_REVERSALS, after: null });
  return {
    id: transfer.id,
    object: 'transfer',
    amount: transfer.amount,
    amount_reversed: transfer.reversed,
    balance_transaction: null,
    created: seconds(transfer.createdAt),
    currency: transfer.currency,
    description: null,
    destination: transfer.accountId,
    livemode: false,
    metadata: transfer.metadata,
    reversals: toListObject(`/v1/transfers/${transfer.id}/reversals`, reversals.map(toReversalObject), SHOWN_REVERSALS),
    reversed: transfer.reversed === transfer.amount,
    source_transaction: transfer.source,
    source_type: 'card',
    transfer_group: transfer.group,
  };
}

function toReversalObject({ id, transferId, amount, currency, metadata, createdAt }: Reversal) {
  return { id, object: 'transfer_reversal', amount, balance_transaction: null, created: seconds(createdAt), currency, metadata, transfer: transferId };
}

export const retrieve: Operation = async (work, { id, form }) => {
  refuseUnknown(form, []);
  return answer(work, await requireTransfer(work, id));
};

async function requireTransfer(work: Work, id: string): Promise<Transfer> {
  const transfer = await findTransfer(work, id);
  if (!transfer) throw noSuch('transfer', id, 'transfer');
  return transfer;
}

export const list: Operation = async (work, { form }) => {
  refuseUnknown(form, ['limit', 'starting_after', 'destination', 'created', 'transfer_group']);
  const page: Page = await readPage(form, (id) => findTransfer(work, id), 'transfer');
  const since = textAt(form, 'created', 'gte');
  const among = { destination: textAt(form, 'destination'), group: textAt(form, 'transfer_group'), since: since === null ? null : Number(since) * 1000 };
  if (Number.isNaN(among.since)) throw invalid('created[gte]', 'Invalid timestamp: created[gte].', 'parameter_invalid_integer');
  const transfers = await listTransfers(work, among, page);
  const objects = [];
  for (const transfer of transfers) objects.push(await toTransferObject(work, transfer));
  return { status: 200, body: toListObject('/v1/transfers', objects, page.limit) };
};

export const reverse: Operation = async (work, { id, form, now }) => {
  refuseUnknown(form, ['amount', 'metadata', 'description', 'refund_application_fee']);
  const { amount: whole, reversed, currency, accountId } = await requireTransfer(work, id);
  const amount = wholeAt(form, 'amount', { min: 1, max: MAX_AMOUNT }) ?? whole - reversed;
  const account = await findAccount(work, accountId);
  if (!account || account.bank === 'empties') throw insufficient('The connected account does not have enough funds in its balance for this reversal.');
  if (amount < 1 || !(await takeBack(work, id, amount))) throw invalid('amount', 'This is more than is left of the transfer.');
  const reversal: Reversal = { id: newId('trr'), transferId: id, amount, currency, metadata: metadataAt(form), createdAt: now };
  await insertReversal(work, reversal);
  return { status: 200, body: toReversalObject(reversal) };
};

function insufficient(message: string): RestRefusal {
  return new RestRefusal(400, { type: 'invalid_request_error', code: 'balance_insufficient', message });
}

export const listReversalsOf: Operation = async (work, { id, form }) => {
  refuseUnknown(form, ['limit', 'starting_after']);
  await requireTransfer(work, id);
  const page: Page = await readPage(form, (one) => findReversal(work, one), 'transfer_reversal');
  const reversals = await listReversals(work, id, page);
  return { status: 200, body: toListObject(`/v1/transfers/${id}/reversals`, reversals.map(toReversalObject), page.limit) };
};
