import { brandKeyOf, type Directory, type Entry, isLine, type Spelling } from './directory.ts';
import { mendWord } from './mend.ts';
import { squeeze } from './names.ts';
import { readTitle, type Title } from './title.ts';

/** The model that a title means. Not `sure`: it may be another one, so ask; null: no known model is named. */
export type Recognized = { model: Entry | null; sure: boolean };

/** The parts `from` up to but not including `to` of a title, and the models they may name. */
type Span = { from: number; to: number; entries: Entry[]; isNumber: boolean; isGeneric: boolean };

const LONGEST = 8;
const NOT_KNOWN: Recognized = { model: null, sure: false };

/** Words after a name that make it another model's: if one is left over, the catalog lacks that model. */
const QUALIFIERS = new Set(
  'pro max plus ultra mini lite se fe prime play power neo turbo edge active fold flip air xl note zoom compact premium racing speed stylus discovery explorer fusion ce rt gt t ii iii iv v vi vii'.split(
    ' ',
  ),
);
/** The same for endings without a space before them: `13c`, `A52s`. */
const ENDINGS = /^(?:[a-z]|[rgn]t|[cfs]e|xl|[a-z]?plus|pro|max|ultra|lite)$/u;

/**
 * Recognizes which model a listing's title is about, by its name in any spelling or by its number. Pure: the same directory and title give the same
 * result.
 */
export function recognize(directory: Directory, title: string): Recognized {
  const found = lookUp(directory, readTitle(title));
  if (found.model) return found;
  const mended = mend(directory, title);
  return mended === title ? found : lookUp(directory, readTitle(mended));
}

function lookUp(directory: Directory, title: Title): Recognized {
  const brands = brandsIn(directory, title);
  const all = title.pieces.flatMap((_, from) => spansFrom(directory, title, from, brands));
  const distinctive = all.some(({ isGeneric }) => !isGeneric) ? all.filter(({ isGeneric }) => !isGeneric) : all;
  const spans = distinctive.filter((span) => !distinctive.some((other) => isInside(span, other)));
  if (spans.length === 0) return NOT_KNOWN;
  // The models that all of them may mean: a number and a name, or the same name twice.
  const common = spans.map(({ entries }) => entries).reduce((one, other) => one.filter((entry) => other.includes(entry)));
  const isOpen = spans.some((span) => span.isGeneric || isOfOtherLine(title, span) || (goesOn(title, span) && !spans.some(({ from }) => from === span.to)));
  const [model] = common.length > 0 ? common : (spans[0]?.entries ?? []);
  if (!model) return NOT_KNOWN;
  return { model, sure: common.length === 1 && !isOpen && title.isOnePhone && !isOfOtherNetwork(directory, model, title.networks) };
}

/** The brands that a title names, directly or by their product lines. */
function brandsIn({ brandWords }: Directory, { pieces }: Title): Set<string> {
  const found = new Set<string>();
  pieces.forEach((piece, index) => {
    const two = piece.text + (pieces[index + 1]?.text ?? '');
    for (const word of [piece.text, two]) for (const brand of brandWords.get(word) ?? []) found.add(brand);
  });
  return found;
}

function spansFrom(directory: Directory, title: Title, from: number, brands: ReadonlySet<string>): Span[] {
  const spans: Span[] = [];
  let key = '';
  for (let to = from + 1; to <= Math.min(title.pieces.length, from + LONGEST); to += 1) {
    const piece = title.pieces[to - 1];
    if (!piece || piece.isBarrier) break;
    key += piece.text;
    const numbered = directory.byNumber.get(key);
    const isWhole = !title.pieces[to]?.attached && !title.pieces[from]?.attached;
    if (numbered && isWhole) spans.push({ from, to, entries: [...new Set(numbered)], isNumber: true, isGeneric: false });
    const entries = namedBy(directory, title, key, brands);
    if (entries.length > 0) spans.push({ from, to, entries, isNumber: false, isGeneric: directory.generic.has(key) });
  }
  return spans;
}

function namedBy(directory: Directory, title: Title, key: string, brands: ReadonlySet<string>): Entry[] {
  const spellings = (directory.byName.get(key) ?? []).filter(({ entry, isWeak }) => (brands.size > 0 ? brands.has(brandKeyOf(entry.brand)) : !isWeak));
  return spellings.length > 0 ? choose(spellings, title) : [];
}

/** The models with this name. A model's own name takes precedence over another's alias. */
function choose(spellings: Spelling[], { years, networks }: Title): Entry[] {
  const picked = pickByNetwork(pickByYear(spellings, years), networks);
  const entries = [...new Set(picked.map(({ entry }) => entry))];
  const own = entries.filter((entry) => picked.some((spelling) => spelling.entry === entry && spelling.isOwn));
  return own.length > 0 ? own : entries;
}

function pickByNetwork(spellings: Spelling[], networks: ReadonlySet<string>): Spelling[] {
  const named = spellings.filter(({ network }) => network !== null && networks.has(network));
  if (named.length > 0) return named;
  const without = spellings.filter(({ network }) => network === null);
  return without.length > 0 ? without : spellings;
}

function pickByYear(spellings: Spelling[], years: ReadonlySet<string>): Spelling[] {
  const named = spellings.filter(({ year }) => year !== null && years.has(year));
  // A year that matches none of several models belongs to one that the catalog lacks, or to a receipt: any of them is possible.
  if (named.length > 0 || (years.size > 0 && spellings.some(({ year }) => year !== null))) return named.length > 0 ? named : spellings;
  const without = spellings.filter(({ year }) => year === null);
  return without.length > 0 ? without : spellings;
}

function isInside(inner: Span, outer: Span): boolean {
  return inner !== outer && inner.from >= outer.from && inner.to <= outer.to && inner.to - inner.from < outer.to - outer.from;
}

/** Whether a name follows another product line: a `Redmi A3` is not a `Mi A3`. */
function isOfOtherLine({ pieces }: Title, { from, isNumber }: Span): boolean {
  const before = pieces[from - 1]?.text ?? '';
  return !isNumber && isLine(before) && before !== 'mi' && !isLine(pieces[from]?.text ?? '');
}

/** Whether the word after a name makes it a model that the catalog lacks: `T` after `13`, `N30` or `4` after `Nord`. */
function goesOn({ pieces }: Title, { to, isNumber }: Span): boolean {
  const [last, next, afterNext] = [pieces[to - 1], pieces[to], pieces[to + 1]];
  if (!last || !next || isNumber || next.isBarrier) return false;
  if (next.attached) return ENDINGS.test(next.text) || /^\d/u.test(next.text);
  if (QUALIFIERS.has(next.text)) return true;
  if (/\d/u.test(last.text)) return false;
  return /^\d{1,3}$/u.test(next.text) || (/^[a-z]{1,2}$/u.test(next.text) && /^\d{1,2}$/u.test(afterNext?.text ?? '') && afterNext?.attached === true);
}

/** Whether a title names a network that this model doesn't have: the `Galaxy A14 5G` isn't the `A14 4G`. */
const isOfOtherNetwork = (directory: Directory, entry: Entry, networks: ReadonlySet<string>): boolean => networks.has('5g') && directory.only4g.has(entry.id);

function mend({ lexicon }: Directory, title: string): string {
  return title.replace(/\p{L}{4,}/gu, (word) => {
    const plain = squeeze(word);
    const mended = mendWord(lexicon, plain);
    return mended === plain ? word : mended;
  });
}
