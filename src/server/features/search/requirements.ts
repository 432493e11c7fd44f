import { toGigabytes } from './facet-labels.ts';
import type { IndexState } from './index-state.ts';
import { bitsOf, type Flag, type Measures } from './listing-facts.ts';
import type { Dimension, Posting } from './vocabulary.ts';

export type Column = Uint32Array | Uint16Array;
/** A row passes if the table has 1 at the row's value in the column. `numbers`: where the table has 1, if these are few. */
export type Test = { column: Column; table: Uint8Array; dimension?: Dimension; numbers?: readonly number[] };

/** A condition that a phrase of a search puts on listings. Prices in cents. */
export type Condition =
  /** `isVague`: no amount was named, so that it is dropped if nothing is so cheap. */
  | { about: 'price'; from: number | null; to: number | null; isVague?: boolean }
  | { about: 'updates'; months: number }
  | { about: 'verified' }
  /** Any of these. `title`: words that also count when they are in a listing's title. */
  | { about: 'flags'; any: Flag[]; title?: string[] }
  | { about: 'measures'; fits: (measures: Measures) => boolean }
  | { about: 'size'; dimension: 'storage' | 'ram'; least: number }
  | { about: 'condition'; keys: string[] }
  | { about: 'year'; from: number; to: number }
  | { about: 'not'; posting: Posting };

/** A condition with its label, and the chunks of the search that name it. */
export type Requirement = { label: string; condition: Condition; first: number; last: number };

/** A requirement as tests on rows: a row must pass one test of each entry. Prices, updates and verified sellers are filters and need none. */
export function testsOfRequirement(state: IndexState, { condition }: Requirement): Test[][] {
  const { columns } = state.rows;
  switch (condition.about) {
    case 'flags': {
      const any = bitsOf(condition.any);
      const { values } = state.facts.flags;
      const table = storedTable(values, `${any}`, () => tableWhere(values, (flags) => (flags & any) !== 0));
      return [[{ column: columns.flags, table }, ...titleTests(state, condition.title ?? [])]];
    }
    case 'measures':
      return [[{ column: columns.measures, table: tableWhere(state.facts.measures.values, condition.fits) }]];
    case 'size': {
      const { dimension, least } = condition;
      const isEnough = (key: string): boolean => toGigabytes(key) >= least && toGigabytes(key) < Number.MAX_VALUE;
      return [[{ column: columns[dimension], table: tableWhere(state.values[dimension].keys, isEnough) }]];
    }
    case 'condition':
      return [[{ column: columns.condition, table: tableWhere(state.values.condition.keys, (key) => condition.keys.includes(key)) }]];
    case 'year':
      return [[{ column: columns.year, table: Uint8Array.from({ length: condition.to + 1 }, (_, year) => (year >= condition.from ? 1 : 0)) }]];
    case 'not':
      return (Object.keys(condition.posting) as Dimension[]).map((dimension) => {
        const excluded = new Set(condition.posting[dimension]);
        return [{ column: columns[dimension], table: Uint8Array.from(state.values[dimension].keys, (_, number) => (excluded.has(number) ? 0 : 1)) }];
      });
    default:
      return [];
  }
}

/** Whether testing it needs the listings' facts. */
export const needsFacts = ({ condition }: Requirement): boolean => condition.about === 'flags' || condition.about === 'measures';

function tableWhere<T>(values: readonly T[], fits: (value: T, number: number) => boolean): Uint8Array {
  const table = new Uint8Array(values.length);
  values.forEach((value, number) => {
    if (fits(value, number)) table[number] = 1;
  });
  return table;
}

/** Tables by what they test and by the list of values, which only ever grows. */
const stored = new WeakMap<readonly unknown[], Map<string, Uint8Array>>();

/** The table of a test that many searches share: among a million listings, making it takes longer than the rest of the search. */
function storedTable(values: readonly unknown[], name: string, make: () => Uint8Array): Uint8Array {
  const tables = stored.get(values) ?? new Map<string, Uint8Array>();
  stored.set(values, tables);
  const before = tables.get(name);
  if (before?.length === values.length) return before;
  const table = make();
  tables.set(name, table);
  return table;
}

function titleTests(state: IndexState, words: string[]): Test[] {
  return words.flatMap((word) => {
    const numbers = state.vocabulary.words.get(word)?.model ?? [];
    if (numbers.length === 0) return [];
    const make = (): Uint8Array => {
      const models = new Set(numbers);
      return tableWhere(state.models, (_, number) => models.has(number));
    };
    return [{ column: state.rows.columns.model, table: storedTable(state.models, word, make) }];
  });
}
