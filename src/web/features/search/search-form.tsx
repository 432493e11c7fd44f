import { useId } from 'react';
import type { ListingSort } from '#contract/listings.ts';
import { Form } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { CONTROL } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SearchField } from './search-field.tsx';

/** Searches every phone on sale; works without JavaScript. */
export function SearchForm({ search = '', sort = 'default' }: { search?: string; sort?: ListingSort }) {
  const id = useId();
  return (
    <Form action="/search" role="search" aria-labelledby={id} className="relative flex w-full gap-2">
      <span id={id} className="sr-only">
        Phones
      </span>
      {sort !== 'default' && <input type="hidden" name="sort" value={sort} />}
      <SearchField search={search} label="Search phones" placeholder="Model, color, storage…" className={`max-md:min-h-11 max-md:py-1.5 ${CONTROL}`} />
      <Button type="submit" className="max-md:min-h-11 max-md:px-4">
        <Icon name="search" className="size-5 max-sm:hidden" />
        Search
      </Button>
    </Form>
  );
}
