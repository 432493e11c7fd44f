import { createContext, type ReactElement, type ReactNode, Suspense, use } from 'react';

/** Fragments that are the same on many pages, by what they show. */
export type Fragments = {
  /** Returns what stands for the fragment until the page is assembled; `key` covers everything that it shows, except the page's own address. */
  place(key: string, part: ReactNode): string;
  /** The same for a fragment that shows a value of the page's data, and nothing else but what `variant` covers. */
  placeShown(value: object, variant: string, part: ReactNode): string;
};

/** Null in a browser, which renders every fragment itself. */
export const FragmentsContext = createContext<Fragments | null>(null);

type ListItemProps = {
  /** What it shows. */
  item: object;
  /** Covers everything else that it shows. */
  variant: string;
  className: string;
  children: ReactElement;
};

/**
 * A list item that the server may have rendered for another page already. Its content must not use `useId`: the ids would be another page's. Nor may it
 * show an image at once that isn't within a picture element: React would write the image's preload into the fragment. Nothing in it suspends: the
 * boundary lets React hydrate one item at a time, the one that is pressed first.
 */
export function StoredListItem({ item, variant, className, children }: ListItemProps) {
  const fragments = use(FragmentsContext);
  return (
    <li className={className}>
      <Suspense>{fragments ? fragments.placeShown(item, variant, children) : children}</Suspense>
    </li>
  );
}

type PartProps = { fragmentKey: () => string; children: ReactNode };

/** A part of a page that the server may have rendered for another page already; what a list item must not use, it must not use either. */
export function StoredPart({ fragmentKey, children }: PartProps) {
  const fragments = use(FragmentsContext);
  return fragments ? fragments.place(fragmentKey(), children) : children;
}
