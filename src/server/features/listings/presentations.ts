import type { JudgedListing } from '#contract/listings.ts';
import type { ChangeFeed } from '../../db/change-feed.ts';
import type { Db } from '../../db/tables.ts';
import { Lazily } from '../../http/route.ts';
import { nextTurn } from '../../turns.ts';
import type { ShownContacts } from '../contacts/index.ts';
import type { ListedPhone, SalesHistory } from '../price-estimates/index.ts';
import { writeAscii } from './ascii.ts';
import { type Card, createCards } from './cards.ts';
import { type AskedPart, writePresentation } from './presentation.ts';
import { findUnshown, storePresentations } from './presentation-queries.ts';
import { createPresentationStore } from './presentation-store.ts';

/** Makes lists of listings from their cards, and the cards from stored presentations. */
export type Presentations = ReturnType<typeof createPresentations>;

/** A list that is ready but for what its reader may see. */
export type OpenedList = {
  sellerIds: string[];
  /** Listings with price verdicts, as a reply. */
  toReply(contacts: ShownContacts): Promise<Lazily<JudgedListing[]>>;
  /** JSON of listings without verdicts, in ASCII. */
  toJson(contacts: ShownContacts): string;
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

export function createPresentations(db: Db, feed: ChangeFeed, { primary, salesHistory, onUnreadable, onOtherVersion, onError }: Options) {
  const store = createPresentationStore(db, onError);
  const cards = createCards(db, feed, { primary, store, onUnreadable, onOtherVersion });

  /** The JSON of each card's price verdict. */
  async function judgeAll(listed: Card[]): Promise<string[]> {
    const judge = await salesHistory.open();
    return listed.map((card) => {
      const known = judge.known(card.id, card.priceCents);
      return JSON.stringify(known === undefined ? judge(toListedPhone(card)) : known);
    });
  }

  function toListedPhone({ id, categoryId, priceCents, asked }: Card): ListedPhone {
    // Only ever written as JSON of what `toAskedPart` returns.
    return { ...(JSON.parse(asked) as AskedPart), id, categoryId, priceCents, brand: cards.brandOf(categoryId) };
  }

  return {
    /** Opens the list of those of these listings that are on sale, as `from` has them: the database or its replica. */
    async open(from: Db, ids: string[]): Promise<OpenedList> {
      const found = await cards.load(from, ids);
      return {
        sellerIds: found.map(({ sellerId }) => sellerId),
        async toReply(contacts) {
          const verdicts = await judgeAll(found);
          const listed = found.flatMap((card, at) => [at === 0 ? '' : ',', ...textsOf(card, contacts), ',"judgement":', verdicts[at] ?? 'null', '}']);
          const texts = ['[', ...listed, ']'];
          return new Lazily(
            () => JSON.parse(texts.join('')) as JudgedListing[],
            (allocate) => writeAscii(texts, allocate),
          );
        },
        toJson: (contacts) => `[${found.map((card) => `${textsOf(card, contacts).join('')}}`).join(',')}]`,
      };
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

const textsOf = (card: Card, contacts: ShownContacts): string[] => [card.own, contacts.has(card.sellerId) ? card.shown : card.masked];
