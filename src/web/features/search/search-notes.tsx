import type { ReactNode } from 'react';
import type { UnderstoodSearch } from '#contract/search.ts';
import { Link } from '../../router/index.ts';
import { SearchChips } from './search-chips.tsx';

type SearchNotesProps = {
  search: string;
  understood: UnderstoodSearch;
  /** How many phones were found. */
  total: number;
};

/** How a search was interpreted, where that differs from the input. */
export function SearchNotes({ search, understood, total }: SearchNotesProps) {
  const { chips, corrected, ignored, relaxed, didYouMean } = understood;
  const unmet = chips.flatMap(({ applied, label }) => (applied ? [] : label));
  const notes: ReactNode[] = [];
  if (corrected !== null)
    notes.push(
      <>
        Showing results for <strong>{corrected}</strong> instead of <bdi>{search}</bdi>.
      </>,
    );
  if ((total > 0 || chips.length > 0) && ignored.length > 0) notes.push(`We don’t know ${leftOut(ignored)}`);
  if (total > 0 && unmet.length > 0) notes.push(`No phone matches ${leftOut(unmet)}`);
  if (total > 0 && relaxed) notes.push('No phone matches everything. These come closest:');
  // Where nothing was found, the empty state names them.
  const alternatives = total > 0 && didYouMean.length > 0;
  if (notes.length === 0 && chips.length === 0 && !alternatives) return null;
  return (
    <div className="mb-4 grid gap-1 wrap-anywhere empty:hidden">
      <SearchChips chips={chips} />
      {notes.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no state.
        <p key={index}>{note}</p>
      ))}
      {alternatives && <DidYouMean models={didYouMean} />}
    </div>
  );
}

/** The end of a sentence about words, or the labels of chips, that the search did without. */
export const leftOut = (words: string[]): string =>
  `${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(words.map((word) => `“${word}”`))}; searched without ${words.length === 1 ? 'it' : 'them'}.`;

/** Models that may have been meant, each a link to its results. */
export function DidYouMean({ models }: { models: string[] }) {
  return (
    models.length > 0 && (
      <p>
        Did you mean
        {models.map((model) => (
          <Link
            key={model}
            to={`/search?${new URLSearchParams({ search: model })}`}
            className="mx-1 my-1 inline-flex min-h-11 items-center rounded-full border border-line-strong px-4 align-middle font-medium text-accent hover:bg-sunken"
          >
            <bdi className="wrap-anywhere">{model}</bdi>
          </Link>
        ))}
      </p>
    )
  );
}
