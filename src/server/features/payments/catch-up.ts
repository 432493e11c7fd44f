import { days } from '#contract/shared/durations.ts';
import type { ProviderError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { syncDispute } from './disputes.ts';
import { findMissedDisputes, findMissedRefunds } from './missed-queries.ts';
import { checkRefund, syncRefunds } from './refunds.ts';
import { type OnFailure, tryEach } from './sweep.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'payments'>;

const LOOK_EVERY_MS = days(1);
/** Banks return refunds up to a month later. */
const LOOK_BACK_MS = days(35);
const AT_ONCE = 100;

/**
 * Returns work that catches up with the provider once a day, and as soon as it is called for the first time. What the provider failed to answer is asked
 * again with the next call; what it refused, the next day.
 */
export function createCatchUp(services: Needs, onFailure: OnFailure): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = services.clock.now();
    // The clock may have been set back since.
    if (lookedAt <= now && now < lookedAt + LOOK_EVERY_MS) return;
    let isAnswered = true;
    const fail = (id: string, error: ProviderError): void => {
      if (error.how !== 'refused') isAnswered = false;
      onFailure(id, error);
    };
    await catchUp(services, fail);
    if (isAnswered) lookedAt = now;
  };
}

/**
 * Looks through the provider's disputes and refunds of the last weeks for what no webhook told the shop of: new disputes, refunds made at the provider,
 * and refunds that banks returned. Throws `ProviderError` when the provider doesn't list them.
 */
export async function catchUp(services: Needs, onFailure: OnFailure = () => {}): Promise<void> {
  const { db, clock, payments } = services;
  const since = clock.now() - LOOK_BACK_MS;
  for await (const refunds of inGroups(payments.listRefunds(since))) {
    await tryEach(await findMissedRefunds(db, refunds), (intentId) => syncAllRefunds(services, intentId), onFailure);
  }
  for await (const disputes of inGroups(payments.listDisputes(since))) {
    await tryEach(await findMissedDisputes(db, disputes), (disputeId) => syncDispute(services, disputeId), onFailure);
  }
}

async function syncAllRefunds(services: Needs, intentId: string): Promise<void> {
  await checkRefund(services, intentId);
  await syncRefunds(services, intentId);
}

async function* inGroups<Item>(items: AsyncIterable<Item>): AsyncIterable<Item[]> {
  let group: Item[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < AT_ONCE) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
