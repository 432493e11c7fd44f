import type { PassportFacts } from '#contract/passport-chain.ts';
import type { Db } from '../../db/tables.ts';
import type { NewEntry } from './chain.ts';
import { toConditionFacts, toListed, toPhotos } from './entries.ts';
import { findListedPhone, findPhotoHashes, type ListedPhone } from './listing-queries.ts';
import { appendEntries, countKind, findLastKind, insertPassport, lockPassport, numberOwner, type PassportRow } from './write-queries.ts';

/** Entries that people can cause as often as they like end here; those of the shop go on. */
export const MOST_ENTRIES = 1000;
/** Further changes of the price aren't noted. */
const MOST_PRICES = 200;

type Phone = ListedPhone & { imei_hash: string };

/** A listing's phone and its locked passport; null for one without an IMEI. Begins the passport of one that was on sale before there were any. */
export async function openPassport(tx: Db, listingId: string, now: number): Promise<{ phone: Phone; passport: PassportRow } | null> {
  const phone = await findListedPhone(tx, listingId);
  if (!phone || !hasImei(phone)) return null;
  const passport = (await lockPassport(tx, phone.imei_hash)) ?? (await begin(tx, phone, { isAlready: true, now }));
  return { phone, passport };
}

const hasImei = (phone: ListedPhone): phone is Phone => phone.imei_hash !== null;

async function begin(tx: Db, phone: Phone, { isAlready, now }: { isAlready: boolean; now: number }): Promise<PassportRow> {
  const added = [toListed(phone, 1, { isAlready }), ...toPhotos(phone.id, await findPhotoHashes(tx, phone.id), 1)];
  const begun = (await insertPassport(tx, phone.imei_hash, { userId: phone.seller_id, added, now })) ?? (await lockPassport(tx, phone.imei_hash));
  if (!begun) throw new Error('a passport was begun and is gone');
  return begun;
}

/** Begins a phone's passport within the transaction that lists it, or goes on with it. Call it once its photos are noted. */
export async function noteListed(tx: Db, listingId: string, now: number): Promise<void> {
  const phone = await findListedPhone(tx, listingId);
  if (!phone || !hasImei(phone)) return;
  const passport = await lockPassport(tx, phone.imei_hash);
  if (!passport) return void (await begin(tx, phone, { isAlready: false, now }));
  const owner = await numberOwner(tx, passport.id, { userId: phone.seller_id, now });
  const isNew = owner !== passport.owner;
  const facts = { from: passport.owner, to: owner };
  const newOwner: NewEntry[] = isNew ? [{ kind: 'new_owner', owner, source: 'owner', facts }] : [];
  const photos = toPhotos(phone.id, await findPhotoHashes(tx, phone.id), owner);
  const added = [...newOwner, ...within(passport, [toListed(phone, owner), ...photos])];
  if (added.length > 0) await appendEntries(tx, passport, { added, now, owner });
}

const within = ({ entries }: PassportRow, added: NewEntry[]): NewEntry[] => (entries < MOST_ENTRIES ? added : []);

/** What an edit changed of a listing; before it, as stored. */
type ListingBefore = { priceCents: number; answers: string; photosChanged: boolean };

/** Notes what an edit changed: the price, the answers about its condition, and the photos. */
export async function noteEdited(tx: Db, listingId: string, before: ListingBefore, now: number): Promise<void> {
  const opened = await openPassport(tx, listingId, now);
  if (!opened || opened.passport.entries >= MOST_ENTRIES) return;
  const { phone, passport } = opened;
  const owner = await numberOwner(tx, passport.id, { userId: phone.seller_id, now });
  const isPrice = phone.price_cents !== before.priceCents && (await countKind(tx, passport.id, 'price')) < MOST_PRICES;
  const price = { fromCents: before.priceCents, toCents: phone.price_cents };
  const changed = changedFacts(toConditionFacts(before.answers), toConditionFacts(phone.answers));
  const added: NewEntry[] = [
    ...(isPrice ? [{ kind: 'price', owner, source: 'owner', facts: price } as const] : []),
    ...(Object.keys(changed).length > 0 ? [{ kind: 'condition', owner, source: 'owner', facts: changed } as const] : []),
    ...(before.photosChanged ? toPhotos(phone.id, await findPhotoHashes(tx, phone.id), owner) : []),
  ];
  if (added.length > 0) await appendEntries(tx, passport, { added, now });
}

function changedFacts(before: PassportFacts, after: PassportFacts): PassportFacts {
  return Object.fromEntries(Object.entries(after).filter(([question, answer]) => before[question] !== answer));
}

/** Notes that an admin took a listing off the site. */
export async function noteRemoved(tx: Db, listingId: string, now: number): Promise<void> {
  const opened = await openPassport(tx, listingId, now);
  if (!opened) return;
  const { phone, passport } = opened;
  const owner = await numberOwner(tx, passport.id, { userId: phone.seller_id, now });
  await appendEntries(tx, passport, { added: [{ kind: 'removed', owner, source: 'shop' }], now });
}

/** Notes that a listing that an admin took off the site is back. */
export async function noteRestored(tx: Db, listingId: string, now: number): Promise<void> {
  const opened = await openPassport(tx, listingId, now);
  if (!opened) return;
  const { phone, passport } = opened;
  if ((await findLastKind(tx, passport.id, ['removed', 'restored'])) !== 'removed') return;
  const owner = await numberOwner(tx, passport.id, { userId: phone.seller_id, now });
  await appendEntries(tx, passport, { added: [{ kind: 'restored', owner, source: 'shop' }], now });
}

/** Notes that a phone is in the register of phones reported lost, or no longer. One that was never on sale here has no passport. */
export async function noteRegister(tx: Db, imeiHash: string, kind: 'lost' | 'found', now: number): Promise<void> {
  const passport = await lockPassport(tx, imeiHash);
  if (!passport || ((await findLastKind(tx, passport.id, ['lost', 'found'])) ?? 'found') === kind) return;
  await appendEntries(tx, passport, { added: [{ kind, owner: null, source: 'shop' }], now });
}
