import type { SearchChip } from '#contract/search.ts';
import { Link, useLocation } from '../../router/index.ts';
import { Icon } from '../../ui/icon.tsx';

/** What a search was understood as. Each part names the words that it comes from, and leads to the search without them. */
export function SearchChips({ chips }: { chips: SearchChip[] }) {
  const { search } = useLocation();
  const shown = chips.filter(({ applied }) => applied);
  // A search for nothing but a name or a brand says so itself.
  const [only] = shown.length === 1 ? shown : [];
  if ((only && only.label.toLowerCase() === only.typed.toLowerCase()) || shown.every(({ kind }) => kind === 'name')) return null;
  return (
    <ul aria-label="Understood as" className="flex gap-2 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 md:flex-wrap">
      {shown.map((chip) => (
        <li key={`${chip.label} ${chip.without}`} className="max-w-full max-md:shrink-0">
          <Link
            to={addressWithout(search, chip)}
            className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full border border-line-strong py-1 pr-3 pl-4 text-sm hover:bg-sunken"
          >
            <span className="sr-only">Remove: </span>
            <span className="grid min-w-0 leading-4">
              <bdi className="truncate font-medium">{chip.label}</bdi>
              <span className="truncate text-muted">
                from “<bdi>{chip.typed}</bdi>”
              </span>
            </span>
            <Icon name="x" className="size-4 shrink-0" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The address of the search without a chip's words, with the same filters and sort order, from its first phone on. */
function addressWithout(search: string, { without }: SearchChip): string {
  const query = new URLSearchParams(search);
  query.delete('cursor');
  if (without === '') query.delete('search');
  else query.set('search', without);
  return `${without === '' ? '/phones' : '/search'}${query.size > 0 ? `?${query}` : ''}`;
}
