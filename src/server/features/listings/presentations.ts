import { MASKED_KEYS } from '#contract/listing-fields.ts';
import type { JudgedListing } from '#contract/listings.ts';
import type { Judgement } from '#contract/price-estimates.ts';
import type { ChangeFeed } from '../../db/change-feed.ts';
import type { Db } from '../../db/tables.ts';
import { Lazily } from '../../http/route.ts';
import { nextTurn } from '../../turns.ts';
import type { ShownContacts } from '../contacts/index.ts';
import type { SalesHistory } from '../price-estimates/index.ts';
import { MASK, toAskedPhone } from './listing.ts';
import { readPresentation, toAscii, writePresentation } from './presentation.ts';
import { findUnshown, findUnshownRows, storePresentations, type UnshownRow } from './presentation-queries.ts';
import { createPresentationStore } from './presentation-store.ts';
import type { ListedRow } from './queries.ts';
import { createBrandTexts, createSellerTexts } from './shared-texts.ts';

/** Makes lists of listings from their stored presentations. */
export type Presentations = ReturnType<typeof createPresentations>;

type Options = {
  salesHistory: SalesHistory;
  /** Gets the ids of listings whose stored presentation is damaged or of another version. */
  onUnreadable(ids: string[]): void;
  onError(error: unknown): void;
};

/** What is known of the listings of a list: the JSON of their own columns, and the rows that were read to write it. */
type Opened = { jsonOf: Map<string, string>; read: Map<string, UnshownRow> };

const WRITTEN_AT_ONCE = 50;
const BATCHES = 20;
const ASCII_MASK = toAscii(MASK);

export function createPresentations(db: Db, feed: ChangeFeed, { salesHistory, onUnreadable, onError }: Options) {
  const sellers = createSellerTexts(db, feed);
  const brands = createBrandTexts(db);
  const store = createPresentationStore(db, onError);

  async function open(rows: ListedRow[]): Promise<Opened> {
    const jsonOf = new Map<string, string>();
    const unreadable: string[] = [];
    for (const { id, shown } of rows) {
      const json = shown === null ? null : readPresentation(shown);
      if (json !== null) jsonOf.set(id, json);
      else if (shown !== null) unreadable.push(id);
    }
    if (unreadable.length > 0) onUnreadable(unreadable);
    const missing = rows.flatMap(({ id }) => (jsonOf.has(id) ? [] : [id]));
    const found = missing.length === 0 ? [] : await findUnshownRows(db, missing);
    for (const row of found) {
      const shown = writePresentation(row);
      jsonOf.set(row.id, readPresentation(shown) ?? '');
      store.add({ id: row.id, shown, turn: row.shown_turn });
    }
    return { jsonOf, read: new Map(found.map((row) => [row.id, row])) };
  }

  /** The JSON of each price verdict. Those computed lately need no further columns. */
  async function judgeAll(rows: ListedRow[], read: Map<string, UnshownRow>): Promise<Map<string, string>> {
    const judge = await salesHistory.open();
    const verdicts = new Map<string, Judgement | null | undefined>(rows.map(({ id, price_cents }) => [id, judge.known(id, price_cents)]));
    const unread = rows.flatMap(({ id }) => (verdicts.get(id) !== undefined || read.has(id) ? [] : [id]));
    const further = unread.length === 0 ? [] : await findUnshownRows(db, unread);
    for (const row of [...read.values(), ...further]) verdicts.set(row.id, judge(toAskedPhone({ ...row, category_name: brands.nameOf(row.category_id) })));
    return new Map([...verdicts].map(([id, judgement]) => [id, judgement ? JSON.stringify(judgement) : 'null']));
  }

  return {
    /** The reply of a list of these listings, which are on sale. */
    async toReply(rows: ListedRow[], contacts: ShownContacts): Promise<Lazily<JudgedListing[]>> {
      const [{ jsonOf, read }, sellerTexts] = await Promise.all([open(rows), sellers.load(rows), brands.load(rows)]);
      const verdicts = await judgeAll(rows, read);
      const listings = rows.flatMap((row) => {
        const json = jsonOf.get(row.id);
        const seller = sellerTexts.get(row.seller_id);
        // Deleted since it was found.
        if (json === undefined || seller === undefined) return [];
        const isShown = contacts.has(row.seller_id);
        return `${json}${toMaskedText(row, isShown)}${isShown ? seller.shown : seller.masked}${brands.textOf(row.category_id)},"judgement":${verdicts.get(row.id)}}`;
      });
      const text = `[${listings.join(',')}]`;
      return new Lazily(
        () => JSON.parse(text) as JudgedListing[],
        () => Buffer.from(text, 'latin1'),
      );
    },
    /** Writes the presentations of listings on sale that have none, some at a time. */
    async writeMissing(): Promise<void> {
      for (let batch = 0; batch < BATCHES; batch += 1) {
        const rows = await findUnshown(db, WRITTEN_AT_ONCE);
        const written = rows.map((row) => ({ id: row.id, shown: writePresentation(row), turn: row.shown_turn }));
        if (written.length > 0) await storePresentations(db, written);
        if (rows.length < WRITTEN_AT_ONCE) return;
        await nextTurn();
      }
    },
    /** Stores what is waiting to be stored. */
    stop: () => store.stop(),
  };
}

/** The JSON of the texts that are masked for strangers. */
const toMaskedText = (row: ListedRow, isShown: boolean): string =>
  MASKED_KEYS.map((key) => `,"${key}":${isShown ? toAscii(JSON.stringify(row[key])) : `"${ASCII_MASK.repeat([...row[key]].length)}"`}`).join('');
