import { Search } from 'lucide-react';
import { useId } from 'react';
import type { ListingSort } from '#contract/listings.ts';
import { Form } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { CompactInput } from '../../ui/field.tsx';

/** Looks through every phone on sale; works without JavaScript. */
export const SearchForm = ({ search = '', sort = 'default' }: { search?: string; sort?: ListingSort }) => {
  const id = useId();
  return (
    <Form action="/search" role="search" aria-labelledby={id} className="flex w-full gap-2">
      <span id={id} className="sr-only">
        Phones
      </span>
      {sort !== 'default' && <input type="hidden" name="sort" value={sort} />}
      <CompactInput
        label="Search phones"
        type="search"
        name="search"
        key={search}
        defaultValue={search}
        placeholder="Model, colour, storage …"
        required
        maxLength={200}
      />
      <Button type="submit">
        <Search className="size-5 max-sm:hidden" aria-hidden="true" />
        Search
      </Button>
    </Form>
  );
};
