import { LRUCache } from 'lru-cache';
import type { JudgedListing } from '#contract/listings.ts';
import type { Judgement } from '#contract/price-estimates.ts';
import type { ChangeFeed } from '../../db/change-feed.ts';
import type { Db } from '../../db/tables.ts';
import { Lazily } from '../../http/route.ts';
import { nextTurn } from '../../turns.ts';
import type { ShownContacts } from '../contacts/index.ts';
import type { ListedPhone, SalesHistory } from '../price-estimates/index.ts';
import { writeAscii } from './ascii.ts';
import { type Card, createCards, toShownTexts } from './cards.ts';
import { writePresentation } from './presentation.ts';
import { findUnshown, storePresentations } from './presentation-queries.ts';
import { createPresentationStore } from './presentation-store.ts';
import type { ListedRow } from './queries.ts';

/** Makes lists of listings from their cards, and the cards from stored presentations. */
export type Presentations = ReturnType<typeof createPresentations>;

/** A list that is ready but for what its reader may see. */
export type OpenedList = {
  sellerIds: string[];
  /** Listings with price verdicts, as a reply. Its value shares listings with other replies: they must not be changed. */
  toReply(contacts: ShownContacts): Promise<Lazily<JudgedListing[]>>;
  /** JSON of listings without verdicts, in ASCII. */
  toJson(contacts: ShownContacts): string;
};

/** A listing on sale that is ready but for what its reader may see. */
export type OpenedListing = {
  phone: ListedPhone;
  /** JSON without verdict, in ASCII, that isn't closed yet. */
  toOpenJson(contacts: ShownContacts): string;
};

type Options = {
  primary: Db;
  salesHistory: SalesHistory;
  /** Gets the ids of listings whose stored presentation is damaged or old. */
  onUnreadable(ids: string[]): void;
  /** Called once, with the first listing whose stored presentation is of another version. */
  onOtherVersion(id: string): void;
  onError(error: unknown): void;
};

const WRITTEN_AT_ONCE = 50;
const BATCHES = 20;
/** Of some 4 KB each: the first pages of some forty brands. */
const MOST_PARSED = 1000;

export function createPresentations(db: Db, feed: ChangeFeed, { primary, salesHistory, onUnreadable, onOtherVersion, onError }: Options) {
  const store = createPresentationStore(db, onError);
  const cards = createCards(db, feed, { primary, store, onUnreadable, onOtherVersion });
  const parsed = new LRUCache<Card, { end: string; listing: JudgedListing }>({ max: MOST_PARSED });

  /** How each card ends: with its verdict. */
  async function findEnds(listed: Card[]): Promise<string[]> {
    const judge = await salesHistory.open();
    return listed.map((card) => {
      if (card.judged?.version !== judge.version) card.judged = { version: judge.version, end: endOf(judge(toListedPhone(card))) };
      return card.judged.end;
    });
  }

  /** The same listing each time while its card stays in memory, so that what pages make of it can be found by it. */
  function parse(card: Card, end: string): JudgedListing {
    const last = parsed.get(card);
    if (last?.end === end) return last.listing;
    const listing = Object.freeze(JSON.parse(card.masked + end) as JudgedListing);
    parsed.set(card, { end, listing });
    return listing;
  }

  function toListedPhone({ categoryId, priceCents, asked }: Card): ListedPhone {
    return { ...asked, categoryId, priceCents, brand: cards.brandOf(categoryId) };
  }

  return {
    /** Opens the list of those of these listings that are on sale, as `from` has them: the database or its replica. */
    async open(from: Db, ids: string[]): Promise<OpenedList> {
      const found = await cards.load(from, ids);
      return {
        sellerIds: found.map(({ sellerId }) => sellerId),
        async toReply(contacts) {
          const ends = await findEnds(found);
          return new Lazily(
            () =>
              found.map((card, at) => {
                const end = ends[at] ?? '}';
                return contacts.has(card.sellerId) ? (JSON.parse(textOf(card, contacts) + end) as JudgedListing) : parse(card, end);
              }),
            (allocate) => writeAscii(writeTexts(found, ends, contacts), allocate),
          );
        },
        toJson: (contacts) => `[${found.map((card) => `${textOf(card, contacts)}}`).join(',')}]`,
      };
    },
    /** Opens a listing on sale that was just read; undefined if it was deleted meanwhile. */
    async openOne(row: ListedRow): Promise<OpenedListing | undefined> {
      const card = await cards.of(row);
      return card && { phone: toListedPhone(card), toOpenJson: (contacts) => textOf(card, contacts) };
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

/** The list as texts of JSON. */
function writeTexts(listed: Card[], ends: string[], contacts: ShownContacts): string[] {
  const texts = ['['];
  for (const [at, card] of listed.entries()) texts.push(...textsOf(card, contacts), `${ends[at]}${at < listed.length - 1 ? ',' : ']'}`);
  return listed.length === 0 ? ['[]'] : texts;
}

const textsOf = (card: Card, contacts: ShownContacts): string[] => (contacts.has(card.sellerId) ? toShownTexts(card) : [card.masked]);

const textOf = (card: Card, contacts: ShownContacts): string => textsOf(card, contacts).join('');

/** The ends of cards' texts, by verdict; there are few. */
const ends = new Map<Judgement | null, string>();

function endOf(judgement: Judgement | null): string {
  const known = ends.get(judgement);
  if (known !== undefined) return known;
  const end = `,"judgement":${JSON.stringify(judgement)}}`;
  ends.set(judgement, end);
  return end;
}
