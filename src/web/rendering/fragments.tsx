import { createContext, type ReactElement, use } from 'react';

/** The HTML of fragments that are the same on many pages, by what they show. */
export type Fragments = {
  /** Returns a fragment's HTML; `key` covers everything that the fragment shows, except the page's own address. */
  html(key: string, part: ReactElement): string;
};

/** Null in a browser, which renders every fragment itself. */
export const FragmentsContext = createContext<Fragments | null>(null);

type ListItemProps = { fragmentKey: () => string; className: string; children: ReactElement };

/** A list item that the server may have rendered for another page already. Its content must not use `useId`: the ids would be another page's. */
export function StoredListItem({ fragmentKey, className, children }: ListItemProps) {
  const fragments = use(FragmentsContext);
  if (!fragments) return <li className={className}>{children}</li>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is what React rendered from the same children.
  return <li className={className} dangerouslySetInnerHTML={{ __html: fragments.html(fragmentKey(), children) }} />;
}
