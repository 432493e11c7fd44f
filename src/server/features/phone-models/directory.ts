import { lettersOf, wordsOf } from '../search/index.ts';
import { createLexicon, type Lexicon, learnWord } from './mend.ts';
import { type Atom, atomsOf, squeeze, withoutBrand } from './names.ts';
import type { NamedModel } from './queries.ts';

/** A model prepared for lookups. */
export type Entry = NamedModel & {
  /** The words of brand and name, with a space around each. */
  pieces: string;
  /** Brand and name without spaces, and the name alone. */
  whole: string;
  bare: string;
  /** All model numbers in one string, with a bar before each. */
  joinedNumbers: string;
  /** Letters in the names, and in the numbers. */
  nameLetters: number;
  numberLetters: number;
  /** Breaks ties between equal matches: the shop's own models first, then the newest, then the shortest name. Below 1. */
  weight: number;
};

/** A name without its year and network, which titles may include or leave out. */
export type Plain = { key: string; year: string | null; network: string | null };

/** One way to write a model. `isWeak`: it counts only together with the brand. `isOwn`: it is the model's own name, not an alias. */
export type Spelling = Plain & { entry: Entry; isWeak: boolean; isOwn: boolean };

export type Directory = {
  entries: Entry[];
  byNumber: Map<string, Entry[]>;
  byName: Map<string, Spelling[]>;
  /** Names of brands and of lines that only one brand has, with the brands they stand for. */
  brandWords: Map<string, Set<string>>;
  /** Names that several other models extend with a number (`Redmi Note`): alone, they may mean any of them. */
  generic: Set<string>;
  /** Ids of models that some sources call 4G and none calls 5G. */
  only4g: Set<string>;
  lexicon: Lexicon;
};

const YEAR = /^20(?:1[0-9]|2[0-9])$/u;
const NETWORKS = new Set(['3g', '4g', '5g', 'lte']);

/** First words of names that only one brand uses, and so imply the brand. */
const LINES = new Map(
  Object.entries({
    iphone: 'apple',
    galaxy: 'samsung',
    pixel: 'google',
    redmi: 'xiaomi',
    poco: 'xiaomi',
    mi: 'xiaomi',
    moto: 'motorola',
    xperia: 'sony',
    mate: 'huawei',
    nova: 'huawei',
    reno: 'oppo',
  }),
);

/** Brands that sell under two names. */
const SAME_BRAND = new Map(Object.entries({ poco: 'xiaomi', redmi: 'xiaomi', moto: 'motorola', lenovomotorola: 'motorola', iqoo: 'vivo' }));

/** Brands that titles often name beside or instead of those in the catalog. */
const OTHER_BRANDS =
  'infinix tecno itel lg htc zte asus lenovo tcl alcatel blackberry meizu fairphone ulefone doogee blackview umidigi qmobile sharp wiko lava micromax'.split(
    ' ',
  );

const MIN_STRONG = 5;

const MIN_NUMBER = 4;
const MIN_OF_ONE_NAME = 2;

const STEP = 250;

/** Whether only one brand's names begin with this word. */
export const isLine = (word: string): boolean => LINES.has(word);

/** Builds the directory in one go from the models in the database. */
export function createDirectory(models: NamedModel[]): Directory {
  const filing = fileModels(models);
  let step = filing.next();
  while (!step.done) step = filing.next();
  return step.value;
}

/** Builds a directory step by step, so that a server can handle requests in between. */
export function* fileModels(models: NamedModel[]): Generator<void, Directory> {
  const entries: Entry[] = [];
  const directory: Directory = {
    entries,
    byNumber: new Map(),
    byName: new Map(),
    brandWords: new Map(),
    generic: new Set(),
    only4g: new Set(),
    lexicon: createLexicon(),
  };
  const say = (word: string, brand: string) => directory.brandWords.set(word, (directory.brandWords.get(word) ?? new Set()).add(brand));
  for (const [line, brand] of LINES) say(line, brand);
  for (const brand of OTHER_BRANDS) {
    say(brand, brand);
    learnWord(directory.lexicon, brand);
  }
  for (const [index, model] of models.entries()) {
    if (index % STEP === STEP - 1) yield;
    const entry = toEntry(model);
    entries.push(entry);
    for (const number of entry.numbers) {
      const key = squeeze(number);
      if (key.length >= MIN_NUMBER && /\d/u.test(key) && /\p{L}/u.test(key)) fileUnder(directory.byNumber, key, entry);
      // Samsung's numbers are often written without the first two letters.
      if (key.startsWith('sm') && key.length > 6) fileUnder(directory.byNumber, key.slice(2), entry);
    }
    const spellings = spellingsOf(entry);
    for (const spelling of spellings) fileUnder(directory.byName, spelling.key, spelling);
    const networks = new Set(spellings.map(({ network }) => network));
    if (networks.has('4g') && !networks.has('5g')) directory.only4g.add(entry.id);
    say(squeeze(entry.brand), brandKeyOf(entry.brand));
    for (const word of wordsOf(`${entry.brand} ${entry.name}`)) learnWord(directory.lexicon, word);
  }
  directory.generic = genericOf(directory.byName.keys());
  return directory;
}

function toEntry(model: NamedModel): Entry {
  const bare = withoutBrand(model.brand, model.name);
  const pieces = [...wordsOf(model.brand), ...[bare, ...model.also].flatMap((name) => atomsOf(name).map(({ text }) => text))];
  const joinedNumbers = model.numbers.map((number) => `|${squeeze(number)}`).join('');
  return {
    ...model,
    pieces: ` ${pieces.join(' ')} `,
    whole: squeeze(`${model.brand} ${bare}`),
    bare: squeeze(bare),
    joinedNumbers,
    nameLetters: lettersOf(pieces.join('')),
    numberLetters: lettersOf(joinedNumbers),
    weight: weightOf(model),
  };
}

function weightOf({ origin, released, name }: NamedModel): number {
  return (origin === 'shop' ? 0.5 : 0) + Math.max(0, Number(released?.slice(0, 4) ?? 0) - 1980) / 1000 - Math.min(name.length, 100) / 1e6;
}

function fileUnder<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function spellingsOf(entry: Entry): Spelling[] {
  const brand = squeeze(entry.brand);
  // Lists often have networks or marketing terms as other names, so only names with letters and digits count.
  const others = entry.also.filter((name) => /\d/u.test(plainOf(atomsOf(name)).key) && /\p{L}/u.test(plainOf(atomsOf(name)).key));
  return [entry.name, ...others].flatMap((name, index) => {
    const atoms = atomsOf(withoutBrand(entry.brand, name));
    const plain = plainOf(atoms);
    const spell = (key: string, isWeak: boolean): Spelling => ({ ...plain, key, isWeak, isOwn: index === 0, entry });
    if (plain.key === '') return [];
    const spelled = [spell(brand + plain.key, false)];
    const first = atoms[0]?.text ?? '';
    const isOfLine = LINES.has(first) && atoms.length > 1;
    // A name without letters or without digits may appear in any title by chance.
    const isDistinctive = isOfLine || (/\p{L}/u.test(plain.key) && /\d/u.test(plain.key));
    const isWeak = !isOfLine && (plain.key.length < MIN_STRONG || /^(?:\d|phone)/u.test(plain.key));
    if (isDistinctive) spelled.push(spell(plain.key, isWeak));
    if (isOfLine) {
      const short = plain.key.slice(first.length);
      if (/\p{L}/u.test(short) && /\d/u.test(short)) spelled.push(spell(short, true));
      if (first === 'redmi' || first === 'poco' || first === 'mi' || first === 'moto' || first === 'galaxy') spelled.push(spell(brand + short, true));
    }
    return spelled;
  });
}

/** Separates years and networks from a name's other words. */
function plainOf(atoms: Atom[]): Plain {
  let [year, network]: [string | null, string | null] = [null, null];
  const rest: string[] = [];
  atoms.forEach(({ text }, index) => {
    const next = atoms[index + 1];
    const before = atoms[index - 1];
    if (YEAR.test(text) && index > 0) year = text;
    else if (/^[345]$/u.test(text) && next?.text === 'g' && next.attached) network = `${text}g`;
    else if (text === 'g' && before && /^[345]$/u.test(before.text) && atoms[index]?.attached) return;
    else if (NETWORKS.has(text)) network = text;
    else rest.push(text);
  });
  return { key: rest.join(''), year, network };
}

/** A brand, normalized for comparison. */
export const brandKeyOf = (brand: string): string => SAME_BRAND.get(squeeze(brand)) ?? squeeze(brand);

function genericOf(keys: Iterable<string>): Set<string> {
  const counts = new Map<string, number>();
  for (const key of keys) {
    const [start = ''] = /^\D+(?=\d)/u.exec(key) ?? [];
    counts.set(start, (counts.get(start) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= MIN_OF_ONE_NAME).map(([start]) => start));
}
