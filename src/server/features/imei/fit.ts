import type { KnownModel } from '../../ports/tac-directory.ts';

/** What a listing claims about its phone, as far as an IMEI can tell. */
export type Claimed = { brand: string; model_name: string; specification: { model_number: string } };

/** Makers that sell under several names or make each other's phones: a difference among them raises no question. */
const FAMILIES = [
  ['xiaomi', 'redmi', 'poco', 'blackshark'],
  ['huawei', 'honor'],
  ['motorola', 'moto', 'lenovo'],
  ['nokia', 'hmd', 'microsoft'],
  ['google', 'htc', 'lg', 'huawei', 'foxconn'],
  ['sony', 'ericsson'],
  ['alcatel', 'tcl', 'blackberry', 'tct'],
  ['oppo', 'oneplus', 'realme'],
];

/** How many leading characters two model numbers must share at least. */
const NUMBER_START = 5;
/** One word that contains digits and is longer than `S21`: `SM-N960F`, `SCG21`, `A2215`, `21091116AC`. */
const NUMBER = /^(?=.*\d)[a-z\d][a-z\d-]+$/iu;
const SHORTEST_NUMBER = 4;

type Verdict = 'fits' | 'differs' | 'unsure';

const SHOWN_MODELS = 3;

/** Whether a phone can be what its listing claims, judging by its IMEI. `unsure`: the two can't be compared. Doubts are resolved in the seller's favor. */
export function judgeClaim({ brand, model_name, specification }: Claimed, known: KnownModel): Verdict {
  if (!isSameBrand(brand, known.brand)) return 'differs';
  const words = wordsOf(`${specification.model_number} ${model_name}`);
  const verdicts = known.models.flatMap((model) =>
    [model, ...model.split(/[()/,]/u)]
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => (kindOf(part) !== null ? judgeNumber(part, words) : judgeName(withoutBrand(part, known.brand), withoutBrand(model_name, brand)))),
  );
  if (verdicts.length === 0 || verdicts.includes('fits')) return verdicts.length === 0 ? 'unsure' : 'fits';
  return verdicts.includes('differs') ? 'differs' : 'unsure';
}

function isSameBrand(one: string, other: string): boolean {
  const [a, b] = [fold(one), fold(other)];
  if (a === '' || b === '' || a.includes(b) || b.includes(a)) return true;
  return FAMILIES.some((family) => family.some((name) => a.includes(name)) && family.some((name) => b.includes(name)));
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

const wordsOf = (text: string): string[] => text.split(/[\s,;/|()]+/u).filter((word) => fold(word) !== '');

/** The leading letters of a model number; null if it isn't one. */
const kindOf = (word: string): string | null => (word.length < SHORTEST_NUMBER || !NUMBER.test(word) ? null : word.replace(/[^a-z].*/isu, '').toLowerCase());

/** Compares numbers with numbers of the same kind only, since the shop can't tell which name belongs to which number. */
function judgeNumber(number: string, claimed: string[]): Verdict {
  const known = fold(number);
  const kind = kindOf(number);
  const others = claimed.map(fold);
  if (others.includes(known)) return 'fits';
  if (others.some((other) => other.length >= NUMBER_START && (other.startsWith(known) || known.startsWith(other)))) return 'fits';
  return claimed.some((word) => kindOf(word) === kind) ? 'differs' : 'unsure';
}

function judgeName(name: string, claimed: string): Verdict {
  const [known, said] = [fold(name), fold(claimed)];
  if (known === '' || said === '') return 'unsure';
  if (known.includes(said) || said.includes(known)) return 'fits';
  const [words, others] = [wordsOf(name).map(fold), wordsOf(claimed).map(fold)];
  return isWithin(words, others) || isWithin(others, words) ? 'fits' : 'differs';
}

const isWithin = (words: string[], others: string[]): boolean => words.length > 0 && words.every((word) => others.includes(word));

const withoutBrand = (name: string, brand: string): string => (fold(name).startsWith(fold(brand)) ? name.slice(brand.length) : name).trim();

/** A phone's description for people, such as `Samsung SM-N960F`. */
export function describeModel({ brand, models }: KnownModel): string {
  const names = models.slice(0, SHOWN_MODELS).map((model) => withoutBrand(model, brand));
  return [brand, names.filter((name) => name !== '').join(' / ')].join(' ').trim();
}
