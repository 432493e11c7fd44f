import { createContext, type ReactElement, use } from 'react';

/** The HTML of parts that are the same on many pages, by what they show. */
export type Fragments = {
  /** The part's HTML for the page being rendered; `key` holds everything that the part shows, besides the page's own address. */
  html(key: string, part: ReactElement): string;
};

/** Null in a browser, which renders every part itself. */
export const FragmentsContext = createContext<Fragments | null>(null);

type ListItemProps = { fragmentKey: () => string; className: string; children: ReactElement };

/** A list's item that the server may have rendered for another page already. What is in it uses no `useId`: its ids would be another page's. */
export function StoredListItem({ fragmentKey, className, children }: ListItemProps) {
  const fragments = use(FragmentsContext);
  if (!fragments) return <li className={className}>{children}</li>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is what React made of the same children.
  return <li className={className} dangerouslySetInnerHTML={{ __html: fragments.html(fragmentKey(), children) }} />;
}
