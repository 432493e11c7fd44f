import { forEachKey, TYPED_KEYS } from '#contract/listing-fields.ts';
import type { Specification } from '#contract/listings.ts';
import { DraftContent } from '#contract/selling/drafts.ts';
import { toDollars } from '#contract/shared/money.ts';
import type { Db } from '../../../db/tables.ts';
import { lockCaller } from '../../accounts/index.ts';
import type { CheckedPhone } from '../../imei/index.ts';
import { isOwner } from '../../passports/index.ts';
import { type BoughtPhone, findBought } from './bought-queries.ts';
import { countDrafts, findWrittenDraft, forgetListedDrafts, insertDraft } from './queries.ts';
import { isDraftLeft, type WhyNotBegun } from './rules.ts';

type Buyer = { orderId: string; buyerId: string; now: number };

/** Begins a draft of a phone that its seller bought here; one that is there stays as it is. */
export function beginBoughtDraft(db: Db, { orderId, buyerId, now }: Buyer): Promise<{ outcome: 'begun' | 'there' | WhyNotBegun }> {
  return db.transaction().execute(async (tx) => {
    // One seller's concurrent drafts are counted one after the other.
    await lockCaller(tx, buyerId);
    const phone = await findOwned(tx, orderId, buyerId);
    if (!phone) return { outcome: 'missing' };
    await forgetListedDrafts(tx, buyerId, now);
    const key = { sellerId: buyerId, id: orderId };
    const there = await findWrittenDraft(tx, key);
    if (there) return { outcome: there.listing_id === null ? 'there' : 'listed' };
    if (!isDraftLeft(await countDrafts(tx, buyerId))) return { outcome: 'too_many' };
    await insertDraft(tx, { ...key, content: JSON.stringify(toContent(phone)), now });
    return { outcome: 'begun' };
  });
}

/** The key of a bought phone whose draft is listed without an IMEI; null for any other draft. The own register is asked when it is listed. */
export async function findBoughtPhone(db: Db, orderId: string, buyerId: string): Promise<CheckedPhone | null> {
  const phone = await findOwned(db, orderId, buyerId);
  if (!phone || phone.imei_hash === null || phone.key_id === null) return null;
  return { hash: phone.imei_hash, last4: phone.imei_last4 ?? '', keyId: phone.key_id, known: null };
}

/** A phone that was sold on is its buyer's no longer. */
async function findOwned(db: Db, orderId: string, buyerId: string): Promise<BoughtPhone | undefined> {
  const phone = await findBought(db, orderId, buyerId);
  return phone && (phone.passport_id === null || (await isOwner(db, phone.passport_id, buyerId))) ? phone : undefined;
}

/** What stays true of the phone. Its condition, photos and description are to be given anew, by its new owner. */
function toContent(phone: BoughtPhone): DraftContent {
  const { name, brand, model_name, color, storage, purchase_year, original_price_cents, specification, catalog_model, imei_last4 } = phone;
  const texts = { name, brand, model_name, color, storage, purchase_year, original_price: String(toDollars(original_price_cents)) };
  return DraftContent.parse({
    ...forEachKey(TYPED_KEYS, () => ''),
    ...texts,
    // Only ever written as JSON of parsed values.
    specification: JSON.parse(specification) as Specification,
    model: catalog_model ?? '',
    knownImei: imei_last4 ?? '',
  });
}
